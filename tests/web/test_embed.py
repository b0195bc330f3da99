"""Parts of a league on other sites: framed only there, revoked with their link, light and dark."""

import re
import struct

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories
from tests.factories import Club, key
from tests.fixtures.shared import made_once
from zarleague.leagues import links
from zarleague.leagues import services as leagues
from zarleague.play import services as play
from zarleague.play.models import Match

pytestmark = pytest.mark.django_db


@made_once
def made_club(_: pytest.FixtureRequest) -> Club:
    club = factories.club(name="Friday <League>")
    match = factories.match(club)
    factories.hand(club, match, 0, 12, 30)
    factories.hand(club, match, 5, 0, 7, winner=1)
    return club


def address(club: Club, part: str) -> str:
    _, token = links.create_link(club.league, "embed", actor=club.boss)
    return reverse("embed", args=[token]) + part


def test_the_table_as_a_page_that_may_be_framed(club: Club) -> None:
    answer = Client().get(address(club, "table.html"))
    # Ann 0+5, Bob 12+0, Cat 30+7; low points win.
    words = " ".join(re.sub("<[^>]+>", " ", answer.content.decode()).split())
    assert re.search(r"1 Ann 2 5 .*2 Bob 2 12 .*3 Cat 2 37", words)
    assert "frame-ancestors *" in answer["Content-Security-Policy"]
    assert "X-Frame-Options" not in answer
    assert answer["Cache-Control"] == "public, max-age=60"
    assert "Friday &lt;League&gt;" in answer.content.decode()


def test_no_other_page_may_be_framed(club: Club) -> None:
    for page in ("/", address(club, "")):
        answer = Client().get(page)
        assert "frame-ancestors 'none'" in answer["Content-Security-Policy"]
        assert answer["X-Frame-Options"] == "DENY"


def test_a_match_in_half_points(club: Club) -> None:
    """Bob has 7 halves."""
    halves = {
        "format": "zarleague-game", "version": 1, "name": "Boule", "players": [2, 4], "wins": "low",
        "limit": 100, "unit": 2,
    }  # fmt: skip
    game = leagues.declare_game(club.league, halves, actor=club.boss).game
    play.close_match(Match.objects.get(), actor=club.boss, key=key())
    factories.hand(club, factories.match(club, "Ann", "Bob", game=game), 0, 7)
    svg = Client().get(address(club, "match.svg")).content.decode()
    assert ">3½<" in svg
    assert ">Boule<" in svg


@pytest.mark.parametrize("part", ["table", "match", "player"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_as_a_picture(club: Club, part: str, theme: str) -> None:
    name = f"player-{club.players['Ann'].pk}" if part == "player" else part
    answer = Client().get(address(club, f"{name}.svg?theme={theme}"))
    svg = answer.content.decode()
    assert answer["Content-Type"] == "image/svg+xml"
    assert ("#24211c" in svg) == (theme == "dark")  # the ground of dark cards in tokens.css
    assert ">Ann<" in svg
    assert answer["Cross-Origin-Resource-Policy"] == "cross-origin"


def test_as_png(club: Club) -> None:
    png = Client().get(address(club, "table.png")).content
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", png[16:24])
    # Twice 480 wide; a head of 84, the headings and three rows of 34, and 10 below.
    assert (width, height) == (960, 2 * (84 + 4 * 34 + 10))


@pytest.mark.parametrize("part", ["table", "match", "player"])
def test_the_picture_that_chats_show_for_a_private_league(club: Club, part: str) -> None:
    name = f"player-{club.players['Ann'].pk}" if part == "player" else part
    page = Client().get(address(club, f"{name}.html")).content.decode()
    picture = re.search(r'og:image" content="http://testserver([^"]+)"', page)
    assert picture is not None
    answer = Client().get(picture[1])
    assert answer["Content-Type"] == "image/png"
    assert struct.unpack(">II", answer.content[16:24]) == (1200, 630)
    link = links.find_link(picture[1].split("/")[2])
    assert link is not None
    index = Client().get(picture[1].rsplit("/", 1)[0] + "/").content.decode()
    assert f"{name}-chat.png" in index
    links.revoke_link(link, actor=club.boss)
    assert Client().get(picture[1]).status_code == 404


def test_it_ends_with_its_link(club: Club) -> None:
    link, token = links.create_link(club.league, "embed", actor=club.boss)
    page = reverse("embed-part", args=[token, "table", "svg"])
    assert Client().get(page).status_code == 200
    links.revoke_link(link, actor=club.boss)
    assert Client().get(page).status_code == 404


@pytest.mark.parametrize(
    "part", ["table.gif", "nobody.svg", "player-0.svg", "player-x.svg", "table-chat.svg"]
)
def test_what_there_is_not(club: Club, part: str) -> None:
    assert Client().get(address(club, part)).status_code == 404


def test_a_part_has_one_name(club: Club) -> None:
    """Or a stranger has it drawn again and again, and the cache forgets everything else."""
    name = f"player-0{club.players['Ann'].pk}.svg"
    assert Client().get(address(club, name)).status_code == 404


def test_a_link_for_something_else_shows_nothing(club: Club) -> None:
    _, token = links.create_link(club.league, "board", actor=club.boss)
    assert Client().get(reverse("embed-part", args=[token, "table", "svg"])).status_code == 404


def test_a_part_is_drawn_once_a_minute(club: Club, django_assert_max_num_queries) -> None:
    page = address(club, "table.svg")
    Client().get(page)
    with django_assert_max_num_queries(1):  # the link
        Client().get(page)
