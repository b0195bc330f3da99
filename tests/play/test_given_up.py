"""Hands that nobody ended: who holds what is kept, nobody has won, and the league says what they
count for."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories
from tests.factories import Club, key
from zarleague.engine.declared import to_data
from zarleague.engine.declared.examples import examples
from zarleague.engine.entry import Entry
from zarleague.leagues import services as leagues
from zarleague.leagues.actors import Actor
from zarleague.leagues.errors import NotAllowed
from zarleague.play import selectors, services
from zarleague.play.errors import EntryRejected
from zarleague.play.models import Hand, HandVersion, Match
from zarleague.play.rulings.ruling_access import accounts_of_players
from zarleague.reports.season_report.build import make_report
from zarleague.reports.season_report.sections.wording import document_of

pytestmark = pytest.mark.postgresql

HELD = Entry("given-up", ({"points": 12}, {"points": 30}, {}))
"""Ann holds 12 points, Bob 30; what Cat holds nobody noted."""


def give_up(match: Match, entry: Entry = HELD, **fields: Any) -> Hand:
    fields = {"key": key(), "at": factories.EIGHT_O_CLOCK} | fields
    return services.enter_hand(match, entry, **fields)


def table(club: Club) -> dict[str, tuple[int, int, int]]:
    """Return hands, points and wins by name; check that the totals are those of the hands."""
    assert services.rebuild(club.season, write=False) == []
    club.season.refresh_from_db()
    found = selectors.named_table(club.season)
    return {
        found.names[row.player_id]: (row.hands, row.points, row.wins)
        for row in found.rows
        if row.hands
    }


def held(hand: Hand) -> dict[str, int | None]:
    hand = Hand.objects.select_related("confirmed", "match__season").get(pk=hand.pk)
    assert hand.confirmed is not None
    return {seat.player.name: points for seat, points in selectors.held(hand, hand.confirmed)}


PLAYED = {"Ann": (1, 0, 1), "Bob": (1, 5, 0), "Cat": (1, 7, 0)}
"""The table of one hand that Ann ended, with 5 and 7 points left."""
LEVEL = {"Ann": (2, 0, 1), "Bob": (2, 5, 0), "Cat": (2, 7, 0)}
"""The same with a hand that counts as level."""


class TestByDefault:
    def test_it_is_kept_and_counts_for_nothing(self, club: Club, match: Match) -> None:
        factories.hand(club, match, 0, 5, 7)
        hand = give_up(match, actor=club.keeper)
        assert table(club) == PLAYED
        assert held(hand) == {"Ann": 12, "Bob": 30, "Cat": None}
        status = selectors.status(match)
        assert (status.hands, status.next_number) == (1, 3)
        row = selectors.hand_rows(match)[1]
        assert row.given_up
        assert row.cells == {}
        assert sorted(row.held.values()) == [12, 30]

    def test_it_is_no_hand_of_a_match_of_so_many(self, club: Club) -> None:
        match = factories.match(club, end_hands=1)
        give_up(match, actor=club.keeper)
        assert not selectors.status(match).over
        factories.hand(club, match, 0, 5, 7)
        assert selectors.status(match).over

    def test_it_is_voided_restored_and_corrected_like_others(
        self, club: Club, match: Match
    ) -> None:
        hand = give_up(match, actor=club.keeper)
        change = {"actor": club.boss, "reason": "Typed into the wrong match"}
        services.void_hand(hand, key=key(), expected_version=1, **change)
        assert held(hand) == {}
        services.restore_hand(hand, 1, key=key(), expected_version=2, **change)
        assert held(hand) == {"Ann": 12, "Bob": 30, "Cat": None}
        services.correct_hand(
            hand, factories.totals(0, 5, 7), key=key(), expected_version=3, **change
        )
        assert table(club) == PLAYED
        services.correct_hand(hand, HELD, key=key(), expected_version=4, **change)
        assert table(club) == {}
        assert [row.given_up for row in selectors.history(hand)] == [
            True, False, True, False, True,
        ]  # fmt: skip

    def test_a_match_of_it_alone_is_voided_as_its_preview_says(
        self, club: Club, match: Match
    ) -> None:
        hand = give_up(match, actor=club.keeper)
        assert services.preview_void_matches([match], "Wrong") == {match.season_id: []}
        services.void_match(match, reason="Wrong", actor=club.boss, key=key())
        assert held(hand) == {}

    def test_who_sat_out_is_no_part_of_it(self, club: Club) -> None:
        match = factories.match(club, "Ann", "Bob", "Cat", "Dov")
        ann, _bob, cat, dov = selectors.seats_for(match)
        hand = give_up(match, HELD, actor=club.keeper, seats=[ann, cat, dov])
        assert held(hand) == {"Ann": 12, "Cat": 30, "Dov": None}

    def test_only_who_may_score_gives_one_up(self, club: Club, match: Match) -> None:
        with pytest.raises(NotAllowed):
            give_up(match, actor=Actor.of(club.outsider))

    def test_a_player_of_it_is_a_party_of_its_dispute(self, club: Club, match: Match) -> None:
        ann = match.seats.get(number=0).player
        ann.user = club.player
        ann.save(update_fields=["user"])
        hand = give_up(match, actor=club.keeper)
        assert accounts_of_players(hand) == {club.player.pk}


class TestCountedAsLevel:
    def test_nobody_gains_anything(self, club: Club) -> None:
        leagues.update_league(club.league, actor=club.boss, given_up="level")
        match = factories.match(club)
        factories.hand(club, match, 0, 5, 7)
        hand = give_up(match, actor=club.keeper)
        assert table(club) == LEVEL
        assert {row.place for row in selectors.results_of_version(hand.confirmed)} == {1}
        assert held(hand) == {"Ann": 12, "Bob": 30, "Cat": None}

    def test_the_rule_of_a_match_is_changed_with_a_reason(self, club: Club, match: Match) -> None:
        factories.hand(club, match, 0, 5, 7)
        hand = give_up(match, actor=club.keeper)
        change = {"actor": club.boss, "reason": "As agreed"}
        services.change_rules(match, given_up="level", key=key(), **change)
        assert table(club) == LEVEL
        services.change_rules(match, given_up="ignored", key=key(), **change)
        assert table(club) == PLAYED
        assert held(hand) == {"Ann": 12, "Bob": 30, "Cat": None}
        assert list(hand.versions.values_list("number", flat=True)) == [1, 2, 3]


class TestKept:
    def test_a_release_that_knows_no_such_hands_keeps_them(self, club: Club, match: Match) -> None:
        """Release 1.1 restores a version by its entry and its results, which it has none of."""
        hand = give_up(match, actor=club.keeper)
        assert hand.confirmed is not None
        copy = HandVersion.objects.create(
            league=club.league,
            hand=hand,
            number=2,
            entry=hand.confirmed.entry,
            evidence=1,
            author_name="1.1",
            reason="Restored",
        )
        Hand.objects.filter(pk=hand.pk).update(confirmed=copy)
        assert held(hand) == {"Ann": 12, "Bob": 30, "Cat": None}

    def test_a_corrected_seat_is_followed(self, club: Club, match: Match) -> None:
        hand = give_up(match, actor=club.keeper)
        services.correct_seat(
            match.seats.get(number=1),
            "Eve",
            from_hand=1,
            reason="Eve sat there",
            actor=club.boss,
            key=key(),
        )
        assert held(hand) == {"Ann": 12, "Eve": 30, "Cat": None}


SKYJO = to_data(next(one for one in examples() if one.name == "Skyjo"))


@pytest.mark.parametrize("game", ["crazy-eights", "uno", "uno-golf", "zar", "zuits", "own:Skyjo"])
def test_every_game_has_it(club: Club, game: str) -> None:
    if game == "own:Skyjo":
        leagues.declare_game(club.league, SKYJO, actor=club.boss)
    low_or_high = factories.club(rules={"preset": "place-points", "options": {}})
    of = club if game == "own:Skyjo" else low_or_high
    match = factories.match(of, "Ann", "Bob", "Cat", "Dov", game=game)
    found = held(give_up(match, Entry("given-up", ({"points": 5}, {}, {}, {})), actor=of.keeper))
    assert found == {"Ann": 5, "Bob": None, "Cat": None, "Dov": None}
    for wrong in ({"points": "many"}, {"points": 999_999}, {"cards": 5}):
        with pytest.raises(EntryRejected):
            give_up(match, Entry("given-up", (wrong, {}, {}, {})), actor=of.keeper)


def test_over_the_api(club: Club, match: Match, client: Client) -> None:
    client.force_login(club.scorekeeper)
    answer = client.post(
        reverse("api-hands", args=(match.pk,)),
        {"form": "given-up", "sheets": [{"points": 12}, {"points": 30}, {}]},
        content_type="application/json",
        headers={"Idempotency-Key": key()},
    )
    assert answer.status_code == 201, answer.content
    hand = answer.json()["hand"]
    assert hand["given_up"]
    assert hand["results"] == []
    assert [sheet.get("points") for sheet in hand["entry"]["sheets"]] == [12, 30, None]
    (row,) = client.get(reverse("api-hands", args=(match.pk,))).json()["results"]
    assert row["given_up"]


def test_its_pages_say_so(club: Club, match: Match, client: Client) -> None:
    client.force_login(club.scorekeeper)
    hand = give_up(match, actor=club.keeper)
    services.leave_match(match.seats.get(number=0), actor=club.boss, key=key())  # but Ann sat there
    at = (club.league.slug, match.pk)
    assert "given up: Ann 12, Bob 30" in client.get(reverse("match", args=at)).content.decode()
    shown = client.get(reverse("hand", args=(*at, hand.number))).content.decode()
    assert "This hand was given up. It doesn’t count." in shown
    assert client.get(reverse("correct-hand", args=(*at, hand.number))).status_code == 200


@pytest.mark.django_db
def test_the_report_says_how_many(club: Club) -> None:
    """Two of a match that does not count them; one was entered as such and corrected since."""
    match = factories.match(club, "Ann", "Bob", "Cat")
    give_up(match, actor=club.keeper)
    give_up(match, actor=club.keeper)
    corrected = give_up(match, actor=club.keeper)
    entry = Entry("totals", ({}, {"points": 5}, {"points": 7}), winner=0)
    services.correct_hand(
        corrected, entry, expected_version=1, reason="It was ended", actor=club.boss, key=key()
    )
    report = make_report(club.season)
    assert report.figures["given_up"] == 2
    (section,) = (one for one in document_of(report.figures).sections if one.key == "evidence")
    assert section.paragraphs == ("2 hands were given up: nobody ended them.",)
