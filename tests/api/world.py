"""A small league, and the people who may send requests about it."""

import base64
import datetime
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import Any

from django.test import Client
from django.utils import timezone

from tests import factories
from tests.factories import Club, key
from zarleague.bots.experiments import ExperimentCounts
from zarleague.engine.games import find
from zarleague.exchange import transfers
from zarleague.exchange.history import services as history
from zarleague.exchange.models import Delivery, HistoryImport, Webhook
from zarleague.exchange.webhooks import services as webhooks
from zarleague.leagues import links, mailed_invitations
from zarleague.leagues import services as leagues
from zarleague.leagues.actors import Actor
from zarleague.leagues.models import (
    AccessLink,
    Invitation,
    Membership,
    Player,
    PlayerMerge,
    Season,
    User,
)
from zarleague.leagues.request_actor import LINK_KEY, NAME_KEY
from zarleague.play import services
from zarleague.play.models import Dispute, EveningRound, Hand, Match, MatchSeat, Penalty, Ruling
from zarleague.play.services import Decision
from zarleague.play.verdicts import rulesets
from zarleague.reports import services as reports
from zarleague.reports.models import Experiment
from zarleague.reports.season_report import build

API = "/api/v1/"

WHO = ("organiser", "scorekeeper", "player", "outsider", "onlooker", "holder")
"""The four people with accounts, somebody without, and the holder of a link to score the match."""

PAST = b"Date,Ann,Bob\n2025-01-10,0,4\n2025-01-11,3,0\n"
"""Two evenings in a spreadsheet."""
PIECE = {"number": 0, "content": base64.b64encode(PAST).decode()}
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
        return self.send("post", path, body, under=under)

    def send(
        self, method: str, path: str, body: Any = None, *, under: str | None = None, tag: str = ""
    ) -> Any:
        """Send a body as JSON by any method, otherwise like `post`; ``tag`` is for ``If-Match``."""
        send = key() if under is None else under
        headers = {"Idempotency-Key": send} if send else {}
        if tag:
            headers["If-Match"] = tag
        return getattr(self.client, method)(
            API + path, {} if body is None else body, "application/json", headers=headers
        )


BEFORE = datetime.date(2026, 1, 9)
"""An evening before the league's season."""


OWN_GAME: Any = {"name": "Skyjo", "players": [2, 8], "wins": "low", "limit": 100}
TYPED_POINTS: Any = {"form": "totals", "sheets": [{"points": 12}, {"points": 7}]}
"""A hand of it."""


@dataclass
class World:
    """A league, its match of Ann, Bob and Cat, and a hand in which they got 0, 3 and 5."""

    club: Club
    match: Match
    hand: Hand
    callers: dict[str, Caller] = field(default_factory=dict)

    @classmethod
    def made(cls) -> "World":
        club = factories.club()
        match = factories.match(club)
        # Entered "now", so that its objection clock is running.
        return cls(club, match, factories.hand(club, match, 0, 3, 5, at=None))

    @cached_property
    def holder(self) -> AccessLink:
        link, _ = links.create_link(
            self.club.league, "score-match", actor=self.club.boss, match_id=self.match.pk
        )
        return link

    def caller(self, who: str = "scorekeeper") -> Caller:
        """Return a person's caller, who signs in at the first call. A test that rolls back calls
        this before, or the session is rolled back, too."""
        if who not in self.callers:
            account = getattr(self.club, who) if who in WHO[:4] else None
            self.callers[who] = Caller(account, self.holder if who == "holder" else None)
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

    @cached_property
    def guest(self) -> Player:
        """A guest who never sat at a table with anybody."""
        (guest,) = self.club.add("Gus", guest=True)
        return guest

    @cached_property
    def merge(self) -> PlayerMerge:
        """Another guest, merged into Ann."""
        (guest,) = self.club.add("Annie", guest=True)
        return services.merge_guest(
            guest, self.club.players["Ann"], actor=self.club.boss, key=key()
        )

    @cached_property
    def member(self) -> Membership:
        """The membership of the player."""
        return self.club.league.memberships.get(user=self.club.player)

    @cached_property
    def invitation(self) -> Invitation:
        """An invitation of the outsider."""
        return leagues.invite(
            self.club.league, self.club.outsider.username, "player", actor=self.club.boss
        )

    @cached_property
    def letter(self) -> str:
        """What the link of an invitation by e-mail ends in."""
        club = self.club
        made = Invitation.objects.create(
            league=club.league,
            account_name="dee@cards.example",
            by_mail=True,
            created_by=club.organiser,
        )
        return mailed_invitations.token_of(made)

    @cached_property
    def secrets(self) -> dict[str, str]:
        """Secrets of a link to join and of one to claim the guest's hands."""
        made = {}
        for purpose, about in (("join", {}), ("claim", {"player": self.guest})):
            _, made[purpose] = links.create_link(
                self.club.league, purpose, actor=self.club.boss, **about
            )
        return made

    @cached_property
    def penalty(self) -> Penalty:
        """A penalty given in the match."""
        return services.add_penalty(
            self.club.season,
            self.club.players["Cat"],
            5,
            reason="Late",
            actor=self.club.boss,
            key=key(),
            match=self.match,
        )

    @cached_property
    def own_hand(self) -> Hand:
        """A hand with a log, in a match of its own."""
        match = factories.match(self.club)
        return services.enter_log(match, LOG, actor=self.club.boss, key=key())

    @cached_property
    def fresh(self) -> Match:
        """A match without a hand, whose rules can be changed."""
        return factories.match(self.club)

    @cached_property
    def substitute(self) -> MatchSeat:
        """The seat of somebody who took over Ann's place in a match of its own."""
        first = factories.match(self.club).seats.earliest("number")
        return services.substitute(first, "Sue", actor=self.club.boss, key=key())

    @cached_property
    def present(self) -> str:
        """The day of an evening on which six people are here."""
        day = factories.FIRST_EVENING + datetime.timedelta(days=14)
        names = ("Ann", "Bob", "Cat", "Ida", "Jo", "Kim")
        people = [(player, "here") for player in self.club.add(*names)]
        services.set_attendance(self.club.league, day, people, actor=self.club.boss, key=key())
        return day.isoformat()

    @property
    def tomorrow(self) -> str:
        """The day of the next evening."""
        today = self.club.league.evening_of(timezone.now())
        return (today + datetime.timedelta(days=1)).isoformat()

    @cached_property
    def planned_day(self) -> str:
        """The day of an evening that is planned."""
        return self._planned(7)

    @cached_property
    def cancelled_day(self) -> str:
        """The day of an evening that was planned and cancelled."""
        day = self._planned(14)
        services.cancel_evening(
            self.club.league,
            datetime.date.fromisoformat(day),
            reason="The pub is closed",
            actor=self.club.boss,
            key=key(),
        )
        return day

    def _planned(self, days: int) -> str:
        day = self.club.league.evening_of(timezone.now()) + datetime.timedelta(days=days)
        services.plan_evenings(self.club.league, [day], actor=self.club.boss, key=key())
        return day.isoformat()

    @cached_property
    def drawn(self) -> EveningRound:
        """A round of that evening, drawn at threes."""
        return services.draw_round(
            self.club.league,
            datetime.date.fromisoformat(self.present),
            season=self.club.season,
            size=3,
            seed=7,
            actor=self.club.boss,
            key=key(),
        )

    @cached_property
    def played_day(self) -> str:
        """The day of an evening with one match, which has a hand."""
        day = factories.FIRST_EVENING + datetime.timedelta(days=21)
        factories.hand(self.club, factories.match(self.club, played_on=day), 0, 4, 9)
        return day.isoformat()

    @cached_property
    def voided_day(self) -> str:
        """The day of an evening that was voided."""
        day = factories.FIRST_EVENING + datetime.timedelta(days=22)
        factories.hand(self.club, factories.match(self.club, played_on=day), 0, 4, 9)
        services.void_evening(
            self.club.league, day, reason="Entered twice", actor=self.club.boss, key=key()
        )
        return day.isoformat()

    @cached_property
    def voided(self) -> Match:
        """A match whose only hand was voided."""
        match = factories.match(self.club)
        factories.hand(self.club, match, 0, 4, 9)
        return services.void_match(match, reason="Entered twice", actor=self.club.boss, key=key())

    @cached_property
    def over(self) -> Season:
        """A finished season with one hand."""
        return self._over("Over")

    def _over(self, name: str) -> Season:
        season = leagues.start_season(
            self.club.league,
            name=name,
            starts=BEFORE,
            ends=BEFORE,
            rules=factories.TOTAL_POINTS,
            actor=self.club.boss,
            key=key(),
        )
        match = services.start_match(
            season,
            self.club.add("Ann", "Bob", "Cat"),
            services.MatchTerms(game="zar"),
            played_on=BEFORE,
            actor=self.club.boss,
            key=key(),
        )
        factories.hand(self.club, match, 0, 4, 9)
        return services.finish_season(season, actor=self.club.boss, key=key())

    @cached_property
    def decided(self) -> Season:
        """A finished season with a final."""
        season = self._over("Decided")
        services.start_final(season, size=2, starts=BEFORE, actor=self.club.boss, key=key())
        return season

    @cached_property
    def divided(self) -> Season:
        """The lower of two finished divisions; everybody played in both, and is in the higher."""
        above, lower = self._over("Top"), self._over("Bottom")
        return leagues.set_division(lower, above=above, actor=self.club.boss)

    @cached_property
    def report(self) -> int:
        """The number of a report of the season."""
        reports.ask_for_report(self.club.season, actor=self.club.boss)
        build.make_report(self.club.season)
        return 1

    @cached_property
    def rated(self) -> str:
        """The league's ratings, worked out; their address."""
        reports.refresh_ratings(self.club.league)
        return f"{self.league_path}ratings/zar"

    @cached_property
    def export(self) -> str:
        """The league's file, made; its address."""
        transfer = transfers.ask_for_export(self.club.league, actor=self.club.boss)
        transfers.carry_out(transfer.pk)
        return f"{self.league_path}export/"

    @cached_property
    def webhook(self) -> Webhook:
        """A webhook of the league."""
        return webhooks.add_webhook(
            self.club.league,
            label="Bot",
            shape="standard",
            address="https://bot.example/hook",
            extra="",
            events=["hand.saved"],
            actor=self.club.boss,
        )

    @cached_property
    def delivery(self) -> Delivery:
        """A message to the webhook."""
        return webhooks.send_test(self.webhook, actor=self.club.boss)

    @cached_property
    def own_game(self) -> str:
        """The name of a game that the league has declared."""
        leagues.declare_game(self.club.league, OWN_GAME, actor=self.club.boss)
        return OWN_GAME["name"]

    @cached_property
    def experiment(self) -> Experiment:
        """A comparison of house rules that is done, with one hand to look at."""
        tally = ExperimentCounts(hands=500, examples=[(10, 1)])
        rules = [rulesets.to_json(find("zar").ruleset(preset)) for preset in ("", "zar-clay")]
        return Experiment.objects.create(
            league=self.club.league,
            game="zar",
            players=3,
            hands=500,
            rules=rules,
            state=Experiment.State.DONE,
            found=[asdict(tally), asdict(tally)],
        )

    def sent(self, name: str, content: bytes, actor: Actor | None = None) -> HistoryImport:
        """Past results that were sent in and checked."""
        actor = actor or self.club.boss
        begun = history.begin(self.club.league, actor=actor, name=name, size=len(content))
        transfers.add_piece(begun, 0, content, actor=actor)
        transfers.carry_out(begun.pk)
        return HistoryImport.objects.get(transfer=begun)

    @cached_property
    def written(self) -> HistoryImport:
        """Past results that became a season."""
        return self.imported("Old.csv", PAST)

    @cached_property
    def two_games(self) -> str:
        """The address of past results of two games, one of which became a season."""
        content = b"Date,Game,Ann,Bob\n2023-01-10,Zar,0,4\n2023-01-11,Zar,3,0\n2023-01-12,Go,1,0\n"
        # The operator's, so that it does not take the place of the organiser's file.
        operator = factories.user("importer", is_staff=True, is_superuser=True)
        transfer = self.imported("Both.csv", content, Actor.of(operator)).transfer
        assert transfer is not None
        return f"{self.league_path}history/{transfer.key.hex}/"

    def imported(self, name: str, content: bytes, actor: Actor | None = None) -> HistoryImport:
        """Past results that were sent in and became a season."""
        found = history.confirm(self.sent(name, content, actor), actor=self.club.boss)
        assert found.transfer is not None
        transfers.carry_out(found.transfer.pk)
        return found

    @cached_property
    def past(self) -> str:
        """The address of past results that wait to be confirmed."""
        assert self.written is not None  # a file that is begun later takes its place
        transfer = self.sent("Past.csv", PAST.replace(b"2025", b"2024")).transfer
        assert transfer is not None
        return f"{self.league_path}history/{transfer.key.hex}/"

    @cached_property
    def arriving(self) -> str:
        """The address of a league's file that the outsider has begun to send."""
        begun = transfers.begin_upload(
            actor=Actor.of(self.club.outsider), name="league.zip", size=len(PAST)
        )
        return f"imports/{begun.key.hex}/"

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
