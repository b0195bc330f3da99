"""Totals kept hand by hand equal totals made anew from the confirmed hands."""

import random
from typing import Any

import pytest

from tests import factories
from tests.factories import EIGHT_O_CLOCK, Club, key, totals
from zarleague.leagues.models import Player, PlayerMerge
from zarleague.play import selectors, services
from zarleague.play.models import (
    EveningTotal,
    Hand,
    HandVersion,
    Match,
    MatchTotal,
    PairTotal,
    Penalty,
    SeasonTotal,
)
from zarleague.play.selectors import season_penalties, season_results
from zarleague.standings.rules import rules_from_json
from zarleague.standings.table import table_of

PRESETS = [
    {"preset": "total-points", "options": {}},
    {"preset": "average-per-hand", "options": {"min_hands": 4}},
    {"preset": "place-points", "options": {}},
    {"preset": "best-evenings", "options": {"best_evenings": 2, "min_evenings": 2}},
]


def derived(club: Club) -> list[list[tuple[Any, ...]]]:
    """All stored totals of the season, their ids left out."""
    return [
        sorted(
            model.objects.filter(season=club.season).values_list(
                *(f.attname for f in model._meta.concrete_fields if f.attname != "id")
            ),
            key=repr,
        )
        for model in (SeasonTotal, EveningTotal, MatchTotal, PairTotal)
    ]


class Chaos:
    """Random edits of a season in random order."""

    def __init__(self, club: Club, seed: int) -> None:
        self.club = club
        self.chance = random.Random(seed)
        self.players = club.add("Ann", "Bob", "Cat", "Dee", "Eve", "Flo")
        self.matches: list[Match] = []

    def step(self) -> None:
        edits = [self.start, self.enter, self.enter, self.enter, self.correct, self.void]
        edits += [self.restore, self.penalise, self.cancel, self.merge, self.unmerge]
        self.chance.choice(edits)()

    def start(self) -> None:
        seated: list[Player | str] = list(
            self.chance.sample(self.players, self.chance.randint(2, 4))
        )
        if self.chance.random() < 0.5:
            seated.append(f"Guest {self.chance.randint(1, 3)}")
        evening = factories.FIRST_EVENING.replace(day=self.chance.choice([6, 13, 20, 27]))
        seated = [
            who
            for who in seated
            if isinstance(who, Player)
            or not Player.objects.filter(name=who, merged_into__isnull=False).exists()
        ]
        self.matches.append(
            services.start_match(
                self.club.season,
                seated if len(seated) > 1 else self.players[:2],
                actor=self.club.boss,
                key=key(),
                played_on=evening,
                at=EIGHT_O_CLOCK,
            )
        )

    def entry(self, players: int) -> tuple[int, list[int]]:
        winner = self.chance.randrange(players)
        points = [self.chance.randint(1, 6) for _ in range(players)]
        points[winner] = 0
        return winner, points

    def enter(self) -> None:
        if self.matches:
            match = self.chance.choice(self.matches)
            winner, points = self.entry(len(selectors.seats_for(match)))
            factories.hand(self.club, match, *points, winner=winner)

    def hand(self, kind: str) -> Hand | None:
        hands = list(Hand.objects.filter(confirmed__kind=kind).select_related("confirmed"))
        return self.chance.choice(hands) if hands else None

    def correct(self) -> None:
        if hand := self.hand("entry"):
            winner, points = self.entry(hand.confirmed.results.count())
            services.correct_hand(
                hand,
                totals(*points, winner=winner),
                expected_version=hand.confirmed.number,
                **self.why(),
            )

    def void(self) -> None:
        if hand := self.hand("entry"):
            services.void_hand(hand, expected_version=hand.confirmed.number, **self.why())

    def restore(self) -> None:
        if hand := self.hand("void"):
            told = HandVersion.objects.filter(hand=hand, kind="entry")
            number = self.chance.choice([version.number for version in told])
            services.restore_hand(
                hand, number, expected_version=hand.confirmed.number, **self.why()
            )

    def penalise(self) -> None:
        services.add_penalty(
            self.club.season,
            self.chance.choice(self.players),
            self.chance.randint(1, 9),
            reason="late",
            actor=self.club.boss,
            key=key(),
            evening=factories.FIRST_EVENING.replace(day=self.chance.choice([6, 13, 20])),
        )

    def cancel(self) -> None:
        if penalties := list(Penalty.objects.filter(cancelled_at=None)):
            services.cancel_penalty(
                self.chance.choice(penalties),
                reason="no",
                actor=self.club.boss,
                key=factories.key(),
            )

    def merge(self) -> None:
        guests = list(Player.objects.filter(guest=True, merged_into=None))
        for guest in guests:
            met = set(
                Player.objects.filter(seats__match__seats__player=guest).values_list(
                    "pk", flat=True
                )
            )
            free = [player for player in self.players if player.pk not in met]
            if free and not PlayerMerge.objects.filter(undone_at=None).exists():
                services.merge_guest(
                    guest, self.chance.choice(free), actor=self.club.boss, key=factories.key()
                )
                return

    def unmerge(self) -> None:
        for merge in PlayerMerge.objects.filter(undone_at=None):
            services.undo_merge(merge, actor=self.club.boss, key=factories.key())

    def why(self) -> dict[str, Any]:
        return {"reason": "chaos", "key": key(), "actor": self.club.boss, "at": EIGHT_O_CLOCK}


@pytest.mark.table(one_in=5)
@pytest.mark.parametrize("rules", PRESETS, ids=lambda rules: rules["preset"])
@pytest.mark.parametrize("seed", range(3))
def test_totals_kept_equal_totals_made_anew(db: None, rules: dict[str, Any], seed: int) -> None:
    club = factories.club(rules=rules)
    chaos = Chaos(club, seed)
    chaos.start()
    for _ in range(60):
        chaos.step()
    kept = derived(club)
    assert kept[0], "nothing was played"
    table = selectors.season_table(club.season)
    services.rebuild(club.season)
    assert derived(club) == kept
    assert selectors.season_table(club.season) == table
    # And the table made from the totals is the table made from the hands.
    names = dict(Player.objects.values_list("pk", "name"))
    from_hands = table_of(
        season_results(club.season),
        rules_from_json(rules),
        penalties=season_penalties(club.season),
        names=names,
    )
    assert from_hands == table


def test_the_first_rows_are_those_of_the_whole_table(db: None) -> None:
    club = factories.club()
    chaos = Chaos(club, 7)
    chaos.start()
    for _ in range(80):
        chaos.step()
    whole = selectors.season_table(club.season)
    for limit in range(1, len(whole) + 2):
        assert [row.player_id for row in selectors.season_table(club.season, limit=limit)] == [
            row.player_id for row in whole[:limit]
        ]


def test_a_season_without_hands_has_no_rows(club: Club) -> None:
    services.rebuild(club.season)
    assert derived(club) == [[], [], [], []]
    assert selectors.season_table(club.season) == ()
