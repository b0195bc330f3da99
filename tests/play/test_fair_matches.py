"""Who left early, who sat there, for whom a substitute plays, and the wrong rules."""

import contextvars
import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories
from tests.factories import Club, key
from tests.fixtures.shared import made_once
from zarleague.engine.entry import Entry
from zarleague.leagues import services as leagues
from zarleague.leagues.actors import Actor
from zarleague.leagues.errors import Invalid, NotAllowed
from zarleague.leagues.models import AuditEntry, Membership
from zarleague.play import selectors, services
from zarleague.play.errors import RulesFrozen, TooManyTries
from zarleague.play.models import Hand, HandVersion, Match, MatchSeat
from zarleague.play.services import large_changes, rewriting, whole_matches
from zarleague.replays.gate import Sender, Share, sender

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]
PLACES = {"preset": "place-points", "options": {}}
"""4, 2, 1 and 0 points for the places of a match."""


@made_once
def made_club(_: pytest.FixtureRequest) -> Club:
    return factories.club(rules=PLACES)


def earned(club: Club) -> dict[str, float]:
    """Return the place points by name; check that the totals are those of the hands."""
    assert services.rebuild(club.season, write=False) == []
    club.season.refresh_from_db()
    table = selectors.named_table(club.season)
    return {table.names[row.player_id]: float(row.metric) for row in table.rows if row.hands}


def points(club: Club) -> dict[str, int]:
    table = selectors.named_table(club.season)
    return {table.names[row.player_id]: row.points for row in table.rows if row.hands}


def seat(match: Match, name: str) -> MatchSeat:
    return match.seats.filter(player__name=name).latest("pk")


class TestLeftEarly:
    def test_they_are_behind_by_default_and_other_rules_can_be_chosen(self, club: Club) -> None:
        """Dov leaves after one hand with 9; the others end with 10, 24 and 45."""
        match = factories.match(club, "Ann", "Bob", "Cat", "Dov")
        factories.hand(club, match, 0, 6, 10, 9)
        services.leave_match(seat(match, "Dov"), actor=club.boss, key=key())
        for hand in ((4, 0, 10), (6, 0, 12), (0, 18, 13)):
            factories.hand(club, match, *hand, winner=hand.index(0))
        assert points(club) == {"Ann": 10, "Bob": 24, "Cat": 45, "Dov": 9}
        assert earned(club) == {"Ann": 4, "Bob": 2, "Cat": 1, "Dov": 0}
        for rule, expected in (
            ("alike", {"Ann": 2, "Bob": 1, "Cat": 0, "Dov": 4}),
            # 10/4, 24/4, 45/4 and 9 points a hand
            ("average", {"Ann": 4, "Bob": 2, "Cat": 0, "Dov": 1}),
            ("unranked", {"Ann": 4, "Bob": 2, "Cat": 1, "Dov": 0}),
        ):
            services.change_rules(
                match, left_early=rule, reason="As we agreed", actor=club.boss, key=key()
            )
            assert earned(club) == expected
        unplayed = factories.match(club)
        assert selectors.match_places(club.league, [match, unplayed]) == {
            match.pk: [("Ann", 1, "10"), ("Bob", 2, "24"), ("Cat", 3, "45"), ("Dov", None, "9")]
        }
        services.change_rules(
            match, left_early="behind", hands_share=25, reason="Enough", actor=club.boss, key=key()
        )
        assert earned(club)["Dov"] == 4
        assert not HandVersion.objects.filter(number=2).exists()

    def test_the_league_has_a_rule_for_new_matches(self, club: Club) -> None:
        leagues.update_league(club.league, actor=club.boss, left_early="average", hands_share=50)
        match = factories.match(club)
        assert (match.left_early, match.hands_share) == ("average", 50)
        other = factories.match(club, left_early="alike", hands_share=75)
        assert (other.left_early, other.hands_share) == ("alike", 75)


class Clock:
    """The seconds that have passed, and those of them in which this thread was at work."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1000.0
        self.worked = 0.0
        monkeypatch.setattr("zarleague.replays.gate.monotonic", lambda: self.now)
        monkeypatch.setattr("zarleague.replays.gate.thread_time", lambda: self.worked)

    def work(self, seconds: float) -> None:
        self.now += seconds
        self.worked += seconds


def in_request(network: str, do: Callable[[], object]) -> None:
    """Do something as in a request of a network."""

    def ask() -> None:
        sender.set(Sender(network))
        do()

    contextvars.copy_context().run(ask)


def test_trying_changes_has_a_share_of_the_time(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """10 seconds at once; after 20 one may go on when 10 of them are back, at a tenth of a second
    each second. Somebody else's time is their own."""
    match = factories.match(club, "Ann", "Bob")
    monkeypatch.setattr(rewriting, "TRYING", Share(burst=10, refill=0.1))
    clock = Clock(monkeypatch)

    def try_for(seconds: float, network: str) -> None:
        in_request(network, lambda: services.tried(match, lambda: clock.work(seconds)))

    try_for(20, "192.0.2.7")
    with pytest.raises(TooManyTries) as refused:
        try_for(0, "192.0.2.7")
    assert refused.value.seconds == 101
    try_for(0, "192.0.2.8")
    clock.now += 101
    try_for(0, "192.0.2.7")


def test_large_changes_have_a_share_of_the_time(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """10 seconds of work at once, wherever its account sends from; after 11 one may go on when one
    of them is back, at a fifth of a second each second. Waiting for a lock is no work. Somebody
    else's time is their own, in the same house as well, and hands are entered all the same."""
    match = factories.match(club, "Ann", "Bob")
    monkeypatch.setattr(large_changes, "CHANGING", Share(burst=10, refill=0.2))
    clock = Clock(monkeypatch)
    second = factories.user("second")
    Membership.objects.create(league=club.league, user=second, role="organiser")
    other = Actor.of(second)

    def void_for(seconds: float, actor: Actor = club.boss, network: str = "192.0.2.7") -> None:
        def void() -> None:
            factories.hand(club, match, 0, 5)
            services.void_match(match, reason="Twice", actor=actor, key=key())

        def slowly(*_: object) -> None:
            clock.now += 60
            clock.work(seconds)

        with monkeypatch.context() as patched:
            patched.setattr(whole_matches, "void_locked", slowly)
            in_request(network, void)

    void_for(0)
    clock.now += 60
    void_for(11)
    for network in ("192.0.2.7", "192.0.2.8"):
        with pytest.raises(TooManyTries) as refused:
            void_for(0, network=network)
        assert refused.value.seconds == 6
    assert match.hands.count() == 4
    void_for(0, other)
    clock.now += 6
    void_for(0)


def test_who_claims_a_player_and_who_ends_a_season_takes_of_that_share(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A claim merges a player, the end of a season closes all its open matches."""
    share = Share(burst=10, refill=0.2)
    share.charge(f"account {club.organiser.pk}", 60)
    monkeypatch.setattr(large_changes, "CHANGING", share)
    (ann,) = club.add("Ann")
    member = Membership.objects.get(league=club.league, user=club.player)
    changes: list[Callable[[], object]] = [
        lambda: services.say_who(club.league, ann, actor=club.boss),
        lambda: services.answer_claim(member, ann, True, actor=club.boss),
        lambda: services.finish_season(club.season, actor=club.boss, key=key()),
    ]
    for change in changes:
        with pytest.raises(TooManyTries):
            in_request("192.0.2.7", change)


def test_an_evenings_large_changes_are_never_refused() -> None:
    """37 merges of 0.8 seconds without pause, 29.6 together; then one every four seconds."""
    share = large_changes.CHANGING
    for _ in range(37):
        share.check("an organiser")
        share.charge("an organiser", 0.8)
    share.check("an organiser")
    share.charge("an organiser", 0.8)
    assert 0 < share.seconds_to_wait("an organiser") <= 4


class TestTheRightPerson:
    def test_from_a_hand_on(self, club: Club) -> None:
        """The seat was Anna's, and from hand 2 on Ann sat there."""
        match = factories.match(club, "Anna", "Bob", "Cat")
        for hand in ((0, 5, 7), (3, 0, 9), (2, 0, 8)):
            factories.hand(club, match, *hand, winner=hand.index(0))
        (ann,) = club.add("Ann")
        wrong = seat(match, "Anna")
        moved = services.tried(
            match,
            lambda: services.correct_seat(
                wrong, ann, from_hand=2, reason="Ann sat there", actor=club.boss, key=key()
            ),
        )
        assert ann.pk in {one.player_id for one in moved}
        assert points(club) == {"Anna": 5, "Bob": 5, "Cat": 24}
        services.correct_seat(
            wrong, ann, from_hand=2, reason="Ann sat there", actor=club.boss, key=key()
        )
        assert points(club) == {"Ann": 5, "Anna": 0, "Bob": 5, "Cat": 24}
        assert earned(club)  # and the totals are those of the hands
        assert list(
            Hand.objects.order_by("number").values_list("confirmed__number", flat=True)
        ) == [
            1,
            2,
            2,
        ]
        assert [one.player.name for one in selectors.seats_for(match)] == ["Ann", "Bob", "Cat"]
        assert AuditEntry.objects.get(action="correct_seat").why == "Ann sat there"

    def test_the_whole_match_and_back(self, club: Club) -> None:
        match = factories.match(club, "Anna", "Bob")
        factories.hand(club, match, 0, 5)
        before = earned(club)
        right = services.correct_seat(
            seat(match, "Anna"), "Ann", from_hand=1, reason="Ann", actor=club.boss, key=key()
        )
        assert points(club) == {"Ann": 0, "Bob": 5}
        services.correct_seat(
            right, club.players["Anna"], from_hand=1, reason="No", actor=club.boss, key=key()
        )
        assert earned(club) == before
        factories.hand(club, match, 4, 0, winner=1)
        assert points(club) == {"Anna": 4, "Bob": 5}

    def test_who_cannot_have_sat_there(self, club: Club) -> None:
        match = factories.match(club, "Anna", "Bob", "Cat")
        factories.hand(club, match, 0, 5, 7)

        def corrected(who: object, from_hand: int = 1, actor: Actor = club.boss) -> None:
            services.correct_seat(
                seat(match, "Anna"), who, from_hand=from_hand, reason="Ann", actor=actor, key=key()
            )

        for who, from_hand in (("Bob", 1), ("Anna", 1), ("Ann", 0), ("Ann", 3)):
            with pytest.raises(Invalid):
                corrected(who, from_hand)
        with pytest.raises(NotAllowed):
            corrected("Ann", actor=Actor.of(club.player))
        assert points(club) == {"Anna": 0, "Bob": 5, "Cat": 7}


class TestSubstitutes:
    """Ann plays two hands, Eve the last two for her: 3 and 2 points, 5 of the seat. Bob has 10,
    Cat 25, Dov 30: the seat is first of four."""

    def played(self, club: Club, counts: str) -> Match:
        match = factories.match(club, "Ann", "Bob", "Cat", "Dov")
        factories.hand(club, match, 0, 3, 8, 10)
        factories.hand(club, match, 3, 0, 2, 10, winner=1)
        services.substitute(seat(match, "Ann"), "Eve", counts=counts, actor=club.boss, key=key())
        factories.hand(club, match, 2, 6, 10, 0, winner=3)
        factories.hand(club, match, 0, 1, 5, 10)
        return match

    @pytest.mark.parametrize(
        ("counts", "expected"),
        [
            ("regular", {"Ann": 4, "Bob": 2, "Cat": 1, "Dov": 0}),
            ("substitute", {"Eve": 4, "Bob": 2, "Cat": 1, "Dov": 0}),
            ("both", {"Ann": 2, "Eve": 2, "Bob": 2, "Cat": 1, "Dov": 0}),
        ],
    )
    def test_the_table_keeps_four_places(
        self, club: Club, counts: str, expected: dict[str, int]
    ) -> None:
        self.played(club, counts)
        assert earned(club) == expected

    def test_it_can_be_changed_afterwards(self, club: Club) -> None:
        match = self.played(club, "both")
        eve = seat(match, "Eve")
        assert points(club) == {"Ann": 3, "Eve": 2, "Bob": 10, "Cat": 25, "Dov": 30}
        for counts, expected in (("regular", {"Ann": 5}), ("substitute", {"Eve": 5})):
            services.count_substitute(eve, counts, reason="Agreed", actor=club.boss, key=key())
            eve.refresh_from_db()
            assert services.counts_now(eve) == counts
            assert points(club) == expected | {"Bob": 10, "Cat": 25, "Dov": 30}
            assert earned(club)
        services.count_substitute(eve, "both", reason="Back", actor=club.boss, key=key())
        assert earned(club) == {"Ann": 2, "Eve": 2, "Bob": 2, "Cat": 1, "Dov": 0}

    def test_the_regular_comes_back(self, club: Club) -> None:
        match = self.played(club, "regular")
        services.substitute(seat(match, "Eve"), "Ann", actor=club.boss, key=key())
        factories.hand(club, match, 7, 0, 2, 3, winner=1)
        assert points(club)["Ann"] == 12
        assert earned(club)

    def test_only_a_seat_that_was_taken_over(self, club: Club) -> None:
        match = factories.match(club, "Ann", "Bob")
        with pytest.raises(Invalid, match="Nobody sat there"):
            services.count_substitute(
                seat(match, "Ann"), "both", reason="No", actor=club.boss, key=key()
            )


class TestTheWrongRules:
    """Of Uno's variants one gives the winner all points, in the other each keeps their own."""

    def match(self, club: Club) -> Match:
        return factories.match(club, "Ann", "Bob", game="uno", preset="uno-playroom")

    def counted(self, club: Club, match: Match, *sheets: dict[str, int], winner: int = 0) -> Hand:
        entry = Entry("counts", sheets, winner)
        return services.enter_hand(
            match, entry, actor=club.boss, key=key(), at=factories.EIGHT_O_CLOCK
        )

    def test_hands_are_scored_again(self, club: Club) -> None:
        match = self.match(club)
        self.counted(club, match, {}, {"n5": 1, "wild": 1})
        assert points(club) == {"Ann": 0, "Bob": 55}
        services.change_rules(
            match, overrides={"scoring": "winner-collects"}, preset="uno-playroom",
            reason="We play on for the points of the others", actor=club.boss, key=key(),
        )  # fmt: skip
        match.refresh_from_db()
        assert points(club) == {"Ann": 55, "Bob": 0}
        assert match.high_wins
        assert earned(club) == {"Ann": 4, "Bob": 2}
        (hand,) = Hand.objects.all()
        assert hand.confirmed is not None
        assert (hand.confirmed.number, hand.confirmed.reason[:7]) == (2, "We play")

    def test_points_alone_cannot_be_scored_again(self, club: Club) -> None:
        match = self.match(club)
        self.counted(club, match, {}, {"n5": 1})
        services.enter_hand(match, factories.totals(0, 7), actor=club.boss, key=key())

        def change(reason: str = "Wrong") -> None:
            services.change_rules(
                match,
                preset="uno-playroom",
                overrides={"scoring": "winner-collects"},
                reason=reason,
                actor=club.boss,
                key=key(),
            )

        with pytest.raises(RulesFrozen, match="Only the points of hand 2"):
            change()
        hand = Hand.objects.get(number=2)
        services.void_hand(hand, reason="x", actor=club.boss, key=key(), expected_version=1)
        with pytest.raises(Invalid):
            change(reason="")
        change()
        assert points(club) == {"Ann": 5, "Bob": 0}

    def test_always_possible_while_no_hand_counts(self, club: Club) -> None:
        """What is restored afterwards is scored by the new rules."""
        match = self.match(club)
        self.counted(club, match, {}, {"n5": 1})
        services.void_match(match, reason="Wrong rules", actor=club.boss, key=key())
        services.change_rules(
            match, preset="uno-playroom", overrides={"scoring": "winner-collects"},
            actor=club.boss, key=key(),
        )  # fmt: skip
        services.restore_match(match, reason="Right rules", actor=club.boss, key=key())
        assert points(club) == {"Ann": 5, "Bob": 0}
        assert earned(club) == {"Ann": 4, "Bob": 2}


class TestPages:
    def test_a_seat_is_corrected_after_a_preview(self, club: Club, client: Client) -> None:
        match = factories.match(club, "Anna", "Bob")
        factories.hand(club, match, 0, 5)
        client.force_login(club.organiser)
        page = reverse("change-match", args=[club.league.slug, match.pk])
        form = {
            "action": "seat",
            "seat": seat(match, "Anna").pk,
            "from_hand": 1,
            "name": "Ann",
            "reason": "Ann sat there",
        }
        shown = client.post(page, form | {"key": key()}).content.decode()
        assert "Correct the seat" in shown
        assert "Ann" in shown
        assert points(club) == {"Anna": 0, "Bob": 5}
        client.post(page, form | {"key": key(), "confirmed": "yes"})
        assert points(club) == {"Ann": 0, "Bob": 5}
        pad = client.get(reverse("match", args=[club.league.slug, match.pk])).content.decode()
        assert re.findall('class="who">(.*?)<', pad) == ["Ann", "Bob"]

    def test_a_substitute_and_the_rules(self, club: Club, client: Client) -> None:
        match = factories.match(club, "Ann", "Bob", game="uno", preset="uno-playroom")
        entry = Entry("counts", ({}, {"n5": 1}), 0)
        services.enter_hand(match, entry, actor=club.boss, key=key())
        client.force_login(club.organiser)
        slug = club.league.slug
        seats = reverse("match-seats", args=[slug, match.pk])
        form = {"action": "substitute", "seat": seat(match, "Ann").pk, "name": "Eve"}
        client.post(seats, form | {"counts": "regular", "key": key()})
        assert "plays for Ann" in client.get(seats).content.decode()
        pad = client.get(reverse("match", args=[slug, match.pk])).content.decode()
        assert re.search(r'who">Ann</span><span class="for-whom">Eve plays<', pad)
        change = reverse("change-match", args=[slug, match.pk])
        assert client.get(change).status_code == 200
        rules = reverse("match-rules", args=[slug, match.pk])
        assert f'href="{rules}"' in pad
        chosen = {"uno.scoring": "winner-collects", "reason": "Wrong rules"}
        shown = client.post(rules, chosen | {"key": key()}).content.decode()
        assert "What would change" in shown
        assert points(club) == {"Ann": 0, "Bob": 5}
        client.post(rules, chosen | {"key": key(), "confirmed": "yes"})
        assert points(club) == {"Ann": 5, "Bob": 0}
