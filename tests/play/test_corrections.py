"""Hands corrected, taken back, restored: versions, and what moves."""

import datetime

import pytest

from tests import factories
from tests.factories import EIGHT_O_CLOCK, Club, key, totals
from zarleague.leagues.errors import Invalid, NotAllowed
from zarleague.play import selectors, services
from zarleague.play.errors import EntryRejected, VersionConflict
from zarleague.play.models import Hand, HandVersion, Match
from zarleague.play.selectors import Stage


def correct(club: Club, hand: Hand, *points: int, winner: int = 0, **fields: object) -> HandVersion:
    fields = {
        "reason": "misread",
        "key": key(),
        "actor": club.keeper,
        "expected_version": 1,
        "at": EIGHT_O_CLOCK,
    } | fields
    return services.correct_hand(hand, totals(*points, winner=winner), **fields)


def test_a_correction_is_a_new_version_and_counts_instead(club: Club, match: Match) -> None:
    hand = factories.hand(club, match, 0, 4, 9)
    version = correct(club, hand, 0, 4, 19)
    assert (version.number, version.reason) == (2, "misread")
    ann, bob, cat = club.add("Ann", "Bob", "Cat")
    assert selectors.match_totals(match).points == {ann.pk: 0, bob.pk: 4, cat.pk: 19}
    table = selectors.season_table(club.season)
    assert factories.points_of(table) == {ann.pk: 0, bob.pk: 4, cat.pk: 19}
    first, second = selectors.history(hand)
    assert first.points == {"Ann": "0", "Bob": "4", "Cat": "9"}
    assert second.changes == ("Cat: 9 → 19",)


def test_another_winner_is_told_in_the_history(club: Club, match: Match) -> None:
    hand = factories.hand(club, match, 0, 4, 9)
    correct(club, hand, 4, 0, 9, winner=1)
    assert selectors.history(hand)[1].changes == ("Ann: 0 → 4", "Bob: 4 → 0", "Won by Bob")


def test_a_correction_made_twice_counts_once(club: Club, match: Match) -> None:
    hand = factories.hand(club, match, 0, 4, 9)
    once = key()
    first = correct(club, hand, 0, 4, 19, key=once)
    assert correct(club, hand, 0, 4, 19, key=once) == first
    assert HandVersion.objects.filter(hand=hand).count() == 2


def test_a_correction_of_a_version_that_is_not_the_last_is_refused(
    club: Club, match: Match
) -> None:
    hand = factories.hand(club, match, 0, 4, 9)
    correct(club, hand, 0, 4, 19)
    with pytest.raises(VersionConflict) as refused:
        correct(club, hand, 0, 5, 9)
    assert refused.value.hand.confirmed.number == 2


def test_a_correction_needs_a_reason_and_a_possible_entry(club: Club, match: Match) -> None:
    hand = factories.hand(club, match, 0, 4, 9)
    with pytest.raises(Invalid):
        correct(club, hand, 0, 4, 19, reason=" ")
    with pytest.raises(EntryRejected):
        correct(club, hand, 0, 4, 999)
    assert HandVersion.objects.filter(hand=hand).count() == 1


def test_a_hand_taken_back_counts_nothing_until_it_is_restored(club: Club, match: Match) -> None:
    hand = factories.hand(club, match, 0, 4, 9)
    factories.hand(club, match, 1, 0, 2, winner=1)
    ann, bob, cat = club.add("Ann", "Bob", "Cat")
    void = services.void_hand(
        hand,
        reason="misdealt",
        key=key(),
        actor=club.keeper,
        expected_version=1,
        at=EIGHT_O_CLOCK,
    )
    assert void.kind == HandVersion.Kind.VOID
    assert selectors.match_totals(match).points == {ann.pk: 1, bob.pk: 0, cat.pk: 2}
    assert [row.voided for row in selectors.hand_rows(match)] == [True, False]
    services.restore_hand(
        hand,
        1,
        reason="it was dealt well",
        key=key(),
        actor=club.keeper,
        expected_version=2,
        at=EIGHT_O_CLOCK,
    )
    assert selectors.match_totals(match).points == {ann.pk: 1, bob.pk: 4, cat.pk: 11}
    assert [row.version.number for row in selectors.history(hand)] == [1, 2, 3]
    assert selectors.history(hand)[1].changes == ("Voided.",)


def test_who_played_can_be_corrected(club: Club, match: Match) -> None:
    hand = factories.hand(club, match, 0, 4, 9)
    ann, _, cat = selectors.seats_for(match, 1)
    correct(club, hand, 0, 9, seats=[ann, cat])
    assert selectors.history(hand)[1].changes == ("Bob: no result",)
    assert set(selectors.match_totals(match).points) == {ann.player_id, cat.player_id}


def test_who_cannot_have_played_is_refused_in_a_correction(club: Club, match: Match) -> None:
    """Nobody of another table, nobody twice, nobody out of order, and no fewer than Zar is for."""
    hand = factories.hand(club, match, 0, 4, 9)
    ann, bob, cat = selectors.seats_for(match, 1)
    (stranger, *_) = selectors.seats_for(factories.match(club, "Dee", "Eve"), 1)
    for seats in ([ann, bob, stranger], [ann, bob, bob], [bob, ann, cat], [ann]):
        with pytest.raises(Invalid) as refused:
            correct(club, hand, *(0, 4, 19)[: len(seats)], seats=seats)
        assert refused.value.field == "seats"
    assert HandVersion.objects.filter(hand=hand).count() == 1


def test_the_preview_of_a_correction_shows_who_would_move(club: Club, match: Match) -> None:
    hand = factories.hand(club, match, 0, 4, 9)
    factories.hand(club, match, 7, 0, 2, winner=1)
    ann, bob, cat = club.add("Ann", "Bob", "Cat")
    # Totals are Ann 7, Bob 4, Cat 11; with 14 for Bob they would be 7, 14, 11.
    preview = services.preview_correction(hand, totals(0, 14, 9))
    assert preview.hand.totals == {ann.pk: (7, 7), bob.pk: (4, 14), cat.pk: (11, 11)}
    moved = {
        movement.player_id: (movement.rank_before, movement.rank_after)
        for movement in preview.moved.movements
    }
    assert moved == {ann.pk: (2, 1), bob.pk: (1, 3), cat.pk: (3, 2)}
    assert [result.points for result in preview.before] == [0, 4, 9]
    assert [result.points for result in preview.after] == [0, 14, 9]
    assert selectors.match_totals(match).points == {ann.pk: 7, bob.pk: 4, cat.pk: 11}


def test_the_preview_of_taking_a_hand_back(club: Club, match: Match) -> None:
    hand = factories.hand(club, match, 0, 4, 9)
    preview = services.preview_void(hand)
    assert {total for _, total in preview.hand.totals.values()} == {0}
    assert preview.hand.status.hands == 0
    assert {movement.rank_after for movement in preview.moved.movements} == {None}


def after(hours: int) -> datetime.datetime:
    return EIGHT_O_CLOCK + datetime.timedelta(hours=hours)


def test_the_objection_clock_runs_from_the_last_version(club: Club, match: Match) -> None:
    # The league's clock is 48 hours.
    hand = factories.hand(club, match, 0, 4, 9)
    assert selectors.stage(hand, after(47)) is Stage.PROVISIONAL
    assert selectors.stage(hand, after(48)) is Stage.AGREED
    correct(club, hand, 0, 4, 19, at=after(40))
    hand.refresh_from_db()
    assert selectors.stage(hand, after(87)) is Stage.PROVISIONAL
    assert selectors.stage(hand, after(88)) is Stage.AGREED


def test_an_open_dispute_stops_the_clock(club: Club, match: Match) -> None:
    hand = factories.hand(club, match, 0, 4, 9)
    dispute = services.open_dispute(hand, text="Cat held two", actor=club.keeper, key=key())
    assert selectors.stage(hand, after(500)) is Stage.PROVISIONAL
    services.withdraw_dispute(dispute, actor=club.boss, key=factories.key())
    assert selectors.stage(hand, after(500)) is Stage.AGREED


def test_after_the_season_only_the_organiser_corrects(club: Club, match: Match) -> None:
    hand = factories.hand(club, match, 0, 4, 9)
    services.finish_season(club.season, actor=club.boss, key=factories.key())
    with pytest.raises(NotAllowed):
        correct(club, hand, 0, 4, 19)
    assert correct(club, hand, 0, 4, 19, actor=club.boss).number == 2
