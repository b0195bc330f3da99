"""Dates as people of each language write them."""

import datetime

import pytest
from django.utils import translation

from zarleague.leagues.formats import long_day, short_day
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
