"""A season's table under another points table, another preset, or another way to rank.

Hands are scored anew from what was entered. A hand known by its totals alone, or whose entry the
other rules have no form for, keeps its points and is counted as kept.
"""

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from zarleague.engine.entry import Entry, Evidence
from zarleague.engine.game import Game
from zarleague.engine.games import find
from zarleague.engine.ruleset import Option, Ruleset
from zarleague.leagues.models import Season
from zarleague.leagues.selectors import aliases, names
from zarleague.play import rulesets
from zarleague.play.judging import entry_from_json
from zarleague.play.models import Hand, HandResult
from zarleague.play.selectors import season_lots, season_penalties, season_results
from zarleague.standings.results import Result, rescored
from zarleague.standings.rules import SeasonRules, rules_from_json
from zarleague.standings.series import Movement, movements
from zarleague.standings.table import Row, table_of

PROBED: Final = 40
"""Stored hands by which it is found out which options make a difference."""


@dataclass(frozen=True, slots=True)
class Change:
    """Other rules for one game: a preset in place of what was played (""), and some options."""

    preset: str = ""
    options: Mapping[str, str] = dataclasses.field(default_factory=dict)

    def of(self, played: Ruleset) -> Ruleset:
        """Return the rules played with this change. Raise RulesetError for what does not exist."""
        game = find(played.game)
        if self.preset:
            return game.ruleset(self.preset, self.options)
        checked = game.ruleset(played.preset, self.options)
        chosen = {key: checked.values[key] for key in self.options}
        return Ruleset(played.game, played.preset, dict(played.values) | chosen)


@dataclass(frozen=True, slots=True)
class WhatIf:
    """Both tables, and what moved."""

    before: tuple[Row, ...]
    after: tuple[Row, ...]
    movements: tuple[Movement, ...]
    scored: int
    """Hands scored anew."""
    kept: int
    """Hands that keep their points, because too little is known of them."""
    turned: int
    """Of those kept, the hands whose points change sign: their match is won the other way round."""


@dataclass(frozen=True, slots=True)
class _Stored:
    """One hand as it was entered."""

    hand_id: int
    ruleset: Ruleset
    entry: Entry
    players: tuple[int, ...]
    """Whom the sheets count for, in their order."""


def what_if(
    season: Season, changes: Mapping[str, Change], ranking: SeasonRules | None = None
) -> WhatIf:
    """Return the season's table with other rules by game key, ranked by ``ranking`` or as it is.

    Raises `standings.metric.MixedDirectionsError` if points of both directions would be added up,
    RulesetError for a preset or option that does not exist.
    """
    results = season_results(season)
    own = rules_from_json(season.rules)
    changed, counts = _changed(season, results, changes)
    rules = _turned(ranking or own, changed)
    ranked = partial(
        table_of,
        penalties=season_penalties(season),
        lots=season_lots(season),
        names=names(season.league),
    )
    before, after = ranked(results, own), ranked(changed, rules)
    return WhatIf(before, after, movements(before, after), **counts)


def influential_options(season: Season) -> dict[str, tuple[Option, ...]]:
    """Return by game the options whose other values change the points of this season's hands."""
    found: dict[str, tuple[Option, ...]] = {}
    probes: dict[str, list[_Stored]] = {}
    for stored in _stored(season):
        probes.setdefault(stored.ruleset.game, []).append(stored)
    for key, hands in probes.items():
        game = find(key)
        step = max(1, len(hands) // PROBED)
        found[key] = tuple(
            option for option in game.options if _matters(game, option, hands[::step])
        )
    return found


def _matters(game: Game, option: Option, hands: Sequence[_Stored]) -> bool:
    for hand in hands:
        present = game.check(hand.ruleset, hand.entry).points
        for value in _values(option):
            other = Change(options={option.key: value}).of(hand.ruleset)
            if game.check(other, hand.entry).points not in (None, present):
                return True
    return False


def _values(option: Option) -> tuple[str, ...]:
    if option.choices:
        return tuple(value for value, _ in option.choices)
    return (str(option.least), str(option.most))


def _changed(
    season: Season, results: Sequence[Result], changes: Mapping[str, Change]
) -> tuple[list[Result], dict[str, int]]:
    """Return the results under the changes, and the counts of `WhatIf`.

    A match has one direction. A hand that cannot be rescored, in a match that others turn from low
    points winning to high ones or back, keeps its places: its points count with the other sign.
    """
    points: dict[tuple[int, int], int] = {}
    direction_of: dict[int, bool] = {}
    rescored_hands: set[int] = set()
    match_of = {result.hand_id: result.match_id for result in results}
    for stored in _stored(season):
        change = changes.get(stored.ruleset.game)
        if change is None:
            continue
        game = find(stored.ruleset.game)
        ruleset = change.of(stored.ruleset)
        found = game.check(ruleset, stored.entry).points
        if found is None or _by_total(stored) or stored.hand_id not in match_of:
            continue
        rescored_hands.add(stored.hand_id)
        direction_of[match_of[stored.hand_id]] = not game.match_end(ruleset).low_wins
        for player, gained in zip(stored.players, found, strict=True):
            points[stored.hand_id, player] = gained
    turned = set()
    for result in results:
        high_wins = direction_of.get(result.match_id, result.high_wins)
        if result.hand_id not in rescored_hands and high_wins is not result.high_wins:
            points[result.hand_id, result.player_id] = -result.points
            turned.add(result.hand_id)
    again = {
        (result.hand_id, result.player_id): result
        for way in (False, True)
        for result in rescored(
            [r for r in results if direction_of.get(r.match_id, r.high_wins) is way],
            points,
            high_wins=way,
        )
    }
    concerned = Hand.objects.filter(
        match__season=season, match__game__in=changes, confirmed__results__isnull=False
    ).distinct()
    counts = {
        "scored": len(rescored_hands),
        "kept": concerned.count() - len(rescored_hands),
        "turned": len(turned),
    }
    return [again[result.hand_id, result.player_id] for result in results], counts


def _turned(rules: SeasonRules, results: Sequence[Result]) -> SeasonRules:
    """Return the rules with the direction of the results, if they share one."""
    ways = {result.high_wins for result in results}
    return dataclasses.replace(rules, high_wins=ways.pop()) if len(ways) == 1 else rules


def _by_total(stored: _Stored) -> bool:
    """Return whether only the points themselves were entered."""
    form = rulesets.form_by_key(stored.ruleset, stored.entry.form)
    return form is None or form.evidence is Evidence.TOTALS


def _stored(season: Season) -> Iterator[_Stored]:
    """Yield the confirmed hands that were entered by a form, in order of play."""
    into = aliases(season.league_id)
    seated: dict[int, list[int]] = {}
    for version, player in (
        HandResult.objects.filter(version__confirmed_for__match__season=season)
        .order_by("version", "order")
        .values_list("version_id", "player_id")
    ):
        seated.setdefault(version, []).append(into.get(player, player))
    hands = (
        Hand.objects.filter(match__season=season, confirmed__entry__isnull=False)
        .order_by("match__played_on", "match", "number")
        .values_list("pk", "match__game", "match__rules", "confirmed_id", "confirmed__entry")
    )
    for pk, game, rules, version, entry in hands.iterator(500):
        assert entry is not None
        ruleset = rulesets.from_json(game, rules)
        yield _Stored(pk, ruleset, entry_from_json(entry), tuple(seated.get(version, ())))
