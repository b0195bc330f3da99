"""The environment of the page templates."""

from functools import cache, lru_cache
from typing import Any

from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation
from django.utils.html import json_script
from jinja2 import Environment, StrictUndefined

from zarleague.leagues.formats import decimals_of, rounded
from zarleague.reports.season_report.document import cell_text
from zarleague.web.cards import picture
from zarleague.web.words import day, figure, game_title, languages


@lru_cache(maxsize=4096)  # looking an address up takes longer than all else a link needs
def url(name: str, *args: str | int, **kwargs: str | int) -> str:
    """Return the address of the view called ``name``."""
    return reverse(name, args=args or None, kwargs=kwargs or None)


def environment(**options: Any) -> Environment:
    """Build the environment; Django adds ``request``, ``csrf_input`` and ``messages``."""
    options.setdefault("undefined", StrictUndefined)
    env = Environment(**options, extensions=["jinja2.ext.i18n"])  # noqa: S701 (Django escapes)
    env.install_gettext_callables(  # type: ignore[attr-defined]
        translation.gettext,
        translation.ngettext,
        newstyle=True,
        pgettext=translation.pgettext,
        npgettext=translation.npgettext,
    )
    env.globals |= {
        "static": cache(static),  # a page has dozens, the same ones every time
        "url": url,
        "get_language": translation.get_language,
        "card_picture": picture,
        "cell_text": cell_text,
        "json_script": json_script,
        "day": day,
        "decimals_of": decimals_of,
        "figure": figure,
        "game_title": game_title,
        "languages": languages,
        "rounded": rounded,
    }
    return env
