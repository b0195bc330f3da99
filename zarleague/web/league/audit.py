"""The page of a league's audit log, and its download as CSV."""

import csv
import datetime
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.urls import reverse
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from zarleague.engine.declared import DEFINITION, NUMBER, is_declared, read_text
from zarleague.engine.games import KEYS
from zarleague.leagues import selectors
from zarleague.leagues.formats import spreadsheet_safe
from zarleague.leagues.models import AccessLink, AuditEntry, League
from zarleague.web.arriving.requests import organised_league
from zarleague.web.league.audit_words import ACTIONS, FIELDS
from zarleague.web.league.context import show
from zarleague.web.league.forms import DayInput
from zarleague.web.league.game_words import changes as game_changes
from zarleague.web.rendering.words import day, local_time

PAGE_SIZE = 50
CHUNK = 2000
"""Entries read at once for the file."""
COLUMNS = (
    *("time", "who", "way", "link", "topic", "action", "about", "id"),
    *("before", "after", "why"),
)


class FilterForm(forms.Form):
    topic = forms.ChoiceField(
        label=gettext_lazy("What"),
        required=False,
        choices=[("", gettext_lazy("Everything")), *AuditEntry.Topic.choices],
    )
    author = forms.ChoiceField(label=gettext_lazy("Who"), required=False)
    first = forms.DateField(label=gettext_lazy("From"), required=False, widget=DayInput())
    last = forms.DateField(label=gettext_lazy("Until"), required=False, widget=DayInput())

    def __init__(self, league: League, data: Any) -> None:
        super().__init__(data)
        members = selectors.members_of(league)
        names = [(str(m.user_id), m.user.get_full_name() or m.user.get_username()) for m in members]
        author: Any = self.fields["author"]
        author.choices = [("", _("Everyone")), *names]
        self._evening_starts = league.evening_starts

    def chosen(self) -> selectors.AuditFilter:
        """Return the chosen filter; values that are not valid are ignored."""
        self.is_valid()
        given = self.cleaned_data
        last = given.get("last")
        day = datetime.timedelta(days=1)
        return selectors.AuditFilter(
            topic=given.get("topic") or "",
            author=int(given["author"]) if given.get("author") else None,
            first=self._evening_starts(given["first"]) if given.get("first") else None,
            last=self._evening_starts(last + day) if last and last < last.max else None,
        )


@dataclass(frozen=True, slots=True)
class AuditLine:
    """One entry in words."""

    entry: AuditEntry
    who: str
    what: str
    changes: list[tuple[str, str, str]]
    """Field, old value, new value."""
    address: str
    from_file: bool
    """Whether the entry was imported with the league's file."""


class Words:
    """The names needed to put entries of one league into words."""

    def __init__(self, league: League) -> None:
        self.league = league
        self.players: dict[int, str] = {}
        self.accounts: dict[int, str] = {}
        self._arrival = selectors.arrival(league)

    def know(self, entries: Iterable[AuditEntry]) -> None:
        """Load the names of the players and accounts that entries mention."""
        about: dict[str, set[int]] = {"player": set(), "user": set()}
        for entry in entries:
            about.setdefault(entry.about_kind, set()).add(entry.about_id or 0)
            for values in (entry.before, entry.after):
                about["player"].update(filter(None, _players_in(values)))
        self.players |= selectors.names_of(self.league, about["player"] - self.players.keys())
        self.accounts |= selectors.account_labels(about["user"] - self.accounts.keys())

    def who(self, entry: AuditEntry) -> str:
        """Return the present name of the entry's author."""
        if entry.author is not None:
            return entry.author.get_full_name() or entry.author.get_username()
        return entry.author_name or _("the site")

    def about(self, entry: AuditEntry) -> str:
        """Return the name of the object that was changed."""
        if entry.about_kind == "player":
            return self.players.get(entry.about_id or 0, "")
        if entry.about_kind == "user":
            return self.accounts.get(entry.about_id or 0, "")
        if "number" in entry.after:
            return _("hand %(number)s") % {"number": entry.after["number"]}
        if entry.about_kind in ("match", "leaguegame") and _is_game(entry.about_name):
            return selectors.game_title(self.league, entry.about_name)
        return _date(entry.about_name) if entry.about_kind == "evening" else entry.about_name

    def line(self, entry: AuditEntry) -> AuditLine:
        values = [
            (
                str(FIELDS.get(key, key)),
                self._value(key, entry.before.get(key)),
                self._value(key, entry.after.get(key)),
            )
            for key in {**entry.before, **entry.after}
            if key not in _HIDDEN
        ]
        changes = [change for change in values if any(change[1:])]
        if DEFINITION in (entry.after.get("overrides") or {}):
            changes = _definition_changes(entry)
        action = str(ACTIONS.get(entry.action, entry.action))
        what = action.format(about=self.about(entry))
        from_file = entry.pk < self._arrival
        return AuditLine(entry, self.who(entry), what, changes, self._address(entry), from_file)

    def _value(self, key: str, value: Any) -> str:
        if value is None or value == "":
            return ""
        if key == "points" and isinstance(value, list):
            return ", ".join(f"{self.players.get(who, '?')} {points}" for who, points in value)
        if key in ("player", "player_id"):
            return self.players.get(value, "?")
        if key == "players":
            return ", ".join(self.players.get(who, "?") for who in value)
        if key in ("game", "default_game"):
            return selectors.game_title(self.league, value) if _is_game(str(value)) else str(value)
        if key in _DAYS:
            return _date(str(value))
        if isinstance(value, bool):
            return _("yes") if value else _("no")
        if isinstance(value, dict | list):
            return json.dumps(value, ensure_ascii=False)
        return str(value)

    def _address(self, entry: AuditEntry) -> str:
        slug = self.league.slug
        if "number" in entry.after:
            match = entry.after.get("match")
            return reverse("hand", args=[slug, match, entry.after["number"]]) if match else ""
        if entry.about_kind == "evening" and _day_in(entry.about_name):
            return reverse("evening", args=[slug, entry.about_name])
        if entry.about_kind in ("match", "season", "player") and entry.about_id:
            return reverse(entry.about_kind, args=[slug, entry.about_id])
        return ""


def _is_game(text: str) -> bool:
    """Return whether a text is the key of a game; an entry of a league's file may have anything."""
    return text in KEYS or is_declared(text)


def _players_in(values: Mapping[str, Any]) -> Iterator[int | None]:
    """Yield the ids of the players in an entry's values, see `Words._value`; None if gone."""
    for key, value in values.items():
        if key == "points" and isinstance(value, list):
            yield from (player for player, _points in value)
        elif key in ("player", "player_id"):
            yield value
        elif key == "players":
            yield from value


def _definition_changes(entry: AuditEntry) -> list[tuple[str, str, str]]:
    """Return what a new version of a league's own game changed, its number first."""
    before, after = entry.before.get("overrides") or {}, entry.after["overrides"]
    number = (str(FIELDS["version"]), before.get(NUMBER, ""), after[NUMBER])
    if DEFINITION not in before:
        return [number]
    return [number, *game_changes(read_text(before[DEFINITION]), read_text(after[DEFINITION]))]


def _day_in(text: str) -> datetime.date | None:
    """Return the day in an entry's text; an entry of a league's file may have anything there."""
    try:
        return datetime.date.fromisoformat(text)
    except ValueError:
        return None


def _date(text: str) -> str:
    found = _day_in(text)
    return day(found) if found else text


_DAYS = {"evening", "played_on", "starts", "ends"}
_HIDDEN = {"match", "number", "match_id"}
"""Values that only identify the place of the change."""


@require_safe
def audit_log(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the changes in the league, latest first, page by page."""
    league = organised_league(request, slug)
    form = FilterForm(league, request.GET)
    after = _cursor(request.GET.get("after", ""))
    found = selectors.audit_page(league, form.chosen(), PAGE_SIZE + 1, after)
    entries, more = found[:PAGE_SIZE], len(found) > PAGE_SIZE
    words = Words(league)
    words.know(entries)
    query = request.GET.copy()
    query.pop("after", None)
    follow = query.copy()
    if more:
        follow["after"] = f"{entries[-1].at.isoformat()}~{entries[-1].pk}"
    return show(
        request,
        "league/audit.html",
        league,
        "settings",
        form=form,
        moment=partial(local_time, league),
        lines=[words.line(entry) for entry in entries],
        first_page=f"?{query.urlencode()}" if after else "",
        next_page=f"?{follow.urlencode()}" if more else "",
        file=f"{reverse('audit-file', args=[league.slug])}?{query.urlencode()}",
    )


@require_safe
def audit_file(request: HttpRequest, slug: str) -> StreamingHttpResponse:
    """Stream the audit log as CSV, latest first, read in chunks."""
    league = organised_league(request, slug)
    chosen = FilterForm(league, request.GET).chosen()
    answer = StreamingHttpResponse(_csv(league, chosen), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{league.slug}-audit-log.csv"'
    return answer


def _csv(league: League, chosen: selectors.AuditFilter) -> Iterator[str]:
    writer = csv.writer(_Echo())
    words = Words(league)
    yield writer.writerow(COLUMNS)
    after = None
    while entries := selectors.audit_page(league, chosen, CHUNK, after):
        words.know(entries)
        for entry in entries:
            yield writer.writerow([spreadsheet_safe(cell) for cell in _cells(words, entry)])
        after = (entries[-1].at, entries[-1].pk)


def _cells(words: Words, entry: AuditEntry) -> list[str]:
    return [
        entry.at.astimezone(datetime.UTC).isoformat(),
        words.who(entry),
        entry.way,
        link_label(entry.link),
        entry.topic,
        entry.action,
        words.about(entry),
        str(entry.about_id or ""),
        json.dumps(entry.before, ensure_ascii=False) if entry.before else "",
        json.dumps(entry.after, ensure_ascii=False) if entry.after else "",
        entry.why,
    ]


def link_label(link: AccessLink | None) -> str:
    return str(link) if link is not None else ""


class _Echo:
    """A file-like object whose ``write`` returns its argument, for `csv.writer`."""

    def write(self, text: str) -> str:
        return text


def _cursor(text: str) -> tuple[datetime.datetime, int] | None:
    """Return the cursor of a page: time and id of the entry before it; None for the first page."""
    moment, _mark, number = text.partition("~")
    if not (number.isascii() and number.isdecimal() and len(number) < 19):
        return None
    try:
        at = parse_datetime(moment)
    except ValueError:
        return None
    return (at, int(number)) if at is not None and at.tzinfo is not None else None
