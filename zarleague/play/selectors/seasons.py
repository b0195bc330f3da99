"""The season's table, its evenings, and its course."""

import datetime
import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from django.db.models import Count, Max, OuterRef, QuerySet, Subquery, Sum
from django.db.models.fields.json import KT

from zarleague.engine.declared import DEFINITION, is_declared, unit_of
from zarleague.leagues.models import League, Season
from zarleague.leagues.selectors import aliases, names, names_of
from zarleague.play.models import EveningTotal, Match, SeasonEvening, SeasonTotal
from zarleague.play.totals import ForTable, load_for_period, load_for_table, load_row
from zarleague.play.totals import rows as stored_rows
from zarleague.play.totals.confirmed import season_lots, season_results
from zarleague.play.totals.period import Period
from zarleague.standings.metric import Scored, scored
from zarleague.standings.results import Lot
from zarleague.standings.rules import SeasonRules, rules_from_json
from zarleague.standings.table import Row, ranked, table_of
from zarleague.standings.totals import PlayerTotals, SeasonTotals


@dataclass(frozen=True, slots=True)
class PlayedEvening:
    """One evening of a season."""

    date: datetime.date
    matches: int
    hands: int


class LastEvening(NamedTuple):
    """The last evening of a league, and how many hands were played in its season."""

    date: datetime.date
    hands: int


class NamedTable(NamedTuple):
    """The rows of a table, best first, and the names of their players by id."""

    rows: tuple[Row, ...]
    names: Mapping[int, str]


class TablePage(NamedTuple):
    """Some rows of a table, and their position in it."""

    rows: tuple[Row, ...]
    names: Mapping[int, str]
    start: int
    """Number of rows before these."""
    total: int
    """Number of rows of the complete table."""


def season_table(
    season: Season,
    *,
    first: datetime.date | None = None,
    last: datetime.date | None = None,
    limit: int | None = None,
) -> tuple[Row, ...]:
    """Return the rows of the season's table, best first; see `named_table`."""
    return named_table(season, first=first, last=last, limit=limit).rows


def named_table(
    season: Season,
    *,
    first: datetime.date | None = None,
    last: datetime.date | None = None,
    limit: int | None = None,
) -> NamedTable:
    """Return the season's table.

    With dates, the table of the evenings from ``first`` to ``last`` (``last`` alone: as of that
    day), added up from the stored totals of the evenings. With ``limit``, at most that many rows;
    without dates they are found by an index, however long the table is.
    """
    rules = rules_from_json(season.rules)
    period = Period(first, last)
    if period.is_whole_season:
        found = load_for_table(season, rules, limit=limit)
        rows = ranked(found.players, found.ties, rules, lots=season_lots(season), names=found.names)
        return NamedTable(rows[:limit], found.names)
    table = period_table(season, period, rules)
    return table._replace(rows=table.rows[:limit])


def period_table(season: Season, period: Period, rules: SeasonRules) -> NamedTable:
    """Return the table of some evenings, under the season's rules or others."""
    found = load_for_period(season, rules, period)
    lots = season_lots(season, last=period.last)
    # A league has many players, an evening some.
    named = (
        names_of(season.league, [player.player_id for player in found.players])
        if len(found.players) <= SHORT_PERIOD
        else names(season.league)
    )
    return NamedTable(ranked(found.players, found.ties, rules, lots=lots, names=named), named)


def game_table(season: Season, game: str) -> tuple[Row, ...]:
    """Return the table of the season's hands of one game, under the season's rules. Penalties are
    left out: they belong to no game. The time it takes grows with the hands of the game."""
    rules = rules_from_json(season.rules)
    results = season_results(season, game=game)
    return table_of(results, rules, lots=season_lots(season), names=names(season.league))


def table_page(season: Season, start: int, limit: int) -> TablePage:
    """Return some rows of the season's table by their position in it, found by an index."""
    rules = rules_from_json(season.rules)
    found = load_for_table(season, rules, start, limit)
    rows = _placed(found, rules, season)
    skipped = start - found.before
    total = found.total
    if total is None:
        total = SeasonTotal.objects.filter(season=season).count()
    return TablePage(rows[skipped : skipped + limit], found.names, start, total)


def row_of(season: Season, player_id: int) -> Row | None:
    """Return one player's row of the season's table, None without one."""
    rules = rules_from_json(season.rules)
    rows = _placed(load_row(season, rules, player_id), rules, season)
    return next((row for row in rows if row.player_id == player_id), None)


def row_in(season: Season, player_id: int, period: Period) -> Row | None:
    """Return one player's row of the table of some evenings, None without one. Unless the period is
    short (see `is_short`) the row has no rank, which would require adding up all other players."""
    if period.is_whole_season:
        return row_of(season, player_id)
    rules = rules_from_json(season.rules)
    if is_short(season, period):
        rows = period_table(season, period, rules).rows
        return next((row for row in rows if row.player_id == player_id), None)
    held = PlayerTotals()
    for evening, tally in stored_rows.evenings(season.key, [player_id])[player_id].items():
        if period.ordinals[0] <= evening <= period.ordinals[1]:
            held.season.include(tally)
            held.evenings[evening] = tally
    if not held.evenings:
        return None
    found = ForTable([scored(player_id, held, rules)], {}, SeasonTotals())
    return _placed(found, rules, season)[0]._replace(rank=None)


def _placed(found: ForTable, rules: SeasonRules, season: Season) -> tuple[Row, ...]:
    """Return rows from the middle of a table with their ranks in the complete table."""
    lots = tuple(season_lots(season))
    if found.ties.players or found.ties.pairs:
        rows = ranked(found.players, found.ties, rules, lots=lots, names=found.names)
    else:
        rows = _ranked(tuple(found.players), rules, lots, tuple(found.names.items()))
    if not found.before:
        return rows
    return tuple(
        row if row.rank is None else row._replace(rank=row.rank + found.before) for row in rows
    )


@lru_cache(maxsize=128)  # cached: all phones at a table read the same rows until the next hand
def _ranked(
    players: tuple[Scored, ...],
    rules: SeasonRules,
    lots: tuple[Lot, ...],
    names: tuple[tuple[int, str], ...],
) -> tuple[Row, ...]:
    """Return the rows of players whose ties need no more than their own figures to break."""
    return ranked(players, SeasonTotals(), rules, lots=lots, names=dict(names))


SHORT_PERIOD: Final = 1500
"""Stored totals of players' evenings that are added up within a request: some 20 ms."""


def is_short(season: Season, period: Period) -> bool:
    """Return whether the table of some evenings needs no more than `SHORT_PERIOD` totals."""
    totals = EveningTotal.objects.filter(season=season, evening__range=period.ordinals)
    return totals[: SHORT_PERIOD + 1].count() <= SHORT_PERIOD


def hands_of(season: Season) -> int:
    """Return the number of hands that count in a season."""
    return _counted(SeasonEvening.objects.filter(season=season))


def hands_of_league(league: League) -> int:
    """Return the number of hands that count in all seasons of a league."""
    return _counted(SeasonEvening.objects.filter(season__league=league))


def _counted(evenings: QuerySet[SeasonEvening]) -> int:
    return evenings.aggregate(hands=Sum("hands"))["hands"] or 0


def stamp_of(season: Season, period: Period) -> str:
    """Return a text that changes whenever the table of these evenings may have changed."""
    changed = SeasonEvening.objects.filter(season=season, evening__range=period.ordinals)
    facts = [
        *changed.aggregate(Count("pk"), Sum("hands"), Max("revision")).values(),
        season.rules,
        [lot.order for lot in season_lots(season, last=period.last)],
        sorted(aliases(season.league_id).items()),
    ]
    return hashlib.sha256(json.dumps(facts, sort_keys=True, default=int).encode()).hexdigest()


def evenings(
    season: Season, *, before: datetime.date | None = None, limit: int
) -> list[PlayedEvening]:
    """Return the evenings on which matches were started, latest first; of those before a date, at
    most the given number."""
    matches = Match.objects.filter(season=season)
    if before is not None:
        matches = matches.filter(played_on__lt=before)
    started = matches.values("played_on").annotate(matches=Count("pk")).order_by("-played_on")
    found = list(started.values_list("played_on", "matches")[:limit])
    days = [day.toordinal() for day, _ in found]
    hands = dict(
        SeasonEvening.objects.filter(season=season, evening__in=days).values_list(
            "evening", "hands"
        )
    )
    return [PlayedEvening(day, count, hands.get(day.toordinal(), 0)) for day, count in found]


def hands_on(season: Season, evening: datetime.date) -> int:
    """Return the number of hands that count on one evening of a season."""
    rows = SeasonEvening.objects.filter(season=season, evening=evening.toordinal())
    return rows.values_list("hands", flat=True).first() or 0


def last_evenings(leagues: Iterable[League]) -> dict[int, LastEvening]:
    """Return the last evening on which hands were played in each league, by the league's id. A
    league without hands has none."""
    of_league = SeasonEvening.objects.filter(season__league=OuterRef("pk"), hands__gt=0)
    last = Subquery(of_league.order_by("-evening", "-pk").values("pk")[:1])
    asked = League.objects.filter(pk__in=[league.pk for league in leagues])
    rows = SeasonEvening.objects.filter(
        league__in=asked, pk__in=asked.annotate(last=last).values("last")
    )
    return {
        league: LastEvening(datetime.date.fromordinal(evening), hands)
        for league, evening, hands in rows.values_list("league_id", "evening", "hands")
    }


def games_played(season: Season) -> list[str]:
    """Return the keys of the games that have hands in the season, sorted."""
    counted = Match.objects.filter(season=season, total__isnull=False)
    return sorted(counted.order_by().values_list("game", flat=True).distinct())


def unit_of_points(season: Season, games: Iterable[str]) -> int | None:
    """Return how many stored points make one point in all matches of a season of these games; None
    if they differ, so that stored points are all that the matches share."""
    return _unit_of(Match.objects.filter(season=season), games)


def unit_of_game(league: League, game: str) -> int | None:
    """Return the same of all matches of one game in a league."""
    return _unit_of(Match.objects.filter(season__league=league), [game])


def _unit_of(matches: QuerySet[Match], games: Iterable[str]) -> int | None:
    chosen = list(games)
    own = [game for game in chosen if is_declared(game)]
    units = {1} if len(own) < len(chosen) or not own else set()
    if own:
        kept = KT(f"rules__values__{DEFINITION}")
        texts = matches.filter(game__in=own).order_by().values_list(kept, flat=True).distinct()
        units |= {unit_of({DEFINITION: text}) for text in texts}
    return units.pop() if len(units) == 1 else None
