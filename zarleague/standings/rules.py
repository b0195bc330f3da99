"""The ranking rules of a season: presets with options, as plain data a league can store.

A preset is a named set of options. An organiser picks one and may override any option; both
together are stored as JSON and resolved once into a frozen `SeasonRules`.
"""

import dataclasses
import itertools
from collections.abc import Mapping
from enum import StrEnum
from fractions import Fraction
from typing import Any, Final

from zarleague.standings.places import SharedPlace


class Metric(StrEnum):
    """The figure a table ranks by."""

    POINTS = "points"
    """Total points; low wins unless the rules say ``high_wins``."""
    AVERAGE = "average"
    """Points per hand; low wins unless the rules say ``high_wins``."""
    WINS = "wins"
    """Hands won; high wins."""
    PLACES = "places"
    """Points for the place taken in each match, see `SeasonRules.scale`; high wins."""


class TieBreak(StrEnum):
    """One step of the chain that separates players with equal metrics."""

    MORE_WINS = "more-wins"
    """More hands won."""
    MORE_MATCH_WINS = "more-match-wins"
    """More matches in first place, shared ones included."""
    HEAD_TO_HEAD = "head-to-head"
    """The greater share of the hands the tied players had with one another in which one was
    placed ahead of the other, an equal place counting half. Needs every two of them to have met."""
    BEST_HAND = "best-hand"
    """The better single hand: fewest points, or most where high points win; needs one direction in
    all hands of the tied players."""
    LAST_EVENING = "last-evening"
    """The better metric on the last evening that all the tied players attended."""
    BETTER_AVERAGE = "better-average"
    """The better points per hand; needs one direction in all hands of the tied players."""
    FEWER_HANDS = "fewer-hands"
    """Fewer hands played."""
    MORE_HANDS = "more-hands"
    """More hands played."""
    FEWER_PENALTIES = "fewer-penalties"
    """Fewer penalty points."""
    LOTS = "lots"
    """A drawing of lots, recorded beforehand; the latest that holds all the tied players."""


class RulesError(ValueError):
    """Invalid season rules. Holds the option at fault, and a message with placeholders for
    ``facts``; translate it before filling them in."""

    def __init__(self, option: str, sentence: str, **facts: str | int) -> None:
        super().__init__(f"{option}: {sentence.format(**facts)}")
        self.option = option
        self.sentence = sentence
        self.facts = facts


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class SeasonRules:
    """The ranking rules of one season. Build one with `season_rules` to start from a preset."""

    metric: Metric = Metric.POINTS
    high_wins: bool = False
    """Direction of points. Of no effect on `Metric.WINS` and `Metric.PLACES`, where each match
    brings its own direction and high always wins."""
    scale: tuple[int, ...] = (4, 2, 1, 0)
    """Points for first, second, ... place in a match, never rising."""
    scales: tuple[tuple[int, tuple[int, ...]], ...] = ()
    """(places at the table, their scale) where a table of that size has its own, smallest first."""
    normalised: bool = False
    """Whether a table of any size pays its first place what ``scale`` does, its last nothing, and
    those between evenly less, however many they are. ``scales`` go before it."""
    shared_place: SharedPlace = SharedPlace.SHARE
    best_evenings: int | None = None
    """Only this many of a player's evenings count, those with the best metric; of two equal
    ones the later counts. None: all count."""
    min_hands: int = 0
    """Hands a player must have played to be ranked."""
    min_evenings: int = 0
    """Evenings a player must have attended to be ranked."""
    attendance_bonus: int = 0
    """Points of the metric that every evening attended is worth, whether or not it counts; they
    lower a total that is better the lower it is."""
    penalty_weight: int = 1
    """Points of the metric that one penalty point costs; 0 leaves penalties out. Those on dropped
    evenings count, too."""
    tie_breaks: tuple[TieBreak, ...] = (
        TieBreak.MORE_WINS,
        TieBreak.HEAD_TO_HEAD,
        TieBreak.BEST_HAND,
        TieBreak.LAST_EVENING,
        TieBreak.LOTS,
    )

    def __post_init__(self) -> None:
        _check_scale("scale", self.scale)
        for size, scale in self.scales:
            _check_scale("scales", scale)
            if not 2 <= size <= MOST_PLACES or len(scale) > size:
                raise RulesError(
                    "scales", "Give a table of {size} as many points as it has places.", size=size
                )
        for option in ("min_hands", "min_evenings", "attendance_bonus", "penalty_weight"):
            if getattr(self, option) < 0:
                raise RulesError(option, "This number can’t be negative.")
        if self.attendance_bonus and self.metric is Metric.AVERAGE:
            raise RulesError(
                "attendance_bonus", "Points per hand can’t have a bonus for each evening."
            )
        if len(set(self.tie_breaks)) != len(self.tie_breaks):
            raise RulesError("tie_breaks", "The same tie-break is listed twice.")
        if self.best_evenings is not None:
            self._check_best_evenings(self.best_evenings)

    def _check_best_evenings(self, best: int) -> None:
        if best < 1:
            raise RulesError("best_evenings", "At least one evening must count.")
        if self.low_total_wins and self.min_evenings < best:
            # Otherwise staying at home would give the lowest total.
            raise RulesError(
                "min_evenings",
                "When low scores win, players need at least as many evenings as count: {count}.",
                count=best,
            )

    def scale_of(self, size: int) -> tuple[Fraction | int, ...]:
        """Return the points for first, second, ... place at a table of so many places."""
        if (own := dict(self.scales).get(size)) is not None:
            return own
        if not self.normalised:
            return self.scale
        if size < 2:
            return self.scale[:1]
        return tuple(Fraction(self.scale[0] * behind, size - 1) for behind in reversed(range(size)))

    @property
    def low_total_wins(self) -> bool:
        """Return whether the metric is a sum that is better the lower it is."""
        return self.metric is Metric.POINTS and not self.high_wins

    @property
    def metric_high_wins(self) -> bool:
        """Return whether a higher metric is better."""
        return self.high_wins or self.metric in (Metric.WINS, Metric.PLACES)


MOST_PLACES: Final = 50
"""The largest table that can have a scale of its own."""


def _check_scale(option: str, scale: tuple[int, ...]) -> None:
    if not scale or any(points < 0 for points in scale):
        raise RulesError(option, "Give points for each place; none can be negative.")
    if any(better < worse for better, worse in itertools.pairwise(scale)):
        raise RulesError(option, "A lower place can’t earn more points than a higher one.")


_PLACE_TIES: Final = (
    TieBreak.MORE_MATCH_WINS,
    TieBreak.MORE_WINS,
    TieBreak.HEAD_TO_HEAD,
    TieBreak.LAST_EVENING,
    TieBreak.LOTS,
)
"""None of them uses points, which cannot be compared between games."""

PRESETS: Final[Mapping[str, SeasonRules]] = {
    "total-points": SeasonRules(metric=Metric.POINTS),
    "average-per-hand": SeasonRules(metric=Metric.AVERAGE, min_hands=20),
    "hands-won": SeasonRules(
        metric=Metric.WINS,
        tie_breaks=(
            TieBreak.FEWER_HANDS,
            TieBreak.HEAD_TO_HEAD,
            TieBreak.BETTER_AVERAGE,
            TieBreak.LAST_EVENING,
            TieBreak.LOTS,
        ),
    ),
    "place-points": SeasonRules(metric=Metric.PLACES, tie_breaks=_PLACE_TIES),
    "places-by-table": SeasonRules(
        metric=Metric.PLACES,
        scales=(
            (2, (2, 0)),
            (3, (3, 1, 0)),
            (4, (4, 2, 1, 0)),
            (5, (5, 3, 2, 1, 0)),
            (6, (6, 4, 3, 2, 1, 0)),
        ),
        normalised=True,
        tie_breaks=_PLACE_TIES,
    ),
    "places-normalised": SeasonRules(
        metric=Metric.PLACES,
        scale=(10,),
        normalised=True,
        tie_breaks=_PLACE_TIES,
    ),
    "best-evenings": SeasonRules(metric=Metric.POINTS, best_evenings=5, min_evenings=5),
    "several-games": SeasonRules(metric=Metric.PLACES, tie_breaks=_PLACE_TIES),
}


NEW_SEASON_OPTIONS: Final[Mapping[str, Mapping[str, Any]]] = {
    "total-points": {"min_hands": 20},
    "average-per-hand": {},
    "hands-won": {},
    "place-points": {"min_hands": 5},
    "places-by-table": {"min_hands": 5},
    "places-normalised": {"min_hands": 5},
    "best-evenings": {},
    "several-games": {"min_hands": 5},
}
"""Options a new season starts with, beside those of its preset: a minimum wherever one good hand of
a guest could lead the table. The presets themselves must not change, as stored seasons name them.
"""


def new_season_rules(preset: str = "place-points") -> dict[str, Any]:
    """Return the rules a new season of a preset starts with, as a league stores them.

    The default fits a pub: points for places work for every game and either direction, and reward
    those who come.
    """
    _known(preset)
    return {"preset": preset, "options": dict(NEW_SEASON_OPTIONS[preset])}


def season_rules(preset: str, **options: Any) -> SeasonRules:
    """Return the preset's rules, overridden by ``options``.

    Values may be plain JSON (strings, lists). Raises `RulesError` for an unknown preset, option
    or value.
    """
    return dataclasses.replace(
        _known(preset), **{option: _parsed(option, value) for option, value in options.items()}
    )


def rules_from_json(data: Mapping[str, Any]) -> SeasonRules:
    """Return the rules given as ``{"preset": key, "options": {name: value}}``. Raise RulesError."""
    for name in data.keys() - {"preset", "options"}:
        raise RulesError(name, "Rules are a preset and its options.")
    return season_rules(str(data.get("preset", "")), **data.get("options", {}))


def rules_to_json(rules: SeasonRules, preset: str) -> dict[str, Any]:
    """Return ``rules`` as ``preset`` and the options in which they differ from it.

    Inverse of `rules_from_json`.
    """
    base = _known(preset)
    options: dict[str, Any] = {}
    for field in dataclasses.fields(SeasonRules):
        value = getattr(rules, field.name)
        if value != getattr(base, field.name):
            options[field.name] = _plain(field.name, value)
    return {"preset": preset, "options": options}


def _plain(option: str, value: Any) -> Any:
    """Return an option's value as JSON-able data."""
    if option == "scales":
        return {str(size): list(scale) for size, scale in value}
    return list(value) if isinstance(value, tuple) else value


def _known(preset: str) -> SeasonRules:
    if preset not in PRESETS:
        raise RulesError("preset", "There’s no ranking method called “{preset}”.", preset=preset)
    return PRESETS[preset]


def _parsed(option: str, value: Any) -> Any:
    """Return a JSON value as the type its option has in `SeasonRules`."""
    try:
        match option:
            case "metric":
                return Metric(value)
            case "shared_place":
                return SharedPlace(value)
            case "tie_breaks":
                return tuple(TieBreak(step) for step in value)
            case "scale":
                return tuple(_whole_number(option, points) for points in value)
            case "scales":
                return _scales(value)
            case "best_evenings" if value is None:
                return None
            case "best_evenings" | "min_hands" | "min_evenings":
                return _whole_number(option, value)
            case "attendance_bonus" | "penalty_weight":
                return _whole_number(option, value)
            case "high_wins" | "normalised" if isinstance(value, bool):
                return value
    except (TypeError, ValueError) as problem:
        raise RulesError(
            option, "“{value}” isn’t one of the choices.", value=str(value)
        ) from problem
    if option in ("high_wins", "normalised"):
        raise RulesError(option, "This must be true or false.")
    known = ", ".join(field.name for field in dataclasses.fields(SeasonRules))
    raise RulesError(
        option, "There’s no option “{name}”. There are: {names}.", name=option, names=known
    )


def _scales(value: Any) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Return scales by the size of the table, given as ``{"3": [3, 1, 0], …}``."""
    if not isinstance(value, Mapping):
        raise TypeError
    found = {
        int(size): tuple(_whole_number("scales", points) for points in scale)
        for size, scale in value.items()
    }
    return tuple(sorted(found.items()))


def _whole_number(option: str, value: Any) -> int:
    """Return ``value`` if it is an integer but not a bool."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise RulesError(option, "“{value}” isn’t a whole number.", value=str(value))
    return value
