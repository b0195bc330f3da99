"""Update the stored totals by one hand, in time that does not grow with the season.

`standings.totals` does the arithmetic; this module loads the parts a hand changes and writes them
back. The caller holds the season's lock.
"""

import bisect
from collections.abc import Iterable, Sequence
from functools import partial

from django.db import transaction

from zarleague.leagues.models import Season
from zarleague.play.models import EveningTotal, MatchTotal, PairTotal, SeasonTotal
from zarleague.play.totals import rows as stored_rows
from zarleague.play.totals.rebuilding import rebuild
from zarleague.standings.metric import Scored, scored
from zarleague.standings.results import PenaltyPoints, Result
from zarleague.standings.rules import SeasonRules, rules_from_json
from zarleague.standings.running import ATTENDED
from zarleague.standings.totals import PlayerTotals, SeasonTotals, Tally
from zarleague.storage import sql


def recount(
    season: Season, *, removed: Sequence[Result] = (), added: Sequence[Result] = ()
) -> None:
    """Subtract one version of a hand from the season's totals and add another."""
    recount_match(season, removed=[removed] if removed else (), added=[added] if added else ())


def recount_match(
    season: Season,
    *,
    removed: Sequence[Sequence[Result]] = (),
    added: Sequence[Sequence[Result]] = (),
) -> None:
    """Subtract hands of one match from the season's totals and add others, all of one evening."""
    if not removed and not added:
        return
    try:
        part = TotalsPart.with_hands(season, removed, added)
    except OutdatedTotals:
        _rebuild_after(season)
        return
    with sql.sent_at_once():
        part.save_match((*removed, *added)[0][0].match_id)
        part.save_players()
        part.save_pairs()
        part.save_evening(hands=len(added) - len(removed))


def recount_penalty(season: Season, penalty: PenaltyPoints, *, sign: int) -> None:
    """Add a penalty to the season's totals (``sign`` 1) or subtract it (-1)."""
    try:
        part = TotalsPart.with_penalty(season, penalty, sign=sign)
    except OutdatedTotals:
        _rebuild_after(season)
        return
    part.save_players()
    part.save_evening(hands=0)


def _rebuild_after(season: Season) -> None:
    """Count the season again once this transaction is committed."""
    transaction.on_commit(partial(rebuild, season), robust=True)


class OutdatedTotals(Exception):
    """Release 1.0 wrote totals that are to be changed. They lack what this release needs: the
    season is to be counted again."""


class TotalsPart:
    """The part of a season's totals that one hand or penalty of one evening changes."""

    def __init__(self, season: Season, evening: int) -> None:
        self.season = season
        self.evening = evening
        self.totals = SeasonTotals()
        self.held: dict[int, PlayerTotals] = {}
        self.attended: dict[int, list[int]] = {}
        self.pairs_before: set[tuple[int, int]] = set()

    @classmethod
    def with_hands(
        cls, season: Season, removed: Sequence[Sequence[Result]], added: Sequence[Sequence[Result]]
    ) -> "TotalsPart":
        """Return the part after hands of one match are subtracted and others added; not both may be
        empty. Nothing is written. Raise `OutdatedTotals`."""
        hands = (*removed, *added)
        players = {result.player_id for hand in hands for result in hand}
        part = cls(season, hands[0][0].evening)
        part.load_match(hands[0][0].match_id)
        part.load_players(players)
        part.load_pairs(players)
        for hand in removed:
            part.totals.remove(hand)
            part.keep_players()
        for hand in added:
            part.totals.add(hand)
            part.keep_players()
        return part

    @classmethod
    def with_penalty(cls, season: Season, penalty: PenaltyPoints, *, sign: int) -> "TotalsPart":
        """Return the part with a penalty added or, with ``sign`` -1, subtracted. Write nothing."""
        part = cls(season, penalty.evening)
        part.load_players({penalty.player_id})
        if sign > 0:
            part.totals.add_penalty(penalty)
        else:
            part.totals.remove_penalty(penalty)
        part.keep_players()
        return part

    def scored(self, rules: SeasonRules) -> dict[int, Scored]:
        """Return the players' rows after the change, by player id, without those who leave."""
        for player in self.held:
            self._evening(player)  # notes the attendance
        full = self._full(self._played(), rules)
        return {player: scored(player, totals, rules) for player, totals in full.items()}

    def load_match(self, match_id: int) -> None:
        if (match := stored_rows.match_totals((self.season.league_id, match_id))) is not None:
            if match.lacks_hands:
                raise OutdatedTotals
            self.totals.matches[match_id] = match

    def load_players(self, hand: set[int]) -> None:
        """Load the players of the hand and of its match, since places in the match may change."""
        players = hand.union(*(match.points for match in self.totals.matches.values()))
        stored = stored_rows.players(self.season.key, self.evening, players)
        for player in players:
            found = stored.get(player) or (PlayerTotals(Tally()), [])
            if found[0].season.lacks_sizes:
                raise OutdatedTotals
            self.held[player], self.attended[player] = found
        self.keep_players()

    def load_pairs(self, hand: set[int]) -> None:
        self.totals.pairs.update(stored_rows.pairs(self.season.key, hand))
        self.pairs_before = set(self.totals.pairs)

    def keep_players(self) -> None:
        """Keep players without evenings, which `SeasonTotals` would drop: one evening is loaded."""
        for player, held in self.held.items():
            self.totals.players.setdefault(player, held)

    def save_match(self, match_id: int) -> None:
        if match_id in self.totals.matches:
            stored_rows.save_matches(self.season.key, self.totals.matches)
        else:
            MatchTotal.objects.filter(league=self.season.league_id, match=match_id).delete()

    def save_players(self) -> None:
        rules = rules_from_json(self.season.rules)
        evenings = {player: self._evening(player) for player in self.held}
        played = self._played()
        full = self._full(played, rules)
        stored_rows.save_players(
            self.season.key,
            {player: (full[player], self.attended[player]) for player in played},
            rules,
        )
        stored_rows.save_evenings(
            self.season.key,
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
        stored_rows.save_pairs(self.season.key, self.totals.pairs)
        for low, high in self.pairs_before - self.totals.pairs.keys():
            PairTotal.objects.filter(season=self.season, low=low, high=high).delete()

    def save_evening(self, *, hands: int) -> None:
        # The change itself raises the season's revision by one, in this transaction.
        revision = self.season.revision + 1
        sql.run(
            "INSERT INTO play_seasonevening (league_id, season_id, evening, hands, revision)"
            " VALUES (%s, %s, %s, %s, %s) ON CONFLICT (season_id, evening) DO UPDATE"
            " SET hands = play_seasonevening.hands + %s, revision = excluded.revision",
            *self.season.key,
            self.evening,
            max(hands, 0),
            revision,
            hands,
        )

    def _played(self) -> list[int]:
        """Return the players who have a row in the table."""
        return [player for player, held in self.held.items() if held.season != Tally()]

    def _evening(self, player: int) -> Tally | None:
        """Return the player's tally of the evening, None if it is empty; notes the attendance."""
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
        """Return the players with all data that determines their position in the table."""
        if rules.best_evenings is None:
            return {
                player: PlayerTotals(
                    self.held[player].season, dict.fromkeys(self.attended[player], ATTENDED)
                )
                for player in players
            }
        evenings = stored_rows.evenings(self.season.key, players)
        full: dict[int, PlayerTotals] = {}
        for player in players:
            evenings[player].pop(self.evening, None)
            changed = self.held[player].evenings
            full[player] = PlayerTotals(self.held[player].season, evenings[player] | changed)
        return full
