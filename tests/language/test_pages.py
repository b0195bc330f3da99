"""Pages and API in each language: nothing on them is left in English."""

import html
import re
from collections.abc import Iterator
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from tests import factories
from tests.api.world import LOG, World
from zarleague.engine import KEYS
from zarleague.play import services
from zarleague.reports.drawings.card_faces import letter

pytestmark = [pytest.mark.usefixtures("translations"), pytest.mark.sqlite]

IN_GERMAN = {"Accept-Language": "de-AT,de;q=0.8,en;q=0.5"}

ENOUGH_WORDS = 3
"""Shorter texts may be names, or words that both languages have."""

PUBLIC = ["home", "account_login", "account_signup", "rules", "scorekeeping-guide", "offline"]
LEAGUE = [
    "league",
    "seasons",
    "players",
    "new-season",
    "league-settings",
    "people",
    "add-player",
    "start-match",
    "ratings",
    "rater-comparison",
]
SEASON = ["season", "season-settings", "what-if", "season-reports"]
ACCOUNT = ["profile", "account_change_password"]
MATCH = ["match", "enter-hand", "match-seats", "share-match", "match-board"]
HAND = ["hand", "correct-hand"]
"""Names of pages by what their address names."""


@pytest.fixture
def world(db: None) -> World:
    world = World.made()
    services.attach_log(
        world.hand, LOG, key=factories.key(), actor=world.club.boss, expected_version=1
    )
    return world


def addresses(world: World) -> Iterator[str]:
    slug, season, match = world.club.league.slug, world.club.season.pk, world.match.pk
    for names, arguments in (
        (PUBLIC, ()),
        (ACCOUNT, ()),
        (LEAGUE, (slug,)),
        (SEASON, (slug, season)),
        (MATCH, (slug, match)),
        (HAND, (slug, match, 1)),
        *((["rulebook"], (game,)) for game in KEYS),
        (["house-rules"], (slug, "zar")),
        (["unfold", "player"], (slug, season, world.players[0])),
    ):
        for name in names:
            wanted = (slug, world.players[0]) if name == "player" else arguments
            yield reverse(name, args=wanted)
    for game in KEYS:
        other = factories.match(world.club, "Ann", "Bob", "Cat", "Dee", game=game)
        yield reverse("enter-hand", args=(slug, other.pk))


def words(page: str) -> str:
    """Return the words of a page for readers and screen readers; quoted sources are left out."""
    spoken = re.sub(r"<(script|style|svg)\b.*?</\1>", " ", page, flags=re.DOTALL)
    spoken = re.sub(r'<p class="soft source">.*?</p>', " ", spoken, flags=re.DOTALL)
    labels = " ".join(re.findall(r'(?:aria-label|title|placeholder|alt)="([^"]*)"', spoken))
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", spoken) + labels).split())


def translated(catalogue: Catalog) -> list[str]:
    """Return the messages of the catalogue that an untranslated page would show as they are."""
    return [
        message.id
        for message in catalogue
        if isinstance(message.id, str)
        and message.id != message.string
        and len(message.id.split()) >= ENOUGH_WORDS
        and not set("%{") & set(message.id)
    ]


@pytest.mark.table(one_in=2)  # a text that cannot be translated is in English in every language
def test_no_page_is_left_in_english(world: World, language: str, catalogue: Catalog) -> None:
    client = Client()
    client.force_login(world.club.organiser)
    messages = translated(catalogue)
    assert messages
    left = {}
    for address in addresses(world):
        browser = (
            Client() if address in (reverse("account_login"), reverse("account_signup")) else client
        )
        response = browser.get(address, headers={"Accept-Language": language})
        assert response.status_code == 200, address
        page = response.content.decode()
        assert f'<html lang="{language}"' in page, address
        said = words(page)
        if found := [message for message in messages if message in said]:
            left[address] = found
    assert not left


def test_a_few_words_by_heart(world: World) -> None:
    page = Client().get(reverse("rulebook", args=("zar",)), headers=IN_GERMAN).content.decode()
    assert "Wer als Nächstes gibt" in page
    assert "Werde deine Karten los" in page


def test_the_api_speaks_german(world: World) -> None:
    client = world.caller().client
    missing = client.get("/api/v1/matches/0/", headers=IN_GERMAN).json()
    assert missing["detail"] == "Hier gibt es nichts, oder du darfst es nicht sehen."
    forms = client.get("/api/v1/games/zar/forms/", headers=IN_GERMAN).json()
    assert {face["code"]: face["name"] for face in forms["deck"]}["b2"] == "Blau 2"
    sent: dict[str, Any] = {
        "form": "counts",
        "sheets": [{}, {"dragon": 5}, {"number": 1}],
        "winner": 0,
    }
    checked = client.post(
        f"/api/v1/{world.match_path}hands/check/", sent, "application/json", headers=IN_GERMAN
    )
    (finding,) = checked.json()["findings"]
    assert finding["text"] == "Bob: 5-mal „Drachen“, aber der Kartensatz hat nur 4."


def test_a_few_words_of_french_by_heart(world: World) -> None:
    french = {"Accept-Language": "fr-CA,fr;q=0.9"}
    page = Client().get(reverse("rulebook", args=("zar",)), headers=french).content.decode()
    assert "Qui distribue ensuite" in page
    assert "Débarrassez-vous de vos cartes" in page


def test_each_language_is_offered_by_its_own_name(world: World) -> None:
    client = Client()
    client.force_login(world.club.organiser)
    page = client.get(reverse("profile")).content.decode()
    assert ["English" in page, "Deutsch" in page, "Français" in page] == [True] * 3


@pytest.mark.parametrize(
    ("language", "letters"),
    [("de", ["R", "Ge", "Gr", "B", "Go"]), ("fr", ["R", "J", "V", "B", "O"])],
)
def test_each_colour_of_the_cards_has_a_letter_of_its_own(
    language: str, letters: list[str]
) -> None:
    colours = ("red", "yellow", "green", "blue", "gold")
    with override(language):
        assert [letter(colour) for colour in colours] == letters
