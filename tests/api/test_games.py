"""The games and their entry forms over the API."""

import pytest

from tests import factories
from tests.api.world import Caller, World
from zarleague.engine import KEYS


def test_the_games_in_their_order(db: None) -> None:
    games = Caller().get("games/").json()
    assert [game["key"] for game in games] == list(KEYS)
    assert all(game["title"] and game["summary"] for game in games)


@pytest.mark.parametrize("key", KEYS)
def test_every_default_is_one_of_the_choices(db: None, key: str) -> None:
    game = Caller().get(f"games/{key}/").json()
    for option in game["options"]:
        values = [value for value, _ in option["choices"]]
        assert option["default"] in values or option["least"] < option["most"]
    # A preset names only options the game has.
    known = {option["key"] for option in game["options"]}
    assert all(preset["values"].keys() <= known for preset in game["presets"])


@pytest.mark.parametrize("key", KEYS)
def test_every_form_speaks_of_cards_of_its_deck(db: None, key: str) -> None:
    forms = Caller().get(f"games/{key}/forms/").json()
    codes = {face["code"] for face in forms["deck"]}
    assert forms["forms"]
    for form in forms["forms"]:
        assert form["evidence"] in ("totals", "counts", "cards")
        for field in form["fields"]:
            assert set(field["faces"]) <= codes
            assert field["label"]


def test_the_forms_of_zar_count_as_holland_does(db: None) -> None:
    # Holland, Scoring: numbers 1 point, skip and reverse 2, draw two 3, wild 4, dragon 5.
    forms = Caller().get("games/zar/forms/", preset="zar-holland").json()
    counts = next(form for form in forms["forms"] if form["key"] == "counts")
    points = {field["key"]: field["points"] for field in counts["fields"]}
    assert points == {"number": 1, "command": 2, "draw-two": 3, "wild": 4, "dragon": 5}
    assert counts["winner"] is True


def test_overrides_are_taken_up(db: None) -> None:
    forms = Caller().get("games/zar/forms/", override=["match-out=goes-out", "half-decks=4"])
    data = forms.json()
    assert data["ruleset"]["options"]["match-out"] == "goes-out"
    # Twice as many half decks, twice as many dragons.
    usual = Caller().get("games/zar/forms/").json()
    dragons = [
        next(f["most"] for f in forms["forms"][0]["fields"] if f["key"] == "dragon")
        for forms in (usual, data)
    ]
    assert dragons[1] == 2 * dragons[0]


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ({"preset": "poker"}, 422),
        ({"override": "match-out=maybe"}, 422),
        ({"override": "no-such=1"}, 422),
        ({"override": "match-out"}, 400),
    ],
)
def test_rules_there_are_not(db: None, query: dict[str, str], status: int) -> None:
    assert Caller().get("games/zar/forms/", **query).status_code == status


def test_a_match_shows_the_forms_of_its_own_rules(world: World) -> None:
    match = factories.match(world.club, preset="zar-holland", overrides={"half-decks": "4"})
    forms = world.caller().get(f"matches/{match.pk}/forms/").json()
    assert forms["ruleset"]["options"]["half-decks"] == "4"
