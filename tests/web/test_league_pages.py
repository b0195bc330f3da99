"""The league's pages: who may open them, what they say, what the organiser can change."""

import datetime
import re
from fractions import Fraction

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories
from tests.fixtures.shared import made_once
from zarleague.engine import KEYS, find
from zarleague.leagues import links
from zarleague.leagues import services as leagues
from zarleague.leagues.formats import decimals_of
from zarleague.leagues.models import AccessLink, League, LeagueGame, Membership, Player, Season
from zarleague.play import services as play
from zarleague.reports.rank_history.ranks import refresh_ranks
from zarleague.web.rendering import pictures
from zarleague.web.rendering.words import figure

pytestmark = pytest.mark.django_db

FOR_MEMBERS = [
    "league",
    "seasons",
    "season",
    "course",
    "unfold",
    "players",
    "player",
    "palette",
    "found",
]
FOR_THE_ORGANISER = [
    "new-season",
    "season-settings",
    "league-settings",
    "house-rules",
    "people",
    "add-player",
    "edit-player",
]


@made_once
def made_club(_):
    club = factories.club()
    factories.hand(club, factories.match(club), 0, 5, 7)
    return club


def address(name, club):
    slug = club.league.slug
    ann = club.players["Ann"].pk
    season = club.season.pk
    arguments = {
        "season": [slug, season],
        "course": [slug, season],
        "unfold": [slug, season, ann],
        "player": [slug, ann],
        "season-settings": [slug, season],
        "house-rules": [slug, "zar"],
        "edit-player": [slug, ann],
    }
    return reverse(name, args=arguments.get(name, [slug]))


def browse(user):
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def status(user, name, club):
    return browse(user).get(address(name, club)).status_code


@pytest.mark.parametrize("name", FOR_MEMBERS)
def test_a_private_league_is_for_its_members(club, name):
    assert status(club.organiser, name, club) == 200
    assert status(club.player, name, club) == 200
    assert status(club.outsider, name, club) == 404
    response = browse(None).get(address(name, club))
    assert response.status_code == 302
    assert response.url.startswith(reverse("account_login"))


@pytest.mark.parametrize("name", FOR_MEMBERS)
def test_a_public_league_may_be_looked_at_by_anybody(club, name):
    League.objects.update(visibility=League.Visibility.PUBLIC)
    assert status(club.outsider, name, club) == 200
    assert status(None, name, club) == 200


@pytest.mark.parametrize("name", FOR_THE_ORGANISER)
def test_settings_are_for_the_organiser(club, name):
    assert status(club.organiser, name, club) == 200
    assert status(club.scorekeeper, name, club) == 403
    assert status(club.player, name, club) == 403
    assert status(club.outsider, name, club) == 404
    assert status(None, name, club) == 302


CHANGES = {
    "new-season": {"name": "Eve", "starts": "2026-05-01", "ranking": "total-points"},
    "season-settings": {"action": "finish"},
    "league-settings": {
        **dict.fromkeys(("objection_hours", "dispute_hours", "ruling_hours", "idle_days"), "5"),
        "name": "Eve",
        "visibility": "public",
        "time_zone": "UTC",
        "language": "en",
        "default_game": "zar",
        "left_early": "unranked",
        "hands_share": "50",
        "given_up": "level",
    },
    "house-rules": {"preset": "zar-holland", "option-match-out": "goes-out"},
    "people": {"how": "join", "label": "Pub"},
    "add-player": {"name": "Eve"},
    "edit-player": {"name": "Eve"},
}
"""What the pages for the organiser take."""


def stored():
    """Return what those pages change."""
    models = (League, Season, Player, Membership, AccessLink, LeagueGame)
    return [list(model.objects.order_by("pk").values()) for model in models]


@pytest.mark.parametrize("name", FOR_THE_ORGANISER)
def test_nobody_else_can_change_settings_either(club, name):
    before = stored()
    for somebody in (club.player, club.outsider, None):
        browse(somebody).post(address(name, club), CHANGES[name] | {"key": "k"})
    assert stored() == before
    browse(club.organiser).post(address(name, club), CHANGES[name] | {"key": "k"})
    assert stored() != before


def test_the_table_shows_rank_name_and_points(club):
    page = browse(club.player).get(address("season", club)).content.decode()
    # Ann went out (0 points), Bob kept 5, Cat 7: fewest points first.
    assert page.index("Ann") < page.index("Bob") < page.index("Cat")


def test_the_table_says_what_decided_a_tie(club):
    match = club.season.matches.get()
    factories.hand(club, match, 0, 5, 9)
    factories.hand(club, match, 10, 0, 9, winner=1)
    # Ann 0 + 0 + 10, Bob 5 + 5 + 0: ten each, but Ann has won two hands and Bob one.
    page = browse(club.player).get(address("season", club)).content.decode()
    assert page.count("tie decided by more hands won") == 2


def test_a_name_is_never_markup(club):
    Player.objects.filter(pk=club.players["Ann"].pk).update(name="<b>Ann</b>")
    page = browse(club.player).get(address("season", club)).content.decode()
    assert "&lt;b&gt;Ann&lt;/b&gt;" in page
    assert "<b>Ann" not in page


def test_the_course_has_the_evenings_with_the_table_after_each(club):
    page = browse(club.player).get(address("course", club)).content.decode()
    table = address("season", club)
    assert "1 hand" in page
    assert f'href="{table}?last={factories.FIRST_EVENING}"' in page
    assert "Show the numbers" in page


def test_only_penalties_of_the_evenings_shown_stand_below_the_table(club):
    bob = club.players["Bob"]
    held = {"reason": "late", "evening": factories.FIRST_EVENING, "key": factories.key()}
    play.add_penalty(club.season, bob, 3, actor=club.boss, **held)
    player = browse(club.player)
    assert "Bob: 3 penalty points" in player.get(address("season", club)).content.decode()
    later = factories.FIRST_EVENING + datetime.timedelta(days=1)
    page = player.get(address("season", club), {"first": later.isoformat()})
    assert "Bob: 3 penalty points" not in page.content.decode()


def test_a_table_as_of_an_evening_before_the_first_hand_says_that_it_is_empty(club):
    page = browse(club.player).get(address("season", club), {"last": "2026-03-05"})
    assert "No hands in these dates" in page.content.decode()


def test_an_unreadable_date_bounds_nothing(club):
    page = browse(club.player).get(address("season", club), {"last": "yesterday"})
    assert "Ann" in page.content.decode()


def test_the_organiser_makes_a_league_with_a_season_that_has_begun():
    owner = factories.user("owner")
    browse(owner).post(
        reverse("new-league"),
        {
            "name": "Kitchen Table",
            "default_game": "uno",
            "visibility": "private",
            "time_zone": "Europe/Vienna",
            "ranking": "place-points",
            "key": "k",
        },
    )
    league = League.objects.get(name="Kitchen Table")
    assert (league.name, league.default_game) == ("Kitchen Table", "uno")
    assert league.seasons.count() == 1
    assert league.memberships.get().role == Membership.Role.ORGANISER


@pytest.mark.parametrize(
    ("others", "page", "ticked"), [(5, "/m/new/", 0), (6, "/evenings/tonight/", 7)]
)
def test_more_than_a_table_of_founders_are_drawn(others, page, ticked):
    form = {"name": "Pub", "plays_as": "Mia", "default_game": "zar", "visibility": "private"}
    form |= {"players": ", ".join(f"Player {number}" for number in range(others)), "key": "k"}
    form |= {"time_zone": "Europe/Vienna", "ranking": "place-points"}
    answer = browse(factories.user("owner")).post(reverse("new-league"), form, follow=True)
    assert answer.request["PATH_INFO"].endswith(page)
    assert answer.content.decode().count(' checked><span class="name">') == ticked


def test_a_name_that_is_taken_is_said_at_the_field_and_nothing_is_lost(club):
    page = browse(club.organiser).post(address("add-player", club), {"name": "ann", "key": "k"})
    text = page.content.decode()
    assert "There’s already a player called Ann." in text
    assert 'value="ann"' in text


def test_house_rules_keep_only_what_differs_from_the_preset(club):
    browse(club.organiser).post(
        address("house-rules", club),
        {"preset": "zar-holland", "option-match-out": "goes-out", "option-pair-out": "draw-one"},
    )
    # The preset's own value for pair-out is draw-one (Holland: you can't go out by a pair).
    rules = club.league.games.get(game="zar")
    assert (rules.preset, rules.overrides) == ("zar-holland", {"match-out": "goes-out"})


def test_an_option_that_does_not_exist_is_refused_with_what_does(club):
    page = browse(club.organiser).post(
        address("house-rules", club),
        {"preset": "zar-holland", "option-match-out": "maybe"},
        follow=True,
    )
    assert "goes-out" in page.content.decode()
    assert not club.league.games.exists()


def test_the_last_organiser_cannot_be_taken_away(club):
    member = club.league.memberships.get(user=club.organiser)
    browse(club.organiser).post(reverse("member", args=[club.league.slug, member.pk]), {"role": ""})
    assert club.league.memberships.filter(role=Membership.Role.ORGANISER).exists()


def test_a_finished_season_can_be_opened_again(club):
    organiser = browse(club.organiser)
    organiser.post(address("season-settings", club), {"action": "finish", "key": "k-1"})
    club.season.refresh_from_db()
    # The last evening played is the last evening of the season.
    assert (club.season.state, club.season.ends) == ("finished", factories.FIRST_EVENING)
    organiser.post(address("season-settings", club), {"action": "reopen", "key": "k-2"})
    club.season.refresh_from_db()
    assert club.season.state == "running"


def test_ranking_by_another_measure_changes_the_table(club):
    browse(club.organiser).post(
        address("season-settings", club),
        {"action": "rules", "preset": "hands-won", "key": factories.key()},
    )
    club.season.refresh_from_db()
    assert club.season.rules["preset"] == "hands-won"


class TestLinks:
    def test_a_link_is_shown_once_and_lets_somebody_join(self, club):
        page = browse(club.organiser).post(address("people", club), {"how": "join", "label": "Pub"})
        made = page.content.decode().split("/join/")[1].split("/")[0]
        assert (
            f"/join/{made}/"
            not in browse(club.organiser).get(address("people", club)).content.decode()
        )
        browse(club.outsider).post(reverse("join-by-link", args=[made]))
        member = club.league.memberships.get(user=club.outsider)
        assert member.role == Membership.Role.PLAYER

    def test_an_ended_link_leads_nowhere(self, club):
        link, token = links.create_link(club.league, "join", actor=club.boss)
        browse(club.organiser).post(reverse("revoke-link", args=[club.league.slug, link.pk]))
        assert browse(club.outsider).get(reverse("join-by-link", args=[token])).status_code == 404

    def test_a_link_for_one_thing_does_not_do_another(self, club):
        _, token = links.create_link(club.league, "board", actor=club.boss)
        assert browse(club.outsider).get(reverse("join-by-link", args=[token])).status_code == 404

    def test_a_guest_claims_their_hands(self, club):
        (guest,) = club.add("Gus", guest=True)
        _, token = links.create_link(club.league, "claim", actor=club.boss, player=guest)
        browse(club.outsider).post(reverse("claim-by-link", args=[token]))
        guest.refresh_from_db()
        assert guest.user == club.outsider

    def test_nobody_but_the_organiser_ends_a_link(self, club):
        link, _ = links.create_link(club.league, "join", actor=club.boss)
        browse(club.player).post(reverse("revoke-link", args=[club.league.slug, link.pk]))
        link.refresh_from_db()
        assert link.revoked_at is None


def test_signing_up_signs_in_and_goes_where_one_was_heading(club):
    client = Client()
    response = client.post(
        reverse("account_signup"),
        {
            "username": "newcomer",
            "password1": "a long enough phrase",
            "password2": "a long enough phrase",
            "next": "/rules/",
        },
    )
    assert response.url == "/rules/"
    assert client.get(reverse("profile")).status_code == 200


def test_signing_up_does_not_send_anybody_to_another_site():
    response = Client().post(
        reverse("account_signup"),
        {
            "username": "newcomer",
            "password1": "a long enough phrase",
            "password2": "a long enough phrase",
            "next": "https://elsewhere.example/",
        },
    )
    assert response.url == reverse("home")


def test_home_names_my_leagues_and_the_matches_being_played(club):
    page = browse(club.player).get(reverse("home")).content.decode()
    assert "Friday League" in page
    assert "Ann, Bob, Cat" in page
    assert "Friday League" not in browse(club.outsider).get(reverse("home")).content.decode()


def test_the_first_page_names_public_leagues_with_their_last_evening(club):
    public = factories.club(name="The Anchor", visibility="public")
    factories.hand(public, factories.match(public), 0, 5, 7)
    factories.club(name="The Bell", visibility="public")
    page = Client().get(reverse("home")).content.decode()
    anchor, bell = page.index("The Anchor"), page.index("The Bell")
    assert anchor < page.index("Last evening: Fri, 6 Mar 2026, 1 hand<") < bell
    assert page.index("No hands yet") > bell
    assert "Friday League" not in page


def test_a_guest_is_merged_into_a_player_by_name(client, club):
    client.force_login(club.organiser)
    (guest,) = club.add("Gus", guest=True)
    (ann,) = club.add("Ann")
    page = reverse("edit-player", args=[club.league.slug, guest.pk])
    unknown = client.post(page, {"action": "merge", "into": "Anne", "key": "k-1"})
    assert "No player of this league has this name." in unknown.content.decode()
    assert 'value="Anne"' in unknown.content.decode()
    assert 'value="Gus"' in unknown.content.decode()  # the name is kept
    client.post(page, {"action": "merge", "into": "ann ", "key": "k-1"})
    guest.refresh_from_db()
    assert guest.merged_into == ann


def test_a_player_page_of_a_merged_guest_is_that_of_whom_they_are(club):
    (guest,) = club.add("Gus", guest=True)
    play.merge_guest(guest, club.players["Ann"], actor=club.boss, key=factories.key())
    page = browse(club.player).get(reverse("player", args=[club.league.slug, guest.pk]))
    assert "<h1>Ann</h1>" in page.content.decode()


def test_the_season_evening_is_in_the_leagues_time_zone(club):
    # 4 March 2026, 03:30 in Berlin still belongs to the evening of the 3rd.
    moment = datetime.datetime(2026, 3, 4, 2, 30, tzinfo=datetime.UTC)
    assert club.league.evening_of(moment) == datetime.date(2026, 3, 3)


@pytest.mark.parametrize(
    ("column", "printed"),
    [
        ([Fraction(3), Fraction(5, 2), None], ["3.00", "2.50", "–"]),
        ([Fraction(3), Fraction(12)], ["3", "12"]),
    ],
)
def test_the_figures_of_a_column_have_the_same_decimals(
    column: list[Fraction | None], printed: list[str]
) -> None:
    assert [figure(value, decimals_of(column)) for value in column] == printed


def test_a_players_best_and_worst_hands_lead_to_the_hand(client, club):
    earlier = club.season.matches.get()
    match = factories.match(club)
    for points in ((3, 0, 7), (12, 0, 7), (5, 0, 7)):
        factories.hand(club, match, *points, winner=1)
    client.force_login(club.organiser)
    page = client.get(address("player", club)).content.decode()
    # With the hand of the first match, Ann has 0, 3, 12 and 5.
    first = reverse("hand", args=[club.league.slug, earlier.pk, 1])
    second = reverse("hand", args=[club.league.slug, match.pk, 2])
    assert f'<a href="{first}">Lowest hand: 0</a>' in page
    assert f'<a href="{second}">Highest hand: 12</a>' in page
    assert 'aria-label="Place 2, hand 3' in page


def test_each_way_to_rank_names_who_would_lead(client, club):
    # With the first match: Ann has 4 points, Bob 11, Cat 16, and each has won one hand of three.
    match = factories.match(club)
    factories.hand(club, match, 2, 0, 9, winner=1)
    factories.hand(club, match, 2, 6, 0, winner=2)
    client.force_login(club.organiser)
    page = client.get(address("season-settings", club)).content.decode()
    assert "Ann leads <b>4</b>" in page
    assert "would lead" in page


def test_rules_of_ones_own_stand_before_the_usual_ones(client, club):
    client.force_login(club.organiser)
    place = address("house-rules", club)
    assert "rule of your own" not in client.get(place).content.decode()
    option = next(one for one in find("zar").options if len(one.choices) == 2)
    usual = find("zar").ruleset("")[option.key]
    other = next(value for value, _ in option.choices if value != usual)
    client.post(place, {"preset": "", f"option-{option.key}": other})
    page = client.get(place).content.decode()
    assert "1 rule of your own" in page
    assert page.index(f'value="{other}" checked') < page.index("As usual in this variant")


@pytest.mark.parametrize("later", ["penalty", "lots", "hand"])
def test_the_last_evening_links_to_what_it_shows(client, club, later):
    # Under total points Ann is first with 0, Bob second with 5: after ten points Ann is third.
    evening = factories.FIRST_EVENING + datetime.timedelta(days=7)
    args = {"actor": club.boss, "key": factories.key(), "evening": evening}
    ann, bob = club.add("Ann", "Bob")
    if later == "penalty":
        play.add_penalty(club.season, ann, 10, reason="Late", **args)
    elif later == "lots":
        play.draw_lots(club.season, [bob, ann], **args)
    else:
        factories.hand(club, factories.match(club, played_on=evening), 0, 1, 2)
    # A match that has just been started is no evening yet.
    factories.match(club, played_on=evening + datetime.timedelta(days=1))
    refresh_ranks(club.season.pk)
    client.force_login(club.player)
    page = client.get(address("league", club)).content.decode()
    day = evening.isoformat()
    query = f"?first={day}&amp;last={day}" if later == "hand" else f"?last={day}"
    assert f'href="{address("season", club)}{query}"' in page
    assert ("No hands were played" in page) == (later != "hand")


def test_a_season_without_ranks_has_its_matches_beside_the_table(client):
    club = factories.club(rules={"preset": "average-per-hand", "options": {"min_hands": 20}})
    factories.hand(club, factories.match(club), 0, 5, 7)
    play.close_match(club.season.matches.get(), actor=club.boss, key=factories.key())
    client.force_login(club.player)
    page = client.get(address("league", club)).content.decode()
    assert page.index('data-live-part="aside"') < page.index("Recent matches")
    assert page.count("Recent matches") == 1


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("cat", "Cat"),
        ("zar 2026", "Ann, Bob, Cat"),
        ("wins the hand nobody", "Nothing found for “wins the hand nobody”."),
    ],
)
def test_the_palette_jumps_to_players_matches_and_rules(client, club, words, found):
    client.force_login(club.player)
    said = client.get(address("found", club), {"q": words}).content.decode()
    assert found in said


def test_the_palette_offers_a_page_only_to_those_who_may_open_it(client, club):
    settings = reverse("league-settings", args=[club.league.slug])
    client.force_login(club.player)
    assert settings not in client.get(address("palette", club)).content.decode()
    client.force_login(club.organiser)
    assert settings in client.get(address("palette", club)).content.decode()


def test_a_public_league_has_a_picture_for_chats_and_a_private_one_has_none(client, club):
    place = reverse("league-picture", args=[club.league.slug])
    client.force_login(club.organiser)
    assert client.get(place).status_code == 404
    assert "og:image" not in client.get(address("league", club)).content.decode()
    League.objects.update(visibility=League.Visibility.PUBLIC)
    client.logout()
    page = client.get(address("league", club)).content.decode()
    assert f'<meta property="og:image" content="http://testserver{place}">' in page
    answer = client.get(place)
    assert answer.headers["Content-Type"] == "image/png"
    assert answer.content.startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("page", "place"),
    [
        (("home",), ("home-picture",)),
        (("rules",), ("home-picture",)),
        *((("rulebook", key), ("rulebook-picture", key)) for key in KEYS),
    ],
)
def test_the_first_page_and_the_rules_have_a_picture_of_cards(client, page, place):
    said = client.get(reverse(page[0], args=page[1:])).content.decode()
    picture = reverse(place[0], args=place[1:])
    assert f'<meta property="og:image" content="http://testserver{picture}">' in said
    answer = client.get(picture)
    assert answer.headers["Content-Type"] == "image/png"
    assert answer.content.startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("page", "button", "leads_to"),
    [
        ("league", "Start a season", "new-season"),
        ("seasons", "Start a season", "new-season"),
        ("players", "Add a player", "add-player"),
        ("ratings", "Start a match", "start-match"),
        ("rater-comparison", "Start a match", "start-match"),
        ("casebook", "Go to the league’s matches", "league"),
        ("start-match", "Start a season", "new-season"),
    ],
)
def test_a_new_league_says_once_what_to_do_next(client, page, button, leads_to):
    owner = factories.user("owner")
    league = leagues.create_league(owner=owner, name="New", slug="new", key=factories.key())
    client.force_login(owner)
    said = client.get(reverse(page, args=[league.slug])).content.decode()
    icon = "(?:<svg(?:(?!</svg>).)*</svg>)?"
    places = re.findall(rf'href="([^"]+)"[^>]*>\s*{icon}{button}</a>', said, re.DOTALL)
    assert places == [reverse(leads_to, args=[league.slug])]
    assert 'role="search"' not in said


def test_settings_do_not_name_a_game_twice(client, club):
    client.force_login(club.organiser)
    page = client.get(reverse("league-settings", args=[club.league.slug])).content.decode()
    # Uno's first variant has a name of its own; the other four games' is that of the game.
    assert page.count("Standard rules") == 4
    assert "Playroom" in page


def test_the_picture_of_a_game_wraps_what_it_says_below():
    words = " ".join(["word"] * 40)
    drawn = pictures.game_svg("Zar", words, find("zar"))
    # Lines of 62 characters hold twelve words of four and a space; the second is cut.
    assert drawn.count("<text") > 3
    assert " ".join(["word"] * 12) + "</text>" in drawn
    assert " ".join(["word"] * 12) + "…</text>" in drawn


def test_a_picture_escapes_names_and_shortens_them():
    drawn = pictures.svg("<b>", "", [pictures.PictureLine("1", "x" * 40, "7")])
    assert "&lt;b&gt;" in drawn
    assert "x" * 29 + "…" in drawn


def test_what_a_public_league_shows_has_pictures_of_its_own(client, club):
    slug = club.league.slug
    match = factories.match(club, "Ann", "Bob", "Cat")
    factories.hand(club, match, 0, 12, 30)
    player = club.players["Ann"]
    pages = {
        reverse("season", args=[slug, match.season_id]): "season-picture",
        reverse("player", args=[slug, player.pk]): "player-picture",
        reverse("hand", args=[slug, match.pk, 1]): "result-picture",
    }
    drawn = [
        reverse("season-picture", args=[slug, match.season_id]),
        reverse("player-picture", args=[slug, player.pk]),
        reverse("result-picture", args=[slug, match.pk, 1]),
    ]
    client.force_login(club.organiser)
    assert {client.get(place).status_code for place in drawn} == {404}
    League.objects.update(visibility=League.Visibility.PUBLIC)
    client.logout()
    for page, place in zip(pages, drawn, strict=True):
        said = client.get(page).content.decode()
        assert f'<meta property="og:image" content="http://testserver{place}">' in said
        assert said.count('og:image"') == 1
        assert client.get(place).content.startswith(b"\x89PNG")


def test_who_beats_whom_is_a_table_of_shares(client, club):
    # Ann wins three hands (one of them the club's), Bob one; Cat is once level with Bob.
    match = factories.match(club, "Ann", "Bob", "Cat")
    factories.hand(club, match, 0, 12, 30)
    factories.hand(club, match, 0, 20, 20)
    factories.hand(club, match, 9, 0, 30, winner=1)
    ann = club.players["Ann"]
    client.force_login(club.player)
    page = client.get(reverse("player", args=[club.league.slug, ann.pk])).content.decode()
    # Ann against Bob: three of four; against Cat: four of four.
    own = page.split('class="own"')[1].split("</tr>")[0]
    assert re.findall(r"<td[^>]*>([^<]*)</td>", own) == ["", "75", "100"]
    assert re.findall(r'class="share-(\d)"', own) == ["3", "4"]
    assert "Ann ahead of Bob in 3 of 4 hands" in own
    # Cat against Bob: never ahead, once level: half of one in four, 12.5 %.
    assert "Cat ahead of Bob in 0 of 4 hands" in page
    assert ">13</td>" in page
