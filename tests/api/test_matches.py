"""Matches and their seats over the API."""

import pytest

from tests import factories
from tests.api.endpoints import CHECKS, WRITES
from tests.api.world import World, entry
from tests.factories import FIRST_EVENING
from zarleague.leagues.models import Player
from zarleague.play import services
from zarleague.play.models import Match


def test_a_match_shows_rules_status_totals_and_seats(world: World) -> None:
    data = world.caller("player").get(world.match_path).json()
    assert data["league"] == world.club.league.slug
    assert (data["game"], data["state"], data["played_on"]) == ("zar", "open", "2026-03-06")
    assert data["players"] == ["Ann", "Bob", "Cat"]
    assert data["rules"]["preset"] == "zar-holland"
    assert data["totals"] == [
        {"player": player, "name": name, "points": points}
        for player, name, points in zip(
            world.players, ("Ann", "Bob", "Cat"), (0, 3, 5), strict=True
        )
    ]
    # The first seat dealt the first hand, so the second deals the next; the low total leads.
    assert data["status"]["hands"] == 1
    assert data["status"]["next_number"] == 2
    assert data["status"]["over"] is False
    assert data["status"]["leaders"] == [world.players[0]]
    assert [(seat["number"], seat["name"]) for seat in data["seats"]] == [
        (0, "Ann"),
        (1, "Bob"),
        (2, "Cat"),
    ]


def test_the_list_can_be_narrowed(world: World) -> None:
    closed = factories.match(world.club, played_on=FIRST_EVENING.replace(day=13))
    services.close_match(closed, actor=world.club.boss, key=factories.key())
    caller, path = world.caller(), f"{world.league_path}matches/"

    def listed(**query: object) -> list[int]:
        return [row["id"] for row in caller.get(path, **query).json()["results"]]

    assert listed() == [closed.pk, world.match.pk]  # the latest first
    assert listed(state="open") == [world.match.pk]
    assert listed(played_on="2026-03-13") == [closed.pk]
    assert listed(season=world.club.season.pk) == [closed.pk, world.match.pk]
    assert listed(season=world.club.season.pk + 1) == []
    assert caller.get(path, state="lost").json()["code"] == "malformed"


def test_a_match_is_started_with_players_and_names(world: World) -> None:
    start = WRITES["start a match"]
    body = start.body(world) | {
        "game": "zar",
        "preset": "zar-clay",
        "overrides": {"match-out": "goes-out"},
        "first_dealer": 1,
        "end_hands": 8,
        "note": "final",
    }
    data = world.caller().post(start.path(world), body).json()
    assert data["players"] == ["Ann", "Dee", "Bob"]
    assert data["rules"]["preset"] == "zar-clay"
    assert data["rules"]["options"]["match-out"] == "goes-out"
    assert data["end_hands"] == 8
    assert data["status"]["next_dealer"] == 1
    assert Player.objects.get(name="Dee").guest


def test_the_running_season_is_the_default(world: World) -> None:
    body = WRITES["start a match"].body(world)
    del body["season"], body["played_on"]
    data = world.caller().post(f"{world.league_path}matches/", body).json()
    assert data["season"] == world.club.season.pk
    services.finish_season(world.club.season, actor=world.club.boss, key=factories.key())
    refused = world.caller().post(f"{world.league_path}matches/", body).json()
    assert (refused["code"], refused["field"]) == ("invalid", "season")


@pytest.mark.parametrize(
    "wrong",
    [
        {"players": ["Ann"]},
        {"players": ["Ann", "ann"]},
        {"players": [0, "Ann", "Bob"]},
        {"season": 0},
        {"preset": "poker"},
        {"overrides": {"match-out": "maybe"}},
        {"first_dealer": 3},
    ],
)
def test_a_match_that_cannot_be(world: World, wrong: dict[str, object]) -> None:
    start = WRITES["start a match"]
    answer = world.caller().post(start.path(world), start.body(world) | wrong)
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid")
    assert Match.objects.count() == 1


def test_a_match_is_closed_and_opened_again(world: World) -> None:
    caller = world.caller()
    assert caller.post(f"{world.match_path}close/").json()["state"] == "closed"
    assert caller.post(f"{world.match_path}reopen/").json()["state"] == "open"


def test_the_rules_may_be_changed_before_the_first_hand(world: World) -> None:
    match = factories.match(world.club)
    path = f"matches/{match.pk}/rules/"
    body = {"preset": "zar-clay", "overrides": {"match-out": "goes-out"}}
    assert world.caller("player").post(path, body).json()["code"] == "not-allowed"
    assert world.caller("outsider").post(path, body).status_code == 404
    changed = world.caller().post(path, body).json()
    assert changed["rules"]["preset"] == "zar-clay"
    assert changed["rules"]["options"]["match-out"] == "goes-out"


def test_a_late_joiner_sits_from_the_next_hand_on(world: World) -> None:
    seat = world.caller().post(f"{world.match_path}seats/", {"who": "Dee"}).json()
    assert (seat["number"], seat["from_hand"], seat["until_hand"]) == (3, 2, None)
    made = world.caller().post(f"{world.match_path}hands/", entry(0, 4, 9, 2))
    assert made.json()["next"]["totals"] == [0, 7, 14, 2]


def test_a_leaver_keeps_what_they_have(world: World) -> None:
    path = f"{world.match_path}seats/{world.seat.pk}/leave/"
    assert world.caller().post(path).json()["until_hand"] == 1
    data = world.caller().get(world.match_path).json()
    assert data["players"] == ["Ann", "Bob"]
    assert data["totals"][2]["points"] == 5


def test_a_substitute_takes_the_seat_over(world: World) -> None:
    path = f"{world.match_path}seats/{world.seat.pk}/substitute/"
    seat = world.caller().post(path, {"who": "Dee"}).json()
    assert (seat["number"], seat["name"], seat["from_hand"]) == (2, "Dee", 2)
    seats = world.caller().get(f"{world.match_path}seats/").json()
    assert [(row["name"], row["until_hand"]) for row in seats] == [
        ("Ann", None),
        ("Bob", None),
        ("Cat", 1),
        ("Dee", None),
    ]


@pytest.mark.parametrize("who", [0, True, 1.5, None, "", "x" * 61, ["Ann"], "A\u0000nn"])
def test_nobody_that_can_sit_down(world: World, who: object) -> None:
    answer = world.caller().post(f"{world.match_path}seats/", {"who": who})
    assert answer.json()["code"] in ("malformed", "invalid", "parse-error")
    assert world.match.seats.count() == 3


def test_a_preview_says_who_would_move_and_saves_nothing(world: World) -> None:
    # Cat has the most points, and so the last of three places; with that seat it goes to Dee.
    before = world.caller().get(f"{world.match_path}seats/").json()
    [table] = CHECKS["check a right seat"].ask(world, "organiser").json()
    assert table["season"] == world.club.season.pk
    assert {row["name"]: (row["rank_before"], row["rank_after"]) for row in table["table"]} == {
        "Cat": (3, None),
        "Dee": (None, 3),
    }
    assert world.caller().get(f"{world.match_path}seats/").json() == before
    assert not Player.objects.filter(name="Dee").exists()
