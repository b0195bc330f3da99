"""Every problem document the API answers with (RFC 9457), by its code."""

from typing import Any

import pytest

from tests import factories
from tests.api.world import DEALT, LOG, World, change, entry
from zarleague.play import services
from zarleague.replays.errors import TooMany
from zarleague.replays.gate import Share
from zarleague.reports.models import Experiment


def problem(answer: Any, status: int, code: str) -> dict[str, Any]:
    """The document, after a look at what every one of them has to say."""
    assert answer.status_code == status
    assert answer["Content-Type"] == "application/problem+json"
    document: dict[str, Any] = answer.json()
    assert document["type"] == f"urn:zarleague:problem:{code}"
    assert document["status"] == status
    assert document["code"] == code
    assert document["title"]
    assert document["detail"]
    return document


def test_not_found(world: World) -> None:
    problem(world.caller().get("matches/99999999/"), 404, "not-found")
    problem(world.caller().get("games/poker/"), 404, "not-found")


def test_too_many_tries(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    def used_up(share: Share, sender: str) -> None:
        raise TooMany(9)

    monkeypatch.setattr(Share, "check", used_up)
    caller = world.caller()
    seat = caller.get(f"{world.match_path}seats/").json()[0]["id"]
    body = {"who": "Dee", "from_hand": 1, "reason": "Dee sat there"}
    answer = caller.post(f"{world.match_path}seats/{seat}/correct/check/", body)
    problem(answer, 429, "too-many-tries")
    assert answer["Retry-After"] == "9"


@pytest.mark.parametrize("path", ["", "nothing/", "leagues/x/y/z/"])
def test_an_address_there_is_not(world: World, path: str) -> None:
    problem(world.caller().get(path), 404, "not-found")
    problem(world.caller().post(path), 404, "not-found")


def test_an_id_no_database_can_hold(world: World) -> None:
    for path in (f"matches/{10**30}/", f"{world.match_path}hands/{10**30}/"):
        problem(world.caller().get(path), 404, "not-found")


def test_method_not_allowed(world: World) -> None:
    problem(world.caller().post(world.match_path), 405, "method-not-allowed")


def test_malformed_says_which_field(world: World) -> None:
    answer = world.caller().post(f"{world.match_path}hands/", {"winner": "Ann"})
    document = problem(answer, 400, "malformed")
    assert set(document["errors"]) == {"form", "winner"}


def test_no_json_at_all(world: World) -> None:
    caller = world.caller()
    address = f"/api/v1/{world.match_path}hands/"
    headers = {"Idempotency-Key": "k"}
    sent = caller.client.post(address, "{", "application/json", headers=headers)
    problem(sent, 400, "parse-error")
    sent = caller.client.post(address, {"form": "totals"}, headers=headers)
    advice = problem(sent, 415, "unsupported-media-type")["detail"]
    assert "Content-Type: application/json" in advice
    assert "Base64" in advice  # it may have been a file


def test_a_name_that_is_given_twice(world: World) -> None:
    """At any depth, such as a game's limit: 100 for who reads it, 50 for the program."""
    twice = (
        (f"{world.league_path}own-games/", '{"definition": {"limit": 100, "limit": 50}}', "put"),
        (f"{world.match_path}hands/", '{"form": "totals", "sheets": [], "form": "counts"}', "post"),
    )
    for (path, body, method), name in zip(twice, ("limit", "form"), strict=True):
        send = getattr(world.caller("organiser").client, method)
        headers = {"Idempotency-Key": name}
        sent = send(f"/api/v1/{path}", body, "application/json", headers=headers)
        assert f"gives “{name}” two values" in problem(sent, 400, "parse-error")["detail"]


def test_what_cannot_be_stored_is_named_with_its_place(world: World) -> None:
    """The 21st list in each other, a number no float holds, a NUL, half a surrogate pair."""
    nested = "[" * 20 + "]" * 20
    for value, said in (
        ('[{"a": 1e400}]', "In “sheets.0.a”: Send a number from -1000000000000000"),
        ('[{"a": "b\\u0000"}]', "In “sheets.0.a”: The text has a character"),
        ('[{"\\ud800a": 1}]', "In “sheets.0.a”: The text has a character"),
        (nested, f"In “sheets{'.0' * 19}”: It is nested too deeply: there can be 20"),
        ("[" * 100_000, "It is nested too deeply: there can be 20"),
    ):
        body = f'{{"sheets": {value}}}'
        headers = {"Idempotency-Key": "k"}
        address = f"/api/v1/{world.match_path}hands/"
        sent = world.caller().client.post(address, body, "application/json", headers=headers)
        assert problem(sent, 400, "parse-error")["detail"].startswith(said)


def test_what_a_request_does_not_take_is_refused_by_name(world: World) -> None:
    caller = world.caller("organiser")
    match = {"players": ["Ann", "Bob"], "game": "zar", "playd_on": "2026-03-06"}
    for answer, name in (
        (caller.post(f"{world.league_path}matches/", match), "playd_on"),
        (caller.post(f"{world.season_path}what-if/", {"overrides": {"skin": "x"}}), "overrides"),
        (caller.post(f"{world.match_path}reopen/", {"reason": "Late"}), "reason"),
        (caller.get(f"{world.season_path}standings/", lst="2026-05-01"), "lst"),
    ):
        assert problem(answer, 400, "malformed")["errors"].keys() == {name}


def test_key_reused(world: World) -> None:
    caller, path = world.caller(), f"{world.match_path}hands/"
    assert caller.post(path, entry(0, 4, 9), under="k").status_code == 201
    problem(caller.post(path, entry(0, 4, 8), under="k"), 409, "key-reused")


def test_not_allowed(world: World) -> None:
    answer = world.caller("player").post(f"{world.match_path}hands/", entry(0, 4, 9))
    problem(answer, 403, "not-allowed")


def test_invalid_names_the_field(world: World) -> None:
    answer = world.caller("organiser").post(
        f"{world.league_path}seasons/",
        {"name": "Autumn", "starts": "2026-09-01", "ends": "2026-08-01"},
    )
    assert problem(answer, 422, "invalid")["field"]


def test_a_key_has_at_most_64_characters(world: World) -> None:
    answer = world.caller().post(f"{world.match_path}hands/", entry(0, 4, 9), under="k" * 65)
    assert problem(answer, 422, "invalid")["field"] == "key"


def test_name_taken_says_by_whom(world: World) -> None:
    answer = world.caller("organiser").post(f"{world.league_path}players/", {"name": " ANN "})
    assert problem(answer, 409, "name-taken")["player"] == world.players[0]


def test_entry_rejected_names_player_and_field_and_suggests_the_slip(world: World) -> None:
    # The deck has four dragons: Cat cannot hold five.
    sheets = [{}, {"number": 1}, {"dragon": 5}]
    answer = world.caller().post(
        f"{world.match_path}hands/", {"form": "counts", "sheets": sheets, "winner": 0}
    )
    (finding,) = problem(answer, 422, "entry-rejected")["findings"]
    assert (finding["code"], finding["seat"], finding["player"]) == ("too-many", 2, "Cat")
    assert (finding["field"], finding["blocks"]) == ("dragon", True)
    assert "Cat" in finding["text"]


def test_a_slip_comes_as_a_sentence_and_as_data(world: World) -> None:
    # Bob has no cards left, but nobody is marked as the winner.
    sheets = [{"points": 4}, {}, {"points": 9}]
    answer = world.caller().post(
        f"{world.match_path}hands/", {"form": "totals", "sheets": sheets, "winner": None}
    )
    findings = problem(answer, 422, "entry-rejected")["findings"]
    suggested = next(finding for finding in findings if finding["fix"])
    assert suggested["fix"] == {"kind": "winner", "seat": 1}
    assert suggested["suggestion"] == "Did Bob win the hand?"


def test_log_rejected(world: World) -> None:
    body = {"form": "log", "log": DEALT}
    answer = world.caller().post(f"{world.match_path}hands/", body)
    problem(answer, 422, "log-rejected")
    problem(world.caller().post("replay/", {"log": DEALT}), 422, "log-rejected")


def test_hand_conflict_shows_what_the_other_one_saved(world: World) -> None:
    answer = world.caller("holder").post(f"{world.match_path}hands/", entry(0, 4, 9, number=1))
    document = problem(answer, 409, "hand-conflict")
    assert document["saved"]["number"] == 1
    saved = {row["name"]: row["points"] for row in document["saved"]["results"]}
    assert saved == {"Ann": 0, "Bob": 3, "Cat": 5}
    assert document["saved"]["author"] == world.club.organiser.username
    assert document["next"] == {"number": 2, "totals": [0, 3, 5], "over": False}


def test_wrong_number_says_the_next(world: World) -> None:
    answer = world.caller().post(f"{world.match_path}hands/", entry(0, 4, 9, number=7))
    document = problem(answer, 409, "wrong-number")
    assert document["expected"] == document["next"]["number"] == 2


@pytest.mark.parametrize(
    ("rest", "body"),
    [
        ("versions", entry(0, 4, 9) | change()),
        ("void", change()),
        ("restore", change(number=1)),
        ("log", {"version": 1, "log": LOG}),
    ],
)
def test_version_conflict_shows_the_hand_as_it_is(
    world: World, rest: str, body: dict[str, Any]
) -> None:
    first = world.caller().post(f"{world.hand_path}versions/", entry(0, 3, 8) | change())
    assert first.status_code == 201
    document = problem(
        world.caller("organiser").post(f"{world.hand_path}{rest}/", body), 409, "version-conflict"
    )
    assert document["saved"]["version"] == 2
    assert [row["points"] for row in document["saved"]["results"]] == [0, 3, 8]


def test_rules_frozen(world: World) -> None:
    body = {"preset": "zar-holland", "overrides": {"match-out": "goes-out"}}
    answer = world.caller().post(f"{world.match_path}rules/", body)
    problem(answer, 409, "rules-frozen")


def test_laboratory_busy(world: World) -> None:
    """A league has one comparison of rules at a time."""
    Experiment.objects.filter(pk=world.experiment.pk).update(state=Experiment.State.OPEN)
    body = {"game": "zar", "one": {}, "other": {"preset": "zar-clay"}, "players": 3, "hands": 500}
    answer = world.caller("organiser").post(f"{world.league_path}laboratory/", body)
    problem(answer, 409, "laboratory-busy")


def test_match_closed(world: World) -> None:
    services.close_match(world.match, actor=world.club.boss, key=factories.key())
    answer = world.caller().post(f"{world.match_path}hands/", entry(0, 4, 9))
    problem(answer, 409, "match-closed")


def test_match_over(world: World) -> None:
    match = factories.match(world.club, end_hands=1)
    factories.hand(world.club, match, 0, 4, 9)
    answer = world.caller().post(f"matches/{match.pk}/hands/", entry(0, 4, 9))
    problem(answer, 409, "match-over")
