"""The stored totals of a season: one hand counted in time that does not grow with the season.

`standings.totals` does the adding up; this module loads the parts a hand touches and writes them
back. Whoever calls it holds the season's lock.
"""

import bisect
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from django.db.models import QuerySet

from zarleague.leagues.models import Season
from zarleague.play import stored
from zarleague.play.models import EveningTotal, MatchTotal, PairTotal, SeasonTotal
from zarleague.play.results import season_penalties, season_results
from zarleague.standings.metric import Scored
from zarleague.standings.results import Penalty, Result
from zarleague.standings.rules import SeasonRules, TieBreak, rules_from_json
from zarleague.standings.table import ranked
from zarleague.standings.totals import MatchTotals, PairTotals, PlayerTotals, SeasonTotals, Tally


def recount(
    season: Season, *, removed: Sequence[Result] = (), added: Sequence[Result] = ()
) -> None:
    """Take one version of a hand out of the season's totals and put another in."""
    hand = added or removed
    if not hand:
        return
    part = _Part(season, hand[0].evening)
    part.load_match(hand[0].match_id)
    part.load_players({result.player_id for result in (*removed, *added)})
    part.load_pairs({result.player_id for result in (*removed, *added)})
    if removed:
        part.totals.remove(removed)
        part.keep_players()
    if added:
        part.totals.add(added)
        part.keep_players()
    part.save_match(hand[0].match_id)
    part.save_players()
    part.save_pairs()


def recount_penalty(season: Season, penalty: Penalty, *, sign: int) -> None:
    """Put a penalty into the season's totals (``sign`` 1) or take it out (-1)."""
    part = _Part(season, penalty.evening)
    part.load_players({penalty.player_id})
    if sign > 0:
        part.totals.add_penalty(penalty)
    else:
        part.totals.remove_penalty(penalty)
    part.keep_players()
    part.save_players()


class _Part:
    """The part of a season's totals that one hand or penalty of one evening touches."""

    def __init__(self, season: Season, evening: int) -> None:
        self.season = season
        self.evening = evening
        self.totals = SeasonTotals()
        self.held: dict[int, PlayerTotals] = {}
        self.attended: dict[int, list[int]] = {}

    def load_match(self, match_id: int) -> None:
        match = stored.match_totals(match_id)
        if match is not None:
            self.totals.matches[match_id] = match

    def load_players(self, hand: set[int]) -> None:
        """Load who is in the hand and who is in its match: a place in the match may change."""
        players = hand.union(*(match.points for match in self.totals.matches.values()))
        seasons = stored.players(self.season.pk, players)
        evenings = stored.evening(self.season.pk, self.evening, players)
        for player in players:
            tally, self.attended[player] = seasons.get(player) or (Tally(), [])
            held = PlayerTotals(tally)
            if player in evenings:
                held.evenings[self.evening] = evenings[player]
            self.held[player] = held
        self.keep_players()

    def load_pairs(self, hand: set[int]) -> None:
        self.totals.pairs.update(stored.pairs(self.season.pk, hand))
        self.pairs_before = set(self.totals.pairs)

    def keep_players(self) -> None:
        """`SeasonTotals` forgets a player without evenings, but here only one evening is known."""
        for player, held in self.held.items():
            self.totals.players.setdefault(player, held)

    def save_match(self, match_id: int) -> None:
        if match_id in self.totals.matches:
            stored.save_matches(self.season.pk, self.totals.matches)
        else:
            MatchTotal.objects.filter(match=match_id).delete()

    def save_players(self) -> None:
        rules = rules_from_json(self.season.rules)
        evenings = {player: self._evening(player) for player in self.held}
        played = [player for player, held in self.held.items() if held.season != Tally()]
        full = self._full(played, rules)
        stored.save_players(
            self.season.pk,
            {player: (full[player], self.attended[player]) for player in played},
            rules,
        )
        stored.save_evenings(
            self.season.pk,
            (
                (player, self.evening, tally)
                for player, tally in evenings.items()
                if tally is not None
            ),
        )
        if away := [player for player, tally in evenings.items() if tally is None]:
            rows = EveningTotal.objects.filter(season=self.season, evening=self.evening)
            rows.filter(player__in=away).delete()
        if gone := self.held.keys() - set(played):
            SeasonTotal.objects.filter(season=self.season, player__in=gone).delete()

    def save_pairs(self) -> None:
        stored.save_pairs(self.season.pk, self.totals.pairs)
        for low, high in self.pairs_before - self.totals.pairs.keys():
            PairTotal.objects.filter(season=self.season, low=low, high=high).delete()

    def _evening(self, player: int) -> Tally | None:
        """The player's tally of the evening, None if it is empty; notes the attendance."""
        tally = self.held[player].evenings.get(self.evening)
        attended = self.attended[player]
        place = bisect.bisect_left(attended, self.evening)
        noted = place < len(attended) and attended[place] == self.evening
        if tally is not None and tally.hands and not noted:
            attended.insert(place, self.evening)
        elif noted and (tally is None or not tally.hands):
            del attended[place]
        return tally

    def _full(self, players: Iterable[int], rules: SeasonRules) -> dict[int, PlayerTotals]:
        """The players with all that their place in the table depends on."""
        if rules.best_evenings is None:
            return {
                player: PlayerTotals(
                    self.held[player].season,
                    dict.fromkeys(self.attended[player], stored.ATTENDED),
                )
                for player in players
            }
        evenings = stored.evenings(self.season.pk, players)
        full: dict[int, PlayerTotals] = {}
        for player in players:
            evenings[player].pop(self.evening, None)
            changed = self.held[player].evenings
            full[player] = PlayerTotals(self.held[player].season, evenings[player] | changed)
        return full


def load(season: Season) -> SeasonTotals:
    """All stored totals of a season."""
    totals = SeasonTotals()
    for player, tally in SeasonTotal.objects.filter(season=season).values_list(
        "player_id", "tally"
    ):
        totals.players[player] = PlayerTotals(Tally.from_json(tally))
    for player, evening, tally in EveningTotal.objects.filter(season=season).values_list(
        "player_id", "evening", "tally"
    ):
        totals.players[player].evenings[evening] = Tally.from_json(tally)
    rows = MatchTotal.objects.filter(season=season).values_list("match_id", "totals")
    totals.matches.update((match, MatchTotals.from_json(held)) for match, held in rows)
    _load_pairs(totals, PairTotal.objects.filter(season=season))
    return totals


class ForTable(NamedTuple):
    """As much of a season as its table under the season's own rules is made of."""

    players: list[Scored]
    names: dict[int, str]
    """By player id."""
    ties: SeasonTotals
    """The evenings and pairs that part those of equal metric."""


def load_for_table(season: Season, rules: SeasonRules, limit: int | None = None) -> ForTable:
    """What `standings.table.ranked` needs.

    With ``limit`` only the first players of the table, and whoever equals the last of them: the
    table of these is right for them.
    """
    rows = stored.table_rows(season.pk, limit)
    level: dict[float, list[Scored]] = {}
    for row in rows:
        if not row.unranked:
            level.setdefault(row.metric, []).append(row.scored)
    ties = SeasonTotals()
    tied = [player for players in level.values() if len(players) > 1 for player in players]
    for step in rules.tie_breaks:
        if step is TieBreak.HEAD_TO_HEAD:
            tied = _left_tied(tied, ties, rules, step)
            ties.pairs.update(stored.pairs(season.pk, [player.player_id for player in tied]))
        elif step is TieBreak.LAST_EVENING:
            tied = _left_tied(tied, ties, rules, step)
            evenings = stored.evenings(season.pk, [player.player_id for player in tied])
            for player, tallies in evenings.items():
                ties.players[player] = PlayerTotals(evenings=tallies)
    return ForTable(
        [row.scored for row in rows], {row.scored.player_id: row.name for row in rows}, ties
    )


def _left_tied(
    tied: Sequence[Scored], ties: SeasonTotals, rules: SeasonRules, step: TieBreak
) -> list[Scored]:
    """Those of some tied players whom the steps before this one leave tied."""
    earlier = replace(rules, tie_breaks=rules.tie_breaks[: rules.tie_breaks.index(step)])
    left = {row.player_id for row in ranked(tied, ties, earlier) if row.tied_with}
    return [player for player in tied if player.player_id in left]


def _load_pairs(totals: SeasonTotals, rows: QuerySet[PairTotal]) -> None:
    for low, high, *counts in rows.values_list("low_id", "high_id", "ahead", "behind", "level"):
        totals.pairs[low, high] = PairTotals(*counts)


def rebuild(season: Season) -> None:
    """Throw the season's totals away and make them anew from the confirmed hands."""
    totals = SeasonTotals.of(season_results(season), season_penalties(season))
    for model in (SeasonTotal, EveningTotal, MatchTotal, PairTotal):
        model.objects.filter(season=season).delete()
    stored.save_players(
        season.pk,
        {player: (held, held.attended) for player, held in totals.players.items()},
        rules_from_json(season.rules),
    )
    stored.save_evenings(
        season.pk,
        (
            (player, evening, tally)
            for player, held in totals.players.items()
            for evening, tally in held.evenings.items()
        ),
    )
    stored.save_matches(season.pk, totals.matches)
    stored.save_pairs(season.pk, totals.pairs)
