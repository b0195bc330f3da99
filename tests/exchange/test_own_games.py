"""What is stored of a league's own game, in the league's file, spreadsheets, messages and reports,
and after a player is forgotten whose name stands in its definition."""

import io
import json
from typing import Any

import pytest
from django.test import Client

from tests import factories
from tests.exchange.test_league_file import changed, exported, imported
from tests.factories import Club, key
from tests.fixtures.shared import made_once
from zarleague.engine.declared import definition_of, read_definition, read_text, to_text
from zarleague.engine.entry import Entry
from zarleague.exchange.bgstats import season_file
from zarleague.exchange.forgetting import work
from zarleague.exchange.forgetting.texts import Renaming
from zarleague.exchange.history.checking import check
from zarleague.exchange.history.names import named_game
from zarleague.exchange.league_file.reading import BadFile
from zarleague.exchange.models import Delivery, Webhook
from zarleague.exchange.webhooks import messages
from zarleague.leagues import depersonalising
from zarleague.leagues import selectors as league_selectors
from zarleague.leagues import services as leagues
from zarleague.leagues.formats import points_text
from zarleague.leagues.models import AuditEntry, League, Season
from zarleague.play import selectors, services
from zarleague.play.models import Hand, Match
from zarleague.play.selectors.seats import ruleset_of
from zarleague.reports import services as reports
from zarleague.reports.questions.tables import rating_table
from zarleague.reports.season_report.build import make_report
from zarleague.reports.season_report.sections.wording import document_of

pytestmark = pytest.mark.sqlite

BOULE: dict[str, Any] = {
    "name": "Table boule",
    "players": [2, 4],
    "wins": "low",
    "about": "As Ann taught us; Bob counts.",
    "fields": [
        {"key": "f1", "label": "Balls", "most": 6, "each": 2},
        {"key": "f2", "label": "Ann’s corner", "asked": "tick", "each": 1},
    ],
    "unit": 2,
    "limit": 26,
}  # fmt: skip
"""Half points: a ball is a point, Ann's corner half of one."""


@made_once
def made_club(_: pytest.FixtureRequest) -> Club:
    """Ann has 3 balls and the corner: 3 * 2 + 1 = 7 halves, then 1 ball: 2. Bob 4 halves, then
    10 and the corner: 11."""
    club = factories.club(name="Friday League")
    leagues.declare_game(club.league, BOULE, actor=club.boss)
    match = services.start_match(
        club.season,
        club.add("Ann", "Bob"),
        services.MatchTerms(game="own:Table boule"),
        actor=club.boss,
        key=key(),
        at=factories.EIGHT_O_CLOCK,
    )
    for sheets in (({"f1": 3, "f2": 1}, {"f1": 2}), ({"f1": 1}, {"f1": 5, "f2": 1})):
        services.enter_hand(match, Entry("counted", sheets), key=key(), actor=club.keeper)
    return club


def table_of(season: Season) -> list[tuple[str, int]]:
    named = selectors.named_table(season)
    return [(named.names[row.player_id], row.points) for row in named.rows]


def test_a_league_takes_its_own_games_with_it(club: Club) -> None:
    """The new league has the game, its matches their definition, and the same standings."""
    other = BOULE | {"fields": [BOULE["fields"][0] | {"each": 4}, BOULE["fields"][1]]}
    leagues.declare_main_game(club.league, other, actor=club.boss)
    reports.refresh_ratings(club.league)
    made = imported(exported(club.league))
    assert made.differing == []
    season = Season.objects.get(league=made.league)
    assert made.league.default_game == "own:Table boule"
    assert sorted(table_of(season)) == sorted(table_of(club.season)) == [("Ann", 9), ("Bob", 15)]
    assert league_selectors.house_rules(made.league, "own:Table boule")["version"] == "2"
    (moved, _) = services.preview_rescoring(made.league, "own:Table boule")
    assert (moved.before, moved.after) == ((7, 4), (13, 8))


def test_a_league_takes_new_names_and_inactive_games_with_it(club: Club) -> None:
    reports.refresh_ratings(club.league)
    leagues.rename_game(club.league, "own:Table boule", "Bowls", actor=club.boss)
    leagues.set_game_inactive(club.league, "own:Table boule", True, actor=club.boss)
    made = imported(exported(club.league))
    assert made.differing == []
    (game,) = league_selectors.own_games(made.league)
    assert (game.game, game.own_name, game.inactive) == ("own:Table boule", "Bowls", True)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"name": "<b>"}, "a name that a game can have"),
        ({"name": "Second"}, "one that another game has or had"),
        ({"inactive": "yes"}, "inactive"),
    ],
)
def test_a_file_with_a_wrong_name_of_a_game_is_refused(
    club: Club, given: dict[str, Any], said: str
) -> None:
    leagues.declare_game(club.league, BOULE | {"name": "Second"}, actor=club.boss)

    def change(lines: list[Any]) -> None:
        next(line for line in lines if line["game"] == "own:Table boule").update(given)

    with pytest.raises(BadFile, match=said):
        imported(changed(exported(club.league), "house_rules", change))


def test_a_renamed_game_in_messages_files_and_reports(club: Club) -> None:
    """Each says the new name; the report that was made before keeps the one of then."""
    reports.refresh_ratings(club.league)
    before = make_report(club.season)
    leagues.rename_game(club.league, "own:Table boule", "Bowls", actor=club.boss)
    league = League.objects.get(pk=club.league.pk)
    match = Match.objects.get()
    sent = Delivery(
        webhook=Webhook(league=league, shape="slack"), event="hand.saved",
        data={"match": match.pk, "number": 1, "points": [[club.players["Ann"].pk, 7]]},
    )  # fmt: skip
    assert json.loads(messages.body_of(sent))["text"].splitlines()[1] == "Bowls: Ann 3½"
    table = rating_table(league, "own:Table boule")
    assert table is not None
    assert (table.key, table.title) == ("own:Bowls", "Ratings, Bowls")
    season = Season.objects.get(pk=club.season.pk)
    played = json.loads("".join(season_file(season, "https://zar.example")))
    assert [game["name"] for game in played["games"]] == ["Bowls"]
    services.enter_hand(
        match, Entry("counted", ({"f1": 1}, {"f1": 2})), key=key(), actor=club.keeper
    )
    reports.refresh_ratings(league)
    after = make_report(season)
    for report, name, other in ((before, "Table boule", "Bowls"), (after, "Bowls", "Table boule")):
        assert report is not None
        written = repr(document_of(report.figures)).replace("own:Table boule", "its key")
        assert f"{name}: most points in one hand" in written
        assert f"Ratings: {name}" in written
        assert other not in written


def test_past_results_of_a_renamed_or_inactive_game(club: Club) -> None:
    """A file may call it by either name, and may be of a game that is no longer played."""
    leagues.rename_game(club.league, "own:Table boule", "Bowls", actor=club.boss)
    leagues.set_game_inactive(club.league, "own:Table boule", True, actor=club.boss)
    league = League.objects.get(pk=club.league.pk)
    assert [named_game(league, name) for name in ("bowls", "Table Boule", "Boccia")] == [
        "own:Table boule",
        "own:Table boule",
        None,
    ]
    data = b"Date,Game,Ann,Bob\n2025-01-10,Table boule,3.5,2\n"
    chosen = {"game": "own:Table boule", "season": "Past", "names": {}}
    found = check(io.BytesIO(data), league, None, chosen).to_json()
    assert [row["points"] for row in found["sample"]] == [[["Ann", 7], ["Bob", 4]]]
    assert found["questions"] == []


def test_a_file_in_points_is_read_in_halves(club: Club) -> None:
    """3.5 points are 7 halves; what the table writes is what the league has."""
    data = b"Date,Ann,Bob\n2025-01-10,3.5,2\n2025-01-10,1,5.5\n"
    chosen = {"game": "own:Table boule", "season": "Past", "names": {}}
    found = check(io.BytesIO(data), club.league, None, chosen).to_json()
    assert [row["points"] for row in found["sample"]] == [
        [["Ann", 7], ["Bob", 4]],
        [["Ann", 2], ["Bob", 11]],
    ]


def test_halves_are_said_as_halves(club: Club, client: Client) -> None:
    """Ann has 7 + 2 = 9 halves, Bob 4 + 11 = 15; the lead is 6 halves, the limit 26: 13 points."""
    match = Match.objects.get()
    sent = Delivery(
        webhook=Webhook(league=club.league, shape="slack"), event="hand.saved",
        data={"match": match.pk, "number": 1, "points": [[club.players["Ann"].pk, 7]]},
    )  # fmt: skip
    assert json.loads(messages.body_of(sent))["text"].splitlines()[1] == "Table boule: Ann 3½"
    sent.event, sent.data = "hand.corrected", sent.data | {"points": []}  # voided
    assert json.loads(messages.body_of(sent))["text"] == "Friday League: Hand 1 was corrected."
    sent.event, sent.data["points"] = "hand.saved", [[club.players["Ann"].pk, 7]]
    sent.webhook.shape = Webhook.Shape.STANDARD
    sent.created_at = factories.EIGHT_O_CLOCK
    told = json.loads(messages.body_of(sent))["data"]
    assert (told["game"], told["unit"], told["points"][0]["points"]) == ("own:Table boule", 2, 7)
    client.force_login(club.organiser)
    page = client.get(f"/l/{club.league.slug}/m/{match.pk}/").content.decode()
    for said in (">3½<", ">2<", ">4½<", ">7½<", ">5½<", ">3<"):
        assert said in page, said
    asked = client.get(f"/l/{club.league.slug}/m/{match.pk}/enter/").content.decode()
    assert "½ each" in asked
    assert "have left?" not in asked  # nothing is left over in this game
    assert "2 each" not in asked  # two halves, a ball, are one point
    hand = client.get(f"/l/{club.league.slug}/m/{match.pk}/h/1/").content.decode()
    assert ">3½</span>" in hand
    assert "Cards left" not in hand
    last = Entry("counted", ({"f1": 6}, {"f1": 6}))
    services.enter_hand(match, last, key=key(), actor=club.keeper)
    assert selectors.status(match).announcements[0] == "Bob reaches 13."


def test_a_season_of_halves_is_told_in_points(club: Club, client: Client) -> None:
    """Ann's 9 halves of two hands are 4½, and 2¼ a hand; Bob's 15 are 7½. One penalty point is one
    half more for Ann: 5."""
    match = Match.objects.get()
    client.force_login(club.organiser)
    season = f"/l/{club.league.slug}/seasons/{club.season.pk}/"
    page = client.get(season).content.decode()
    for said in (">4½<", ">7½<", ">2.25<", ">3.75<"):
        assert said in page, said
    file = client.get(f"{season}table.csv").content.decode("utf-8-sig").splitlines()
    assert file[1].split(",")[1:7] == ["Ann", "4.5000", "2", "1", "4.5000", "2.2500"]
    read = client.get(f"/api/v1{season}standings/".replace("/l/", "/leagues/")).json()
    assert (read["unit"], read["rows"][0]["points"]) == (2, 9)
    assert client.get(f"/api/v1/matches/{match.pk}/").json()["unit"] == 2
    ann = club.players["Ann"]
    page = client.get(f"/l/{club.league.slug}/players/{ann.pk}/").content.decode()
    for said in (">4½<", "Lowest hand: 1", "Highest hand: 3½", "4½ : 7½"):
        assert said in page, said
    services.add_penalty(
        club.season, ann, 1, reason="Late", actor=club.boss, key=key(), match=match
    )
    page = client.get(season).content.decode()
    assert ">5<" in page
    assert "½ points" in page


@pytest.mark.parametrize(
    ("points", "unit", "said"),
    [(7, 2, "3½"), (-1, 2, "-½"), (-4, 2, "-2"), (3, 4, "¾"), (35, 10, "3.5"), (7, 1, "7")],
)
def test_parts_of_points(points: int, unit: int, said: str) -> None:
    assert points_text(points, unit) == said


def test_a_report_is_made_and_a_dispute_ruled_on(club: Club, client: Client) -> None:
    """Every page of them opens. The ruling gives Ann 12 halves for her first hand: 12 + 2 = 14."""
    reports.refresh_ratings(club.league)
    report = make_report(club.season)
    assert report is not None
    assert report.figures["highest"][0]["points"] == "11/2"
    assert [row["points"] for row in report.figures["table"]] == ["9/2", "15/2"]
    hand = Hand.objects.get(number=1)
    case = services.open_dispute(hand, text="It was 12.", actor=club.keeper, key=key())
    client.force_login(club.organiser)
    league = f"/l/{club.league.slug}/"
    about = f"{league}seasons/{club.season.pk}/reports/{report.number}/"
    dispute = f"{league}disputes/{case.pk}/"
    assert "The league’s own game" in client.get(about).content.decode()
    assert "statement-log" not in client.get(dispute).content.decode()
    decision = services.Decision("upheld", "corrected", "How many?", "All saw 12.", points=(12, 4))
    services.rule_on_dispute(case, decision, actor=club.boss, key=key(), expected_version=1)
    assert sorted(table_of(club.season)) == [("Ann", 14), ("Bob", 15)]
    for page in (dispute, f"{league}rulings/", f"{league}ratings/?game=own:Table boule"):
        assert client.get(page).status_code == 200, page


def test_a_forgotten_player_is_in_no_definition(club: Club) -> None:
    """Ann is gone from sentence and box, in the league's game and in the match; Bob stays, and the
    hands count as before."""
    before = table_of(club.season)
    ann = depersonalising.depersonalise_player(club.players["Ann"], actor=club.boss)
    (waiting,) = work.to_do()
    work.forget(waiting)
    for ruleset in (
        league_selectors.house_rules(club.league, "own:Table boule"),
        ruleset_of(Match.objects.get()),
    ):
        found = definition_of(ruleset)
        assert found.about == f"As {ann.name} taught us; Bob counts."
        assert [field.label for field in found.fields] == ["Balls", f"{ann.name}’s corner"]
    assert "Ann" not in json.dumps([one.after for one in AuditEntry.objects.all()])
    assert services.preview_rescoring(club.league, "own:Table boule") == []
    assert [points for _, points in table_of(club.season)] == [points for _, points in before]


def test_names_that_become_alike_and_words_of_the_file() -> None:
    """Somebody may be called as a member of the file is; boxes keep different names."""
    text = to_text(read_definition(BOULE | {"about": "Low wins", "fields": [
        {"label": "Low", "most": 6}, {"label": "Player 1", "most": 3},
    ]}))  # fmt: skip
    found = read_text(Renaming(["low"], "Player 1", []).rules({"definition": text})["definition"])
    assert (found.about, found.low_wins) == ("Player 1 wins", True)
    assert [field.label for field in found.fields] == ["Player 1 2", "Player 1"]
