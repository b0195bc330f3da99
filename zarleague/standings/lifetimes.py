"""What a player has done in one game over all seasons, kept so that later hands can be added."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, NamedTuple

from zarleague.standings.results import Result
from zarleague.standings.series import Streaks, winning_streaks
from zarleague.standings.totals import SeasonTotals


class Best(NamedTuple):
    """A figure and where it was reached: the id of the hand, or the ordinal of the evening."""

    figure: int
    at: int


class Met(NamedTuple):
    """Hands with one opponent: those the player finished ahead in, behind in, and ties."""

    ahead: int = 0
    behind: int = 0
    level: int = 0

    @property
    def hands(self) -> int:
        return sum(self)


@dataclass(slots=True)
class Lifetime:
    """One player's figures over some hands of one game, which are in order of play."""

    hands: int = 0
    wins: int = 0
    points: int = 0
    matches: int = 0
    matches_won: int = 0
    """Matches in first place, shared or not."""
    lowest: Best | None = None
    """The hand with the fewest points, of equal ones the earliest."""
    highest: Best | None = None
    most_wins: Best | None = None
    """The evening with the most hands won, of equal ones the earliest; None without a win."""
    streaks: Streaks = field(default_factory=Streaks)
    first: int = 0
    """Ordinal of the first evening."""
    last: int = 0
    met: dict[int, Met] = field(default_factory=dict)
    """By opponent."""

    def follow(self, later: "Lifetime") -> None:
        """Add other hands. Runs of hands won are joined if all of them were played later; of two
        seasons side by side each has its own."""
        if not self.hands:
            self.first, self.last = later.first, later.last
            self.streaks = Streaks.from_json(later.streaks.to_json())
        elif later.first > self.last:
            self.streaks.follow(later.streaks)
        else:
            runs = self.streaks.longest, later.streaks.longest
            self.streaks.longest = max(runs, key=lambda run: run.hands)
            if later.last > self.last:
                self.streaks.at_end = later.streaks.at_end
            self.streaks.unbroken = False
        self.first, self.last = min(self.first, later.first), max(self.last, later.last)
        self.hands += later.hands
        self.wins += later.wins
        self.points += later.points
        self.matches += later.matches
        self.matches_won += later.matches_won
        self.lowest = _better(self.lowest, later.lowest, sign=-1)
        self.highest = _better(self.highest, later.highest, sign=1)
        self.most_wins = _better(self.most_wins, later.most_wins, sign=1)
        for other, met in later.met.items():
            self.met[other] = Met(*map(sum, zip(self.met.get(other, Met()), met, strict=True)))

    def to_json(self) -> list[Any]:
        """Return everything but the opponents as JSON-able data."""
        *figures, streaks, first, last, _met = (getattr(self, one.name) for one in fields(self))
        return [*figures, streaks.to_json(), first, last]

    @classmethod
    def from_json(cls, data: Sequence[Any], met: Mapping[str, Any] | None = None) -> "Lifetime":
        """Return the object of `to_json`, and of the opponents by their id as text."""
        *figures, lowest, highest, most_wins, streaks, first, last = data
        bests = (None if one is None else Best(*one) for one in (lowest, highest, most_wins))
        opponents = {int(other): Met(*counts) for other, counts in (met or {}).items()}
        values: list[Any] = [*figures, *bests, Streaks.from_json(streaks), first, last, opponents]
        return cls(*values)


def lifetimes_of_evening(results: Iterable[Result]) -> dict[int, Lifetime]:
    """Return by player what one evening's results of one game, in order of play, add up to."""
    results = list(results)
    totals, streaks = SeasonTotals.of(results), winning_streaks(results)
    found: dict[int, Lifetime] = {}
    for result in results:
        player, hand = result.player_id, Best(result.points, result.hand_id)
        of_player = found.setdefault(player, Lifetime(first=result.evening, last=result.evening))
        of_player.lowest = _better(of_player.lowest, hand, sign=-1)
        of_player.highest = _better(of_player.highest, hand, sign=1)
    for player, of_player in found.items():
        tally = totals.players[player].season
        of_player.hands, of_player.wins, of_player.points = tally.hands, tally.wins, tally.points
        of_player.matches = sum(tally.match_places.values())
        of_player.matches_won = sum(
            matches for held, matches in tally.match_places.items() if held.place == 1
        )
        of_player.most_wins = Best(tally.wins, of_player.first) if tally.wins else None
        of_player.streaks = streaks[player]
    for (low, high), pair in totals.pairs.items():
        found[low].met[high] = Met(pair.ahead, pair.behind, pair.level)
        found[high].met[low] = Met(pair.behind, pair.ahead, pair.level)
    return found


def add_up(parts: Iterable[Mapping[int, Lifetime]]) -> dict[int, Lifetime]:
    """Return the sum of lifetimes by player; the parts are in order of play."""
    found: dict[int, Lifetime] = {}
    for part in parts:
        for player, of_player in part.items():
            found.setdefault(player, Lifetime()).follow(of_player)
    return found


def _better(before: Best | None, after: Best | None, *, sign: int) -> Best | None:
    if before is None or after is None:
        return after if before is None else before
    return after if sign * after.figure > sign * before.figure else before
