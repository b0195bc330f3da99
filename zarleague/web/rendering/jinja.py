"""The Jinja environment of the page templates."""

from collections.abc import Hashable, Iterable, MutableMapping
from functools import cache, lru_cache
from typing import Any

from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation
from django.utils.html import json_script
from jinja2 import Environment, StrictUndefined
from markupsafe import Markup

from zarleague.leagues.formats import clock_time, decimals_of, isolated, points_text, rounded
from zarleague.leagues.idempotency import new_key
from zarleague.leagues.request_actor import actor_of
from zarleague.leagues.selectors import game_title
from zarleague.leagues.unfinished import is_unfinished
from zarleague.reports.drawings.card_faces import picture
from zarleague.reports.season_report.document import cell_text
from zarleague.reports.words.replay_words import source
from zarleague.web.accounts.known_devices import device
from zarleague.web.arriving import failures
from zarleague.web.rendering.loading import module, sheet
from zarleague.web.rendering.words import day, figure, languages, ordinal


@lru_cache(maxsize=4096)  # cached: reversing a URL is the slowest part of rendering a link
def url(name: str, *args: str | int, **kwargs: str | int) -> str:
    """Return the URL of the view called ``name``."""
    return reverse(name, args=args or None, kwargs=kwargs or None)


@lru_cache(maxsize=8192)
def _translated(language: str | None, text: str) -> Markup:
    return Markup(translation.gettext(text)) % {}  # noqa: S704


def gettext(text: str, /, **values: object) -> Markup:
    """Return a text in the active language with its values filled in, as Jinja's own function does,
    but with names set apart where they have to be. Texts without values, of which a page has
    dozens, are kept."""
    if not values:
        return _translated(translation.get_language(), text)
    return Markup(translation.gettext(text)) % _set_apart(values)  # noqa: S704


def ngettext(singular: str, plural: str, num: int, /, **values: object) -> Markup:
    """Return a text for that many, which it calls ``num``, as `gettext` does."""
    chosen = translation.ngettext(singular, plural, num)
    return Markup(chosen) % _set_apart({"num": num} | values)  # noqa: S704


def _set_apart(values: dict[str, object]) -> dict[str, object]:
    return {
        name: isolated(value) if isinstance(value, str) and not isinstance(value, Markup) else value
        for name, value in values.items()
    }


def listed(names: Iterable[object]) -> str:
    """Return names or other words separated by commas."""
    return ", ".join(isolated(str(name)) for name in names)


def key_input() -> Markup:
    """Return a hidden field with a new idempotency key, so that a form works once."""
    return Markup(f'<input type="hidden" name="key" value="{new_key()}">')  # noqa: S704


class PageEnvironment(Environment):
    """Jinja's environment without names that only one template knows: ours have none."""

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """Return the names that all templates know.

        Jinja lays a map of each template's own over them, which every import on every page would
        look through name by name.
        """
        return {**self.globals, **d} if d else self.globals


def environment(**options: Any) -> Environment:
    """Build the environment; Django adds ``request``, ``csrf_input`` and ``messages``."""
    options.setdefault("undefined", StrictUndefined)
    env = PageEnvironment(**options, extensions=["jinja2.ext.i18n"])
    env.install_gettext_callables(  # type: ignore[attr-defined]
        translation.gettext,
        translation.ngettext,
        newstyle=True,
        pgettext=translation.pgettext,
        npgettext=translation.npgettext,
    )

    @lru_cache(maxsize=256)
    def drawn_in(language: str | None, template: str, *given: tuple[str, Hashable]) -> Markup:
        return Markup(env.get_template(template).render(dict(given)))  # noqa: S704

    def drawn(template: str, **given: Hashable) -> Markup:
        """Return a template drawn with these values and no others. It is kept, and drawn once while
        the values stay the same."""
        return drawn_in(translation.get_language(), template, *given.items())

    env.filters["listed"] = listed
    env.globals |= {
        "_": gettext,
        "gettext": gettext,
        "ngettext": ngettext,
        # Of a text that is data and may have what people wrote: `gettext` would not escape that.
        "translated": translation.gettext,
        "drawn": drawn,
        "static": cache(static),  # cached: a page has dozens of static URLs, always the same
        "url": url,
        "key_input": key_input,
        "get_language": translation.get_language,
        "card_picture": picture,
        "clock_time": clock_time,
        "cell_text": cell_text,
        "json_script": json_script,
        "module": module,
        "day": day,
        "device": device,
        "disk_is_short": failures.disk_is_short,
        "decimals_of": decimals_of,
        "figure": figure,
        "game_title": game_title,
        "option_source": source,
        "ordinal": ordinal,
        "points_text": points_text,
        "actor_of": actor_of,
        "is_unfinished": is_unfinished,
        "languages": languages,
        "rounded": rounded,
        "sheet": sheet,
    }
    return env
