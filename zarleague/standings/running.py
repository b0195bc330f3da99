"""Add up a season evening by evening, keeping of past evenings only what its rules need.

A season of 200,000 hands has 80,000 tallies of one player and evening. Most rules need only their
sum, so of a past evening only the attendance is kept.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from zarleague.standings.metric import Scored, scored
from zarleague.standings.results import PenaltyPoints, Result
from zarleague.standings.rules import SeasonRules, TieBreak
from zarleague.standings.totals import PairTotals, PlayerTotals, SeasonTotals, Tally

ATTENDED: Final = Tally(hands=1)
"""Stands for an evening of which only the attendance matters."""


class RunningTotals:
    """The totals of a season up to the evening added last."""

    def __init__(self, rules: SeasonRules, *, for_ties: bool = True, scores: bool = True) -> None:
        """Start with no evening. Without ``for_ties`` the totals give each player's figures but no
        table. Without ``scores`` players are not scored until `score_by`, for callers that learn
        the direction of the points only at the end or do not need the first evenings' tables."""
        self.rules = rules
        self.totals = SeasonTotals()
        self.scored: dict[int, Scored] = {}
        """Every player's season so far, as the rules see it, by id."""
        self._for_ties = for_ties
        self._scores = scores

    def add_evening(
        self, evening: int, results: Iterable[Result], penalties: Iterable[PenaltyPoints] = ()
    ) -> SeasonTotals:
        """Add all hands and penalties of the next evening; return the totals of that evening."""
        of_evening = SeasonTotals.of(results, penalties)
        for player, held in of_evening.players.items():
            so_far = self.totals.players.get(player)
            if so_far is None:
                so_far = self.totals.players[player] = PlayerTotals()
            tally = held.evenings[evening]
            so_far.season.include(tally)
            so_far.evenings[evening] = self._kept(tally)
            if self._scores:
                self.scored[player] = scored(player, so_far, self.rules)
        for both, met in of_evening.pairs.items():
            pair = self.totals.pairs.get(both)
            if pair is None:
                pair = self.totals.pairs[both] = PairTotals()
            pair.include(met)
        return of_evening

    def score_by(self, rules: SeasonRules) -> None:
        """Score every player, and from now on those of each evening that is added, by rules that
        may differ from the earlier ones only in the direction of points."""
        self.rules, self._scores = rules, True
        self.scored = {
            player: scored(player, held, rules) for player, held in self.totals.players.items()
        }

    def _kept(self, tally: Tally) -> Tally:
        """Return the part of an evening's tally that later tables need."""
        if self.rules.best_evenings is not None:
            return tally
        if self._for_ties and TieBreak.LAST_EVENING in self.rules.tie_breaks:
            return replace(tally, scores={})
        return ATTENDED if tally.hands else Tally()
