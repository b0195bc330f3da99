"""Read a season once, evening by evening, for everything its report says besides the final table.
Only one evening's results are in memory at a time. Memory grows with the players, the evenings and
the evenings of each player, not with the hands. Ranks are the stored ones, see `reports.ranks`.
"""

import datetime
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from django.db.models import Q

from zarleague.leagues.models import Season
from zarleague.leagues.selectors import aliases
from zarleague.play.models import Hand
from zarleague.play.selectors import season_penalties
from zarleague.play.totals.confirmed import evenings_of, results_of_evening
from zarleague.reports.course import thinned
from zarleague.reports.models import EveningRank
from zarleague.reports.progress import Progress
from zarleague.reports.season_report.cards import CardRecords
from zarleague.standings.results import PenaltyPoints, Result
from zarleague.standings.rules import SeasonRules, rules_from_json
from zarleague.standings.running import RunningTotals
from zarleague.standings.series import WinningStreaks, evening_tables, lead_changes
from zarleague.standings.table import Row

FORM: Final = 10
"""Hands of a player's form."""
CHARTED: Final = 60
"""Evenings of the course of a long season."""
WHOLE_COURSE: Final = 20_000
"""Figures of a course with every evening; the course of a longer season has `CHARTED` of them."""


@dataclass
class SeasonReading:
    """The figures collected in one pass over a season."""

    hands: int = 0
    matches: int = 0
    played: int = 0
    """Evenings with hands."""
    players: set[int] = field(default_factory=set)
    """Who has results."""
    evenings: list[int] = field(default_factory=list)
    """Days that may have moved the table, with or without hands."""
    nights: list[dict[str, Any]] = field(default_factory=list)
    """Of each evening with hands: hands, players, the best, and their margin in the metric."""
    leaders: list[tuple[int, tuple[int, ...]]] = field(default_factory=list)
    streaks: WinningStreaks = field(default_factory=WinningStreaks)
    biggest: Result | None = None
    """The most points taken in one hand, the earliest of equals."""
    form: dict[int, deque[int]] = field(default_factory=dict)
    ranks: dict[int, list[list[int | None]]] = field(default_factory=dict)
    """(evening, rank after it) of the evenings attended, by player."""
    metrics: dict[int, dict[int, str | None]] = field(default_factory=dict)
    """The figure that ranks after each evening that may have moved it, by player."""
    cards: CardRecords = field(default_factory=CardRecords)

    def course(self, shown: Iterable[int]) -> dict[str, Any]:
        """Return by player the metric after each evening, None before the first hand."""
        steps = self.evenings if self.has_whole_course else thinned(self.evenings, CHARTED)
        return {
            "evenings": steps,
            "metric": {str(player): self._line(player, steps) for player in shown},
        }

    @property
    def has_whole_course(self) -> bool:
        """Return whether the course includes every evening."""
        return len(self.evenings) * len(self.metrics) <= WHOLE_COURSE

    def _line(self, player: int, steps: Sequence[int]) -> list[str | None]:
        moved = self.metrics.get(player, {})
        waiting, value, line = deque(moved), None, list[str | None]()
        for step in steps:
            while waiting and waiting[0] <= step:
                value = moved[waiting.popleft()]
            line.append(value)
        return line


def read_season(season: Season, names: dict[int, str], progress: Progress) -> SeasonReading:
    """Read the season, evening by evening. The stored ranks must be up to date."""
    found = SeasonReading()
    rules, into = rules_from_json(season.rules), aliases(season.league_id)
    running = RunningTotals(rules, for_ties=False)
    penalties: dict[int, list[PenaltyPoints]] = {}
    for penalty in season_penalties(season):
        penalties.setdefault(penalty.evening, []).append(penalty)
    days = evenings_of(season)
    progress.add(len(days))
    for evening in days:
        results = results_of_evening(season, evening, into)
        moved = running.add_evening(evening, results, penalties.get(evening, ())).players
        for player in moved:
            metric = running.scored[player].metric
            line = found.metrics.setdefault(player, {})
            line[evening] = None if metric is None else str(metric)
        present = {result.player_id for result in results}
        _read_ranks(found, season, evening, present, names)
        if results:
            _read_evening(found, evening, results, rules)
            found.cards.add_evening(season, evening, results)
        progress.step()
    return found


def lead_changes_in(found: SeasonReading) -> list[list[Any]]:
    """Return (evening, leaders before, leaders after) of each change of the lead."""
    return [
        [change.evening, list(change.before), list(change.after)]
        for change in lead_changes(found.leaders)
    ]


def facts_of(hands: Iterable[int]) -> dict[int, dict[str, int]]:
    """Return by id the facts that identify these hands."""
    rows = Hand.objects.filter(pk__in=set(hands)).values_list(
        "pk", "match_id", "number", "match__played_on"
    )
    return {
        pk: {"id": pk, "match": match, "number": number, "evening": day.toordinal()}
        for pk, match, number, day in rows
    }


def _read_ranks(
    found: SeasonReading, season: Season, evening: int, present: set[int], names: dict[int, str]
) -> None:
    """Record the ranks after an evening, and the leaders."""
    stored = EveningRank.objects.filter(
        Q(rank=1) | Q(player__in=present),
        season=season,
        evening=datetime.date.fromordinal(evening),
    )
    ranks = dict(stored.order_by().values_list("player_id", "rank"))
    found.evenings.append(evening)
    first = [player for player, rank in ranks.items() if rank == 1]
    first.sort(key=lambda player: (names.get(player, "").casefold(), player))
    found.leaders.append((evening, tuple(first)))
    for player in present:
        found.ranks.setdefault(player, []).append([evening, ranks.get(player)])


def _read_evening(
    found: SeasonReading, evening: int, results: Sequence[Result], rules: SeasonRules
) -> None:
    """Count an evening's hands, its table, streaks, form and the biggest hand."""
    rows = evening_tables(results, rules)[evening]
    hands = len({result.hand_id for result in results})
    found.nights.append(
        {
            "evening": evening,
            "hands": hands,
            "players": len(rows),
            "best": [row.player_id for row in rows if row.rank == 1],
            "margin": _margin(rows),
        }
    )
    found.hands += hands
    found.matches += len({result.match_id for result in results})
    found.played += 1
    found.streaks.add(results)
    for result in results:
        found.players.add(result.player_id)
        found.form.setdefault(result.player_id, deque(maxlen=FORM)).append(result.place)
    biggest = max(results, key=lambda result: result.points)
    if found.biggest is None or biggest.points > found.biggest.points:
        found.biggest = biggest


def _margin(rows: Sequence[Row]) -> str | None:
    """Return the difference between first and last of an evening, in the metric."""
    reached = [row.metric for row in rows if row.metric is not None]
    return str(max(reached) - min(reached)) if len(reached) > 1 else None
