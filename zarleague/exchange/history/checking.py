"""Validate a spreadsheet against a league: the preview, and all problems."""

import dataclasses
import itertools
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from string import ascii_uppercase
from typing import IO, Any, Final

from django.utils import timezone
from django.utils.translation import gettext_noop

from zarleague.engine.games import find
from zarleague.engine.ruleset import Ruleset
from zarleague.exchange.history import bgstats
from zarleague.exchange.history.cells import text_of
from zarleague.exchange.history.gathering import MAX_NAME, Gathered, gather
from zarleague.exchange.history.layout import Layout, Use
from zarleague.exchange.history.names import players_by_key, suggestions
from zarleague.exchange.history.recognising import LOOKED_AT, recognise
from zarleague.exchange.history.sheets import Row, rows_of
from zarleague.leagues.models import League, Player, Season
from zarleague.leagues.names import name_key, tidy
from zarleague.leagues.selectors import house_rules

SHOWN_ROWS: Final = 6
"""Rows of the file that the page shows."""
SHOWN_HANDS: Final = 8
"""Hands shown in the preview."""
MAX_GAMES: Final = 1000
"""Games in one file from which one can be chosen."""


@dataclass(frozen=True)
class CheckedSheet:
    """A spreadsheet parsed by its layout, for a league."""

    layout: Layout
    gathered: Gathered
    ruleset: Ruleset
    names: Mapping[str, str]
    """The player's name for each name of the file."""
    players: Mapping[str, Player]
    """The league's players, by the key of the name."""
    first_rows: list[tuple[int, list[str]]]
    games: list[str]
    """Values in the column of the game, most frequent first; empty without such a column."""

    def to_json(self) -> dict[str, Any]:
        """Return the data the page shows."""
        found = self.gathered
        days = [hand.day for hand in found.hands]
        return {
            "rows": found.rows,
            "hands": len(found.hands),
            "evenings": len(set(days)),
            "matches": len({(hand.day, hand.table) for hand in found.hands}),
            "first": min(days).isoformat() if days else "",
            "last": max(days).isoformat() if days else "",
            "by_evening": found.by_evening,
            "names": [
                {
                    "file": name,
                    "player": self.names[name],
                    "known": name_key(self.names[name]) in self.players,
                }
                for name in found.names
            ],
            "suggestions": {
                name: list(alike)
                for name, alike in suggestions(found.names, dict(self.players)).items()
            },
            "problems": [dataclasses.asdict(problem) for problem in found.problems],
            "more": found.more,
            "sample": [
                {
                    "row": hand.row,
                    "day": hand.day.isoformat(),
                    "points": [[found.names[at], points] for at, points in hand.points.items()],
                }
                for hand in found.hands[:SHOWN_HANDS]
            ],
            "first_rows": self.first_rows,
            "games": self.games,
        }


def check(
    file: IO[bytes], league: League, layout: Layout | None, chosen: Mapping[str, Any]
) -> CheckedSheet:
    """Parse a spreadsheet, or an export of BG Stats; recognise its layout unless one is given.

    Raise UnreadableSheet.
    """
    rows = _rows(file)
    first = list(itertools.islice(rows, LOOKED_AT))
    if layout is None:
        layout = bgstats.LAYOUT if bgstats.is_json(file) else recognise(first)
    games = _games(file, layout)
    if games and layout.game not in games:
        layout = dataclasses.replace(layout, game=_likely(games, find(chosen["game"]).title))
    ruleset = house_rules(league, chosen["game"])
    seats = find(ruleset.game).seats(ruleset)
    today = league.evening_of(timezone.now())
    found = gather(itertools.chain(first, rows), layout, today=today, seats=seats)
    if bgstats.is_json(file):
        _name_plays(file, found)
    given = chosen["names"]
    names = {name: tidy(given.get(name) or name)[:MAX_NAME] for name in found.names}
    players = players_by_key(league)
    names |= {
        name: players[name_key(player)].name
        for name, player in names.items()
        if name_key(player) in players
    }
    if Season.objects.filter(league=league, name=chosen["season"]).exists():
        found.note(
            "",
            gettext_noop("There’s already a season called {name}. Choose another name."),
            name=chosen["season"],
        )
    _check_same_players(found, names)
    shown = [(number, [text_of(cell)[:30] for cell in row]) for number, row in first[:SHOWN_ROWS]]
    return CheckedSheet(layout, found, ruleset, names, players, shown, games)


def _rows(file: IO[bytes]) -> Iterator[tuple[int, Row]]:
    return bgstats.rows_of_plays(file) if bgstats.is_json(file) else rows_of(file)


def _games(file: IO[bytes], layout: Layout) -> list[str]:
    """Return the values in the column of the game, most frequent first."""
    column = layout.column(Use.GAME)
    if column is None:
        return []
    counts: Counter[str] = Counter()
    for number, row in _rows(file):
        game = text_of(row[column]) if column < len(row) else ""
        if number >= layout.first_row and game and (game in counts or len(counts) < MAX_GAMES):
            counts[game] += 1
    return [game for game, _ in counts.most_common()]


def _likely(games: Sequence[str], title: str) -> str:
    """Return the file's name for the game with this title; if there is none, the game played
    most."""
    return next((game for game in games if name_key(game) == name_key(title)), games[0])


def _name_plays(file: IO[bytes], found: Gathered) -> None:
    """Locate the problems of an export by date and player, since it has no cells."""
    rows = {int(problem.cell.lstrip(ascii_uppercase) or 0) for problem in found.problems} - {0}
    if not rows:
        return
    day, player = (bgstats.LAYOUT.column(use) or 0 for use in (Use.DAY, Use.NAME))
    called = {
        number: f"{text_of(row[day])} {text_of(row[player])}".strip()
        for number, row in _rows(file)
        if number in rows
    }
    found.problems = [
        dataclasses.replace(
            problem, cell=called.get(int(problem.cell.lstrip(ascii_uppercase) or 0), "")
        )
        for problem in found.problems
    ]


def _check_same_players(found: Gathered, names: Mapping[str, str]) -> None:
    """Report hands in which two names of the file mean the same player."""
    keys = [name_key(names[name]) for name in found.names]
    if len(set(keys)) == len(keys):
        return
    for hand in found.hands:
        seen: dict[str, int] = {}
        for place in hand.points:
            other = seen.setdefault(keys[place], place)
            if other != place:
                found.note(
                    str(hand.row),
                    gettext_noop("{one} and {other} can’t be the same player: both played here."),
                    one=found.names[other],
                    other=found.names[place],
                )
