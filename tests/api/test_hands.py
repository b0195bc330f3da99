"""Hands and their versions over the API."""

import pytest

from tests import factories
from tests.api.world import DEALT, LOG, World, change, entry
from zarleague.play import services
from zarleague.play.models import Hand, HandVersion


def points(data: dict) -> list[int]:
    return [row["points"] for row in data["results"]]


def test_a_hand_is_entered_by_totals(world: World) -> None:
    made = world.caller().post(f"{world.match_path}hands/", entry(0, 4, 9, number=2))
    data = made.json()
    assert made.status_code == 201
    assert (data["hand"]["number"], data["hand"]["version"]) == (2, 1)
    assert points(data["hand"]) == [0, 4, 9]
    assert data["next"] == {"number": 3, "totals": [0, 7, 14], "over": False}


def test_a_hand_is_entered_by_counts(world: World) -> None:
    # Holland, Scoring: numbers 1, commands 2, draw twos 3, wilds 4, dragons 5.
    sheets = [{"number": 2, "dragon": 1}, {}, {"command": 1, "draw-two": 1, "wild": 1}]
    body = {"form": "counts", "sheets": sheets, "winner": 1}
    made = world.caller().post(f"{world.match_path}hands/", body).json()["hand"]
    assert points(made) == [7, 0, 9]
    assert (made["evidence"], made["entry"]["sheets"]) == ("counts", sheets)


def test_a_hand_is_entered_by_its_log(world: World) -> None:
    made = world.caller().post(f"{world.match_path}hands/", {"form": "log", "log": LOG})
    hand = made.json()["hand"]
    assert points(hand) == [0, 3, 5]
    assert (hand["evidence"], hand["log"]) == ("log", LOG)


def test_who_sat_out_has_no_result(world: World) -> None:
    body = entry(0, 4, players=world.players[:2])
    hand = world.caller().post(f"{world.match_path}hands/", body).json()["hand"]
    assert [row["name"] for row in hand["results"]] == ["Ann", "Bob"]
    table = world.caller().get(f"{world.match_path}hands/").json()["results"]
    assert [cell["name"] for cell in table[1]["results"]] == ["Ann", "Bob"]


def test_players_who_do_not_all_sit_there(world: World) -> None:
    (dee,) = world.club.add("Dee")
    for players in ([*world.players[:2], dee.pk], [world.players[0]] * 3):
        body = entry(0, 4, 9, players=players)
        answer = world.caller().post(f"{world.match_path}hands/", body)
        assert (answer.status_code, answer.json()["code"]) == (400, "malformed")


@pytest.mark.parametrize("given", [(0, 4), (0, 4, 9, 2)])
def test_a_sheet_for_every_player_and_no_more(world: World, given: tuple[int, ...]) -> None:
    """Three sit at the table."""
    keeper = world.caller()
    for answer in (
        keeper.post(f"{world.match_path}hands/", entry(*given)),
        keeper.post(f"{world.match_path}hands/check/", entry(*given)),
        keeper.post(f"{world.hand_path}versions/", entry(*given) | change()),
        keeper.post(f"{world.hand_path}versions/check/", entry(*given)),
    ):
        assert (answer.status_code, answer.json()["code"]) == (422, "invalid")
        assert f"results of {len(given)} players, but 3 played" in answer.json()["detail"]
    assert world.match.hands.count() == 1


def test_the_table_of_a_match_adds_up(world: World) -> None:
    factories.hand(world.club, world.match, 7, 0, 2, winner=1)
    first, second = world.caller().get(f"{world.match_path}hands/").json()["results"]
    assert [cell["total"] for cell in first["results"]] == [0, 3, 5]
    assert [cell["total"] for cell in second["results"]] == [7, 3, 7]
    assert [cell["place"] for cell in second["results"]] == [3, 1, 2]
    assert second["evidence"] == "totals"
    assert first["stage"] == "provisional"


def test_a_check_writes_nothing(world: World) -> None:
    data = world.caller().post(f"{world.match_path}hands/check/", entry(0, 4, 9)).json()
    assert (data["points"], data["findings"]) == ([0, 4, 9], [])
    assert Hand.objects.count() == 1


def test_a_check_of_a_wrong_entry_is_no_problem_but_says_what_is_wrong(world: World) -> None:
    body = {"form": "counts", "sheets": [{}, {"dragon": 5}, {"number": 1}], "winner": 0}
    answer = world.caller().post(f"{world.match_path}hands/check/", body)
    data = answer.json()
    assert (answer.status_code, data["points"]) == (200, None)
    assert [(row["player"], row["field"]) for row in data["findings"]] == [("Bob", "dragon")]


def test_a_hand_without_a_log_has_no_replay_and_that_is_said(world: World) -> None:
    hand = factories.hand(world.club, world.match, 7, 0, 2, winner=1)
    answer = world.caller().get(f"{world.match_path}hands/{hand.number}/replay/")
    assert (answer.status_code, answer.json()["code"]) == (404, "not-found")
    assert answer.json()["detail"] == "There’s no play log of this hand."


def test_a_check_of_a_log_is_its_replay(world: World) -> None:
    body = {"form": "log", "log": LOG}
    data = world.caller().post(f"{world.match_path}hands/check/", body).json()
    assert data["points"] == [0, 3, 5]
    assert data["replay"]["over"] is True
    open_still = {"form": "log", "log": DEALT}
    data = world.caller().post(f"{world.match_path}hands/check/", open_still).json()
    assert data["points"] is None
    (said,) = data["findings"]
    assert said["blocks"] is True
    assert said["text"] == "The log doesn’t reach the end of the hand."


def test_the_last_hand_is_announced(world: World) -> None:
    match = factories.match(world.club, end_hands=2)
    data = world.caller().post(f"matches/{match.pk}/hands/", entry(0, 4, 9)).json()
    assert data["announcement"] == "One hand to go."


def test_a_hand_by_itself(world: World) -> None:
    data = world.caller("player").get(world.hand_path).json()
    assert (data["number"], data["version"], data["stage"]) == (1, 1, "provisional")
    assert (data["dealer"], data["voided"], data["evidence"]) == (0, False, "totals")
    assert data["author"] == world.club.organiser.username
    assert [row["won"] for row in data["results"]] == [True, False, False]
    assert world.caller().get(f"{world.match_path}hands/2/").status_code == 404


def test_a_correction_is_a_new_version(world: World) -> None:
    made = world.caller().post(f"{world.hand_path}versions/", entry(0, 3, 9) | change())
    assert (made.status_code, made.json()) == (201, {"version": 2})
    history = world.caller("player").get(f"{world.hand_path}versions/").json()["results"]
    assert [row["number"] for row in history] == [1, 2]
    assert history[0]["points"] == {"Ann": 0, "Bob": 3, "Cat": 5}
    assert history[1]["points"] == {"Ann": 0, "Bob": 3, "Cat": 9}
    assert history[1]["changes"] == ["Cat: 5 → 9"]
    assert history[1]["reason"] == "Cat miscounted"
    assert history[1]["author"] == world.club.scorekeeper.username


def test_a_correction_by_log(world: World) -> None:
    body = {"form": "log", "log": LOG.replace("Cat X2", "Cat X1 X2")} | change()
    assert world.caller().post(f"{world.hand_path}versions/", body).status_code == 201
    # Two dragons, five points each.
    assert points(world.caller().get(world.hand_path).json()) == [0, 3, 10]


def test_what_a_correction_would_move(world: World) -> None:
    # Cat 5 → 1: past Bob (3) to the second place of the season.
    path = f"{world.hand_path}versions/check/"
    data = world.caller().post(path, entry(0, 3, 1)).json()
    assert data["effect"]["totals"] == [{"name": "Cat", "before": 5, "after": 1}]
    moved = {
        row["name"]: (row["rank_before"], row["rank_after"]) for row in data["effect"]["table"]
    }
    assert moved == {"Cat": (3, 2), "Bob": (2, 3)}  # and Ann stays first
    assert HandVersion.objects.count() == 1


def test_a_hand_is_taken_back_and_counts_again(world: World) -> None:
    caller = world.caller()
    effect = caller.post(f"{world.hand_path}void/check/").json()
    assert {row["name"]: row["after"] for row in effect["totals"]} == {"Bob": 0, "Cat": 0}
    assert caller.post(f"{world.hand_path}void/", change()).json() == {"version": 2}
    data = caller.get(world.hand_path).json()
    assert (data["voided"], data["evidence"], data["results"]) == (True, None, [])
    restored = change(version=2, number=1)
    assert caller.post(f"{world.hand_path}restore/", restored).json() == {"version": 3}
    assert points(caller.get(world.hand_path).json()) == [0, 3, 5]


def test_a_version_that_cannot_be_restored(world: World) -> None:
    caller = world.caller()
    answer = caller.post(f"{world.hand_path}restore/", change(number=2))
    assert (answer.status_code, answer.json()["field"]) == (422, "version")
    assert caller.post(f"{world.hand_path}restore/", change(number=10**30)).status_code == 400


def test_a_log_that_agrees_becomes_the_evidence(world: World) -> None:
    body = {"version": 1, "log": LOG}
    assert world.caller().post(f"{world.hand_path}log/", body).json() == {"version": 2}
    data = world.caller().get(world.hand_path).json()
    assert (data["evidence"], data["log"]) == ("log", LOG)
    assert data["entry"]["form"] == "totals"


def test_every_change_needs_a_reason(world: World) -> None:
    for rest, body in (("void", change()), ("versions", entry(0, 3, 9) | change())):
        answer = world.caller().post(f"{world.hand_path}{rest}/", body | {"reason": " "})
        assert "reason" in answer.json()["errors"]


def test_merged_guests_count_for_the_player(world: World) -> None:
    (guest,) = world.club.add("Guest", guest=True)
    match = factories.match(world.club, "Guest", "Bob", "Cat")
    factories.hand(world.club, match, 0, 4, 9)
    services.merge_guest(
        guest, world.club.players["Ann"], actor=world.club.boss, key=factories.key()
    )
    (row,) = world.caller().get(f"matches/{match.pk}/hands/").json()["results"]
    assert {cell["name"] for cell in row["results"]} == {"Ann", "Bob", "Cat"}
