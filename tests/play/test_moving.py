"""What a change would move in the table: exactly what it then moves, read from few rows."""

import datetime
import random
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import pytest

from benchmarks import bulk
from tests import factories
from tests.factories import Club, key, totals
from tests.statements import rows_read, statements
from zarleague.play import selectors, services
from zarleague.play.models import Hand, Match
from zarleague.play.services import previews
from zarleague.play.totals import TableChange, moving
from zarleague.standings.series import Movement, movements
from zarleague.standings.table import Row

# Arithmetic, and words: no database changes them.
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

NAMES = ("Ann", "Bob", "Cat", "Dee", "Eve", "Fay", "Gus")
RULES: list[dict[str, Any]] = [
    {"preset": "total-points", "options": {}},
    {"preset": "total-points", "options": {"tie_breaks": ["head-to-head", "last-evening"]}},
    {"preset": "hands-won", "options": {}},
    {"preset": "place-points", "options": {"min_hands": 4}},
    {"preset": "average-per-hand", "options": {"min_hands": 3, "tie_breaks": ["last-evening"]}},
    {"preset": "best-evenings", "options": {"best_evenings": 2, "min_evenings": 2}},
]


def small_season(random: random.Random, rules: dict[str, Any]) -> Club:
    """Three evenings of short matches with low points, so that many are level."""
    club = factories.club(rules=rules)
    club.add(*NAMES)
    for evening in range(3):
        day = factories.FIRST_EVENING + datetime.timedelta(days=7 * evening)
        for _ in range(2):
            match = factories.match(club, *random.sample(NAMES, 3), played_on=day)
            for _ in range(random.randint(1, 3)):
                factories.hand(club, match, *points(random))
    return club


def points(random: random.Random) -> tuple[int, ...]:
    return (0, random.randint(1, 3), random.randint(1, 3))


def differing(before: Sequence[Row], after: Sequence[Row]) -> tuple[Movement, ...]:
    """The movements between two tables, of those who move."""
    return tuple(
        one
        for one in movements(before, after)
        if (one.rank_before, one.metric_before) != (one.rank_after, one.metric_after)
    )


class Change(NamedTuple):
    match: Match
    foreseen: TableChange
    save: Callable[[], object]


def corrected(club: Club, random: random.Random) -> Change:
    """Correct some hand: somebody has 4 points, which nobody had before."""
    hand = some_hand(club, random)
    entry = totals(0, 4, random.randint(1, 3))
    return Change(
        hand.match,
        services.preview_correction(hand, entry).moved,
        lambda: services.correct_hand(
            hand, entry, reason="misread", key=key(), actor=club.boss, expected_version=1
        ),
    )


def voided(club: Club, random: random.Random) -> Change:
    hand = some_hand(club, random)
    return Change(
        hand.match,
        services.preview_void(hand).moved,
        lambda: services.void_hand(
            hand, reason="misdealt", key=key(), actor=club.boss, expected_version=1
        ),
    )


def fined(club: Club, random: random.Random) -> Change:
    hand = some_hand(club, random)
    player = random.choice(list(hand.match.seats.all())).player
    return Change(
        hand.match,
        previews.preview_penalty(hand, player.pk, 3).moved,
        lambda: services.add_penalty(
            club.season, player, 3, reason="late", match=hand.match, key=key(), actor=club.boss
        ),
    )


def some_hand(club: Club, random: random.Random) -> Hand:
    hands = Hand.objects.filter(match__season=club.season).order_by("pk")
    return random.choice(list(hands.select_related("match__season__league", "confirmed")))


@pytest.mark.table(one_in=5)
@pytest.mark.parametrize("rules", RULES, ids=str)
@pytest.mark.parametrize("change", [corrected, voided, fined])
@pytest.mark.parametrize("seed", range(3))
def test_a_preview_lists_who_moves_when_the_change_is_saved(
    rules: dict[str, Any], change: Callable[..., Change], seed: int
) -> None:
    chance = random.Random(f"{seed} {rules}")
    club = small_season(chance, rules)
    before = selectors.season_table(club.season)
    _, foreseen, save = change(club, chance)
    save()
    assert foreseen == TableChange(differing(before, selectors.season_table(club.season)))


@pytest.mark.table(one_in=5)
@pytest.mark.parametrize("rules", RULES, ids=str)
@pytest.mark.parametrize("change", [corrected, voided])
@pytest.mark.parametrize("seed", range(3))
def test_in_a_long_table_it_lists_the_players_of_the_match(
    rules: dict[str, Any],
    change: Callable[..., Change],
    seed: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(moving, "MOST_BETWEEN", 0)
    chance = random.Random(f"{seed} {rules}")
    club = small_season(chance, rules)
    before = selectors.season_table(club.season)
    match, foreseen, save = change(club, chance)
    save()
    wanted = differing(before, selectors.season_table(club.season))
    seated = set(match.seats.values_list("player", flat=True))
    # Where nobody's figure changes, as hands won with the same winner, nobody is left out.
    listed = [one for one in wanted if one.player_id in seated or not foreseen.is_cut]
    assert set(foreseen.movements) == set(listed)
    if change is corrected and rules["preset"] == "total-points":
        assert foreseen.is_cut


def test_two_change_places(club: Club, match: Match) -> None:
    # Few points are good. Ann 0, Bob 5, Cat 7; then Bob had 9, so he is behind Cat.
    hand = factories.hand(club, match, 0, 5, 7)
    bob, cat = (club.players[name].pk for name in ("Bob", "Cat"))
    assert services.preview_correction(hand, totals(0, 9, 7)).moved == TableChange(
        (
            Movement(cat, 3, 2, Fraction(7), Fraction(7)),
            Movement(bob, 2, 3, Fraction(5), Fraction(9)),
        )
    )


def test_it_reads_few_rows_of_a_long_table(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(moving, "MOST_BETWEEN", 5)
    season = bulk.season(club.league, club.organiser, "Long", bulk.Shape(1600, 160, 80))
    season.rules = {"preset": "total-points", "options": {"tie_breaks": []}}
    season.save()
    services.rebuild(season)
    hand = Hand.objects.filter(match__season=season).order_by("pk")[800]
    with statements() as asked:
        assert services.preview_void(hand).moved.is_cut
    # The table alone has 160 rows.
    assert rows_read(asked) < 100
