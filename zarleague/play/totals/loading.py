"""Load what a table needs of a season's stored totals."""

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import replace
from functools import partial
from itertools import combinations, groupby
from operator import itemgetter
from typing import NamedTuple

from zarleague.leagues.models import Season
from zarleague.leagues.selectors import aliases
from zarleague.play.models import MatchSeat
from zarleague.play.totals import rows as stored_rows
from zarleague.play.totals.confirmed import season_results
from zarleague.play.totals.period import Period
from zarleague.standings.metric import Scored, scored
from zarleague.standings.rules import SeasonRules, TieBreak
from zarleague.standings.tiebreaks import last_together, resolve
from zarleague.standings.totals import PairTotals, PlayerTotals, SeasonTotals, Tally

Pairs = Mapping[tuple[int, int], PairTotals]


class ForTable(NamedTuple):
    """The part of a season's totals from which its table is made."""

    players: list[Scored]
    names: dict[int, str]
    """By player id."""
    ties: SeasonTotals
    """The evenings and pairs that break ties of the metric."""
    before: int = 0
    """Number of players above all of these."""
    total: int | None = None
    """Number of players in the table; None if not known."""


def load_for_table(
    season: Season, rules: SeasonRules, start: int = 0, limit: int | None = None
) -> ForTable:
    """Return the totals that `standings.table.ranked` needs.

    With ``start`` and ``limit`` only that many players from that position of the table on, and all
    who are equal to the first and the last of them: within these the order is right.
    """
    return _for_table(season, rules, stored_rows.table_slice(season.key, start, limit))


def load_row(season: Season, rules: SeasonRules, player_id: int) -> ForTable:
    """Return the same for one player, and all players with an equal key."""
    return _for_table(season, rules, stored_rows.rows_level_with(season.key, player_id))


def _for_table(season: Season, rules: SeasonRules, found: stored_rows.TableSlice) -> ForTable:
    players = [row.scored for row in found.rows]
    level: dict[float, list[Scored]] = {}
    for row in found.rows:
        if not row.unranked:
            level.setdefault(row.metric, []).append(row.scored)

    def met(groups: Sequence[Sequence[Scored]]) -> Pairs:
        return stored_rows.pairs(season.key, [one.player_id for group in groups for one in group])

    ties = ties_of(level.values(), rules, met, partial(stored_rows.evenings_of, season.key))
    names = {row.scored.player_id: row.name for row in found.rows}
    return ForTable(players, names, ties, found.before, found.total)


def load_for_period(season: Season, rules: SeasonRules, period: Period) -> ForTable:
    """Return the totals that `standings.table.ranked` needs for some evenings, without names.

    They are added up from the stored totals of the evenings, player by player, so that only one
    player's evenings are held in memory at a time. ``rules`` may differ from the season's.
    """
    players: list[Scored] = []
    stored = stored_rows.evenings_in(season, *period.ordinals)
    for player, days in groupby(stored, key=itemgetter(0)):
        held = PlayerTotals()
        for _, evening, tally in days:
            held.season.include(tally)
            held.evenings[evening] = tally
        players.append(scored(player, held, rules))
    level = level_groups(players)

    def met(groups: Sequence[Sequence[Scored]]) -> Pairs:
        if period.is_whole_season:
            return stored_rows.pairs(season.key, [one.player_id for of in groups for one in of])
        found: dict[tuple[int, int], PairTotals] = {}
        ever = _may_have_met(season, period, groups)
        for group in groups:
            ids = [player.player_id for player in group]
            if ever.issuperset(combinations(sorted(ids), 2)):  # else nobody is separated
                results = season_results(season, **period.bounds, players=ids)
                found |= SeasonTotals.of(results).pairs
        return found

    ties = ties_of(level, rules, met, partial(stored_rows.evenings_of, season.key))
    return ForTable(players, {}, ties)


def _may_have_met(
    season: Season, period: Period, groups: Sequence[Sequence[Scored]]
) -> set[tuple[int, int]]:
    """Return a superset of the pairs of tied players (lower id first) who met in the period, with
    few others."""
    if period.first is not None and period.first == period.last:
        into = aliases(season.league_id)
        tables: dict[int, set[int]] = {}
        seats = MatchSeat.objects.filter(match__season=season, match__played_on=period.first)
        for match, player in seats.values_list("match_id", "player_id"):
            tables.setdefault(match, set()).add(into.get(player, player))
        return {pair for table in tables.values() for pair in combinations(sorted(table), 2)}
    return set(stored_rows.pairs(season.key, [one.player_id for group in groups for one in group]))


def level_groups(players: Iterable[Scored]) -> list[list[Scored]]:
    """Return the ranked players in groups of equal metric."""
    level: dict[object, list[Scored]] = {}
    for one in players:
        if one.metric is not None and not one.shortfalls:
            level.setdefault(one.metric, []).append(one)
    return list(level.values())


def ties_of(
    level: Iterable[Sequence[Scored]],
    rules: SeasonRules,
    met: Callable[[Sequence[Sequence[Scored]]], Pairs],
    evenings_of: Callable[[Set[tuple[int, int]]], Iterable[tuple[int, int, Tally]]],
) -> SeasonTotals:
    """Return the data that break ties of players of equal metric: pairs and evenings, loaded only
    for players whom the earlier tie-breaks have not separated. ``met`` loads the pairs of groups,
    ``evenings_of`` (player, evening, tally) of some (player, evening)."""
    ties = SeasonTotals()
    groups = [list(players) for players in level if len(players) > 1]
    for step in rules.tie_breaks:
        if step is TieBreak.HEAD_TO_HEAD:
            groups = _left_tied(groups, ties, rules, step)
            ties.pairs.update(met(groups))
        elif step is TieBreak.LAST_EVENING:
            groups = _left_tied(groups, ties, rules, step)
            last = {
                (player.player_id, evening)
                for group in groups
                if (evening := last_together(group)) is not None
                for player in group
            }
            for player, evening, tally in evenings_of(last):
                held = ties.players.setdefault(player, PlayerTotals())
                held.evenings[evening] = tally
    return ties


def _left_tied(
    groups: Sequence[Sequence[Scored]], ties: SeasonTotals, rules: SeasonRules, step: TieBreak
) -> list[list[Scored]]:
    """Return the groups that the tie-breaks before ``step`` do not separate."""
    earlier = replace(rules, tie_breaks=rules.tie_breaks[: rules.tie_breaks.index(step)])
    return [
        [resolved.player for resolved in part]
        for group in groups
        for part in resolve(group, ties, earlier, lots=())
        if len(part) > 1
    ]
