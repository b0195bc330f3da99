"""Logs judged over the API."""

import pytest

from tests.api.world import LOG, Caller, World

HEAD = "game zar zar-holland\nseats Ann Bob Cat\n"


@pytest.fixture
def anybody(db: None) -> Caller:
    return Caller()


def test_a_clean_log(anybody: Caller) -> None:
    data = anybody.post("replay/", {"log": HEAD + LOG}).json()
    assert data["seats"] == ["Ann", "Bob", "Cat"]
    assert data["dealer"] == "Cat"
    assert data["points"] == {"Ann": 0, "Bob": 3, "Cat": 5}
    assert data["over"] is True
    assert data["events"][0]["text"] == "deal Ann b2"


def test_a_card_nobody_was_dealt_is_found(anybody: Caller) -> None:
    log = HEAD + LOG.replace("Ann b2\nclose", "Ann b3\nclose")
    data = anybody.post("replay/", {"log": log}).json()
    (event,) = [row for row in data["events"] if row["text"] == "Ann b3"]
    assert event["verdict"] == "illegal"
    assert event["findings"][0]["code"] == "not-held"
    assert data["verdict"] == "illegal"


def test_a_line_that_cannot_be_read(anybody: Caller) -> None:
    data = anybody.post("replay/", {"log": f"{HEAD}Ann dances\n{LOG}"}).json()
    assert data["verdict"] == "illegal"


def test_a_log_that_names_no_game_takes_the_one_given(anybody: Caller) -> None:
    log = f"seats Ann Bob Cat\n{LOG}"
    assert anybody.post("replay/", {"log": log}).json()["code"] == "log-rejected"
    assert anybody.post("replay/", {"log": log, "game": "zar"}).json()["ruleset"]["game"] == "zar"


def test_other_rules_on_request(anybody: Caller) -> None:
    body = {"log": HEAD + LOG, "overrides": {"match-out": "goes-out"}}
    data = anybody.post("replay/", body).json()
    assert data["ruleset"]["preset"] == "zar-holland"
    assert data["ruleset"]["options"]["match-out"] == "goes-out"
    data = anybody.post("replay/", {"log": HEAD + LOG, "preset": "zar-clay"}).json()
    assert data["ruleset"]["preset"] == "zar-clay"


@pytest.mark.parametrize("rules", [{"preset": "poker"}, {"overrides": {"match-out": "maybe"}}])
def test_rules_there_are_not(anybody: Caller, rules: dict[str, object]) -> None:
    answer = anybody.post("replay/", {"log": HEAD + LOG} | rules)
    assert (answer.status_code, answer.json()["field"]) == (422, "overrides")


def test_where_two_rulesets_part(anybody: Caller) -> None:
    # Cat matches Ann's card out of turn with her last one. Holland, Matching: "you cannot go out
    # (and thereby win) by matching. If you match someone with your last card, you must take
    # another." With the option she goes out.
    log = HEAD + "dealer Cat\ndeal Ann b2 g1\ndeal Bob y1\ndeal Cat b2\nup b4\nAnn b2\nCat! b2\n"
    versus = [{"overrides": {"match-out": "goes-out"}}]
    data = anybody.post("replay/compare/", {"log": log, "versus": versus}).json()
    options = [replay["ruleset"]["options"]["match-out"] for replay in data["replays"]]
    assert options == ["draw-one", "goes-out"]
    assert data["parts_at"] == 5
    assert data["replays"][0]["events"][5]["text"] == "Cat! b2"


def test_a_comparison_needs_other_rules(anybody: Caller) -> None:
    answer = anybody.post("replay/compare/", {"log": HEAD + LOG, "versus": []})
    assert answer.json()["errors"].keys() == {"versus"}


def test_a_log_longer_than_any_hand(anybody: Caller) -> None:
    answer = anybody.post("replay/", {"log": HEAD + "Ann b2\n" * 20_000})
    assert answer.json()["code"] == "malformed"


def test_a_match_judges_by_its_own_rules(world: World) -> None:
    log = "game zar match-out=goes-out\n" + LOG
    data = world.caller("player").post(f"{world.match_path}replay/", {"log": log}).json()
    assert data["ruleset"]["options"]["match-out"] == "draw-one"
    other = {"log": "game uno\n" + LOG}
    answer = world.caller("player").post(f"{world.match_path}replay/", other)
    assert answer.json()["code"] == "log-rejected"


def test_an_illegal_log_comes_with_repairs(anybody: Caller) -> None:
    """Ann was dealt b2 and played b3: either line may be the slip, and both fit on the b4."""
    log = HEAD + LOG.replace("Ann b2\nclose", "Ann b3\nclose")
    repairs = anybody.post("replay/", {"log": log}).json()["repairs"]
    lines = log.splitlines()
    for line in ("deal Ann b3", "Ann b2"):
        number = lines.index("deal Ann b2" if line == "deal Ann b3" else "Ann b3") + 1
        (offer,) = [repair for repair in repairs if repair["text"] == line]
        assert (offer["line"], offer["replaces"]) == (number, 1)
        assert offer["question"] == f"Line {number}: was it “{line}”?"


def test_a_legal_log_comes_without(anybody: Caller) -> None:
    assert anybody.post("replay/", {"log": HEAD + LOG}).json()["repairs"] == []


def test_the_rules_that_would_have_changed_a_hand(world: World) -> None:
    """Transparent reverses are for two players (Holland), and three play."""
    path = f"matches/{world.own_hand.match_id}/hands/1/other-rules/"
    data = world.caller("player").get(path).json()
    assert data == {
        "alternatives": [{"option": "transparents", "value": "reverses", "event": 0}],
        "not_compared": [],
        "comparison": None,
    }
    data = world.caller("player").get(f"{path}?option=match-out&value=goes-out").json()
    options = [side["ruleset"]["options"]["match-out"] for side in data["comparison"]["replays"]]
    assert options == ["draw-one", "goes-out"]
    assert data["comparison"]["parts_at"] is None


@pytest.mark.parametrize("asked", ["option=poker&value=on", "option=match-out&value=maybe"])
def test_a_hand_under_rules_there_are_not(world: World, asked: str) -> None:
    path = f"matches/{world.own_hand.match_id}/hands/1/other-rules/?{asked}"
    answer = world.caller("player").get(path)
    assert (answer.status_code, answer.json()["code"]) == (422, "log-rejected")
