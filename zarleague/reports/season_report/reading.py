"""Put the evenings of a season together: the figures of its report that follow from all hands.
Memory grows with the players and the evenings, not with the hands."""

from collections import Counter, deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from zarleague.leagues.models import Season
from zarleague.play.models import Hand
from zarleague.reports.models import EveningRank
from zarleague.reports.season_report.cards import Records, add_records
from zarleague.reports.season_report.evenings import FORM, Highest, add_highest
from zarleague.standings.series import Streaks, lead_changes


@dataclass
class SeasonReading:
    """The figures of the evenings added so far."""

    matches: int = 0
    nights: list[dict[str, Any]] = field(default_factory=list)
    """Of each evening with hands: hands, players, the best, and their margin in the metric."""
    streaks: dict[int, Streaks] = field(default_factory=dict)
    """By player, as everything below."""
    form: dict[int, deque[int]] = field(default_factory=dict)
    """The places in the latest hands."""
    attended: Counter[int] = field(default_factory=Counter)
    """Evenings with hands."""
    highest: Highest = field(default_factory=dict)
    """By game."""
    cards: Records = field(default_factory=dict)

    def add(self, evening: Mapping[str, Any]) -> None:
        """Add the next evening, as `evenings.evening_part` returned it."""
        if not evening:
            return
        self.matches += evening["matches"]
        self.nights.append(evening["night"])
        add_highest(self.highest, evening["highest"])
        for player, places, runs in evening["players"]:
            self.attended[player] += 1
            self.form.setdefault(player, deque(maxlen=FORM)).extend(places)
            self.streaks.setdefault(player, Streaks()).follow(Streaks.from_json(runs))
        add_records(self.cards, {(game, label): of for game, label, of in evening["cards"]})

    @property
    def hands(self) -> int:
        return sum(night["hands"] for night in self.nights)


def lead_changes_of(season: Season, names: Mapping[int, str]) -> list[list[Any]]:
    """Return (evening, leaders before, leaders after) of each change of the lead."""
    leaders: dict[int, list[int]] = {}
    first = EveningRank.objects.filter(season=season, rank=1).order_by("evening")
    for day, player in first.values_list("evening", "player_id"):
        leaders.setdefault(day.toordinal(), []).append(player)
    changes = lead_changes(
        (day, tuple(sorted(players, key=lambda one: (names.get(one, "").casefold(), one))))
        for day, players in leaders.items()
    )
    return [[change.evening, list(change.before), list(change.after)] for change in changes]


def facts_of(hands: Iterable[int]) -> dict[int, dict[str, int]]:
    """Return by id the facts that identify these hands."""
    rows = Hand.objects.filter(pk__in=set(hands)).values_list(
        "pk", "match_id", "number", "match__played_on"
    )
    return {
        pk: {"id": pk, "match": match, "number": number, "evening": day.toordinal()}
        for pk, match, number, day in rows
    }
