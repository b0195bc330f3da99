"""Read what players have done over all seasons of a league."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from zarleague.leagues.models import League, Player, Season
from zarleague.leagues.selectors import names_of
from zarleague.play.models import Hand
from zarleague.reports.all_time.build import ALL_GAMES, of_league
from zarleague.reports.background_work import out_of_date
from zarleague.reports.background_work.stored_parts import Kind
from zarleague.reports.models import Job
from zarleague.standings.lifetimes import Best, Lifetime, Met, add_up

RECORDS: Final[Mapping[str, tuple[int, Callable[[Lifetime], Best | None]]]] = {
    "highest_hand": (1, lambda one: one.highest),
    "lowest_hand": (-1, lambda one: one.lowest),
    "winning_run": (1, lambda one: _run(one)),
    "wins_of_an_evening": (1, lambda one: one.most_wins),
}
"""By record of a game: 1 if the greatest figure holds it, -1 if the smallest does, and what finds a
player's own best."""


class SeasonPlace(NamedTuple):
    """A player's rank in the table of a season."""

    season: Season
    rank: int
    players: int
    """Players who are ranked in it."""


class HandAt(NamedTuple):
    """Where a hand is found."""

    match: int
    number: int


class Holder(NamedTuple):
    """A player who holds a record."""

    player: int
    name: str
    hand: HandAt | None
    """The hand in which it was set, the last one of a run; None if it took an evening."""
    evening: int | None
    """The ordinal of that evening; None if it was set in a hand."""


class LeagueRecord(NamedTuple):
    """A record of a game, and all who hold it, by name."""

    kind: str
    """A key of `RECORDS`."""
    figure: int
    holders: Sequence[Holder]


class Rival(NamedTuple):
    """A player's hands with one opponent over all seasons."""

    player: int
    name: str
    met: Met


class LifetimeRow(NamedTuple):
    """One player over all seasons."""

    player: int
    name: str
    seasons_won: int
    """Finished seasons in first place, shared or not."""
    figures: Lifetime


class LeagueAllTime(NamedTuple):
    """A league over all seasons: of one game, or of all."""

    games: Sequence[str]
    """The keys of the games with hands."""
    rows: Sequence[LifetimeRow]
    """By seasons won, then matches won, hands won, and name."""
    records: Sequence[LeagueRecord]
    """None of all games together, whose points differ."""
    champions: Sequence[tuple[Season, Sequence[tuple[int, str]]]]
    """Finished seasons, latest first, with those in first place: id and name; nobody while a final
    is still to decide it."""
    playing_final: Mapping[int, Season]
    """The running finals, by the id of the season each decides."""


class PlayerAllTime(NamedTuple):
    """A player over all seasons: of one game, or of all."""

    games: Sequence[str]
    figures: Lifetime
    places: Sequence[SeasonPlace]
    """Seasons of all games, latest first."""
    records: Sequence[LeagueRecord]
    """The player's own bests; none of all games together."""
    rivals: Sequence[Rival]
    """Most hands together first."""

    @property
    def seasons_won(self) -> int:
        """Return the number of finished seasons won: by winning the final once that is over, or, in
        a season without one, by first place, shared or not. To win a lower division is not to win a
        season."""
        done = [one.season for one in self.places if one.season.state == Season.State.FINISHED]
        finals = set(Season.objects.filter(final_of__in=done).values_list("final_of", flat=True))
        return sum(
            one.rank == 1
            and one.season in done
            and one.season.pk not in finals
            and one.season.above_id is None
            for one in self.places
        )


def is_behind(league: League) -> bool:
    """Return whether hands were entered or corrected since the figures were added up."""
    return out_of_date.leagues_behind(Job.Kind.ALL_TIME).filter(pk=league.pk).exists()


def all_time_of_league(league: League, game: str = ALL_GAMES) -> LeagueAllTime:
    """Return a league's figures of a game, by default of all games. Every game is one row of the
    database, whatever the number of hands and seasons."""
    parts = _parts(league, Kind.LIFETIMES)
    won = dict(parts.pop(ALL_GAMES, ()))
    games = [{player: Lifetime.from_json(data) for player, data in parts[key]} for key in parts]
    found = dict(zip(parts, games, strict=True))
    players = found.get(game, {}) if game else add_up(games)
    finished = list(Season.objects.filter(league=league, state=Season.State.FINISHED))
    # A final decides its season once it is over; until then nobody has won it.
    decided = {season.final_of_id: season.pk for season in finished if season.final_of_id}
    running = Season.objects.filter(league=league, state=Season.State.RUNNING)
    playing = {one.final_of_id: one for one in running if one.final_of_id}
    champions = [
        (
            season,
            [] if season.pk in playing else won.get(decided.get(season.pk, season.pk), []),
        )
        for season in finished
        if season.final_of_id is None
    ]
    # Who won a lower division is listed, but has not won the season.
    listed = {player for _, winners in champions for player in winners}
    first = [
        player for season, winners in champions if season.above_id is None for player in winners
    ]
    names = names_of(league, {*players, *listed})
    rows = [
        LifetimeRow(player, names[player], first.count(player), one)
        for player, one in players.items()
        if player in names
    ]
    return LeagueAllTime(
        sorted(parts),
        sorted(rows, key=_by_success),
        _records(players, names) if game else (),
        [(season, [(one, names[one]) for one in of if one in names]) for season, of in champions],
        playing,
    )


def all_time_of_player(player: Player, game: str = ALL_GAMES) -> PlayerAllTime:
    """Return a player's figures of a game, by default of all games."""
    league = player.league
    lists = _parts(league, Kind.LIFETIMES)
    lists.pop(ALL_GAMES, None)
    own = _parts(league, Kind.LIFETIME, player.pk)
    seasons = Season.objects.in_bulk([season for season, *_ in own.get(ALL_GAMES, ())])
    places = [
        SeasonPlace(seasons[season], rank, players)
        for season, rank, players in reversed(own.pop(ALL_GAMES, ()))
        if season in seasons
    ]
    games = {
        key: {player.pk: Lifetime.from_json(dict(lists[key])[player.pk], dict(met))}
        for key, met in own.items()
        if player.pk in dict(lists.get(key, ()))
    }
    held = games.get(game, {}) if game else add_up(games.values())
    figures = held.get(player.pk, Lifetime())
    names = names_of(league, {player.pk, *figures.met})
    rivals = [Rival(one, names[one], met) for one, met in figures.met.items() if one in names]
    return PlayerAllTime(
        sorted(games),
        figures,
        places,
        _records(held, names) if game else (),
        sorted(rivals, key=lambda one: (-one.met.hands, one.name.casefold())),
    )


def _parts(league: League, kind: str, number: int = 0) -> dict[str, Any]:
    rows = of_league(league).rows.filter(kind=kind, number=number).order_by("name")
    return {name: json.loads(body) for name, body in rows.values_list("name", "body")}


def _by_success(row: LifetimeRow) -> tuple[int, int, int, str]:
    one = row.figures
    return -row.seasons_won, -one.matches_won, -one.wins, row.name.casefold()


def _records(players: Mapping[int, Lifetime], names: Mapping[int, str]) -> list[LeagueRecord]:
    found: list[tuple[str, int, list[tuple[int, Best]]]] = []
    for kind, (sign, best_of) in RECORDS.items():
        bests = [(player, best) for player, one in players.items() if (best := best_of(one))]
        if bests:
            record = max(bests, key=lambda one: sign * one[1].figure)[1].figure
            holders = [one for one in bests if one[1].figure == record and one[0] in names]
            found.append((kind, record, holders))
    hands = _places_of_hands(
        best.at for kind, _, bests in found if not _is_evening(kind) for _, best in bests
    )
    return [
        LeagueRecord(
            kind,
            figure,
            sorted(
                (
                    Holder(player, names[player], None, best.at)
                    if _is_evening(kind)
                    else Holder(player, names[player], hands.get(best.at), None)
                    for player, best in holders
                ),
                key=lambda holder: holder.name.casefold(),
            ),
        )
        for kind, figure, holders in found
    ]


def _is_evening(kind: str) -> bool:
    return kind == "wins_of_an_evening"


def _run(one: Lifetime) -> Best | None:
    longest = one.streaks.longest
    return Best(longest.hands, longest.last) if longest.hands > 1 else None


def _places_of_hands(hands: Iterable[int]) -> dict[int, HandAt]:
    rows = Hand.objects.filter(pk__in=set(hands)).values_list("pk", "match_id", "number")
    return {hand: HandAt(match, number) for hand, match, number in rows}
