"""Disputes: opened, notified, ruled on, appealed, withdrawn."""

import datetime
from dataclasses import replace
from typing import Any

import pytest
from django.core import mail
from django.utils import timezone

from tests import factories
from tests.factories import EIGHT_O_CLOCK, Club, key, sent
from zarleague.engine.games import find
from zarleague.leagues import services as leagues
from zarleague.leagues.actors import Actor
from zarleague.leagues.errors import Invalid, NotAllowed
from zarleague.leagues.models import League
from zarleague.play import selectors, services
from zarleague.play.errors import VersionConflict
from zarleague.play.models import Dispute, Hand, Match, Notice, Penalty, Ruling
from zarleague.play.rulings import notices, ruling_access
from zarleague.play.rulings.notices import NOTICES
from zarleague.play.rulings.ruling_record import digest
from zarleague.play.services import Decision

pytestmark = pytest.mark.postgresql

HOUR = datetime.timedelta(hours=1)
STANDS = Decision("rejected", "stands", "Did Cat hold a dragon?", "Nobody saw one.")
CORRECTED = Decision(
    "upheld", "corrected", "Did Cat hold a dragon?", "She did.", points=(0, 4, 14), winner=0
)
LOG = "dealer Cat\ndeal Ann b2\ndeal Bob gS b1\ndeal Cat X2\nup b4\nAnn b2\nclose\n"
"""Ann goes out. Bob keeps a skip (2 points) and a number (1), Cat a dragon (5)."""


@pytest.fixture
def hand(club: Club, match: Match) -> Hand:
    return factories.hand(club, match, 0, 4, 9)


@pytest.fixture
def arbiter(club: Club) -> Actor:
    """A player of the league who was made an arbiter, and did not play the hand."""
    return factories.arbiter(club)


def dispute(club: Club, hand: Hand, **fields: Any) -> Dispute:
    fields = {"text": "Cat held a dragon", "actor": Actor.of(club.player), "key": key()} | fields
    return services.open_dispute(hand, **fields)


def rule(opened: Dispute, actor: Actor, decision: Decision = STANDS, version: int = 1) -> Ruling:
    return services.rule_on_dispute(
        opened, decision, actor=actor, key=key(), expected_version=version
    )


def points(hand: Hand) -> dict[str, int]:
    hand.refresh_from_db()
    rows = selectors.results_of_version(hand.confirmed) if hand.confirmed else ()
    return {row.player.name: row.points for row in rows}


def seat_account(club: Club, name: str, actor: Actor) -> None:
    """Let an account be that player."""
    player = club.players[name]
    player.user = actor.user
    player.save()


class TestOpening:
    def test_a_disputed_hand_is_marked_until_it_is_ruled_on(
        self, club: Club, hand: Hand, arbiter: Actor
    ) -> None:
        opened = dispute(club, hand)
        assert (opened.opened_by, opened.opened_by_name) == (club.player, club.player.username)
        assert [row.disputed for row in selectors.hand_rows(hand.match)] == [True]
        rule(opened, arbiter)
        assert [row.disputed for row in selectors.hand_rows(hand.match)] == [False]

    def test_a_dispute_says_something_once(self, club: Club, hand: Hand) -> None:
        once = key()
        assert dispute(club, hand, key=once) == dispute(club, hand, key=once)
        assert Dispute.objects.count() == 1
        with pytest.raises(Invalid):
            dispute(club, hand, text=" ")
        with pytest.raises(NotAllowed):
            dispute(club, hand, actor=Actor.of(club.outsider))

    def test_an_event_has_to_be_in_the_log(self, club: Club, match: Match) -> None:
        told = services.enter_log(match, LOG, actor=club.boss, key=key())
        assert dispute(club, told, event=6).event == 6
        with pytest.raises(Invalid) as refused:
            dispute(club, told, event=9)
        assert refused.value.field == "event"

    def test_the_league_limits_the_time(self, club: Club, hand: Hand) -> None:
        League.objects.update(dispute_hours=48, ruling_hours=24)
        opened = dispute(club, hand, at=EIGHT_O_CLOCK + 48 * HOUR)
        assert opened.due_at == EIGHT_O_CLOCK + 72 * HOUR
        with pytest.raises(Invalid):
            dispute(club, hand, at=EIGHT_O_CLOCK + 49 * HOUR)

    def test_others_add_statements_until_there_is_a_ruling(
        self, club: Club, hand: Hand, arbiter: Actor
    ) -> None:
        opened = dispute(club, hand)
        made = services.add_statement(opened, text="I saw it", actor=club.keeper, key=key())
        assert made.author_name == club.scorekeeper.username
        with pytest.raises(NotAllowed):
            services.add_statement(opened, text="So?", actor=Actor.of(club.outsider), key=key())
        rule(opened, arbiter)
        with pytest.raises(Invalid):
            services.add_statement(opened, text="Late", actor=club.keeper, key=key())


class TestWhoMayRule:
    def test_an_arbiter_and_an_organiser_but_nobody_else(
        self, club: Club, hand: Hand, arbiter: Actor
    ) -> None:
        opened = dispute(club, hand)
        people = {
            "arbiter": arbiter,
            "organiser": club.boss,
            "scorekeeper": club.keeper,
            "player": Actor.of(club.player),
            "outsider": Actor.of(club.outsider),
            "onlooker": Actor(),
        }
        may = {who for who, actor in people.items() if ruling_access.can_rule(actor, opened)}
        assert may == {"arbiter", "organiser"}
        for who in set(people) - may:
            with pytest.raises(NotAllowed):
                rule(opened, people[who])

    def test_nobody_on_a_hand_they_played_unless_the_league_allows_it(
        self, club: Club, hand: Hand, arbiter: Actor
    ) -> None:
        seat_account(club, "Bob", arbiter)
        opened = dispute(club, hand)
        with pytest.raises(NotAllowed):
            rule(opened, arbiter)
        League.objects.update(arbiters_may_play=True)
        assert rule(opened, arbiter).author == arbiter.user

    def test_nobody_on_their_own_dispute(self, club: Club, hand: Hand, arbiter: Actor) -> None:
        with pytest.raises(NotAllowed):
            rule(dispute(club, hand, actor=arbiter), arbiter)

    def test_an_arbiter_is_made_by_the_organiser(self, club: Club) -> None:
        member = club.league.memberships.get(user=club.scorekeeper)
        with pytest.raises(NotAllowed):
            leagues.set_arbiter(member, True, actor=club.keeper)
        assert leagues.set_arbiter(member, True, actor=club.boss).arbiter
        assert Actor.of(club.scorekeeper).arbitrates(club.league.pk)


class TestRuling:
    def test_corrected_points_are_a_version_that_points_to_the_ruling(
        self, club: Club, hand: Hand, arbiter: Actor
    ) -> None:
        opened = dispute(club, hand)
        shown = services.preview_ruling(selectors.dispute_by_id(opened.pk), CORRECTED)
        cat = club.players["Cat"].pk
        assert shown.hand.totals[cat] == (9, 14)
        ruling = rule(opened, arbiter, CORRECTED)
        assert points(hand) == {"Ann": 0, "Bob": 4, "Cat": 14}
        assert hand.confirmed is not None
        assert (hand.confirmed.number, hand.confirmed.ruling) == (2, ruling)
        table = factories.points_of(selectors.season_table(club.season))
        assert table[cat] == 14
        opened.refresh_from_db()
        assert (opened.state, opened.closed_by_name) == ("upheld", arbiter.label)

    @pytest.mark.parametrize("remedy", ["void", "replayed"])
    def test_a_hand_taken_away_counts_for_nothing(
        self, club: Club, hand: Hand, arbiter: Actor, remedy: str
    ) -> None:
        rule(dispute(club, hand), arbiter, replace(STANDS, remedy=remedy))
        assert points(hand) == {}
        assert hand.confirmed is not None
        assert hand.confirmed.kind == "void"

    def test_a_penalty_leaves_the_hand(self, club: Club, hand: Hand, arbiter: Actor) -> None:
        decision = replace(STANDS, remedy="penalty", penalised=1, penalty=10)
        opened = dispute(club, hand)
        shown = services.preview_ruling(selectors.dispute_by_id(opened.pk), decision)
        bob = club.players["Bob"].pk
        moved = {
            row.player_id: (row.metric_before, row.metric_after) for row in shown.moved.movements
        }
        assert moved[bob] == (4, 14)
        ruling = rule(opened, arbiter, decision)
        penalty = Penalty.objects.get()
        assert (penalty.player_id, penalty.points, penalty.ruling) == (bob, 10, ruling)
        assert points(hand) == {"Ann": 0, "Bob": 4, "Cat": 9}
        table = {row.player_id: row.metric for row in selectors.season_table(club.season)}
        assert table[bob] == 14

    @pytest.mark.parametrize(
        ("field", "change"),
        [
            ("verdict", {"verdict": "maybe"}),
            ("remedy", {"remedy": "duel"}),
            ("question", {"question": " "}),
            ("reasons", {"reasons": ""}),
            ("rule", {"rule": "no-such-rule"}),
            ("option", {"option": "match-out", "value": "sometimes"}),
            ("points", {"remedy": "corrected", "points": (1, 2)}),
            ("winner", {"remedy": "corrected", "points": (1, 2, 3), "winner": 3}),
            ("penalised", {"remedy": "penalty", "penalised": 7, "penalty": 5}),
            ("penalty", {"remedy": "penalty", "penalised": 0, "penalty": 0}),
            ("rests_on", {"rests_on": "statement-1"}),
        ],
    )
    def test_a_decision_has_to_be_complete(
        self, club: Club, hand: Hand, arbiter: Actor, field: str, change: dict[str, Any]
    ) -> None:
        opened = dispute(club, hand)
        with pytest.raises(Invalid) as refused:
            rule(opened, arbiter, replace(STANDS, **change))
        assert refused.value.field == field
        assert not Ruling.objects.exists()

    def test_a_hand_changed_meanwhile_is_not_ruled_on(
        self, club: Club, hand: Hand, arbiter: Actor
    ) -> None:
        opened = dispute(club, hand)
        entry = factories.totals(0, 4, 14)
        services.correct_hand(
            hand, entry, reason="miscounted", actor=club.boss, key=key(), expected_version=1
        )
        with pytest.raises(VersionConflict):
            rule(opened, arbiter)

    def test_the_record_holds_what_it_rests_on(
        self, club: Club, match: Match, arbiter: Actor
    ) -> None:
        told = services.enter_log(match, LOG, actor=club.boss, key=key())
        other = LOG.replace("Ann b2\nclose", "Ann gS\nclose")
        opened = dispute(club, told, event=6, log=other)
        ruling = rule(opened, arbiter, replace(STANDS, rests_on="recorded"))
        record = ruling.record
        assert record["players"] == ["Ann", "Bob", "Cat"]
        assert [row["points"] for row in record["recorded"]["results"]] == [0, 3, 5]
        assert record["after"] == record["recorded"]["results"]
        # The accounts begin to differ with Ann's card, the fifth event after three deals and "up".
        assert record["parts_at"] == 4
        assert [row["text"] for row in record["judged"]["events"]][4] == "Ann b2"
        assert record["ruleset"]["game"] == "zar"
        assert len(record["options"]) == len(record["ruleset"]["options"])
        assert len(record["engine"]["digest"]) == 64
        assert ruling.digest == digest(Ruling.objects.get().record)


class TestAppeal:
    def test_another_arbiter_rules_again_once(self, club: Club, hand: Hand, arbiter: Actor) -> None:
        opened = dispute(club, hand)
        first = rule(opened, arbiter, replace(STANDS, remedy="penalty", penalised=1, penalty=10))
        with pytest.raises(NotAllowed):
            services.appeal_ruling(opened, text="No!", actor=Actor.of(club.outsider), key=key())
        appealed = services.appeal_ruling(
            opened, text="No!", actor=Actor.of(club.player), key=key()
        )
        assert appealed.state == Dispute.State.APPEALED
        assert [row.disputed for row in selectors.hand_rows(hand.match)] == [True]
        with pytest.raises(NotAllowed):
            rule(opened, arbiter)
        second = rule(opened, club.boss, CORRECTED)
        assert (first.number, second.number) == (1, 2)
        assert points(hand)["Cat"] == 14
        # The first ruling's penalty no longer counts.
        assert Penalty.objects.get().cancelled_at is not None
        with pytest.raises(Invalid):
            services.appeal_ruling(opened, text="Again!", actor=Actor.of(club.player), key=key())

    def test_without_a_ruling_there_is_nothing_to_appeal(self, club: Club, hand: Hand) -> None:
        opened = dispute(club, hand)
        with pytest.raises(Invalid):
            services.appeal_ruling(opened, text="No!", actor=Actor.of(club.player), key=key())

    def test_an_appeal_withdrawn_leaves_the_first_ruling(
        self, club: Club, hand: Hand, arbiter: Actor
    ) -> None:
        opened = dispute(club, hand)
        rule(opened, arbiter, CORRECTED)
        player = Actor.of(club.player)
        services.appeal_ruling(opened, text="No!", actor=player, key=key())
        closed = services.withdraw_dispute(opened, actor=player, key=key())
        assert closed.state == Dispute.State.UPHELD
        assert points(hand)["Cat"] == 14


class TestWithdrawing:
    def test_who_opened_it_may_and_an_organiser(self, club: Club, hand: Hand) -> None:
        opened = dispute(club, hand)
        with pytest.raises(NotAllowed):
            services.withdraw_dispute(opened, actor=club.keeper, key=key())
        closed = services.withdraw_dispute(
            opened, reason="I miscounted", actor=Actor.of(club.player), key=key()
        )
        assert (closed.state, closed.ruling) == ("withdrawn", "I miscounted")
        with pytest.raises(Invalid):
            services.withdraw_dispute(opened, actor=club.boss, key=key())
        other = dispute(club, hand)
        assert services.withdraw_dispute(other, actor=club.boss, key=key()).state == "withdrawn"


class TestNotices:
    @pytest.fixture(autouse=True)
    def mail_server(self, settings: Any) -> None:
        settings.SENDS_MAIL = True
        settings.SITE_URL = "https://cards.example"

    def test_those_concerned_hear_of_it_once(self, club: Club, hand: Hand, arbiter: Actor) -> None:
        for account in (club.player, club.organiser, arbiter.user, club.scorekeeper):
            assert account is not None
            account.email = f"{account.username}@cards.example"
            account.save()
        opened = dispute(club, hand)
        assert sent(NOTICES) == 2
        told = {address for message in mail.outbox for address in message.to}
        assert told == {club.organiser.email, arbiter.user.email}
        assert f"/disputes/{opened.pk}/" in str(mail.outbox[0].body)
        assert sent(NOTICES) == 0

    def test_whoever_disputes_without_pause_fills_no_mailbox(
        self, club: Club, hand: Hand, arbiter: Actor, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """What others say is told all the same, and rulings are."""
        monkeypatch.setattr(notices, "MOST_A_DAY", 3)
        for _ in range(3):
            opened = dispute(club, hand)
            services.withdraw_dispute(opened, actor=Actor.of(club.player), key=key())
        assert [notice.kind for notice in Notice.objects.all()] == ["opened", "withdrawn", "opened"]
        last = dispute(club, hand)
        services.add_statement(last, text="Yes.", actor=club.keeper, key=key())
        rule(last, arbiter, CORRECTED)
        assert [notice.kind for notice in Notice.objects.filter(dispute=last)] == [
            "stated",
            "ruled",
        ]

    def test_an_overdue_ruling_is_told_once(self, club: Club, hand: Hand) -> None:
        opened = dispute(club, hand, at=timezone.now() - 80 * HOUR)
        for _ in range(2):
            notices.write_overdue(timezone.now())
        assert Notice.objects.filter(dispute=opened, kind="overdue").count() == 1


class TestCasebook:
    def test_by_game_rule_option_and_words(self, club: Club, hand: Hand, arbiter: Actor) -> None:
        zar = next(iter(find("zar").rules))
        decision = replace(STANDS, rule=zar, option="match-out", value="goes-out")
        found = rule(dispute(club, hand), arbiter, decision)
        rule(dispute(club, hand), arbiter, replace(STANDS, question="Was it late?"))

        def listed(**asked: str) -> list[Ruling]:
            return list(selectors.casebook(club.league, **asked))

        assert len(listed()) == 2
        assert listed(words="DRAGON nobody", rule=zar) == [found]
        assert listed(option="match-out", game="zar") == [found]
        assert listed(game="uno") == []
        assert listed(words="unicorn") == []

    def test_others_read_what_is_published_and_shared(
        self, club: Club, hand: Hand, arbiter: Actor
    ) -> None:
        other = factories.club()
        opened = dispute(club, hand)
        found = rule(opened, arbiter)
        with pytest.raises(Invalid):
            services.publish_rulings(opened, True, actor=club.boss)
        League.objects.filter(pk=club.league.pk).update(shares_rulings=True)
        assert selectors.ruling_by_id(other.league, found.pk) is None
        with pytest.raises(NotAllowed):
            services.publish_rulings(opened, True, actor=arbiter)
        services.publish_rulings(opened, True, actor=club.boss)
        assert selectors.ruling_by_id(other.league, found.pk) == found
        assert list(selectors.casebook(other.league)) == [found]
        League.objects.filter(pk=club.league.pk).update(shares_rulings=False)
        assert list(selectors.casebook(other.league)) == []
