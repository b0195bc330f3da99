"""Guests merged, unmerged and claimed; penalties."""

import datetime

import pytest

from tests import factories
from tests.factories import Club, key
from zarleague.leagues import links
from zarleague.leagues import selectors as league_selectors
from zarleague.leagues import services as leagues
from zarleague.leagues.errors import CannotMerge, Invalid, NameTaken, NotAllowed
from zarleague.leagues.models import AccessLink, Membership, Player
from zarleague.play import selectors, services
from zarleague.play.models import Match
from zarleague.standings.table import Row

pytestmark = pytest.mark.postgresql


def points(club: Club) -> dict[str, int]:
    names = dict(Player.objects.values_list("pk", "name"))
    return {names[row.player_id]: row.points for row in selectors.season_table(club.season)}


def row(club: Club, name: str) -> Row:
    player = Player.objects.get(name=name)
    rows = selectors.season_table(club.season)
    return next(row for row in rows if row.player_id == player.pk)


def guest_evening(club: Club) -> Player:
    """One match of Ann, Bob and a guest, one of Ann, Bob and Cat."""
    factories.hand(club, factories.match(club, "Ann", "Bob", "Cat"), 0, 4, 9)
    ann, bob = club.add("Ann", "Bob")
    match = services.start_match(
        club.season,
        [ann, bob, "Cathy?"],
        actor=club.boss,
        key=key(),
        at=factories.EIGHT_O_CLOCK,
    )
    factories.hand(club, match, 0, 3, 5)
    return Player.objects.get(name="Cathy?")


def test_a_new_name_at_the_table_becomes_a_guest(club: Club) -> None:
    guest = guest_evening(club)
    assert guest.guest
    assert points(club) == {"Ann": 0, "Bob": 7, "Cat": 9, "Cathy?": 5}


def test_a_known_name_is_the_player(club: Club) -> None:
    factories.match(club, "Ann", "Bob")
    services.start_match(
        club.season, ["  ann ", "BOB"], actor=club.boss, key=key(), at=factories.EIGHT_O_CLOCK
    )
    assert Player.objects.count() == 2


def test_a_merged_guest_counts_for_the_player_and_back(club: Club) -> None:
    guest = guest_evening(club)
    (cat,) = club.add("Cat")
    merge = services.merge_guest(guest, cat, actor=club.boss, key=factories.key())
    assert points(club) == {"Ann": 0, "Bob": 7, "Cat": 14}
    assert row(club, "Cat").hands == 2
    assert [played.points for played in selectors.player_history(cat)] == [5, 9]
    services.undo_merge(merge, actor=club.boss, key=factories.key())
    assert points(club) == {"Ann": 0, "Bob": 7, "Cat": 9, "Cathy?": 5}
    with pytest.raises(CannotMerge):
        services.undo_merge(merge, actor=club.boss, key=factories.key())


def test_a_hand_entered_after_the_merge_counts_for_the_player(club: Club) -> None:
    guest = guest_evening(club)
    (cat,) = club.add("Cat")
    match = Match.objects.get(seats__player=guest)
    services.merge_guest(guest, cat, actor=club.boss, key=factories.key())
    factories.hand(club, match, 0, 1, 2)
    assert points(club) == {"Ann": 0, "Bob": 8, "Cat": 16}
    assert selectors.match_totals(match).points[cat.pk] == 7


def test_merges_follow_each_other_and_are_undone_in_any_order(club: Club) -> None:
    first = guest_evening(club)
    second = leagues.add_player(
        club.league, "Somebody", actor=club.boss, guest=True, key=factories.key()
    )
    (cat,) = club.add("Cat")
    into_second = services.merge_guest(first, second, actor=club.boss, key=factories.key())
    services.merge_guest(second, cat, actor=club.boss, key=factories.key())
    assert points(club) == {"Ann": 0, "Bob": 7, "Cat": 14}
    services.undo_merge(into_second, actor=club.boss, key=factories.key())
    assert points(club) == {"Ann": 0, "Bob": 7, "Cat": 9, "Cathy?": 5}


def test_two_who_sat_at_one_table_are_not_one_person(club: Club) -> None:
    guest = guest_evening(club)
    (bob,) = club.add("Bob")
    with pytest.raises(CannotMerge):
        services.merge_guest(guest, bob, actor=club.boss, key=factories.key())
    assert points(club)["Cathy?"] == 5


def test_two_regulars_who_are_one_person_are_merged(club: Club) -> None:
    """Anna has 4 points with Bob, Ann 9 with Cat: together 13."""
    factories.hand(club, factories.match(club, "Anna", "Bob"), 4, 0, winner=1)
    factories.hand(club, factories.match(club, "Ann", "Cat"), 9, 0, winner=1)
    anna, ann = club.add("Anna", "Ann")
    merge = services.merge_guest(anna, ann, actor=club.boss, key=factories.key())
    assert points(club) == {"Ann": 13, "Bob": 0, "Cat": 0}
    services.undo_merge(merge, actor=club.boss, key=factories.key())
    assert points(club) == {"Anna": 4, "Ann": 9, "Bob": 0, "Cat": 0}


def test_whoever_has_an_account_stays(club: Club) -> None:
    ann, bob = club.add("Ann", "Bob")
    ann.user = club.player
    ann.save()
    with pytest.raises(CannotMerge, match="has an account"):
        services.merge_guest(ann, bob, actor=club.boss, key=factories.key())


def test_an_undone_merge_needs_its_name_back(club: Club) -> None:
    guest = guest_evening(club)
    (cat,) = club.add("Cat")
    merge = services.merge_guest(guest, cat, actor=club.boss, key=factories.key())
    leagues.add_player(club.league, "cathy?", actor=club.boss, key=factories.key())
    with pytest.raises(NameTaken):
        services.undo_merge(merge, actor=club.boss, key=factories.key())
    assert points(club) == {"Ann": 0, "Bob": 7, "Cat": 14}


def test_a_guest_is_claimed_by_its_link(club: Club) -> None:
    guest = guest_evening(club)
    link, token = links.create_link(
        club.league, AccessLink.Purpose.CLAIM, actor=club.boss, player=guest
    )
    found = links.find_link(token)
    assert found == link
    claimed = services.claim_guest(found, club.outsider)
    assert claimed == guest
    guest.refresh_from_db()
    assert (guest.user, guest.guest) == (club.outsider, False)
    assert Membership.objects.get(user=club.outsider).role == Membership.Role.PLAYER
    assert services.claim_guest(found, club.outsider) == guest
    with pytest.raises(CannotMerge):
        services.claim_guest(found, club.player)


def test_who_has_a_player_already_has_the_guest_merged_into_it(club: Club) -> None:
    guest = guest_evening(club)
    (cat,) = club.add("Cat")
    cat.user = club.player
    cat.save()
    link, _ = links.create_link(
        club.league, AccessLink.Purpose.CLAIM, actor=club.boss, player=guest
    )
    assert services.claim_guest(link, club.player) == cat
    assert points(club) == {"Ann": 0, "Bob": 7, "Cat": 14}


def test_a_revoked_claim_link_claims_nothing(club: Club) -> None:
    guest = guest_evening(club)
    link, token = links.create_link(
        club.league, AccessLink.Purpose.CLAIM, actor=club.boss, player=guest
    )
    revoked = links.revoke_link(link, actor=club.boss)
    assert links.find_link(token) is None
    with pytest.raises(NotAllowed):
        services.claim_guest(revoked, club.outsider)


def test_a_penalty_counts_until_it_is_cancelled(club: Club, match: Match) -> None:
    factories.hand(club, match, 0, 4, 9)
    (ann,) = club.add("Ann")
    penalty = services.add_penalty(
        club.season,
        ann,
        10,
        reason="Showed her hand to Bob",
        actor=club.keeper,
        key=key(),
        match=match,
    )
    # Total points, low wins: Ann has 0 and 10 of penalty, Bob 4, Cat 9.
    rows = selectors.season_table(club.season)
    assert [(r.player_id == ann.pk, r.metric, r.penalty) for r in rows] == [
        (False, 4, 0),
        (False, 9, 0),
        (True, 10, 10),
    ]
    services.cancel_penalty(penalty, reason="She did not", actor=club.keeper, key=factories.key())
    assert selectors.season_table(club.season)[0].player_id == ann.pk
    assert [p.cancel_reason for p in selectors.match_penalties(match)] == ["She did not"]


def test_a_penalty_outside_a_match_is_the_organisers(club: Club, match: Match) -> None:
    (ann,) = club.add("Ann")
    evening = datetime.date(2026, 3, 13)
    with pytest.raises(NotAllowed):
        services.add_penalty(
            club.season, ann, 5, reason="late", actor=club.keeper, key=key(), evening=evening
        )
    with pytest.raises(Invalid):
        services.add_penalty(
            club.season, ann, 0, reason="late", actor=club.boss, key=key(), evening=evening
        )
    penalty = services.add_penalty(
        club.season, ann, 5, reason="late", actor=club.boss, key=key(), evening=evening
    )
    assert penalty.evening == evening
    assert row(club, "Ann").penalty == 5
    assert row(club, "Ann").rank is None


@pytest.mark.parametrize(
    ("into", "ends"),
    [
        ({1: 2, 2: 3}, {1: 3, 2: 3}),
        ({2: 3, 1: 2, 7: 3}, {1: 3, 2: 3, 7: 3}),
        ({1: 2, 2: 1}, {1: 1, 2: 2}),
        ({1: 2, 2: 3, 3: 2, 4: 1, 5: 6}, {1: 1, 2: 2, 3: 3, 4: 4, 5: 6}),
    ],
)
def test_chains_of_merges_end_also_in_a_circle(into: dict[int, int], ends: dict[int, int]) -> None:
    assert league_selectors.ends_of_chains(into) == ends


def test_a_circle_of_merges_in_the_database_stops_nothing(club: Club) -> None:
    """No service makes one; the rows may have come from elsewhere."""
    match = factories.match(club, end_limit=5)
    factories.hand(club, match, 0, 4, 9)
    ann, bob = club.players["Ann"], club.players["Bob"]
    for one, other in ((ann, bob), (bob, ann)):
        Player.objects.filter(pk=one.pk).update(merged_into=other)
    assert selectors.status(match).announcements == ("Cat reaches 5.", "The match is over.")
    services.rebuild(club.season)
    assert points(club) == {"Ann": 0, "Bob": 4, "Cat": 9}
    assert sorted(league_selectors.with_merged_guests(ann)) == [ann.pk, bob.pk]
