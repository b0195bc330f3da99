"""Compute a season's table under other rules: another points table, preset or ranking.

Hands are rescored from what was entered. A hand entered as totals, or by a form that the other
rules lack, keeps its points and is counted as kept. The season is read evening by evening; if only
the ranking differs, the stored totals of evenings are enough.
"""

import dataclasses
import datetime
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Final

from django.db.models import QuerySet

from zarleague.engine.entry import Entry, Evidence
from zarleague.engine.game import ScoredGame
from zarleague.engine.games import scored
from zarleague.engine.ruleset import Option, Ruleset
from zarleague.leagues.models import Season
from zarleague.leagues.selectors import names
from zarleague.play.models import Hand, Match
from zarleague.play.selectors import (
    Period,
    games_played,
    period_table,
    season_lots,
    season_penalties,
    season_table,
)
from zarleague.play.totals.confirmed import evenings_of, results_by_evening
from zarleague.play.verdicts import rulesets
from zarleague.play.verdicts.judging import entry_from_json
from zarleague.reports.background_work.jobs import Progress
from zarleague.standings.results import PenaltyPoints, Result, by_hand, rescored
from zarleague.standings.rules import SeasonRules, rules_from_json
from zarleague.standings.running import RunningTotals
from zarleague.standings.series import Movement, movements
from zarleague.standings.table import Row, ranked

PROBED: Final = 40
"""Stored hands by which it is found out which options make a difference."""


@dataclass(frozen=True, slots=True)
class RulesChange:
    """Other rules for one game: another preset ("" for the one played) and some options."""

    preset: str = ""
    options: Mapping[str, str] = dataclasses.field(default_factory=dict)

    def of(self, played: Ruleset) -> Ruleset:
        """Return the rules played with this change. Raise RulesetError for what does not exist."""
        game = scored(played.game)
        if self.preset:
            return game.ruleset(self.preset, self.options)
        checked = game.ruleset(played.preset, self.options)
        chosen = {key: checked.values[key] for key in self.options}
        return Ruleset(played.game, played.preset, dict(played.values) | chosen)


@dataclass(frozen=True, slots=True)
class WhatIf:
    """Both tables, and the players whose row differs."""

    before: tuple[Row, ...]
    after: tuple[Row, ...]
    movements: tuple[Movement, ...]
    rules: SeasonRules
    """What ``after`` ranks by, with the direction its hands have."""
    scored: int
    """Hands scored again."""
    kept: int
    """Hands that keep their points, because too little is known of them."""
    turned: int
    """Of those kept, the hands whose points change sign: their game is won the other way round."""


@dataclass(frozen=True, slots=True)
class _Stored:
    """One hand as it was entered."""

    hand_id: int
    match_id: int
    ruleset: Ruleset
    entry: Entry


@dataclass(slots=True)
class _Counts:
    """The counts of `WhatIf`, and the directions of its hands."""

    scored: int = 0
    kept: int = 0
    turned: int = 0
    directions: set[bool] = dataclasses.field(default_factory=set)


def what_if(
    season: Season,
    changes: Mapping[str, RulesChange],
    ranking: SeasonRules | None = None,
    progress: Progress | None = None,
) -> WhatIf:
    """Return the season's table with other rules by game key, ranked by ``ranking`` or the season's
    own rules. Raise `standings.metric.MixedDirectionsError` if points of both directions would be
    added up, and RulesetError for an unknown preset or option.
    """
    before = season_table(season)
    rules = ranking or rules_from_json(season.rules)
    counts = _Counts()
    if changes:
        steps = progress or Progress.unrecorded()
        after, rules = _rescored_table(season, changes, rules, counts, steps)
    else:
        rules = _turned(rules, _directions(season))
        after = period_table(season, Period(), rules).rows
    return WhatIf(
        before,
        after,
        movements(before, after),
        rules,
        scored=counts.scored,
        kept=counts.kept,
        turned=counts.turned,
    )


def influential_options(season: Season) -> dict[str, tuple[Option, ...]]:
    """Return by game the options whose other values change the points of this season's hands.

    `PROBED` hands of each game are tried, evenly spread over the season.
    """
    found: dict[str, tuple[Option, ...]] = {}
    for key in games_played(season):
        game = scored(key)
        matches = Match.objects.filter(season=season, game=key).order_by("played_on", "pk")
        chosen = _spread(list(matches.values_list("pk", flat=True)))
        hands = Hand.objects.filter(
            league=season.league_id, match__in=chosen, confirmed__entry__isnull=False
        )
        in_order = hands.order_by("match__played_on", "match", "number")
        probed = _spread(list(in_order.values_list("pk", flat=True)))
        probes = list(_stored(hands.filter(pk__in=probed)))
        found[key] = tuple(option for option in game.options if _matters(game, option, probes))
    return found


def _spread(keys: list[int]) -> list[int]:
    """Return about `PROBED` of the keys, evenly spread."""
    return keys[:: max(1, len(keys) // PROBED)]


def _matters(game: ScoredGame, option: Option, hands: Sequence[_Stored]) -> bool:
    for hand in hands:
        present = game.check(hand.ruleset, hand.entry).points
        for value in _values(option):
            other = RulesChange(options={option.key: value}).of(hand.ruleset)
            if game.check(other, hand.entry).points not in (None, present):
                return True
    return False


def _values(option: Option) -> tuple[str, ...]:
    if option.choices:
        return tuple(value for value, _ in option.choices)
    return (str(option.least), str(option.most))


def _rescored_table(
    season: Season,
    changes: Mapping[str, RulesChange],
    rules: SeasonRules,
    counts: _Counts,
    progress: Progress,
) -> tuple[tuple[Row, ...], SeasonRules]:
    """Return the table of the rescored hands, and its rules, see `_turned`."""
    running = RunningTotals(rules, scores=False)
    penalties: dict[int, list[PenaltyPoints]] = {}
    for penalty in season_penalties(season):
        penalties.setdefault(penalty.evening, []).append(penalty)
    progress.add(len(evenings_of(season)))
    entered = _games_entered_in_detail(season, changes)
    for evening, results in results_by_evening(season):
        rescored_ones = _changed(season, evening, results, changes, entered, counts)
        counts.directions |= {result.high_wins for result in rescored_ones}
        running.add_evening(evening, rescored_ones, penalties.get(evening, ()))
        progress.step()
    rules = _turned(rules, counts.directions)
    running.score_by(rules)
    players = list(running.scored.values())
    named = names(season.league)
    rows = ranked(players, running.totals, rules, lots=season_lots(season), names=named)
    return rows, rules


def _changed(
    season: Season,
    evening: int,
    results: Sequence[Result],
    changes: Mapping[str, RulesChange],
    entered: Set[str],
    counts: _Counts,
) -> list[Result]:
    """Return the results of an evening under the changes; update the counts. A game has one
    direction in all its matches. If the change reverses it, a hand that cannot be rescored keeps
    its places: its points change their sign. A game is reversed only if some hand of the season can
    be rescored, see `_games_entered_in_detail`.
    """
    points: dict[tuple[int, int], int] = {}
    direction_of: dict[int, bool] = {}
    hands = by_hand(results)
    day = datetime.date.fromordinal(evening)
    matches = Match.objects.filter(season=season, played_on=day, game__in=changes)
    other: dict[int, Ruleset] = {}
    for match, key, played in matches.values_list("pk", "game", "rules"):
        other[match] = ruleset = changes[key].of(rulesets.from_json(key, played))
        if key in entered:
            direction_of[match] = not scored(key).match_end(ruleset).low_wins
    rescored_hands: set[int] = set()
    played_again = Hand.objects.filter(
        league=season.league_id, match__in=other, confirmed__entry__isnull=False
    )
    for stored in _stored(played_again):
        found = scored(stored.ruleset.game).check(other[stored.match_id], stored.entry).points
        if found is None or _by_total(stored) or stored.hand_id not in hands:
            continue
        rescored_hands.add(stored.hand_id)
        for result, gained in zip(hands[stored.hand_id], found, strict=True):
            points[stored.hand_id, result.player_id] = gained
    turned = set()
    for result in results:
        high_wins = direction_of.get(result.match_id, result.high_wins)
        if result.hand_id not in rescored_hands and high_wins is not result.high_wins:
            points[result.hand_id, result.player_id] = -result.points
            turned.add(result.hand_id)
    counts.scored += len(rescored_hands)
    counts.kept -= len(rescored_hands)
    counts.kept += sum(1 for hand in hands.values() if hand[0].match_id in other)
    counts.turned += len(turned)
    return [
        result
        for way in (False, True)
        for result in rescored(
            [r for r in results if direction_of.get(r.match_id, r.high_wins) is way],
            points,
            high_wins=way,
        )
    ]


def _games_entered_in_detail(season: Season, games: Iterable[str]) -> frozenset[str]:
    """Return the games with at least one hand that was not entered as totals."""
    hands = Hand.objects.filter(
        match__season=season,
        match__game__in=list(games),
        confirmed__entry__isnull=False,
        confirmed__evidence__gt=Evidence.TOTALS,
    )
    return frozenset(hands.order_by().values_list("match__game", flat=True).distinct())


def _directions(season: Season) -> set[bool]:
    """Return the directions of the season's hands."""
    matches = Match.objects.filter(season=season, total__isnull=False)
    return set(matches.order_by().values_list("high_wins", flat=True).distinct())


def _turned(rules: SeasonRules, directions: set[bool]) -> SeasonRules:
    """Return the rules with the direction of the results if it is uniform."""
    if len(directions) != 1:
        return rules
    return dataclasses.replace(rules, high_wins=True in directions)


def _by_total(stored: _Stored) -> bool:
    """Return whether the hand was entered as totals."""
    form = rulesets.form_by_key(stored.ruleset, stored.entry.form)
    return form is None or form.evidence is Evidence.TOTALS


def _stored(hands: QuerySet[Hand]) -> Iterator[_Stored]:
    """Yield hands with their entries, in order of play."""
    rows = hands.order_by("match__played_on", "match", "number").values_list(
        "pk", "match_id", "match__game", "match__rules", "confirmed__entry"
    )
    ruleset, of_match = None, 0
    for pk, match, game, rules, entry in rows.iterator(500):
        assert entry is not None
        if ruleset is None or match != of_match:
            ruleset, of_match = rulesets.from_json(game, rules), match
        yield _Stored(pk, match, ruleset, entry_from_json(entry))
