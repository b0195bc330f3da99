"""An evening of each example of a league's own game, through the pages."""

import json
import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests import factories
from tests.engine.declared.evenings import EVENINGS
from tests.exchange.test_own_games import BOULE
from tests.factories import Club, key
from tests.fixtures.shared import made_once
from zarleague.engine.entry import Entry
from zarleague.leagues import selectors as league_selectors
from zarleague.leagues import services as leagues
from zarleague.leagues.models import Season
from zarleague.play import selectors as play_selectors
from zarleague.play import services
from zarleague.play.models import Hand, Match
from zarleague.reports.services import refresh_ratings

NAMES = ("Ann", "Bob", "Cat", "Dee")


@made_once
def made_club(_: pytest.FixtureRequest) -> Club:
    """A season by place points takes games of either direction."""
    return factories.club(rules={"preset": "place-points", "options": {"min_hands": 0}})


def page_data(page: Any, name: str) -> Any:
    """Return what a page tells its script."""
    found = re.search(rf'<script[^>]*id="{name}"[^>]*>(.*?)</script>', page.content.decode(), re.S)
    assert found is not None
    return json.loads(found[1])


@pytest.mark.parametrize("name", EVENINGS)
def test_an_example_is_added_played_and_counted(club: Club, client: Client, name: str) -> None:
    """One tap adds the game, a match starts with new names, the entry page's data says where each
    hand goes, and the scorepad has the totals worked out by hand."""
    client.force_login(club.organiser)
    slug, (hands, totals) = club.league.slug, EVENINGS[name]
    added = client.post(reverse("own-games", args=[slug]), {"example": name})
    assert added.headers["Location"] == reverse("own-game", args=[slug, name])
    seats = NAMES[: len(totals)]
    given = {"game": f"own:{name}", "seat": [f"+{one}" for one in seats], "key": key()}
    client.post(reverse("start-match", args=[slug]), given)
    match = Match.objects.get()
    for sheets, winner, _points in hands:
        data = page_data(client.get(reverse("enter-hand", args=[slug, match.pk])), "entry-data")
        entry = {"form": data["forms"][0]["key"], "sheets": sheets, "winner": winner}
        saved = client.post(
            data["save"], json.dumps(entry), content_type="application/json",
            headers={"Idempotency-Key": key()},
        )  # fmt: skip
        assert saved.status_code == 201, saved.content
    pad = client.get(reverse("match", args=[slug, match.pk]))
    standing = page_data(pad, "pad-data")["standing"]
    assert {one["name"]: one["total"] for one in standing} == dict(zip(seats, totals, strict=True))


def text_of(page: Any) -> str:
    """Return what stands on a page, without its marks and with single spaces."""
    return " ".join(re.sub(r"<[^>]+>", " ", page.content.decode()).split())


def test_a_box_may_be_called_by_a_share(club: Club, client: Client) -> None:
    fields = [BOULE["fields"][0] | {"label": "Corner & 50% more"}, BOULE["fields"][1]]
    leagues.declare_game(club.league, BOULE | {"fields": fields}, actor=club.boss)
    match = services.start_match(
        club.season,
        club.add("Ann", "Bob"),
        services.MatchTerms(game="own:Table boule"),
        actor=club.boss,
        key=key(),
    )
    client.force_login(club.organiser)
    page = client.get(reverse("enter-hand", args=[club.league.slug, match.pk]))
    assert "Corner &amp; 50% more" in text_of(page)


def test_a_correction_is_shown_before_it_is_saved(club: Club, client: Client) -> None:
    """Ann has 3 balls and the corner, 7 halves, Bob 2 balls, 4 halves. With 4 halves for a ball
    they would have 13 and 8: 6½ and 4 points."""
    leagues.declare_game(club.league, BOULE, actor=club.boss)
    match = services.start_match(
        club.season,
        club.add("Ann", "Bob"),
        services.MatchTerms(game="own:Table boule"),
        actor=club.boss,
        key=key(),
    )
    services.enter_hand(
        match, Entry("counted", ({"f1": 3, "f2": 1}, {"f1": 2})), key=key(), actor=club.keeper
    )
    changed = BOULE | {"fields": [BOULE["fields"][0] | {"each": 4}, BOULE["fields"][1]]}
    client.force_login(club.organiser)
    address = reverse("own-game", args=[club.league.slug, "Table boule"])
    looked = text_of(client.post(address, {"definition": json.dumps(changed), "look": "1"}))
    assert "Nothing is saved yet." in looked
    assert "3½, 2 6½, 4" in looked
    assert "Score these hands again" not in looked
    assert league_selectors.house_rules(club.league, "own:Table boule")["version"] == "1"

    client.post(address, {"definition": json.dumps(changed)})
    shown = text_of(client.get(address))
    assert "3½, 2 6½, 4" in shown
    assert "Score these hands again" in shown
    # The versions: what changed, and the match that was played by the first of them.
    newest, oldest = shown.split("Versions", 1)[1].split("Version 1", 1)
    assert "Version 2 since" in newest
    assert "Points each 2 → by plus and minus · 0 to 6 · Points each 4" in newest
    assert "No match yet" in newest
    assert "1 match:" in oldest


def test_the_api_tries_a_correction_and_lists_versions(club: Club, client: Client) -> None:
    """As on the page: 13 and 8 halves instead of 7 and 4. A seventh ball is one too many."""
    leagues.declare_game(club.league, BOULE, actor=club.boss)
    match = services.start_match(
        club.season,
        club.add("Ann", "Bob"),
        services.MatchTerms(game="own:Table boule"),
        actor=club.boss,
        key=key(),
    )
    services.enter_hand(
        match, Entry("counted", ({"f1": 3, "f2": 1}, {"f1": 2})), key=key(), actor=club.keeper
    )
    changed = BOULE | {"fields": [BOULE["fields"][0] | {"each": 4}, BOULE["fields"][1]]}
    client.force_login(club.organiser)
    games = f"/api/v1/leagues/{club.league.slug}/own-games/"
    hands = [{"sheets": [{"f1": 3, "f2": 1}, {"f1": 2}]}, {"sheets": [{"f1": 7}, {}]}]
    tried = client.post(
        f"{games}check/", {"definition": changed, "hands": hands}, content_type="application/json"
    ).json()
    assert tried["unit"] == 2
    assert tried["moves"] == [{"match": match.pk, "hand": 1, "before": [7, 4], "after": [13, 8]}]
    assert [one["points"] for one in tried["hands"]] == [[13, 8], None]
    assert "0 to 6" in tried["hands"][1]["findings"][0]["text"]

    leagues.declare_game(club.league, changed, actor=club.boss)
    newest, oldest = client.get(f"{games}Table%20boule/versions/").json()
    assert newest["changes"] == [{"what": "fields.f1.each", "before": 2, "after": 4}]
    assert [(one["version"], one["matches"]) for one in (newest, oldest)] == [(2, 0), (1, 1)]


def test_matches_in_different_parts_are_added_up_as_they_are(club: Club, client: Client) -> None:
    """7 halves and 7 whole points are 14 of different parts, and the table says so: Ann has 3 balls
    and the corner in each match, and Bob 2 balls."""
    players = club.add("Ann", "Bob")
    rules = {"preset": "total-points", "options": {}}
    Season.objects.filter(pk=club.season.pk).update(rules=rules)
    for name, unit in (("Table boule", 2), ("Lawn boule", 1)):
        leagues.declare_game(club.league, BOULE | {"name": name, "unit": unit}, actor=club.boss)
        match = services.start_match(
            club.season,
            players,
            services.MatchTerms(game=f"own:{name}"),
            actor=club.boss,
            key=key(),
        )
        services.enter_hand(
            match, Entry("counted", ({"f1": 3, "f2": 1}, {"f1": 2})), key=key(), actor=club.keeper
        )
    client.force_login(club.organiser)
    shown = text_of(client.get(reverse("season", args=[club.league.slug, club.season.pk])))
    assert "The matches here count in different parts of a point" in shown
    assert [
        row.points for row in play_selectors.season_table(Season.objects.get(pk=club.season.pk))
    ] == [8, 14]


def test_a_version_whose_record_is_gone_is_known_from_its_matches(
    club: Club, client: Client
) -> None:
    leagues.declare_game(club.league, BOULE, actor=club.boss)
    services.start_match(
        club.season,
        club.add("Ann", "Bob"),
        services.MatchTerms(game="own:Table boule"),
        actor=club.boss,
        key=key(),
    )
    changed = BOULE | {"limit": 30}
    leagues.declare_game(club.league, changed, actor=club.boss)
    game = club.league.games.get(game="own:Table boule")
    # As in a league whose file was without its log.
    game.overrides = game.overrides | {"version": "5"}
    game.save()
    client.force_login(club.organiser)
    address = reverse("own-game", args=[club.league.slug, "Table boule"])
    shown = text_of(client.get(address)).split("Versions", 1)[1]
    assert shown.index("Version 5") < shown.index("Version 2") < shown.index("Version 1")
    assert "Ends at points: 26 → 30" in shown


def test_the_log_says_in_words_what_a_version_changed(club: Club, client: Client) -> None:
    leagues.declare_game(club.league, BOULE, actor=club.boss)
    leagues.declare_game(club.league, BOULE | {"limit": 30}, actor=club.boss)
    client.force_login(club.organiser)
    answer = client.get(reverse("audit", args=[club.league.slug]))
    page = b"".join(answer).decode()
    assert "set up the game Table boule" in page
    assert "own:" not in page
    assert "Ends at points" in page
    assert "zarleague-game" not in page


def test_a_file_has_the_name_of_its_game(club: Club, client: Client) -> None:
    """A name in other letters, as browsers read it (RFC 6266), the version, and what was in it."""
    leagues.declare_game(
        club.league, BOULE | {"name": "\u0414\u0443\u0440\u0430\u043a"}, actor=club.boss
    )
    client.force_login(club.organiser)
    answer = client.get(
        reverse("own-game-file", args=[club.league.slug, "\u0414\u0443\u0440\u0430\u043a"])
    )
    assert answer.headers["Content-Disposition"] == (
        "attachment; filename*=utf-8''%D0%94%D1%83%D1%80%D0%B0%D0%BA%20v1.json"
    )
    assert json.loads(answer.content)["fields"][0]["label"] == "Balls"


def test_what_needs_an_engine_says_that_the_game_has_none(club: Club, client: Client) -> None:
    leagues.declare_game(club.league, BOULE, actor=club.boss)
    match = services.start_match(
        club.season,
        club.add("Ann", "Bob"),
        services.MatchTerms(game="own:Table boule"),
        actor=club.boss,
        key=key(),
    )
    services.enter_hand(match, Entry("counted", ({"f1": 3}, {})), key=key(), actor=club.keeper)
    client.force_login(club.organiser)
    slug, said = club.league.slug, "has no engine"
    hand = [slug, match.pk, 1]
    for address in (
        reverse("hand-replay", args=hand),
        reverse("hand-compare", args=hand),
        reverse("what-if", args=[slug, club.season.pk]),
        reverse("laboratory", args=[slug]) + "?game=own:Table boule",
    ):
        assert said in text_of(client.get(address)), address

    api = "/api/v1/"
    asked = {"changes": {"own:Table boule": {}}}
    tried = {"game": "own:Table boule", "one": {}, "other": {}, "players": 2, "hands": 500}
    for path, body in (
        (f"matches/{match.pk}/hands/1/replay/", None),
        (f"matches/{match.pk}/hands/1/other-rules/", None),
        (f"matches/{match.pk}/replay/", {"log": "game zar"}),
        (f"leagues/{slug}/seasons/{club.season.pk}/what-if/", asked),
        (f"leagues/{slug}/laboratory/", tried),
        ("replay/", {"log": "seats Ann Bob", "game": "own:Table boule"}),
    ):
        sent = {"content_type": "application/json", "headers": {"Idempotency-Key": key()}}
        answer = client.get(api + path) if body is None else client.post(api + path, body, **sent)
        assert answer.status_code in (400, 422), path
        assert said in answer.content.decode(), path


def test_a_game_begins_like_another(club: Club, client: Client) -> None:
    """Like an example, or like a game of the league; it has no name yet."""
    leagues.declare_game(club.league, BOULE, actor=club.boss)
    client.force_login(club.organiser)
    address = reverse("new-game", args=[club.league.slug])
    for name, label in (("Skyjo", "Cards"), ("Table boule", "Balls")):
        data = page_data(client.get(address, {"like": name}), "game-data")
        assert (data["name"], data["fields"][0]["label"]) == ("", label)
    assert client.get(address, {"like": "Chess"}).status_code == 404


def test_the_file_of_a_game_that_is_known(club: Club, client: Client) -> None:
    client.force_login(club.organiser)
    address = reverse("own-games", args=[club.league.slug])
    changed = BOULE | {"limit": 30}
    for sent, said in (
        (BOULE, "Added."),
        (BOULE, "just as it is in the file"),
        (changed, "This is its version 2 now."),
    ):
        file = SimpleUploadedFile("game.json", json.dumps(sent).encode())
        assert said in text_of(client.post(address, {"file": file}, follow=True))


def test_a_sheet_to_print_has_halves(club: Club, client: Client) -> None:
    """A corner is one half, and the match ends at 26 halves."""
    leagues.declare_game(club.league, BOULE, actor=club.boss)
    client.force_login(club.organiser)
    sheet = text_of(client.get(reverse("score-sheet", args=[club.league.slug, "own:Table boule"])))
    assert "reaches 13." in sheet
    assert "½" in sheet


def played(club: Club, name: str) -> Match:
    """Return a match of one hand of a game that the league adds under a name."""
    made = leagues.declare_game(club.league, BOULE | {"name": name}, actor=club.boss)
    match = services.start_match(
        club.season,
        club.add("Ann", "Bob"),
        services.MatchTerms(game=made.game),
        actor=club.boss,
        key=key(),
    )
    services.enter_hand(match, Entry("counted", ({"f1": 3}, {})), key=key(), actor=club.keeper)
    return match


def test_a_game_is_renamed_on_its_page(club: Club, client: Client) -> None:
    """Every page that names the game has the new name, the address of its page stays, and nothing
    but the log has the old one. A version that came with it is saved as well."""
    match = played(club, "Table bowl")
    dispute = services.open_dispute(match.hands.get(), text="No!", actor=club.keeper, key=key())
    decision = services.Decision("upheld", "stands", "Who was nearer?", "We measured.")
    ruling = services.rule_on_dispute(
        dispute, decision, expected_version=1, actor=club.boss, key=key()
    )
    refresh_ratings(club.league)
    client.force_login(club.organiser)
    slug, season = club.league.slug, club.season.pk
    address = reverse("own-game", args=[slug, "Table bowl"])
    sent = {"definition": json.dumps(BOULE | {"name": "Table boule", "limit": 30})}
    answer = client.post(address, sent)
    assert answer.headers["Location"] == address
    for page in (
        address,
        reverse("own-games", args=[slug]),
        reverse("league", args=[slug]),
        reverse("match", args=[slug, match.pk]),
        reverse("start-match", args=[slug]),
        reverse("season-settings", args=[slug, season]),
        reverse("evening", args=[slug, match.played_on.isoformat()]),
        reverse("player", args=[slug, club.players["Ann"].pk]),
        reverse("ratings", args=[slug]) + "?game=own:Table bowl",
        reverse("score-sheet", args=[slug, "own:Table bowl"]),
        reverse("match-board", args=[slug, match.pk]),
        reverse("ruling", args=[slug, ruling.pk]),
        reverse("home"),
    ):
        said = text_of(client.get(page, follow=True))
        assert "Table boule" in said, page
        assert "Table bowl" not in said, page
    log = b"".join(client.get(reverse("audit", args=[slug]))).decode()
    log = " ".join(re.sub(r"<[^>]+>", " ", log).split())
    assert "renamed the game Table boule" in log
    assert "name Table bowl Table boule" in log
    assert "Ends at points 26 30" in log
    file = client.get(reverse("own-game-file", args=[slug, "Table bowl"]))
    assert 'filename="Table boule v2.json"' in file.headers["Content-Disposition"]
    assert json.loads(file.content)["name"] == "Table boule"


def statements(client: Client, address: str) -> int:
    """Return how many statements a page takes."""
    with CaptureQueriesContext(connection) as asked:
        assert client.get(address).status_code == 200
    return len(asked)


def test_pages_read_the_names_of_games_once(club: Club, client: Client) -> None:
    """Not once for each match, or for each ruling of another league, that they show."""
    leagues.update_league(club.league, shares_rulings=True, actor=club.boss)
    other = factories.club()
    home, casebook = reverse("home"), reverse("casebook", args=[other.league.slug])
    decision = services.Decision("upheld", "stands", "Who was nearer?", "We measured.")
    found = []
    for _ in range(2):
        for _ in range(2):
            hand = Hand.objects.get(match=played(club, "Golf"))
            dispute = services.open_dispute(hand, text="No!", actor=club.keeper, key=key())
            services.publish_rulings(dispute, True, actor=club.boss)
            services.rule_on_dispute(
                dispute, decision, expected_version=1, actor=club.boss, key=key()
            )
        client.force_login(club.organiser)
        at_home = statements(client, home)
        client.force_login(other.organiser)
        found.append((at_home, statements(client, casebook)))
    assert found[0] == found[1]


def test_a_name_that_another_game_has_is_refused_on_the_page(club: Club, client: Client) -> None:
    """What was typed stays, and the game is as it was."""
    for name in ("Golf", "Table boule"):
        leagues.declare_game(club.league, BOULE | {"name": name}, actor=club.boss)
    client.force_login(club.organiser)
    address = reverse("own-game", args=[club.league.slug, "Table boule"])
    answer = client.post(address, {"definition": json.dumps(BOULE | {"name": "golf", "limit": 30})})
    assert "already has a game with this name" in text_of(answer)
    assert page_data(answer, "game-data")["name"] == "golf"
    game = league_selectors.own_game(club.league, "Table boule")
    assert game is not None
    assert (game.own_name, game.overrides["version"]) == ("Table boule", "1")
    looked = client.post(
        address, {"definition": json.dumps(BOULE | {"name": "Bowls"}), "look": "1"}
    )
    assert "Nothing is saved yet." in text_of(looked)
    game.refresh_from_db()
    assert game.own_name == "Table boule"


def test_a_game_is_set_as_inactive_and_active_on_its_page(club: Club, client: Client) -> None:
    """No page offers it, and its pages stay. The main game can't be set so."""
    match = played(club, "Table boule")
    client.force_login(club.organiser)
    slug = club.league.slug
    address = reverse("own-game", args=[slug, "Table boule"])
    turn = reverse("own-game-inactive", args=[slug, "Table boule"])
    offering = [
        reverse("start-match", args=[slug]),
        reverse("league-settings", args=[slug]),
        reverse("new-season", args=[slug]),
        reverse("season-settings", args=[slug, club.season.pk]),
    ]
    before = [client.get(page).content.decode() for page in offering]
    assert all('value="own:Table boule"' in page for page in before)
    assert client.post(turn, {"inactive": "1"}).headers["Location"] == address
    assert "No longer played" in text_of(client.get(address))
    for page in offering:
        assert 'value="own:Table boule"' not in client.get(page).content.decode(), page
    listed = text_of(client.get(reverse("own-games", args=[slug])))
    assert "No longer played Table boule 1 match" in listed
    assert "Table boule" in text_of(client.get(reverse("match", args=[slug, match.pk])))
    assert client.get(reverse("enter-on-phone", args=[slug, "own:Table boule"])).status_code == 200
    sheet = reverse("score-sheet", args=[slug, "own:Table boule"]) + f"?match={match.pk}"
    assert client.get(sheet).status_code == 200
    client.post(turn)
    assert 'value="own:Table boule"' in client.get(offering[0]).content.decode()
    leagues.update_league(club.league, default_game="own:Table boule", actor=club.boss)
    refused = client.post(turn, {"inactive": "1"}, follow=True)
    assert "is the league’s main game" in text_of(refused)


def test_a_renamed_game_in_the_api(club: Club, client: Client) -> None:
    """Its key and address stay; the same request again renames nothing twice; a try-out under the
    new name is of this game."""
    played(club, "Table bowl")
    client.force_login(club.organiser)
    games = f"/api/v1/leagues/{club.league.slug}/own-games/"
    sent: dict[str, Any] = {
        "content_type": "application/json", "headers": {"Idempotency-Key": key()},
    }  # fmt: skip
    for _ in range(2):
        answer = client.patch(f"{games}Table bowl/", {"name": "Table boule"}, **sent)
        assert answer.status_code == 200
        assert answer.json()["game"] == "own:Table bowl"
        assert answer.json()["definition"]["name"] == "Table boule"
    (listed,) = client.get(games).json()
    assert listed == client.get(f"{games}Table bowl/").json()
    tried = BOULE | {"fields": [BOULE["fields"][0] | {"each": 4}, BOULE["fields"][1]]}
    found = client.post(
        f"{games}check/", {"definition": tried}, content_type="application/json"
    ).json()
    assert [(one["before"], one["after"]) for one in found["moves"]] == [([6, 0], [12, 0])]
    taken = client.patch(f"{games}Table bowl/", {"name": "1/2"}, content_type="application/json")
    assert taken.status_code == 422
    assert "The name can have letters, digits" in taken.json()["detail"]


def test_a_game_is_set_as_inactive_by_the_api(club: Club, client: Client) -> None:
    leagues.declare_game(club.league, BOULE, actor=club.boss)
    client.force_login(club.organiser)
    games = f"/api/v1/leagues/{club.league.slug}/own-games/"
    for inactive in (True, False):
        answer = client.post(
            f"{games}Table boule/inactive/", {"inactive": inactive}, content_type="application/json"
        )
        assert answer.status_code == 201
        assert answer.json()["inactive"] is inactive
        assert client.get(games).json()[0]["inactive"] is inactive
    leagues.update_league(club.league, default_game="own:Table boule", actor=club.boss)
    refused = client.post(
        f"{games}Table boule/inactive/", {"inactive": True}, content_type="application/json"
    )
    assert refused.status_code == 422
    assert "main game" in refused.content.decode()


FOUNDING = {
    "name": "Kitchen Table", "plays_as": "Mia", "players": "Tom, Ann", "visibility": "private",
    "time_zone": "UTC", "ranking": "total-points",
}  # fmt: skip


def test_a_league_is_founded_with_an_example(db: None, client: Client) -> None:
    """Its players are seated, its game is chosen, and after Start comes the first hand. It is the
    game of its seasons as well."""
    address = reverse("new-league")
    assert "Skyjo" in text_of(client.get(address))
    made = client.post(address, FOUNDING | {"default_game": "own:Skyjo", "key": key()}, follow=True)
    (start, _), page = made.redirect_chain[-1], made.content.decode()
    assert re.search(r'value="own:Skyjo"[^>]* checked', page)
    seats = re.findall(r"seat=(\d+)", start)
    given = {"game": "own:Skyjo", "seat": seats, "key": key()}
    assert client.post(start, given).headers["Location"].endswith("/enter/")
    assert Match.objects.get().seats.count() == 3
    league = Match.objects.get().league
    for form in ("league-settings", "new-season"):
        offered = client.get(reverse(form, args=[league.slug])).content.decode()
        assert '<option value="own:Skyjo"' in offered


def test_a_league_is_founded_with_a_game_that_is_made_next(db: None, client: Client) -> None:
    given = FOUNDING | {"default_game": "another", "key": key()}
    making = client.post(reverse("new-league"), given).headers["Location"]
    data = page_data(client.get(making), "game-data") | {"name": "Kitchen dice"}
    data["fields"][0]["label"] = "Points"
    start = client.post(making, {"definition": json.dumps(data), "play": "1"}).headers["Location"]
    assert start.count("seat=") == 3
    page = client.get(start.split("?")[0]).content.decode()
    assert re.search(r'value="own:Kitchen dice"[^>]* checked', page)
