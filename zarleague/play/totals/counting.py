"""Update the stored totals by one hand, in time that does not grow with the season.

`standings.totals` does the arithmetic; this module loads the parts a hand changes and writes them
back. The caller holds the season's lock.
"""

import bisect
from collections.abc import Iterable, Sequence
from functools import partial
from itertools import combinations

from django.db import transaction

from zarleague.leagues.models import Season
from zarleague.play.models import EveningTotal, MatchTotal, SeasonTotal
from zarleague.play.totals import rows as stored_rows
from zarleague.play.totals.rebuilding import rebuild
from zarleague.standings.metric import Scored, scored
from zarleague.standings.results import PenaltyPoints, Result
from zarleague.standings.rules import SeasonRules, rules_from_json
from zarleague.standings.running import ATTENDED
from zarleague.standings.totals import PlayerTotals, SeasonTotals, Tally
from zarleague.storage import sql

Fine = tuple[PenaltyPoints, int]
"""A penalty to be added (1) or subtracted (-1)."""


def recount(
    season: Season, *, removed: Sequence[Result] = (), added: Sequence[Result] = ()
) -> None:
    """Subtract one version of a hand from the season's totals and add another."""
    recount_hands(season, removed=[removed] if removed else (), added=[added] if added else ())


def recount_hands(
    season: Season,
    *,
    removed: Sequence[Sequence[Result]] = (),
    added: Sequence[Sequence[Result]] = (),
    penalties: Sequence[Fine] = (),
) -> None:
    """Subtract hands from the season's totals and add others, with penalties, all of one
    evening."""
    if not removed and not added and not penalties:
        return
    try:
        part = TotalsPart.with_hands(season, removed, added, penalties)
    except OutdatedTotals:
        _rebuild_after(season)
        return
    part.save_matches()
    part.save_players()
    part.save_pairs()
    part.save_evening(hands=len(added) - len(removed))


def recount_penalty(season: Season, penalty: PenaltyPoints, *, sign: int) -> None:
    """Add a penalty to the season's totals (``sign`` 1) or subtract it (-1)."""
    recount_hands(season, penalties=[(penalty, sign)])


def _rebuild_after(season: Season) -> None:
    """Count the season again once this transaction is committed."""
    transaction.on_commit(partial(rebuild, season), robust=True)


class OutdatedTotals(Exception):
    """Release 1.0 wrote totals that are to be changed. They lack what this release needs: the
    season is to be counted again."""


class TotalsPart:
    """The part of a season's totals that hands and penalties of one evening change."""

    def __init__(self, season: Season, evening: int) -> None:
        self.season = season
        self.evening = evening
        self.totals = SeasonTotals()
        self.held: dict[int, PlayerTotals] = {}
        self.attended: dict[int, list[int]] = {}
        self.matches: set[int] = set()
        """Those of the hands."""
        self.pairs: set[tuple[int, int]] = set()
        """Those who met in the hands, the lower id first."""

    @classmethod
    def with_hands(
        cls,
        season: Season,
        removed: Sequence[Sequence[Result]],
        added: Sequence[Sequence[Result]],
        penalties: Sequence[Fine] = (),
    ) -> "TotalsPart":
        """Return the part after hands are subtracted and others added, with penalties; not all may
        be empty. Nothing is written. Raise `OutdatedTotals`."""
        hands = (*removed, *added)
        tables = [{result.player_id for result in hand} for hand in hands]
        part = cls(season, hands[0][0].evening if hands else penalties[0][0].evening)
        part.load_matches({hand[0].match_id for hand in hands})
        part.load_players(set().union(*tables, (penalty.player_id for penalty, _ in penalties)))
        part.load_pairs(tables)
        for hand in removed:
            part.totals.remove(hand)
            part.keep_players()
        for hand in added:
            part.totals.add(hand)
            part.keep_players()
        for penalty, sign in penalties:
            (part.totals.add_penalty if sign > 0 else part.totals.remove_penalty)(penalty)
            part.keep_players()
        return part

    def scored(self, rules: SeasonRules) -> dict[int, Scored]:
        """Return the players' rows after the change, by player id, without those who leave."""
        for player in self.held:
            self._evening(player)  # notes the attendance
        full = self._full(self._played(), rules)
        return {player: scored(player, totals, rules) for player, totals in full.items()}

    def load_matches(self, matches: set[int]) -> None:
        self.matches = matches
        self.totals.matches = stored_rows.totals_of_matches(self.season.league_id, matches)
        if any(match.lacks_hands for match in self.totals.matches.values()):
            raise OutdatedTotals

    def load_players(self, hands: set[int]) -> None:
        """Load the players of the hands and of their matches, where places may change."""
        players = hands.union(*(match.points for match in self.totals.matches.values()))
        stored = stored_rows.players(self.season.key, self.evening, players)
        for player in players:
            found = stored.get(player) or (PlayerTotals(Tally()), [])
            if found[0].season.lacks_sizes:
                raise OutdatedTotals
            self.held[player], self.attended[player] = found
        self.keep_players()

    def load_pairs(self, tables: Sequence[set[int]]) -> None:
        """Load the pairs of those who met in hands."""
        self.pairs = {pair for hand in tables for pair in combinations(sorted(hand), 2)}
        self.totals.pairs.update(stored_rows.pairs(self.season.key, set().union(*tables)))

    def keep_players(self) -> None:
        """Keep players without evenings, which `SeasonTotals` would drop: one evening is loaded."""
        for player, held in self.held.items():
            self.totals.players.setdefault(player, held)

    def save_matches(self) -> None:
        stored_rows.save_matches(self.season.key, self.totals.matches)
        if gone := self.matches - self.totals.matches.keys():
            MatchTotal.objects.filter(league=self.season.league_id, match__in=gone).delete()

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
        met = {pair: self.totals.pairs[pair] for pair in self.pairs & self.totals.pairs.keys()}
        stored_rows.save_pairs(self.season.key, met)
        stored_rows.delete_pairs(self.season.key, self.pairs - met.keys())

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
