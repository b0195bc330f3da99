"""A small league, everybody who may ask about it, and every endpoint there is."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.test import Client

from tests import factories
from tests.factories import FIRST_EVENING, Club, key
from zarleague.leagues import links
from zarleague.leagues.actors import Actor
from zarleague.leagues.models import AccessLink, User
from zarleague.leagues.visits import LINK_KEY, NAME_KEY
from zarleague.play import services
from zarleague.play.models import Dispute, Hand, Match, MatchSeat, Ruling
from zarleague.play.services import Decision

API = "/api/v1/"

WHO = ("organiser", "scorekeeper", "player", "outsider", "onlooker", "holder")
"""The four people with accounts, somebody without, and the holder of a link to score the match."""

DEALT = "dealer Cat\ndeal Ann b2\ndeal Bob gS b1\ndeal Cat X2\nup b4\n"
LOG = DEALT + "Ann b2\nclose\n"
"""Ann goes out. Bob keeps a skip (2 points) and a number (1), Cat a dragon (5)."""


class Caller:
    """Somebody who calls the API, by an account or by a link, or as nobody."""

    def __init__(self, user: User | None = None, link: AccessLink | None = None) -> None:
        self.client = Client()
        if user is not None:
            self.client.force_login(user)
        if link is not None:
            session = self.client.session
            session[LINK_KEY] = link.pk
            session[NAME_KEY] = "Zoe"
            session.save()

    def get(self, path: str, **query: Any) -> Any:
        return self.client.get(API + path, query)

    def post(self, path: str, body: Any = None, *, under: str | None = None) -> Any:
        """POST a body as JSON, with a key of its own or ``under`` one ("" for none)."""
        send = key() if under is None else under
        headers = {"Idempotency-Key": send} if send else {}
        return self.client.post(
            API + path, {} if body is None else body, "application/json", headers=headers
        )


@dataclass
class World:
    """A league, its match of Ann, Bob and Cat, and a hand in which they got 0, 3 and 5."""

    club: Club
    match: Match
    hand: Hand

    @classmethod
    def made(cls) -> "World":
        club = factories.club()
        match = factories.match(club)
        # Entered "now", so that its objection clock is running.
        world = cls(club, match, factories.hand(club, match, 0, 3, 5, at=None))
        # Signed in now: some tests take back what is written later, and sessions are, too.
        assert len(world.callers) == len(WHO)
        return world

    @cached_property
    def callers(self) -> dict[str, Caller]:
        people = {who: Caller(getattr(self.club, who)) for who in WHO[:4]}
        return people | {"onlooker": Caller(), "holder": Caller(link=self.holder)}

    @cached_property
    def holder(self) -> AccessLink:
        link, _ = links.create_link(
            self.club.league, "score-match", actor=self.club.boss, match_id=self.match.pk
        )
        return link

    def caller(self, who: str = "scorekeeper") -> Caller:
        """Whoever it is, signed in."""
        return self.callers[who]

    @property
    def league_path(self) -> str:
        return f"leagues/{self.club.league.slug}/"

    @property
    def match_path(self) -> str:
        return f"matches/{self.match.pk}/"

    @property
    def hand_path(self) -> str:
        return f"matches/{self.match.pk}/hands/{self.hand.number}/"

    @property
    def dispute(self) -> Dispute:
        """A dispute that the player opened; made when it is first asked for."""
        return Dispute.objects.filter(text="Cat held three").first() or services.open_dispute(
            self.hand, text="Cat held three", actor=Actor.of(self.club.player), key=key()
        )

    @property
    def dispute_path(self) -> str:
        return f"disputes/{self.dispute.pk}/"

    @property
    def ruling(self) -> Ruling:
        """A ruling on another dispute; made when it is first asked for."""
        return Ruling.objects.first() or services.rule_on_dispute(
            services.open_dispute(self.hand, text="No!", actor=self.club.keeper, key=key()),
            Decision(**DECISION),
            actor=self.club.boss,
            key=key(),
            expected_version=self.hand.versions.count(),
        )

    @property
    def season_path(self) -> str:
        return f"{self.league_path}seasons/{self.club.season.pk}/"

    @property
    def players(self) -> list[int]:
        return [self.club.players[name].pk for name in ("Ann", "Bob", "Cat")]

    @property
    def seat(self) -> MatchSeat:
        """Cat's seat."""
        return self.match.seats.get(number=2, player=self.players[2])


def entry(*points: int, **more: Any) -> dict[str, Any]:
    """A hand by totals; whoever has 0 went out."""
    sheets = [{"points": total} if total else {} for total in points]
    return {"form": "totals", "sheets": sheets, "winner": points.index(0), **more}


def change(**more: Any) -> dict[str, Any]:
    """A change to the first version of the hand."""
    return {"version": 1, "reason": "Cat miscounted", **more}


DECISION = {
    "verdict": "rejected",
    "remedy": "stands",
    "question": "Did Cat hold two?",
    "reasons": "Nobody saw it.",
}

ANYBODY = set(WHO)
ACCOUNTS = {"organiser", "scorekeeper", "player", "outsider"}
INSIDERS = {"organiser", "scorekeeper", "player", "holder"}
SCORERS = {"organiser", "scorekeeper", "holder"}
KEEPERS = {"organiser", "scorekeeper"}
ORGANISERS = {"organiser"}


@dataclass(frozen=True)
class Endpoint:
    """One thing the API can be asked. ``body`` is None for a read; ``may`` who gets an answer;
    ``writes`` says that it needs a key."""

    path: Callable[[World], str]
    may: set[str]
    body: Callable[[World], Any] | None = None
    writes: bool = True

    def ask(self, world: World, who: str, *, under: str | None = None) -> Any:
        caller, path = world.caller(who), self.path(world)
        if self.body is None:
            return caller.get(path)
        return caller.post(path, self.body(world), under=under)


READS: dict[str, Endpoint] = {
    "games": Endpoint(lambda w: "games/", ANYBODY),
    "game": Endpoint(lambda w: "games/zar/", ANYBODY),
    "forms": Endpoint(lambda w: "games/zar/forms/", ANYBODY),
    "leagues": Endpoint(lambda w: "leagues/", ANYBODY),
    "league": Endpoint(lambda w: w.league_path, INSIDERS),
    "players": Endpoint(lambda w: f"{w.league_path}players/", INSIDERS),
    "seasons": Endpoint(lambda w: f"{w.league_path}seasons/", INSIDERS),
    "season": Endpoint(lambda w: w.season_path, INSIDERS),
    "standings": Endpoint(lambda w: f"{w.season_path}standings/", INSIDERS),
    "matches": Endpoint(lambda w: f"{w.league_path}matches/", INSIDERS),
    "match": Endpoint(lambda w: w.match_path, INSIDERS),
    "match forms": Endpoint(lambda w: f"{w.match_path}forms/", INSIDERS),
    "seats": Endpoint(lambda w: f"{w.match_path}seats/", INSIDERS),
    "hands": Endpoint(lambda w: f"{w.match_path}hands/", INSIDERS),
    "hand": Endpoint(lambda w: w.hand_path, INSIDERS),
    "versions": Endpoint(lambda w: f"{w.hand_path}versions/", INSIDERS),
    "disputes": Endpoint(lambda w: f"{w.hand_path}disputes/", INSIDERS),
    "dispute": Endpoint(lambda w: w.dispute_path, INSIDERS),
    "rulings": Endpoint(lambda w: f"{w.league_path}rulings/", INSIDERS),
    "ruling": Endpoint(lambda w: f"{w.league_path}rulings/{w.ruling.pk}/", INSIDERS),
}

CHECKS: dict[str, Endpoint] = {
    "check hand": Endpoint(
        lambda w: f"{w.match_path}hands/check/", INSIDERS, lambda w: entry(0, 4, 9), writes=False
    ),
    "check correction": Endpoint(
        lambda w: f"{w.hand_path}versions/check/", INSIDERS, lambda w: entry(0, 4, 9), writes=False
    ),
    "check void": Endpoint(
        lambda w: f"{w.hand_path}void/check/", INSIDERS, lambda w: {}, writes=False
    ),
    "check ruling": Endpoint(
        lambda w: f"{w.dispute_path}rulings/check/", INSIDERS, lambda w: DECISION, writes=False
    ),
    "replay of a match": Endpoint(
        lambda w: f"{w.match_path}replay/", INSIDERS, lambda w: {"log": LOG}, writes=False
    ),
    "replay": Endpoint(
        lambda w: "replay/",
        ANYBODY,
        lambda w: {"log": f"game zar\nseats Ann Bob Cat\n{LOG}"},
        writes=False,
    ),
    "compare": Endpoint(
        lambda w: "replay/compare/",
        ANYBODY,
        lambda w: {
            "log": f"game zar\nseats Ann Bob Cat\n{LOG}",
            "versus": [{"preset": "zar-clay"}],
        },
        writes=False,
    ),
}

WRITES: dict[str, Endpoint] = {
    "found a league": Endpoint(lambda w: "leagues/", ACCOUNTS, lambda w: {"name": "Kitchen Table"}),
    "add a player": Endpoint(
        lambda w: f"{w.league_path}players/", ORGANISERS, lambda w: {"name": "Dee"}
    ),
    "add a guest": Endpoint(
        lambda w: f"{w.league_path}players/", SCORERS, lambda w: {"name": "Dee", "guest": True}
    ),
    "start a season": Endpoint(
        lambda w: f"{w.league_path}seasons/",
        ORGANISERS,
        lambda w: {"name": "Autumn", "starts": "2026-09-01"},
    ),
    "start a match": Endpoint(
        lambda w: f"{w.league_path}matches/",
        KEEPERS,
        lambda w: {
            "players": [w.players[0], "Dee", w.players[1]],
            "season": w.club.season.pk,
            "played_on": FIRST_EVENING.isoformat(),
        },
    ),
    "close": Endpoint(lambda w: f"{w.match_path}close/", SCORERS, lambda w: {}),
    "reopen": Endpoint(lambda w: f"{w.match_path}reopen/", SCORERS, lambda w: {}),
    "join": Endpoint(lambda w: f"{w.match_path}seats/", SCORERS, lambda w: {"who": "Dee"}),
    "leave": Endpoint(lambda w: f"{w.match_path}seats/{w.seat.pk}/leave/", SCORERS, lambda w: {}),
    "substitute": Endpoint(
        lambda w: f"{w.match_path}seats/{w.seat.pk}/substitute/", SCORERS, lambda w: {"who": "Dee"}
    ),
    "enter": Endpoint(
        lambda w: f"{w.match_path}hands/", SCORERS, lambda w: entry(0, 4, 9, number=2)
    ),
    "correct": Endpoint(
        lambda w: f"{w.hand_path}versions/", SCORERS, lambda w: entry(0, 3, 9) | change()
    ),
    "void": Endpoint(lambda w: f"{w.hand_path}void/", SCORERS, lambda w: change()),
    "restore": Endpoint(lambda w: f"{w.hand_path}restore/", SCORERS, lambda w: change(number=1)),
    "open a dispute": Endpoint(
        lambda w: f"{w.hand_path}disputes/", INSIDERS, lambda w: {"text": "Cat held two"}
    ),
    "state": Endpoint(
        lambda w: f"{w.dispute_path}statements/", INSIDERS, lambda w: {"text": "I saw it"}
    ),
    "withdraw": Endpoint(
        lambda w: f"{w.dispute_path}withdraw/", {"organiser", "player"}, lambda w: {}
    ),
    "appeal": Endpoint(
        lambda w: f"disputes/{w.ruling.dispute_id}/appeal/", SCORERS, lambda w: {"text": "No!"}
    ),
    "rule": Endpoint(
        lambda w: f"{w.dispute_path}rulings/", ORGANISERS, lambda w: DECISION | {"version": 1}
    ),
    "attach a log": Endpoint(
        lambda w: f"{w.hand_path}log/", SCORERS, lambda w: {"version": 1, "log": LOG}
    ),
}
"""Changing the rules is not among them: it needs a match without a hand."""

EVERYTHING = READS | CHECKS | WRITES
