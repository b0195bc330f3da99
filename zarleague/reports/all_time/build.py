"""Add up what players have done over all seasons."""

import datetime
import hashlib
import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

from django.db import transaction

from zarleague.leagues.models import League, Season
from zarleague.leagues.selectors import aliases
from zarleague.play.models import Match, SeasonEvening
from zarleague.play.selectors import final_table, hands_of_league, season_table
from zarleague.play.totals.confirmed import results_of_evening
from zarleague.reports.background_work import jobs, out_of_date
from zarleague.reports.background_work.jobs import Progress
from zarleague.reports.background_work.revisions import revisions
from zarleague.reports.background_work.stored_parts import Kind, MadePart, PartKey, StoredParts
from zarleague.reports.background_work.subprocess_or_inline import compute
from zarleague.reports.models import DerivedPart, Job
from zarleague.standings.lifetimes import Lifetime, add_up, lifetimes_of_evening
from zarleague.standings.metric import MixedDirectionsError

ALL_GAMES: Final = ""
"""The name of the parts that hold the places in the seasons' tables."""


def refresh_all_time(league: League) -> None:
    """Add up everything that has changed since the last time, as a job."""

    def work(progress: Progress) -> None:
        read = revisions(league)
        compute(hands_of_league(league), add_up_league, league, progress)
        out_of_date.note(Job.Kind.ALL_TIME, read)

    jobs.run(Job.Kind.ALL_TIME, work, league)


def add_up_league(league: League, progress: Progress) -> bool:
    """Add up a league's seasons; return whether anything stored of the league was out of date."""
    into = aliases(league.pk)
    seasons = list(Season.objects.filter(league=league).order_by("starts", "pk"))
    progress.add(len(seasons) + 1)
    for season in seasons:
        _add_up_season(season, into)
        progress.step()
    changed = _add_up_seasons(league, seasons)
    progress.step()
    return changed


def rebuild_all_time(league: League) -> bool:
    """Add up a league's hands again; return whether what is stored of the league was wrong, which
    is then right."""
    progress, before = Progress.unrecorded(), revisions(league)
    add_up_league(league, progress)  # what is only behind is not wrong
    DerivedPart.objects.filter(league=league, kind__in=(Kind.LIFE_DAY, Kind.LIFE_SUM)).delete()
    return add_up_league(league, progress) and revisions(league) == before


def of_league(league: League) -> StoredParts:
    """Return the parts of a league: `Kind.LIFETIMES` without opponents, one of each game;
    `Kind.LIFETIME` the opponents, one of each player and game; those of `ALL_GAMES` hold the
    places in the seasons' tables."""
    return StoredParts(league, league.pk, (Kind.LIFETIMES, Kind.LIFETIME))


def _of_season(season: Season) -> StoredParts:
    return StoredParts(season.league, season.pk, (Kind.LIFE_DAY, Kind.LIFE_SUM), season)


def _add_up_season(season: Season, into: Mapping[int, int]) -> None:
    """Add up the evenings of a season that have changed, then the season."""
    parts, merged = _of_season(season), _digest(sorted(into.items()))
    total = PartKey(Kind.LIFE_SUM, 0)
    stamp = f"{season.revision} {merged}"
    if not parts.missing({total: stamp}):
        return
    counted = SeasonEvening.objects.filter(season=season, hands__gt=0).order_by("evening")
    stamps = {
        PartKey(Kind.LIFE_DAY, evening): f"{revision} {merged}"
        for evening, revision in counted.values_list("evening", "revision")
    }
    for key in parts.missing(stamps):
        parts.store([MadePart(key, stamps[key], _evening(season, key.number, into))])
    gone = parts.rows.filter(kind=Kind.LIFE_DAY)
    gone.exclude(number__in=[key.number for key in stamps]).delete()
    games: dict[str, list[dict[int, Lifetime]]] = {}
    for _, evening in parts.figures(Kind.LIFE_DAY):
        for game, written in evening.items():
            games.setdefault(game, []).append(_read(written))
    figures = {
        "games": {game: _written(add_up(days)) for game, days in games.items()},
        "places": _places(season),
    }
    parts.store([MadePart(total, stamp, figures)])


def _evening(season: Season, evening: int, into: Mapping[int, int]) -> dict[str, Any]:
    """Return what an evening's hands of each game add up to."""
    played_on = datetime.date.fromordinal(evening)
    matches = Match.objects.filter(season=season, played_on=played_on)
    game_of = dict(matches.values_list("pk", "game"))
    games: dict[str, list[Any]] = {}
    for result in results_of_evening(season, evening, into):
        games.setdefault(game_of[result.match_id], []).append(result)
    return {game: _written(lifetimes_of_evening(results)) for game, results in games.items()}


def _places(season: Season) -> dict[int, int]:
    """Return the players' ranks in the season's table, or in the final's."""
    if season.final_of_id is not None:
        return {row.player_id: row.rank for row in final_table(season)}
    try:
        rows = season_table(season)
    except MixedDirectionsError:
        return {}
    return {row.player_id: row.rank for row in rows if row.rank is not None}


def _add_up_seasons(league: League, seasons: list[Season]) -> bool:
    """Add up the seasons of a league; write what differs."""
    games: dict[str, dict[int, Lifetime]] = {}
    places: dict[int, list[list[int]]] = {}
    won: dict[int, list[int]] = {}
    for season in seasons:
        for _, figures in _of_season(season).figures(Kind.LIFE_SUM):
            for game, written in figures["games"].items():
                games[game] = add_up([games.get(game, {}), _read(written)])
            ranked = {int(player): rank for player, rank in figures["places"].items()}
            won[season.pk] = [player for player, rank in ranked.items() if rank == 1]
            for player, rank in ranked.items():
                places.setdefault(player, []).append([season.pk, rank, len(ranked)])
    made = dict(_parts(games, places, won))
    parts = of_league(league)
    stamps = {key: _digest(figures) for key, figures in made.items()}
    missing = parts.missing(stamps)
    with transaction.atomic():
        parts.store(MadePart(key, stamps[key], made[key]) for key in missing)
        stored = parts.rows.values_list("pk", *PartKey._fields)
        gone = [pk for pk, *key in stored if PartKey(*key) not in made]
        parts.rows.filter(pk__in=gone).delete()
    return bool(missing or gone)


def _parts(
    games: Mapping[str, Mapping[int, Lifetime]],
    places: Mapping[int, list[list[int]]],
    won: Mapping[int, list[int]],
) -> Iterator[tuple[PartKey, Any]]:
    yield PartKey(Kind.LIFETIMES, 0, ALL_GAMES), sorted(won.items())
    for player, taken in places.items():
        yield PartKey(Kind.LIFETIME, player, ALL_GAMES), taken
    for game, players in games.items():
        listed = sorted((player, one.to_json()) for player, one in players.items())
        yield PartKey(Kind.LIFETIMES, 0, game), listed
        for player, one in players.items():
            yield PartKey(Kind.LIFETIME, player, game), sorted(one.met.items())


def _written(found: Mapping[int, Lifetime]) -> dict[int, Any]:
    return {player: [one.to_json(), one.met] for player, one in found.items()}


def _read(written: Mapping[str, Any]) -> dict[int, Lifetime]:
    return {int(player): Lifetime.from_json(*data) for player, data in written.items()}


def _digest(data: Any) -> str:
    return hashlib.sha256(json.dumps(data).encode()).hexdigest()[:32]
