"""Leagues, players, seasons and tables over the API."""

import datetime

import pytest
from django.test import Client

from tests import factories
from tests.api.world import World
from tests.factories import EIGHT_O_CLOCK, FIRST_EVENING
from zarleague.leagues import services as leagues
from zarleague.leagues.links import PAGES
from zarleague.leagues.models import League, Membership
from zarleague.play import services


def test_mine_and_public_leagues(world: World) -> None:
    open_to_all = factories.club(name="Aces", visibility="public")
    mine = world.caller("player").get("leagues/").json()["results"]
    assert [league["slug"] for league in mine] == [world.club.league.slug]
    public = world.caller("player").get("leagues/", of="public").json()["results"]
    assert [league["slug"] for league in public] == [open_to_all.league.slug]
    assert world.caller("onlooker").get("leagues/").json()["results"] == []
    assert world.caller("holder").get("leagues/").json()["results"] == mine


def test_a_league_says_what_one_is_in_it(world: World) -> None:
    roles = {
        who: world.caller(who).get(world.league_path).json()["role"]
        for who in ("organiser", "scorekeeper", "player", "holder")
    }
    assert roles == {
        "organiser": "organiser",
        "scorekeeper": "scorekeeper",
        "player": "player",
        "holder": "",
    }


def test_a_league_is_founded_with_its_settings(world: World) -> None:
    made = world.caller("outsider").post(
        "leagues/",
        {
            "name": "Kitchen Table",
            "slug": "kitchen",
            "visibility": "public",
            "time_zone": "Europe/Vienna",
            "language": "de",
            "default_game": "uno",
            "objection_hours": 24,
        },
    )
    assert made.json()["role"] == Membership.Role.ORGANISER
    league = League.objects.get(slug="kitchen")
    assert (league.time_zone, league.language, league.default_game, league.objection_hours) == (
        "Europe/Vienna",
        "de",
        "uno",
        24,
    )


def test_a_league_is_founded_with_a_game_of_its_own(world: World) -> None:
    dice = {"name": "Dice", "players": [2, 6], "wins": "high", "limit": 50}
    caller = world.caller("outsider")
    made = caller.post("leagues/", {"name": "Kitchen", "own_game": dice}).json()
    assert made["default_game"] == "own:Dice"
    assert [game["game"] for game in made["games"]] == ["own:Dice"]
    settings = f"leagues/{made['slug']}/settings/"
    for game in ("uno", "own:Dice"):
        answer = caller.send("patch", settings, {"default_game": game})
        assert answer.json()["default_game"] == game
    season = {"name": "Dice only", "starts": "2026-03-06", "game": "own:Dice"}
    assert caller.post(f"leagues/{made['slug']}/seasons/", season).json()["game"] == "own:Dice"


@pytest.mark.parametrize(
    ("setting", "status"),
    [
        ({"time_zone": "Moon/Crater"}, 422),
        ({"slug": "not a slug"}, 400),
        ({"default_game": "poker"}, 400),
        ({"default_game": "own:Poker"}, 422),
        ({"own_game": {"name": "Poker"}}, 422),
        ({"objection_hours": -1}, 400),
        ({"name": "  "}, 400),
    ],
)
def test_settings_that_make_no_sense(world: World, setting: dict[str, object], status: int) -> None:
    answer = world.caller().post("leagues/", {"name": "Kitchen"} | setting)
    assert answer.status_code == status


def test_house_rules_are_shown(world: World) -> None:
    leagues.set_house_rules(
        world.club.league, "zar", preset="zar-clay", overrides={}, actor=world.club.boss
    )
    (rules,) = world.caller().get(world.league_path).json()["games"]
    assert rules == {"game": "zar", "preset": "zar-clay", "overrides": {}}


def test_players_come_by_name_and_page_by_page(world: World) -> None:
    world.club.add("dora", "Émile", "Zoe")
    caller, path = world.caller("player"), f"{world.league_path}players/"
    everybody = caller.get(path).json()
    assert [row["name"] for row in everybody["results"]] == [
        "Ann", "Bob", "Cat", "dora", "Zoe", "Émile",
    ]  # fmt: skip
    first = caller.get(path, page_size=4).json()
    assert [row["name"] for row in first["results"]] == ["Ann", "Bob", "Cat", "dora"]
    world.club.add("Aaron")  # who comes in meanwhile moves nobody
    second = caller.client.get(first["next"]).json()
    assert [row["name"] for row in second["results"]] == ["Zoe", "Émile"]
    assert second["next"] is None
    cursor = first["next"].split("cursor=")[1].split("&")[0]
    for wrong in ("9", cursor[:-1]):
        assert caller.get(path, cursor=wrong).json()["code"] == "not-found"
    other = caller.get(f"{world.league_path}matches/", cursor=cursor)
    assert other.json()["code"] == "not-found"


def test_players_are_found_by_part_of_their_name(world: World) -> None:
    world.club.add("Hannah", "Émile")
    caller, path = world.caller("player"), f"{world.league_path}players/"
    everybody = ["Ann", "Bob", "Cat", "Hannah", "Émile"]
    for name, found in (("AN", ["Ann", "Hannah"]), ("é", ["Émile"]), ("", everybody), ("%", [])):
        rows = caller.get(path, name=name).json()["results"]
        assert [row["name"] for row in rows] == found


def test_a_merged_guest_is_not_on_the_list(world: World) -> None:
    (guest,) = world.club.add("Annie", guest=True)
    services.merge_guest(
        guest, world.club.players["Ann"], actor=world.club.boss, key=factories.key()
    )
    listed = world.caller().get(f"{world.league_path}players/").json()["results"]
    assert [row["name"] for row in listed] == ["Ann", "Bob", "Cat"]


def test_a_season_ranks_by_the_rules_it_was_given(world: World) -> None:
    made = world.caller("organiser").post(
        f"{world.league_path}seasons/",
        {
            "name": "Autumn",
            "starts": "2026-09-01",
            "ends": "2026-12-31",
            "rules": {"preset": "average-per-hand", "options": {"min_hands": 5}},
        },
    )
    assert made.status_code == 201
    shown = world.caller("player").get(f"{world.league_path}seasons/{made.json()['id']}/").json()
    assert shown["state"] == "running"
    assert shown["rules"] == {"preset": "average-per-hand", "options": {"min_hands": 5}}


@pytest.mark.parametrize(
    "rules",
    [
        {},
        {"preset": "luck"},
        {"preset": "total-points", "options": {"x": 1}},
        {"preset": "total-points", "options": {"min_hands": -1}},
        {"preset": "total-points", "options": 5},
    ],
)
def test_rules_no_table_can_be_made_by(world: World, rules: object) -> None:
    answer = world.caller("organiser").post(
        f"{world.league_path}seasons/", {"name": "A", "starts": "2026-09-01", "rules": rules}
    )
    assert (answer.status_code, answer.json()["field"]) == (422, "rules")


@pytest.mark.parametrize("rules", [5, "rules", [1]])
def test_rules_that_are_none(world: World, rules: object) -> None:
    answer = world.caller("organiser").post(
        f"{world.league_path}seasons/", {"name": "A", "starts": "2026-09-01", "rules": rules}
    )
    assert answer.json()["errors"].keys() == {"rules"}


def test_a_number_no_rule_has_is_refused(world: World) -> None:
    rules = {"preset": "total-points", "options": 1e300}
    asked = {"name": "A", "starts": "2026-09-01", "rules": rules}
    answer = world.caller("organiser").post(f"{world.league_path}seasons/", asked)
    assert (answer.status_code, answer.json()["code"]) == (400, "parse-error")


class TestStandings:
    """Ann, Bob and Cat had 0, 3 and 5 on the first evening, and 7, 7 and 0 a week later."""

    @pytest.fixture
    def played(self, world: World) -> World:
        week = datetime.timedelta(days=7)
        match = factories.match(world.club, played_on=FIRST_EVENING + week)
        factories.hand(world.club, match, 7, 7, 0, winner=2, at=EIGHT_O_CLOCK + week)
        return world

    def rows(self, world: World, **query: object) -> list[tuple[int, str, float]]:
        answer = world.caller("player").get(f"{world.season_path}standings/", **query)
        return [(row["rank"], row["name"], row["metric"]) for row in answer.json()["rows"]]

    def test_the_whole_season(self, played: World) -> None:
        # Low wins: Cat 5 + 0, Ann 0 + 7, Bob 3 + 7.
        assert self.rows(played) == [(1, "Cat", 5.0), (2, "Ann", 7.0), (3, "Bob", 10.0)]

    def test_as_of_an_evening(self, played: World) -> None:
        assert self.rows(played, last="2026-03-06") == [
            (1, "Ann", 0.0),
            (2, "Bob", 3.0),
            (3, "Cat", 5.0),
        ]

    def test_of_some_evenings(self, played: World) -> None:
        # Ann and Bob are level at 7 that evening and nothing parts them.
        assert self.rows(played, first="2026-03-07", last="2026-03-20") == [
            (1, "Cat", 0.0),
            (2, "Ann", 7.0),
            (2, "Bob", 7.0),
        ]

    def test_the_first_rows(self, played: World) -> None:
        assert self.rows(played, page_size=1) == [(1, "Cat", 5.0)]

    def test_the_first_page_of_a_table_by_another_ranking(self, played: World) -> None:
        # Ann won the first hand, Cat the second: level, where by points Cat leads with 5.
        answer = played.caller().post(f"{played.season_path}what-if/", {"ranking": "hands-won"})
        found = answer.json()
        names = dict(zip(played.players, ("Ann", "Bob", "Cat"), strict=True))
        moved = {
            names[row["player"]]: (row["rank_before"], row["rank_after"]) for row in found["rows"]
        }
        assert moved["Bob"] == (3, 3)
        assert moved["Cat"][0] == 1
        assert found["total"] == 3
        assert (found["metric"], found["high_wins"]) == ("wins", True)

    def test_every_figure_of_a_row(self, played: World) -> None:
        answer = played.caller().get(f"{played.season_path}standings/").json()
        assert answer["season"]["name"] == played.club.season.name
        assert answer["rows"][0] == {
            "rank": 1,
            "player": played.players[2],
            "name": "Cat",
            "metric": 5.0,
            "hands": 2,
            "wins": 1,
            "points": 5,
            "average": 2.5,
            "place_points": 5.0,  # third of the first match (1 point) and first of the second (4)
            "penalty": 0,
            "lowest_hand": 0,
            "highest_hand": 5,
            "shortfalls": [],
            "decided_by": [],
            "tied_with": [],
        }

    def test_dates_that_are_none(self, played: World) -> None:
        path = f"{played.season_path}standings/"
        for query in ({"first": "yesterday"}, {"last": "2026-13-01"}, {"page_size": "0"}):
            assert played.caller().get(path, **query).json()["code"] == "malformed"


@pytest.mark.parametrize("of", ["", "others"])
def test_a_filter_there_is_not(world: World, of: str) -> None:
    """An empty filter is not one left out: the description names the values there are."""
    answer = world.caller("organiser").get("leagues/", of=of)
    assert answer.status_code == 400
    assert "of" in answer.json()["errors"]


@pytest.mark.parametrize("purpose", PAGES)
def test_a_link_of_each_purpose_has_an_address_that_opens(world: World, purpose: str) -> None:
    asked = {"purpose": purpose, "match": world.match.pk, "player": world.guest.pk}
    made = world.caller("organiser").post(f"{world.league_path}links/", asked)
    assert made.status_code == 201
    assert Client().get(made.json()["address"]).status_code in (200, 302)
