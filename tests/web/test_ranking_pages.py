"""Season tables on the pages: they open under any rules, and say what counts."""

import datetime
from html import unescape

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests import factories
from tests.factories import FIRST_EVENING, Club, key
from zarleague.engine.entry import Entry, EntryForm, Evidence
from zarleague.engine.games import find
from zarleague.leagues import services as leagues
from zarleague.leagues.models import AuditEntry, League, Season
from zarleague.play import selectors
from zarleague.play import services as play
from zarleague.reports.rank_history.ranks import refresh_ranks
from zarleague.reports.season_report import pages
from zarleague.reports.season_report.build import make_report
from zarleague.reports.words import ranking_words
from zarleague.standings.rules import PRESETS, new_season_rules, rules_from_json
from zarleague.standings.table import table_of
from zarleague.web.league.season_pages import season_settings
from zarleague.web.league.season_pages.ranking_examples import NAMES, example_season, examples

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unprinted")]

COLLECTS = {"scoring": "winner-collects"}
DAY = datetime.timedelta(days=1)


def page(club: Club, name: str, *arguments: object, **query: str) -> str:
    """The page of a season as its organiser reads it; it has to open."""
    client = Client()
    client.force_login(club.organiser)
    answer = client.get(reverse(name, args=[club.league.slug, *arguments]), query)
    assert answer.status_code == 200
    return unescape(answer.content.decode())


def rules_caption(club: Club) -> str:
    return ranking_words.caption(rules_from_json(club.season.rules))


def ranked_by(preset: str, **options: object) -> Club:
    return factories.club(rules={"preset": preset, "options": options})


def uno_hand(club: Club, *points: int, winner: int, **match: object) -> None:
    """A match of one hand of Uno by totals, whose winner collects."""
    names = ("Ann", "Bob", "Cat")[: len(points)]
    played = factories.match(club, *names, game="uno", overrides=COLLECTS, **match)
    sheets = tuple({} if seat == winner else {"points": left} for seat, left in enumerate(points))
    play.enter_hand(played, Entry("totals", sheets, winner), actor=club.boss, key=key())


@pytest.mark.parametrize(
    ("preset", "options"),
    [
        ("hands-won", {}),
        # Two matches, each won once: level in places, then by what is named here.
        ("place-points", {"tie_breaks": ["best-hand"]}),
        ("place-points", {"tie_breaks": ["better-average"]}),
    ],
)
def test_a_league_whose_ties_look_at_points_of_the_other_direction_stays_open(
    preset: str, options: dict[str, object]
) -> None:
    club = ranked_by(preset, **options)
    uno_hand(club, 0, 20, winner=0)
    uno_hand(club, 20, 0, winner=1)
    rows = selectors.season_table(club.season)
    assert [row.rank for row in rows] == [1, 1]
    page(club, "league")
    for name in ("season", "course", "season-settings"):
        page(club, name, club.season.pk)


def test_rules_that_make_no_table_can_be_changed_back(monkeypatch: pytest.MonkeyPatch) -> None:
    club = ranked_by("hands-won")
    uno_hand(club, 0, 20, winner=0)
    # No service stores such rules; a database edited by hand may hold them.
    Season.objects.update(rules={"preset": "total-points", "options": {}})
    monkeypatch.setattr(
        "zarleague.web.league.season_pages.season_settings.play.named_table",
        lambda season, limit: selectors.NamedTable(
            table_of(selectors.season_results(season), rules_from_json(season.rules)), {}
        ),
    )
    club.season.refresh_from_db()
    assert "These rules can’t produce standings" in page(club, "season-settings", club.season.pk)


def _later_penalty(club: Club) -> dict[int, int | None]:
    """Ann 0 and Bob 5, then 20 penalty points for Ann on the day after; the ranks of the table."""
    factories.hand(club, factories.match(club, "Ann", "Bob"), 0, 5, winner=0)
    late = {"evening": FIRST_EVENING + DAY, "reason": "late", "key": key(), "actor": club.boss}
    play.add_penalty(club.season, club.players["Ann"], 20, **late)
    return {row.player_id: row.rank for row in selectors.season_table(club.season)}


def test_the_report_names_the_winner_of_the_table_after_a_penalty_of_a_later_day() -> None:
    club = ranked_by("total-points")
    table = _later_penalty(club)
    ann, bob = club.players["Ann"].pk, club.players["Bob"].pk
    assert table == {bob: 1, ann: 2}
    figures = make_report(club.season).figures
    assert {row["player"]: row["rank"] for row in figures["table"]} == table
    # The lead passed on the day of the penalty.
    assert figures["leads"] == [[(FIRST_EVENING + DAY).toordinal(), [ann], [bob]]]
    (own,) = (one for one in figures["pages"] if one["player"] == ann)
    assert own["attended"] == 1
    assert own["ranks"][-1] == [(FIRST_EVENING + DAY).toordinal(), table[ann]]
    refresh_ranks(club.season.pk)
    assert factories.stored_ranks(club.season)[FIRST_EVENING + DAY] == table


@pytest.mark.parametrize(
    ("evenings", "told"),
    [
        # 0 to 5, then 9 to 5.
        ([[(0, 5)], [(9, 0)]], "when Bob took it from Ann."),
        # 0 to 5, then 5 to 5.
        ([[(0, 5)], [(5, 0)]], "when Bob drew level with Ann."),
        # 5 to 5, then 5 to 9.
        ([[(0, 5), (5, 0)], [(0, 4)]], "when Ann left Bob behind."),
    ],
)
def test_the_report_says_who_took_the_lead_or_drew_level(
    evenings: list[list[tuple[int, int]]], told: str
) -> None:
    club = ranked_by("total-points", tie_breaks=[])
    for days, hands in enumerate(evenings):
        match = factories.match(club, "Ann", "Bob", played_on=FIRST_EVENING + days * DAY)
        for points in hands:
            at = factories.EIGHT_O_CLOCK + days * DAY
            factories.hand(club, match, *points, winner=points.index(0), at=at)
    report = make_report(club.season)
    assert told in page(club, "season-report", club.season.pk, report.number)


class TestLots:
    """Ann and Bob end their hand level on 5, Cat wins it: two players share rank 2."""

    @pytest.fixture
    def level(self) -> Club:
        club = ranked_by("total-points", tie_breaks=[])
        match = factories.match(club, "Ann", "Bob", "Cat")
        factories.hand(club, match, 5, 5, 0, winner=2)
        return club

    def test_the_order_of_a_few_can_be_entered(self, level: Club) -> None:
        shown = page(level, "season-settings", level.season.pk)
        assert "Tied for rank 2: Ann, Bob." in shown
        assert shown.count('<select id="lot-2-') == 2
        assert "among the first" not in shown

    def test_for_many_the_site_draws(self, level: Club, monkeypatch: pytest.MonkeyPatch) -> None:
        # A choice of everybody for every place would grow with the square of the players.
        monkeypatch.setattr(season_settings, "BY_HAND", 1)
        shown = page(level, "season-settings", level.season.pk)
        assert '<select id="lot-2-' not in shown
        assert "Save this order" not in shown
        assert shown.count('<input type="hidden" name="player"') == 2
        assert "Draw for us" in shown

    def test_a_group_behind_the_first_ranks_is_left_out(
        self, level: Club, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(season_settings, "RANKS", 2)
        shown = page(level, "season-settings", level.season.pk)
        assert "Tied for rank" not in shown
        assert "Lots can be drawn for ties among the first 2 ranks." in shown


@pytest.mark.parametrize("whole_course", [pages.WHOLE_COURSE, 0])
def test_the_report_names_the_winner_of_the_table_after_lots_of_a_later_day(
    whole_course: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "WHOLE_COURSE", whole_course)
    # Both have 5 in two hands, a win each, and are level against each other.
    club = ranked_by("total-points")
    match = factories.match(club, "Ann", "Bob")
    factories.hand(club, match, 0, 5, winner=0)
    factories.hand(club, match, 5, 0, winner=1)
    drawn = [club.players["Bob"], club.players["Ann"]]
    play.draw_lots(club.season, drawn, actor=club.boss, key=key(), evening=FIRST_EVENING + DAY)
    club.season.refresh_from_db()
    table = {row.player_id: row.rank for row in selectors.season_table(club.season)}
    assert [table[player.pk] for player in drawn] == [1, 2]
    report = make_report(club.season)
    figures = report.figures
    assert {row["player"]: row["rank"] for row in figures["table"]} == table
    bob, ann = (player.pk for player in drawn)
    first, second = FIRST_EVENING.toordinal(), FIRST_EVENING.toordinal() + 1
    assert {one["player"]: (one["attended"], one["ranks"]) for one in figures["pages"]} == {
        bob: (1, [[first, 1], [second, 1]]),
        ann: (1, [[first, 1], [second, 2]]),
    }
    shown = page(club, "report-player", club.season.pk, report.number, ann)
    assert [cells.count(">5<") for cells in shown.split("<tbody>")[-1].split("<tr>")[1:]] == [1, 1]


def test_a_player_with_a_penalty_and_no_hand_has_a_page_in_the_report() -> None:
    club = ranked_by("total-points")
    factories.hand(club, factories.match(club, "Ann", "Bob"), 0, 5, winner=0)
    (zoe,) = club.add("Zoe")
    play.add_penalty(club.season, zoe, 3, reason="shouting", actor=club.boss, key=key())
    report = make_report(club.season)
    assert "No hands played." in page(club, "report-player", club.season.pk, report.number, zoe.pk)


def counts_of_uno() -> EntryForm:
    """The form of Uno in which cards are counted by kind."""
    return next(
        form
        for form in find("uno").forms(find("uno").ruleset())
        if form.evidence is Evidence.COUNTS
    )


def test_what_if_keeps_the_points_of_hands_it_cannot_rescore_in_a_match_that_turns() -> None:
    club = ranked_by("total-points")
    match = factories.match(club, "Ann", "Bob", "Cat", game="uno")
    form = counts_of_uno()
    counted = Entry(form.key, ({}, {"n7": 2}, {"n7": 1}), 0)
    play.enter_hand(match, counted, actor=club.boss, key=key())
    by_total = Entry("totals", ({"points": 4}, {}, {"points": 9}), 1)
    play.enter_hand(match, by_total, actor=club.boss, key=key())
    shown = page(club, "what-if", club.season.pk, **{"uno.scoring": "winner-collects"})
    assert "1 hand rescored" in shown
    assert "1 hand keeps its points" in shown
    # Rescored, Ann collects 14 + 7 = 21. Of the other hand only points are known: few were good,
    # so they count against their owners where many are: Ann 21 - 4, Bob 0, Cat -9.
    rows = shown.split("<tbody>")[1].split("<tr>")[1:]
    for row, name, figure in zip(rows, ("Ann", "Bob", "Cat"), (17, 0, -9), strict=True):
        assert name in row
        assert f">{figure}</td>" in row


def test_what_if_says_why_points_of_both_directions_make_no_table() -> None:
    """Of Zar few points are good; of Uno, whose winner would collect, many."""
    club = ranked_by("total-points")
    factories.hand(club, factories.match(club, "Ann", "Bob"), 0, 5)
    play.enter_hand(
        factories.match(club, "Ann", "Bob", game="uno"),
        Entry(counts_of_uno().key, ({}, {"n7": 2}), 0),
        actor=club.boss,
        key=key(),
    )
    asked = {"uno.scoring": "winner-collects"}
    assert "so the points can’t be added up" in page(club, "what-if", club.season.pk, **asked)


@pytest.mark.parametrize(
    ("preset", "options", "caption", "measure"),
    [
        ("total-points", {}, "Fewest points first.", "Points"),
        ("total-points", {"high_wins": True}, "Most points first.", "Points"),
        ("total-points", {"metric": "wins"}, "Most hands won first.", "Won"),
        ("average-per-hand", {}, "Lowest average per hand first.", "Average"),
        ("average-per-hand", {"high_wins": True}, "Highest average per hand first.", "Average"),
        (
            "hands-won",
            {"metric": "places"},
            "Most place points first.",
            "Place points",
        ),
        ("place-points", {"best_evenings": 3}, "Only the best 3 evenings count.", "Place points"),
    ],
)
def test_every_label_names_the_figure_and_direction_that_rank(
    preset: str, options: dict[str, object], caption: str, measure: str
) -> None:
    club = ranked_by(preset, **options)
    if options.get("high_wins"):
        uno_hand(club, 0, 20, winner=0)
    else:
        factories.hand(club, factories.match(club), 0, 5, 7)
    shown = page(club, "season", club.season.pk)
    assert caption in shown
    assert f'<th scope="col" class="figure">{measure}</th>' in shown
    # Hands won are no second column beside the one that ranks.
    assert (">Wins</th>" in shown) is (measure != "Won")
    rules = rules_from_json(club.season.rules)
    better = "higher is better" if rules.metric_high_wins else "lower is better"
    assert f"{measure} ({better})" in page(club, "course", club.season.pk)
    for name in ("unfold", "player"):
        of_ann = [club.season.pk] if name == "unfold" else []
        assert f"<dt>{measure}</dt>" in page(club, name, *of_ann, club.players["Ann"].pk)
    other = page(club, "what-if", club.season.pk, ranking="total-points")
    points = f"{'Most' if rules.high_wins else 'Fewest'} points first."
    assert f"<caption>Current rules: {rules_caption(club)} New rules: {points}</caption>" in other
    assert f">Current: {measure}</th>" in other
    assert ">New: Points</th>" in other
    report = make_report(club.season)
    said = page(club, "season-report", club.season.pk, report.number)
    assert caption in said
    assert f"Ranked by: {measure}" in said
    told = page(club, "report-table", club.season.pk, report.number, "table", "csv")
    direction = "high" if rules.metric_high_wins else "low"
    head = f"ranked-by-{rules.metric}-{direction}-wins"
    heads = told.splitlines()[0].split(",")
    assert head in heads
    # What ranks is no second column beside itself: points, average and wins are, where they do not.
    beside = {"points", "average", "wins"}
    assert beside.intersection(heads) == beside - {rules.metric.value}
    assert head in page(club, "season-table-file", club.season.pk, "csv").splitlines()[0]
    client = Client()
    client.force_login(club.organiser)
    standings = client.get(reverse("api-standings", args=[club.league.slug, club.season.pk])).json()
    assert standings["metric"] == rules.metric
    assert standings["high_wins"] is rules.metric_high_wins


def test_a_guest_with_one_good_hand_leads_no_season_that_is_new() -> None:
    for preset in PRESETS:
        rows = table_of(example_season(), rules_from_json(new_season_rules(preset)), names=NAMES)
        leaders = [NAMES[row.player_id] for row in rows if row.rank == 1]
        assert leaders
        assert "Gus" not in leaders


def test_a_league_is_made_by_a_picker_that_shows_each_way_on_an_example() -> None:
    club = factories.club()
    client = Client()
    client.force_login(club.organiser)
    shown = unescape(client.get(reverse("new-league")).content.decode())
    for one in examples():
        assert f'value="{one.preset}"' in shown
        assert one.caption in shown
    # Six evenings of 2 + 3 + 4 + 0 + 3 + 2 are 84 points for Ann in 36 hands: 2.33 a hand.
    assert ">2.33<" in shown
    given = {"name": "Pub", "default_game": "zar", "visibility": "private", "time_zone": "UTC"}
    answer = client.post(
        reverse("new-league"), given | {"ranking": "average-per-hand", "key": key()}
    )
    assert answer.status_code == 302
    season = League.objects.get(name="Pub").seasons.get()
    assert season.rules == {"preset": "average-per-hand", "options": {}}


def test_a_season_made_without_a_word_on_rules_ranks_by_places_with_a_minimum() -> None:
    club = factories.club()
    season = leagues.start_season(
        club.league, name="Next", starts=FIRST_EVENING, actor=club.boss, key=key()
    )
    assert season.rules == {"preset": "place-points", "options": {"min_hands": 5}}


@pytest.mark.parametrize(
    ("preset", "cost"),
    [
        ("total-points", "20 points"),
        ("average-per-hand", "20 points, spread over all the player’s hands"),
        ("hands-won", "20 hands won"),
        ("place-points", "20 place points"),
    ],
)
def test_a_penalty_says_what_it_costs(preset: str, cost: str) -> None:
    club = ranked_by(preset)
    _later_penalty(club)
    shown = page(club, "season", club.season.pk)
    assert f"20 penalty points (cost {cost})" in " ".join(shown.split())
    match = club.season.matches.get()
    assert "one penalty point costs 1 " in page(club, "match-seats", match.pk)


def test_points_of_several_games_are_added_up_with_a_word_and_never_averaged_in_silence() -> None:
    club = ranked_by("total-points")
    factories.hand(club, factories.match(club), 0, 5, 7)
    assert "aren’t worth the same" not in page(club, "season", club.season.pk)
    match = factories.match(club, "Ann", "Bob", game="uno")
    play.enter_hand(match, Entry("totals", ({}, {"points": 20}), 0), actor=club.boss, key=key())
    for preset, verb in (("total-points", "add up"), ("average-per-hand", "average")):
        rules = {"preset": preset, "options": {}}
        play.set_season_rules(club.season, rules, actor=club.boss, key=key())
        word = f"{verb} points from Uno, Zar, which aren’t worth the same"
        assert word in page(club, "season", club.season.pk)
        assert word in page(club, "league")
        club.season.refresh_from_db()
        report = make_report(club.season)
        assert word in page(club, "season-report", club.season.pk, report.number)
    play.set_season_rules(
        club.season,
        {"preset": "several-games", "options": {}},
        actor=club.boss,
        key=factories.key(),
    )
    shown = page(club, "season", club.season.pk)
    assert "aren’t worth the same" not in shown
    assert "Average" not in shown
    assert "Matches won" in shown
    assert "Average" not in page(club, "player", club.players["Ann"].pk)
    club.season.refresh_from_db()
    report = make_report(club.season)
    assert "average" not in {key for row in report_rows(club, report.number) for key in row}
    assert "average" not in page(club, "season-table-file", club.season.pk, "csv")


def report_rows(club: Club, number: int) -> list[dict[str, object]]:
    client = Client()
    client.force_login(club.organiser)
    address = [club.league.slug, club.season.pk, number, "table", "json"]
    rows: list[dict[str, object]] = client.get(reverse("report-table", args=address)).json()
    return rows


def test_the_chart_of_a_season_ranked_by_average_plots_averages() -> None:
    club = ranked_by("average-per-hand", min_hands=0)
    match = factories.match(club, "Ann", "Bob")
    # Ann 0 and 3, Bob 4 and 0, Cat 1 in her only hand: averages 1.5, 2 and 1.
    factories.hand(club, match, 0, 4, winner=0)
    factories.hand(club, match, 3, 0, winner=1)
    factories.hand(club, factories.match(club, "Cat", "Dee"), 1, 0, winner=1)
    shown = page(club, "course", club.season.pk)
    for name, average in (("Ann", "1.50"), ("Bob", "2"), ("Cat", "1"), ("Dee", "0")):
        assert f'<th scope="row">{name}</th><td class="figure">{average}</td>' in shown


@pytest.mark.parametrize(("minimum", "warned"), [(0, True), (2, False)])
def test_a_newcomer_who_leads_by_few_hands_is_named_and_a_minimum_offered(
    minimum: int, warned: bool
) -> None:
    club = factories.club()
    regulars = factories.match(club, "Ann", "Bob")
    for _hand in range(3):
        factories.hand(club, regulars, 0, 5)
    factories.hand(club, factories.match(club, "Dov", "Bob"), 5, 0, winner=1)
    factories.hand(club, factories.match(club, "Ann", "Cat"), 7, 0, winner=1)
    # Cat has 0 of one hand; Ann 7 of four, Dov 5 of one, Bob 15 of four.
    rules = {"preset": "total-points", "options": {"min_hands": minimum}}
    play.set_season_rules(club.season, rules, actor=club.boss, key=key())
    shown = page(club, "season", club.season.pk)
    assert ("so Cat leads with 1 hand; Ann has played 4." in shown) == warned
    assert ("Set a minimum" in shown) == warned


def test_another_ranking_of_a_finished_season_asks_and_is_on_record() -> None:
    # Ann has 8 points (4 + 0 + 4) and one hand won, Bob 10 and two: by hands won Bob is first.
    club = ranked_by("total-points")
    match = factories.match(club, "Ann", "Bob")
    for points, winner in (((4, 0), 1), ((0, 10), 0), ((4, 0), 1)):
        factories.hand(club, match, *points, winner=winner)
    address = reverse("season-settings", args=[club.league.slug, club.season.pk])
    asked = {"action": "rules", "preset": "hands-won"}
    client = Client()
    client.force_login(club.organiser)
    assert 'name="confirmed"' in client.get(address).text  # that of a running season is set at once
    play.finish_season(club.season, actor=club.boss, key=key())
    assert 'name="confirmed"' not in client.get(address).text
    assert "Please give a reason." in client.post(address, asked).text
    rules = new_season_rules("hands-won")
    with CaptureQueriesContext(connection) as asked_for:
        play.preview_season_rules(club.season, rules, actor=club.boss, reason="as voted")
    assert {query["sql"].split()[0] for query in asked_for} == {"SELECT"}  # nobody waits for it
    shown = client.post(address, asked | {"reason": "as voted"}).text
    assert "2 → 1" in shown
    club.season.refresh_from_db()
    assert club.season.rules["preset"] != "hands-won"
    client.post(address, asked | {"reason": "as voted", "confirmed": "yes", "key": key()})
    club.season.refresh_from_db()
    assert club.season.rules["preset"] == "hands-won"
    entry = AuditEntry.objects.filter(action="set_season_rules").latest("at")
    assert (entry.why, entry.after["rules"]["preset"]) == ("as voted", "hands-won")
