"""Hands entered at the table."""

import pytest

from tests import factories
from tests.factories import Club, counts, key, totals
from zarleague.engine.entry import Entry
from zarleague.leagues.errors import Invalid, KeyReused
from zarleague.play import selectors, services
from zarleague.play.errors import (
    EntryRejected,
    HandConflict,
    MatchClosed,
    MatchIsOver,
    RulesFrozen,
    WrongNumber,
)
from zarleague.play.models import Hand, HandResult, HandVersion, Match


def results(hand: Hand) -> list[tuple[str, int, int, bool]]:
    rows = HandResult.objects.filter(version=hand.confirmed_id).select_related("player")
    return [(row.player.name, row.points, row.place, row.won) for row in rows]


def test_counts_are_scored_by_the_table_of_the_game(club: Club, match: Match) -> None:
    # Holland: number cards 1, reverse and skip 2, draw two 3, wild 4, dragon 5.
    entry = counts({}, {"number": 2, "dragon": 1}, {"draw-two": 1, "wild": 1})
    hand = services.enter_hand(match, entry, key=key(), actor=club.keeper)
    assert results(hand) == [("Ann", 0, 1, True), ("Bob", 7, 2, False), ("Cat", 7, 2, False)]
    assert hand.number == 1
    assert hand.confirmed.evidence == HandVersion.Evidence.COUNTS
    assert hand.confirmed.author_name == club.scorekeeper.username
    assert selectors.entry_of(hand.confirmed) == entry


def test_totals_are_taken_as_they_are(club: Club, match: Match) -> None:
    factories.hand(club, match, 0, 4, 9)
    factories.hand(club, match, 6, 0, 2, winner=1)
    ann, bob, cat = club.add("Ann", "Bob", "Cat")
    assert selectors.match_totals(match).points == {ann.pk: 6, bob.pk: 4, cat.pk: 11}
    first, second = selectors.hand_rows(match)
    assert (first.number, second.number) == (1, 2)
    assert first.evidence == HandVersion.Evidence.TOTALS
    assert second.cells[ann.pk] == selectors.HandCell(points=6, place=3, won=False, total=6)
    assert second.cells[bob.pk] == selectors.HandCell(points=0, place=1, won=True, total=4)


def test_the_same_key_makes_one_hand(club: Club, match: Match) -> None:
    once = key()
    first = services.enter_hand(match, totals(0, 4, 9), key=once, actor=club.keeper)
    again = services.enter_hand(match, totals(0, 4, 9), key=once, actor=club.keeper)
    assert again == first
    assert Hand.objects.count() == 1
    assert HandResult.objects.count() == 3


def test_a_key_that_comes_with_other_contents_is_refused(club: Club, match: Match) -> None:
    once = key()
    services.enter_hand(match, totals(0, 4, 9), key=once, actor=club.keeper)
    with pytest.raises(KeyReused):
        services.enter_hand(match, totals(0, 4, 8), key=once, actor=club.keeper)
    assert Hand.objects.count() == 1


def test_the_second_scorekeeper_is_told_what_the_first_saved(club: Club, match: Match) -> None:
    saved = factories.hand(club, match, 0, 4, 9, expected_number=1)
    with pytest.raises(HandConflict) as refused:
        factories.hand(club, match, 0, 4, 8, expected_number=1)
    assert refused.value.saved == saved
    assert refused.value.text == f"{club.organiser.username} has just saved hand 1."
    assert Hand.objects.count() == 1


def test_a_hand_that_would_leave_a_gap_is_refused(club: Club, match: Match) -> None:
    with pytest.raises(WrongNumber) as refused:
        factories.hand(club, match, 0, 4, 9, expected_number=3)
    assert refused.value.expected == 1


def test_a_wrong_entry_names_the_player_and_the_card(club: Club, match: Match) -> None:
    # "five wilds in a deck of four are impossible": Zar has four dragons.
    with pytest.raises(EntryRejected) as refused:
        services.enter_hand(
            match, counts({}, {"dragon": 5}, {"number": 1}), key=key(), actor=club.keeper
        )
    (remark,) = [remark for remark in refused.value.remarks if remark.blocks]
    assert remark.code == "too-many"
    assert (remark.seat, remark.player, remark.field) == (1, "Bob", "dragon")
    assert "Bob" in remark.text
    assert "5" in remark.text
    assert "4" in remark.text
    assert Hand.objects.count() == 0


def test_rules_are_frozen_by_the_first_hand(club: Club, match: Match) -> None:
    changed = services.change_rules(
        match, actor=club.keeper, preset="zar-plus-plus", key=factories.key()
    )
    assert changed.rules["preset"] == "zar-plus-plus"
    factories.hand(club, changed, 0, 4, 9)
    with pytest.raises(RulesFrozen, match="Only the points of hand 1"):
        services.change_rules(match, actor=club.keeper, preset="zar-holland", key=factories.key())
    match.refresh_from_db()
    assert match.rules["preset"] == "zar-plus-plus"
    assert match.frozen_at == factories.EIGHT_O_CLOCK


def test_a_closed_match_takes_no_hands_until_it_is_reopened(club: Club, match: Match) -> None:
    services.close_match(match, actor=club.keeper, key=factories.key())
    with pytest.raises(MatchClosed):
        factories.hand(club, match, 0, 4, 9)
    services.reopen_match(match, actor=club.keeper, key=factories.key())
    assert factories.hand(club, match, 0, 4, 9).number == 1


def test_a_match_of_two_hands_ends_after_two(club: Club) -> None:
    match = factories.match(club, end_hands=2)
    factories.hand(club, match, 0, 4, 9)
    assert selectors.status(match).announcements == ("One hand to go.",)
    second = factories.hand(club, match, 0, 4, 9)
    assert selectors.status(match).over
    with pytest.raises(MatchIsOver):
        factories.hand(club, match, 0, 4, 9)
    # A hand taken back does not count towards the two.
    services.void_hand(
        second,
        reason="misdealt",
        key=key(),
        actor=club.boss,
        expected_version=1,
        at=factories.EIGHT_O_CLOCK,
    )
    assert not selectors.status(match).over
    assert factories.hand(club, match, 0, 4, 9).number == 3


def test_a_match_ends_when_a_total_reaches_the_limit(club: Club) -> None:
    match = factories.match(club, end_limit=20)
    factories.hand(club, match, 0, 9, 19)
    assert not selectors.status(match).over
    factories.hand(club, match, 0, 2, 1)
    status = selectors.status(match)
    assert status.over
    assert status.leaders == (club.players["Ann"].pk,)
    assert status.announcements == ("Cat reaches 20.", "The match is over.")
    with pytest.raises(MatchIsOver):
        factories.hand(club, match, 0, 4, 9)


@pytest.mark.parametrize(
    ("options", "places"), [({}, [1, 2, 2, 4]), ({"same-points": "level"}, [1, 1, 1, 4])]
)
def test_who_went_out_is_ahead_of_somebody_left_with_no_points(
    club: Club, options: dict[str, str], places: list[int]
) -> None:
    # Playroom: "The winner is the first player having no more cards in his hand." Bob and Cat
    # are left with a zero each, which is worth nothing; Dee has a five.
    match = factories.match(club, "Ann", "Bob", "Cat", "Dee", game="uno", overrides=options)
    entry = Entry("counts", ({}, {"n0": 1}, {"n0": 1}, {"n5": 1}), 0)
    hand = services.enter_hand(match, entry, actor=club.keeper, key=key())
    results = hand.confirmed.results.order_by("order")
    assert [(one.points, one.place) for one in results] == list(
        zip((0, 0, 0, 5), places, strict=True)
    )
    assert [one.won for one in results] == [True, False, False, False]


def test_who_sat_out_has_no_result(club: Club, match: Match) -> None:
    ann, bob, cat = selectors.seats_for(match)
    factories.hand(club, match, 0, 4, seats=[ann, cat])
    (row,) = selectors.hand_rows(match)
    assert set(row.cells) == {ann.player_id, cat.player_id}
    assert bob.player_id not in selectors.match_totals(match).points
    with pytest.raises(Invalid):
        factories.hand(club, match, 0, 4, seats=[cat, ann])


def test_a_late_joiner_and_a_substitute_play_from_the_next_hand_on(
    club: Club, match: Match
) -> None:
    factories.hand(club, match, 0, 4, 9)
    services.join_match(match, "Dee", actor=club.keeper, key=factories.key())
    ann, *_ = selectors.seats_for(match)
    services.substitute(ann, "Eve", actor=club.keeper, key=factories.key())
    names = [seat.player.name for seat in selectors.seats_for(match)]
    assert names == ["Eve", "Bob", "Cat", "Dee"]
    assert [seat.player.guest for seat in selectors.seats_for(match)] == [True, False, False, True]
    second = factories.hand(club, match, 0, 1, 2, 3)
    assert [row[0] for row in results(second)] == ["Eve", "Bob", "Cat", "Dee"]
    assert [seat.player.name for seat in selectors.seats_for(match, 1)] == ["Ann", "Bob", "Cat"]


def test_the_winner_deals_the_next_hand(club: Club, match: Match) -> None:
    # Holland: "The winner of a hand deals the next."
    assert selectors.status(match).next_dealer == 0
    factories.hand(club, match, 4, 9, 0, winner=2)
    assert selectors.status(match).next_dealer == 2
    # Nobody goes out if the supply ends: whoever has the fewest points has won.
    ran_out = Entry("totals", ({"points": 5}, {"points": 50}, {"points": 57}), winner=None)
    services.enter_hand(match, ran_out, key=key(), actor=club.keeper)
    assert selectors.status(match).next_dealer == 0


def test_who_has_the_fewest_points_starts_the_next_round_of_golf(club: Club) -> None:
    # UNO Golf: "The player that scored the least points (…) will start the next round"; and "the
    # player to the left of the Dealer starts", so the seat before deals.
    match = factories.match(
        club, game="uno-golf", overrides={"action-points-confirmed": "yes"}, first_dealer=2
    )
    # Of two with the fewest the one in the first seat starts; nobody says which of them.
    for points, dealer in (((4, 0, 9), 0), ((0, 4, 9), 2), ((4, 9, 0), 1), ((9, 4, 4), 0)):
        entry = Entry("totals", tuple({"points": total} for total in points))
        services.enter_hand(match, entry, key=key(), actor=club.keeper)
        assert selectors.status(match).next_dealer == dealer


def test_a_preview_shows_points_and_totals_and_saves_nothing(club: Club, match: Match) -> None:
    factories.hand(club, match, 0, 4, 9)
    ann, bob, cat = club.add("Ann", "Bob", "Cat")
    preview = services.preview_hand(match, totals(3, 0, 1, winner=1))
    assert preview.points == (3, 0, 1)
    assert preview.places == (3, 1, 2)
    assert preview.totals == {ann.pk: (0, 3), bob.pk: (4, 4), cat.pk: (9, 10)}
    assert preview.status.hands == 2
    assert Hand.objects.count() == 1
    wrong = services.preview_hand(match, counts({}, {"dragon": 5}, {"number": 1}))
    assert wrong.points is None
    assert wrong.remarks[0].player == "Bob"
