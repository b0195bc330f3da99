"""Who may open and do what at the table: an organiser, a scorekeeper, a player, an outsider, a
visitor, and the holder of a link. The table is that of ``zarleague/leagues/access.py``."""

import json
import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests import factories
from zarleague.leagues import links
from zarleague.leagues.models import AccessLink, League
from zarleague.play import selectors
from zarleague.play import services as play
from zarleague.play.models import Dispute, Hand, Match
from zarleague.web.table.players import columns_of
from zarleague.web.table.standing import match_chart, match_standing

SEEN_BY_MEMBERS = ("match", "match-board", "share-match", "hand")
FOR_SCORERS = ("enter-hand", "match-sheet", "match-seats", "match-rules", "correct-hand")
PEOPLE = ("organiser", "scorekeeper", "player", "outsider", "visitor", "link")
MAY_SEE = {"organiser", "scorekeeper", "player", "link"}
MAY_SCORE = {"organiser", "scorekeeper", "link"}

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(club):
    match = factories.match(club)
    factories.hand(club, match, 0, 5, 7, at=timezone.now())  # still provisional
    return match


@pytest.fixture
def visit(client, club, match):
    """Return ``visit(person)``: a client of one of the PEOPLE."""

    def visit(person: str) -> Client:
        if person == "link":
            _, token = links.create_link(
                club.league, AccessLink.Purpose.SCORE_MATCH, actor=club.boss, match_id=match.pk
            )
            client.post(reverse("score-by-link", args=[token]), {"name": "Nina"})
        elif person != "visitor":
            client.force_login(getattr(club, person))
        return client

    return visit


def address(name, match):
    number = [1] if name in ("hand", "correct-hand") else []
    return reverse(name, args=[match.season.league.slug, match.pk, *number])


@pytest.mark.parametrize("person", PEOPLE)
@pytest.mark.parametrize("name", SEEN_BY_MEMBERS)
def test_who_may_look_at_a_private_league(visit, match, name, person):
    answer = visit(person).get(address(name, match))
    if person in MAY_SEE:
        assert answer.status_code == 200
    elif person == "visitor":
        assert answer.url.startswith(reverse("account_login"))
    else:
        assert answer.status_code == 404


@pytest.mark.parametrize("person", PEOPLE)
@pytest.mark.parametrize("name", FOR_SCORERS)
def test_who_may_score(visit, match, name, person):
    answer = visit(person).get(address(name, match))
    if person in MAY_SCORE:
        assert answer.status_code == 200
    else:
        assert answer.status_code in (302, 403, 404)


@pytest.mark.parametrize("person", ["outsider", "visitor"])
def test_a_public_league_is_watched_by_anybody_but_scored_by_its_own(visit, club, match, person):
    League.objects.filter(pk=club.league.pk).update(visibility=League.Visibility.PUBLIC)
    client = visit(person)
    assert client.get(address("match", match)).status_code == 200
    answer = client.get(address("enter-hand", match))
    assert answer.status_code == (302 if person == "visitor" else 403)


@pytest.mark.parametrize("person", ["player", "outsider", "visitor"])
def test_nobody_else_changes_anything(visit, club, match, person):
    client = visit(person)
    client.post(address("match", match), {"key": "k-0"})
    client.post(
        address("hand", match),
        {"action": "void", "reason": "spite", "version": "1", "key": "k-1"},
    )
    client.post(address("match-seats", match), {"action": "join", "name": "Mallory", "key": "k-2"})
    client.post(address("share-match", match), {"purpose": "board"})
    match.refresh_from_db()
    assert match.state == Match.State.OPEN
    assert Hand.objects.get(match=match).confirmed.number == 1
    assert match.seats.count() == 3
    assert not club.league.links.exists()


def test_a_player_disputes(client, club, match):
    client.force_login(club.player)
    page = address("hand", match)
    client.post(page, {"action": "dispute", "text": "I held a dragon", "key": "k-1"})
    dispute = Dispute.objects.get()
    assert (dispute.text, dispute.opened_by) == ("I held a dragon", club.player)


def test_a_match_is_started_once_however_often_the_form_is_sent(client, club):
    client.force_login(club.scorekeeper)
    ann, bob = club.add("Ann", "Bob")
    form = {"game": "zar", "seat": [ann.pk, bob.pk, "+Zoë"], "dealer": bob.pk, "key": "k-1"}
    page = reverse("start-match", args=[club.league.slug])
    first, second = client.post(page, form), client.post(page, form)
    assert first.url == second.url
    assert Match.objects.count() == 1


@pytest.fixture
def crowd(club):
    """Sixty players in a league, of whom those numbered 56 to 59 have just played."""
    match = factories.match(club, "Player 56", "Player 57", "Player 58", "Player 59")
    club.add(*(f"Player {number:02}" for number in range(56)))
    return match


def test_of_many_players_those_of_the_last_matches_are_offered(client, club, crowd):
    client.force_login(club.scorekeeper)
    page = client.get(reverse("start-match", args=[club.league.slug])).content.decode()
    offered = re.findall(r'<span class="name">(Player \d+)</span>', page)
    last = [f"Player {number}" for number in range(56, 60)]
    others = [f"Player {number:02}" for number in range(48)]
    assert offered == last + others[:44]
    assert f'data-find="{reverse("api-players", args=[club.league.slug])}"' in page
    seats = client.get(address("match-seats", crowd)).content.decode()
    free = re.findall(r'<option value="\d+">(Player \d+)</option>', seats)
    assert free == 5 * others + last  # for each seat and a new one, and for penalties


def test_a_match_that_cannot_start_keeps_who_was_chosen(client, club):
    client.force_login(club.scorekeeper)
    (ann,) = club.add("Ann")
    form = {"game": "zar", "seat": [ann.pk, "+ann", "007"], "dealer": "+ann", "key": "k-1"}
    page = client.post(reverse("start-match", args=[club.league.slug]), form).content.decode()
    assert not Match.objects.exists()
    chosen = re.search(r'<script id="start-chosen"[^>]*>(.*?)</script>', page)
    seated = [{"id": str(ann.pk), "name": "Ann"}, {"id": "+ann", "name": "ann"}]
    assert json.loads(chosen[1]) == {"seated": seated, "dealer": "+ann"}


def test_a_player_who_is_not_offered_takes_a_seat_by_name(client, club, crowd):
    client.force_login(club.scorekeeper)
    for name, key in (("  player  55 ", "k-1"), ("Zoë", "k-2")):
        for _again in range(2):
            form = {"action": "join", "name": name, "key": key}
            client.post(address("match-seats", crowd), form)
    names = [seat.player.name for seat in selectors.seats_for(crowd)]
    assert names[4:] == ["Player 55", "Zoë"]


def test_an_option_chosen_for_a_match_holds_and_the_rest_is_the_leagues(client, club):
    client.force_login(club.organiser)
    players = [player.pk for player in club.add("Ann", "Bob", "Cat")]
    form = {"game": "zar", "seat": players, "key": "k-1", "zar.play-drawn-card": "yes"}
    client.post(reverse("start-match", args=[club.league.slug]), form)
    values = Match.objects.get().rules["values"]
    assert values["play-drawn-card"] == "yes"
    assert values["half-decks"] == "2"


def test_a_board_link_shows_the_running_match_and_nothing_else(client, club, match):
    link, token = links.create_link(club.league, AccessLink.Purpose.BOARD, actor=club.boss)
    board = reverse("board-by-link", args=[token])
    assert "Ann" in client.get(board).content.decode()
    assert client.get(address("match", match)).status_code == 302
    links.revoke_link(link, actor=club.boss)
    assert client.get(board).status_code == 404


def test_a_link_for_a_match_is_no_board_and_the_other_way_round(client, club, match):
    _, scoring = links.create_link(
        club.league, AccessLink.Purpose.SCORE_MATCH, actor=club.boss, match_id=match.pk
    )
    _, board = links.create_link(club.league, AccessLink.Purpose.BOARD, actor=club.boss)
    assert client.get(reverse("board-by-link", args=[scoring])).status_code == 404
    assert client.get(reverse("score-by-link", args=[board])).status_code == 404


def test_a_log_is_judged_only_for_who_may_see_the_match(visit, match):
    answer = visit("outsider").post(address("match-replay", match), {"log": "up b4"})
    assert answer.status_code == 404


def test_the_app_can_be_installed(client):
    manifest = client.get(reverse("manifest")).json()
    assert manifest["display"] == "standalone"
    assert {icon["sizes"] for icon in manifest["icons"]} == {"192x192", "512x512"}
    worker = client.get(reverse("service-worker"))
    assert worker["Content-Type"] == "text/javascript"
    assert "js/table/outbox.js" in worker.content.decode()


def test_a_hand_taken_back_says_so_on_the_scorepad(client, club, match):
    (hand,) = Hand.objects.all()
    play.void_hand(
        hand, reason="dealt wrongly", key=factories.key(), actor=club.boss, expected_version=1
    )
    client.force_login(club.scorekeeper)
    assert b"voided" in client.get(address("match", match)).content


def pad_of(match):
    """Return the standing and the chart of a scorepad."""
    totals, rows = selectors.match_totals(match), selectors.hand_rows(match)
    columns = columns_of(match, totals)
    return match_standing(totals, columns, rows), match_chart(columns, rows)


def test_the_scorepad_shows_where_the_match_stands_and_what_the_last_hand_moved(
    client, club, match
):
    # Ann, Bob and Cat have 0, 5 and 7; the second hand gives them 9, 0 and 1: 9, 5, 8. Low wins, so
    # Bob is first (he was second), Cat second (third), 3 behind, Ann third (first), 4 behind. The
    # third hand, which is voided, counts nowhere.
    factories.hand(club, match, 9, 0, 1, winner=1)
    voided = factories.hand(club, match, 0, 30, 2)
    play.void_hand(
        voided, reason="dealt wrongly", key=factories.key(), actor=club.boss, expected_version=1
    )
    client.force_login(club.scorekeeper)
    assert b"Match so far" in client.get(address("match", match)).content
    standing, chart = pad_of(match)
    assert [
        (one.place, one.name, one.moved, one.last, one.behind, one.total) for one in standing
    ] == [(1, "Bob", 1, 0, 0, 5), (2, "Cat", 1, 1, 3, 8), (3, "Ann", -2, 9, 4, 9)]
    assert {line.name: line.values for line in chart.lines} == {
        "Ann": ("0", "0", "9"),
        "Bob": ("0", "5", "5"),
        "Cat": ("0", "7", "8"),
    }


def test_the_first_hand_may_be_saved_while_its_match_is_read(club):
    match = factories.match(club)
    totals = selectors.match_totals(match)
    factories.hand(club, match, 0, 5, 7)
    assert match_standing(totals, columns_of(match, totals), selectors.hand_rows(match)) == []


def test_somebody_who_joins_is_new_in_the_standing_and_who_sits_out_keeps_the_total(club, match):
    (dee,) = club.add("Dee")
    play.join_match(match, dee, actor=club.boss, key=factories.key())
    seats = [seat for seat in selectors.seats_for(match) if seat.player.name != "Cat"]
    play.enter_hand(
        match, factories.totals(0, 2, 4), seats=seats, actor=club.boss, key=factories.key()
    )
    standing, chart = pad_of(match)
    # Dee and Cat have played one of two hands: they are behind, in the order of 4 and 7 a hand.
    assert [(one.place, one.name, one.moved, one.last) for one in standing] == [
        (1, "Ann", 0, 0),
        (2, "Bob", 0, 2),
        (3, "Dee", 0, 4),
        (4, "Cat", -1, None),
    ]
    assert {line.name: line.values for line in chart.lines} == {
        "Ann": ("0", "0", "0"),
        "Bob": ("0", "5", "7"),
        "Cat": ("0", "7", ""),
        "Dee": ("", "", "4"),
    }


def test_a_closed_match_takes_no_hand_and_leads_to_where_it_is_reopened(client, club, match):
    play.close_match(match, actor=club.boss, key=factories.key())
    client.force_login(club.scorekeeper)
    answer = client.get(address("enter-hand", match), follow=True)
    assert answer.redirect_chain == [(address("match", match), 302)]
    assert b"Reopen match" in answer.content


@pytest.mark.parametrize("name", ["enter-hand", "correct-hand"])
def test_an_open_entry_page_asks_again_for_its_data_alone(visit, match, name):
    client = visit("scorekeeper")
    page = client.get(address(name, match)).content.decode()
    assert 'data-live-at="?fresh"' in page
    light = client.get(address(name, match) + "?fresh").content.decode()
    data = re.compile(r'<script id="entry-data".*?</script>', re.S)
    assert data.search(light)[0] == data.search(page)[0]
    assert len(light) < len(page) / 5
    assert visit("outsider").get(address(name, match) + "?fresh").status_code == 404


@pytest.mark.parametrize("name", ["match", "hand", "enter-hand"])
def test_a_live_page_is_sent_again_only_once_it_has_changed(visit, club, match, name):
    client = visit("scorekeeper")
    page = client.get(address(name, match))
    shown = {"shown": re.search(rb'data-version="(\w+)"', page.content)[1].decode()}
    same = client.get(address(name, match), headers=shown)
    assert (same.status_code, same.content) == (204, b"")
    hand = match.hands.get()
    play.void_hand(hand, reason="Misdeal", actor=club.boss, expected_version=1, key=factories.key())
    changed = client.get(address(name, match), headers=shown)
    assert changed.status_code == 200
    assert shown["shown"].encode() not in changed.content


def test_pages_are_sent_packed_and_files_as_they_are(client, club, match):
    client.force_login(club.organiser)
    address = reverse("enter-hand", args=[club.league.slug, match.pk])
    page = client.get(address, headers={"accept-encoding": "gzip"})
    assert page.headers["Content-Encoding"] == "gzip"
    assert len(page.content) < 20_000 < len(client.get(address).content)
    picture = client.get(reverse("manifest"), headers={"accept-encoding": "br"})
    assert "Content-Encoding" not in picture.headers


def test_what_stops_a_log_from_being_saved_is_marked_where_it_is_judged(visit, match):
    address = reverse("match-replay", args=[match.season.league.slug, match.pk])
    said = visit("scorekeeper").post(address, {"log": "game uno\n"}).content.decode()
    assert "This log is from another game." in said
    assert "data-blocks" in said


def test_a_game_that_would_refuse_every_hand_asks_at_the_start(client, club):
    """The points of UNO Golf's action cards are printed on the cards, and no source states them."""
    client.force_login(club.organiser)
    page = reverse("start-match", args=[club.league.slug])
    asked = client.get(page, {}).content.decode()
    assert "Read the points off your cards" in asked
    assert re.search(r'data-rules-of="uno-golf"[^>]* open', asked)
    sent = {"game": "uno-golf", "seat": ["+Ann", "+Bob"], "season": club.season.pk, "key": "k" * 32}
    refused = client.post(page, sent)
    assert "Before the first hand, answer" in refused.content.decode()
    assert not Match.objects.exists()
    confirmed = sent | {"uno-golf.action-points-confirmed": "yes"}
    assert client.post(page, confirmed).status_code == 302
    assert Match.objects.get().game == "uno-golf"
