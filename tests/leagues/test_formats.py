"""Dates as people of each language write them."""

import datetime

import pytest
from django.utils import translation
from markupsafe import Markup

from zarleague.leagues.errors import Invalid
from zarleague.leagues.formats import isolated, long_day, short_day
from zarleague.web.league.forms import DayInput
from zarleague.web.rendering.jinja import gettext, listed, ngettext
from zarleague.web.rendering.words import day

DATE = datetime.date(2026, 5, 7)


@pytest.mark.parametrize(
    ("language", "with_weekday", "long", "short"),
    [
        ("en", "Thu, 7 May 2026", "7 May 2026", "7 May"),
        ("de", "Do, 7. Mai 2026", "7. Mai 2026", "7. Mai"),
    ],
)
def test_a_date_is_written_the_same_way_everywhere(language, with_weekday, long, short):
    with translation.override(language):
        assert day(DATE) == with_weekday
        assert long_day(DATE) == long
        assert short_day(DATE.toordinal()) == short


def test_a_name_from_right_to_left_leaves_the_sentence_around_it_as_it_is() -> None:
    """Unicode Bidirectional Algorithm, 2.4.2: between U+2068 and U+2069 the direction of a name
    does not touch what is beside it. Numbers behind an Arabic name would else stand before it."""
    apart = "\u2068سلمى\u2069"
    assert isolated("سلمى") == isolated("סלמה").replace("סלמה", "سلمى") == apart
    assert [isolated(name) for name in ("Zoë", "明", "Ann 2")] == ["Zoë", "明", "Ann 2"]
    assert gettext("%(name)s, %(num)s hands", name="سلمى", num=4) == f"{apart}, 4 hands"
    assert ngettext("%(name)s, %(num)s", "", 1, name="سلمى") == f"{apart}, 1"
    assert listed(["سلمى", "Ann"]) == f"{apart}, Ann"
    assert Invalid("name", "{name} sits twice.", name="سلمى").text == f"{apart} sits twice."
    assert gettext("%(name)s", name=Markup("<b>سلمى</b>")) == "<b>سلمى</b>"


def test_a_field_for_a_date_holds_it_as_browsers_read_it():
    """HTML, 2.3.5.2: a valid date string is a year, a month and a day with hyphens. Browsers leave
    a field with any other empty."""
    with translation.override("de"):
        assert 'value="2026-05-07"' in DayInput().render("day", DATE)
