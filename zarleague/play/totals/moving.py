"""What a hand or a penalty would move in a season's table, without writing anything.

The new rows of the players concerned are computed as when the change is saved. All who are ranked
otherwise are between their old and their new places, so no other rows are read.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from datetime import date
from typing import Final, NamedTuple

from zarleague.leagues.models import Season
from zarleague.leagues.selectors import names_of
from zarleague.play.totals import rows as stored_rows
from zarleague.play.totals.confirmed import season_lots
from zarleague.play.totals.counting import OutdatedTotals, TotalsPart
from zarleague.play.totals.loading import Pairs, level_groups, ties_of
from zarleague.play.totals.rows import Span, TableKey
from zarleague.standings.metric import Scored
from zarleague.standings.results import PenaltyPoints, Result
from zarleague.standings.rules import SeasonRules, rules_from_json
from zarleague.standings.series import Movement, moved
from zarleague.standings.table import Row, order_key, ranked, table
from zarleague.standings.totals import PlayerTotals, SeasonTotals, Tally

MOST_BETWEEN: Final = 200
"""Rows between the old and the new places up to which everybody who moves is listed; above that
only the players concerned and those level with them are compared."""
_Players = dict[int, tuple[TableKey, Scored]]
_Met = Callable[[Sequence[Sequence[Scored]]], Pairs]
_Evenings = Callable[[Set[tuple[int, int]]], Iterator[tuple[int, int, Tally]]]


class TableChange(NamedTuple):
    """What a change moves in a table."""

    movements: tuple[Movement, ...] = ()
    """Of the players whose rank or metric changes, in the order of the table afterwards."""
    is_cut: bool = False
    """Whether only the players concerned are listed, and ranks of others may change, too."""


def moved_by_hand(
    season: Season, removed: Sequence[Result], added: Sequence[Result]
) -> TableChange:
    """Return what subtracting one version of a hand and adding another moves; either may have no
    results."""
    if not removed and not added:
        return TableChange()
    hands = ([removed] if removed else [], [added] if added else [])
    return _Change(season, TotalsPart.with_hands(season, *hands)).moved()


def moved_by_hands(
    season: Season,
    removed: Sequence[Sequence[Result]],
    added: Sequence[Sequence[Result]],
    penalties: Sequence[tuple[PenaltyPoints, int]] = (),
) -> list[Movement]:
    """Return what subtracting hands of any matches and evenings and adding others moves, in the
    order of the table afterwards; *penalties* are (penalty, 1 to add it or -1). The whole table is
    added up twice; nothing is locked."""
    rules = rules_from_json(season.rules)
    totals = _all_totals(season, {hand[0].match_id for hand in (*removed, *added)})
    players = {result.player_id for hand in (*removed, *added) for result in hand}
    players.update(penalty.player_id for penalty, _ in penalties)
    names = names_of(season.league, totals.players.keys() | players)
    before = table(totals, rules, lots=season_lots(season), names=names)
    for hand in removed:
        totals.remove(hand)
    for hand in added:
        totals.add(hand)
    for penalty, sign in penalties:
        (totals.add_penalty if sign > 0 else totals.remove_penalty)(penalty)
    after = table(totals, rules, lots=season_lots(season), names=names)
    return moved(before, after)


def _all_totals(season: Season, matches: Iterable[int]) -> SeasonTotals:
    """Return the stored totals of a season; of its matches only these."""
    totals = SeasonTotals()
    for player, evening, tally in stored_rows.evenings_in(season, 0, date.max.toordinal()):
        if tally.lacks_sizes:
            raise OutdatedTotals
        held = totals.players.setdefault(player, PlayerTotals())
        held.season.include(tally)
        held.evenings[evening] = tally
    # A match that would come here from another season is none of this one yet.
    totals.matches = stored_rows.matches_in(season.key, matches)
    totals.pairs = stored_rows.pairs(season.key, totals.players)
    return totals


def moved_by_penalty(season: Season, penalty: PenaltyPoints) -> TableChange:
    return _Change(season, TotalsPart.with_hands(season, (), (), [(penalty, 1)])).moved()


class _Others(NamedTuple):
    """Those in some parts of the table whom the change does not concern."""

    players: _Players
    above: list[int]
    """How many of them are above each part."""


class _Change:
    """A change of the totals, and what is needed of the table before and after it."""

    def __init__(self, season: Season, part: TotalsPart) -> None:
        self.season = season
        self.part = part
        self.rules: SeasonRules = rules_from_json(season.rules)
        self.lots = season_lots(season)
        self.names = names_of(season.league, part.held.keys())
        self.before = {
            row.scored.player_id: (row.key, row.scored)
            for row in stored_rows.rows_of(season.key, part.held.keys())
        }
        self.after = {
            player: (order_key(one, self.rules), one)
            for player, one in part.scored(self.rules).items()
        }

    def moved(self) -> TableChange:
        spans, is_cut = self._spans()
        others = self._others(spans)
        then = self._ranked(spans, others, self.before, self._met, self._evenings)
        now = self._ranked(spans, others, self.after, self._met_after, self._evenings_after)
        return TableChange(
            tuple(
                one
                for one in moved(list(then), list(now))
                if not is_cut or one.player_id in self.part.held
            ),
            is_cut,
        )

    def _spans(self) -> tuple[list[Span], bool]:
        """Return the parts of the table to compare, which do not overlap, and whether others
        between them are left out."""
        old = {player: key for player, (key, _) in self.before.items()}
        new = {player: key for player, (key, _) in self.after.items()}
        keys = {*old.values(), *new.values()}
        stay = {player for player, key in old.items() if new.get(player) == key}
        moving = {key for of in (old, new) for player, key in of.items() if player not in stay}
        spans: list[Span] = []
        is_cut = False
        if moving:
            first, last = min(moving), max(moving)
            found = stored_rows.rows_between(self.season.key, [(first, last)], MOST_BETWEEN + 1)
            is_cut = len(found) > MOST_BETWEEN
            if not is_cut:
                spans, keys = [(first, last)], {key for key in keys if not first <= key <= last}
        # The hand may also part those who stay level with others.
        return spans + [(key, key) for key in sorted(keys)], is_cut

    def _others(self, spans: Sequence[Span]) -> _Others:
        """Return the players between the places of the players concerned, and note their names."""
        found = stored_rows.rows_between(self.season.key, spans)
        rows = [row for row in found if row.scored.player_id not in self.before]
        self.names.update((row.scored.player_id, row.name) for row in rows)
        starts = [first for first, _ in spans]
        above = stored_rows.above(self.season.key, starts)
        return _Others(
            {row.scored.player_id: (row.key, row.scored) for row in rows},
            [
                count - _above(first, self.before)
                for first, count in zip(starts, above, strict=True)
            ],
        )

    def _ranked(
        self,
        spans: Sequence[Span],
        others: _Others,
        concerned: _Players,
        met: _Met,
        evenings: _Evenings,
    ) -> Iterator[Row]:
        """Yield the rows of the table in these parts of it."""
        players = others.players | concerned
        level = level_groups(one for _, one in players.values())
        ties = ties_of(level, self.rules, met, evenings)
        for (first, last), above in zip(spans, others.above, strict=True):
            inside = [one for key, one in players.values() if first <= key <= last]
            before = above + _above(first, concerned)
            for row in ranked(inside, ties, self.rules, lots=self.lots, names=self.names):
                yield row if row.rank is None else row._replace(rank=row.rank + before)

    def _met(self, groups: Sequence[Sequence[Scored]]) -> Pairs:
        return stored_rows.pairs(self.season.key, _ids(groups))

    def _met_after(self, groups: Sequence[Sequence[Scored]]) -> Pairs:
        among = set(_ids(groups))
        stored = self._met(groups)
        return {pair: held for pair, held in stored.items() if pair not in self.part.pairs} | {
            pair: held for pair, held in self.part.totals.pairs.items() if among.issuperset(pair)
        }

    def _evenings(self, wanted: Set[tuple[int, int]]) -> Iterator[tuple[int, int, Tally]]:
        return stored_rows.evenings_of(self.season.key, wanted)

    def _evenings_after(self, wanted: Set[tuple[int, int]]) -> Iterator[tuple[int, int, Tally]]:
        changed = {(player, self.part.evening) for player in self.part.held}
        yield from self._evenings(wanted - changed)
        for player, evening in wanted & changed:
            if (tally := self.part.totals.players[player].evenings.get(evening)) is not None:
                yield player, evening, tally


def _above(key: TableKey, players: _Players) -> int:
    """Return how many of the players are above a key."""
    return sum(one < key for one, _ in players.values())


def _ids(groups: Sequence[Sequence[Scored]]) -> list[int]:
    return [one.player_id for group in groups for one in group]
