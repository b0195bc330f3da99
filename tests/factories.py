"""People, leagues and hands for the tests, made through the services like the real ones."""

import datetime
import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from typing import Any, Final

from django.db import transaction

from zarleague.background import sending
from zarleague.background.sending import Channel
from zarleague.engine.entry import Entry
from zarleague.leagues import audit
from zarleague.leagues import services as leagues
from zarleague.leagues.actors import Actor
from zarleague.leagues.models import League, Membership, Player, Season, User
from zarleague.play import services as play
from zarleague.play.models import (
    Attendance,
    DrawnSeat,
    Evening,
    EveningRound,
    Hand,
    Match,
)
from zarleague.reports.models import EveningRank

FIRST_EVENING = datetime.date(2026, 3, 6)
"""A Friday; the season of the tests begins on it."""
TOTAL_POINTS = {"preset": "total-points", "options": {}}
"""What the seasons of the tests rank by unless they say otherwise."""
EIGHT_O_CLOCK = datetime.datetime(2026, 3, 6, 20, 0, tzinfo=datetime.UTC)

_numbers = itertools.count(1)


def key() -> str:
    """Return an idempotency key nobody has used."""
    return f"key-{next(_numbers)}"


def sent(channel: Channel[Any]) -> int:
    """Send what is due of one kind of message, whosever it is; return how many were sent."""
    return sum(sending.send(owner, [channel]) for owner in sending.owners_due([channel]))


def user(name: str, **fields: Any) -> User:
    """Make somebody with an account."""
    return User.objects.create_user(username=name, password="correct horse battery", **fields)


@dataclass
class Club:
    """A league with its people: an organiser, a scorekeeper, a player and an outsider."""

    league: League
    season: Season
    organiser: User
    scorekeeper: User
    player: User
    outsider: User
    players: dict[str, Player] = field(default_factory=dict)

    @property
    def boss(self) -> Actor:
        """Return the organiser as an actor."""
        return Actor.of(self.organiser)

    @property
    def keeper(self) -> Actor:
        """Return the scorekeeper as an actor."""
        return Actor.of(self.scorekeeper)

    def add(self, *names: str, **fields: Any) -> list[Player]:
        """Return players of these names; write the rows of those who are new, as `add_player` does
        after the twenty statements that nearly every test would spend on each."""
        new = [name for name in names if name not in self.players]
        with transaction.atomic():
            for name in new:
                player = Player(league=self.league, name=name, **fields)
                player.save(force_insert=True)
                self.players[name] = player
            audit.record_all(
                audit.entry(
                    "add_player",
                    self.players[name],
                    self.boss,
                    after={"guest": self.players[name].guest},
                )
                for name in new
            )
        return [self.players[name] for name in names]


def club(
    *,
    name: str = "Friday League",
    visibility: str = League.Visibility.PRIVATE,
    rules: dict[str, Any] | None = None,
    time_zone: str = "Europe/Berlin",
) -> Club:
    """Make a league with a running season and its four people."""
    number = next(_numbers)
    organiser, scorekeeper, player, outsider = (
        user(f"{role}-{number}") for role in ("organiser", "scorekeeper", "player", "outsider")
    )
    league = leagues.create_league(
        owner=organiser, name=name, visibility=visibility, time_zone=time_zone, key=key()
    )
    boss = Actor.of(organiser)
    leagues.set_role(league, scorekeeper, Membership.Role.SCOREKEEPER, actor=boss)
    leagues.set_role(league, player, Membership.Role.PLAYER, actor=boss)
    season = leagues.start_season(
        league,
        name=f"Spring {number}",
        starts=FIRST_EVENING,
        rules=rules or TOTAL_POINTS,
        actor=boss,
        key=key(),
    )
    return Club(league, season, organiser, scorekeeper, player, outsider)


def arbiter(club: Club, role: str = Membership.Role.PLAYER) -> Actor:
    """Make another member of the league who is an arbiter."""
    account = user(f"arbiter-{next(_numbers)}")
    member = leagues.set_role(club.league, account, role, actor=club.boss)
    leagues.set_arbiter(member, True, actor=club.boss)
    return Actor.of(account)


ANSWERED: Final = {"uno-golf": {"action-points-confirmed": "yes"}}
"""What a game asks before its first hand."""


def started(season: Season, players: Sequence[Any], **asked: Any) -> Match:
    """Start a match; its terms are given like the other arguments."""
    names = {one.name for one in fields(play.MatchTerms)}
    terms = play.MatchTerms(**{name: asked.pop(name) for name in names & asked.keys()})
    return play.start_match(season, players, terms, **asked)


def match(club: Club, *names: str, game: str = "zar", **asked: Any) -> Match:
    """Start a match of these players (by default Ann, Bob and Cat) on the first evening."""
    players = club.add(*(names or ("Ann", "Bob", "Cat")))
    asked.setdefault("at", EIGHT_O_CLOCK)
    asked.setdefault("actor", club.boss)
    asked.setdefault("key", key())
    if game in ANSWERED:
        asked["overrides"] = ANSWERED[game] | asked.get("overrides", {})
    return started(club.season, players, game=game, **asked)


def drawn_round(club: Club, match: Match) -> EveningRound:
    """Make the evening of a match, its players here and drawn to its table."""
    of = {"league": club.league}
    evening = Evening.objects.create(
        date=match.played_on, title="Spring cup", place="With Ann, Bob and Cat", **of
    )
    drawn = EveningRound.objects.create(
        evening=evening, season=match.season, number=1, game=match.game, way="chance", seed=7, **of
    )
    for seat in match.seats.all():
        Attendance.objects.create(evening=evening, player=seat.player, **of)
        DrawnSeat.objects.create(round=drawn, table=0, number=seat.number, player=seat.player, **of)
    match.round, match.table = drawn, 0
    match.save(update_fields=["round", "table"])
    return drawn


def totals(*points: int, winner: int | None = 0) -> Entry:
    """Return an entry of a Zar hand by point totals; the winner's has to be 0."""
    sheets = tuple({} if seat == winner else {"points": total} for seat, total in enumerate(points))
    return Entry("totals", sheets, winner)


def counts(*sheets: dict[str, int], winner: int | None = 0) -> Entry:
    """Return an entry of a Zar hand by counts of cards left."""
    return Entry("counts", sheets, winner)


def hand(club: Club, match: Match, *points: int, winner: int = 0, **fields: Any) -> Hand:
    """Enter the next hand of a match by totals."""
    fields.setdefault("at", EIGHT_O_CLOCK)
    fields.setdefault("actor", club.boss)
    fields.setdefault("key", key())
    return play.enter_hand(match, totals(*points, winner=winner), **fields)


def correction(club: Club, hand: Hand, *points: int, winner: int = 0) -> None:
    """Correct the first version of a hand by totals."""
    play.correct_hand(
        hand,
        totals(*points, winner=winner),
        reason="misread",
        key=key(),
        actor=club.boss,
        expected_version=1,
    )


def points_of(rows: Sequence[Any]) -> dict[int, int]:
    """Return the points of a season's table by player id."""
    return {row.player_id: row.points for row in rows}


def stored_ranks(season: Season) -> dict[datetime.date, dict[int, int | None]]:
    """Return the stored rank by player id after each evening; None below a minimum."""
    history: dict[datetime.date, dict[int, int | None]] = {}
    rows = EveningRank.objects.filter(season=season).order_by("evening")
    for evening, player, rank in rows.values_list("evening", "player_id", "rank"):
        history.setdefault(evening, {})[player] = rank
    return history
