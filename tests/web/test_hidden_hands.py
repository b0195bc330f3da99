"""Cards that nobody showed stay hidden where the league says so, wherever a log is read."""

import io
import json

import pytest
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from tests import factories
from tests.factories import Club, key
from tests.fixtures.shared import made_once
from zarleague.leagues import services as leagues
from zarleague.leagues.models import League
from zarleague.play import services
from zarleague.play.models import Match, Ruling
from zarleague.play.selectors import ruleset_of
from zarleague.play.verdicts.hidden_hands import masked

pytestmark = pytest.mark.django_db

ANN = "b2 b3 b5 b6 g1 gR gS"
BOB = "y1 y2 y3 y4 y6 W1 X1"
LOG = f"""\
dealer Cat
deal Ann {ANN}    ; she shows them to nobody
deal Bob {BOB}
deal Cat 7
up b4
Ann b2
Bob draw g6
Cat y5
"""
PUBLIC = """\
seats Ann Bob Cat
dealer Cat
deal Ann 7
deal Bob 7
deal Cat 7
up b4
Ann b2
Bob draw ?
Cat y5
"""
OF_ANN = PUBLIC.replace("deal Ann 7", f"deal Ann {ANN}")
PEOPLE = ("organiser", "scorekeeper", "arbiter", "player", "outsider")
"""The player is Ann; the outsider may see the league, which is public."""
SEES = {"player": OF_ANN, "outsider": PUBLIC}


@made_once
def made_club(_: pytest.FixtureRequest) -> Club:
    club = factories.club(visibility=League.Visibility.PUBLIC)
    leagues.update_league(club.league, actor=club.boss, hides_hands=True, shares_rulings=True)
    return club


@pytest.fixture
def match(club: Club) -> Match:
    match = factories.match(club)
    ann = club.players["Ann"]
    ann.user = club.player
    ann.save()
    return match


@pytest.fixture
def ruling(club: Club, match: Match) -> Ruling:
    """A ruling on a hand with a log, which was disputed with another log."""
    hand = factories.hand(club, match, 0, 4, 9, log=LOG)
    dispute = services.open_dispute(
        hand, text="Cat’s card", log=LOG, event=7, actor=club.keeper, key=key()
    )
    decision = services.Decision(
        "upheld", "stands", "Does it fit?", "It does not.", rests_on="recorded"
    )
    return services.rule_on_dispute(
        dispute, decision, actor=club.boss, key=key(), expected_version=1
    )


def as_(client: Client, club: Club, who: str) -> Client:
    if who == "arbiter":
        client.force_login(factories.arbiter(club).user)
    elif who != "outsider":
        client.force_login(getattr(club, who))
    return client


def api(client: Client, path: str) -> object:
    answer = client.get(f"/api/v1/{path}")
    assert answer.status_code == 200, answer.content
    return answer.json()


def leaked(text: str, who: str) -> list[str]:
    """Return the lines of a text with cards that the reader did not see."""
    hidden = {"Ann": f"deal Ann {ANN}", "Bob": f"deal Bob {BOB}", "draw": "Bob draw g6"}
    allowed = {"player": {"Ann"}, "outsider": set()}.get(who, set(hidden))
    return [line for key, line in hidden.items() if line in text and key not in allowed]


def test_a_log_is_masked_as_its_reader_saw_the_hand(club: Club, match: Match) -> None:
    rules, names = ruleset_of(match), ("Ann", "Bob", "Cat")
    assert masked(LOG, rules, names) == PUBLIC
    assert masked(LOG, rules, names, "Ann") == OF_ANN
    # What cannot be read could name any card, so it is left out.
    assert masked(LOG + "Bob has W1 X1\n", rules, names) == PUBLIC
    assert masked("no log; b2", rules, ()) == ""


@pytest.mark.parametrize("who", PEOPLE)
def test_programs_read_what_the_reader_may(
    client: Client, club: Club, match: Match, ruling: Ruling, who: str
) -> None:
    as_(client, club, who)
    hand = f"matches/{match.pk}/hands/1/"
    slug = club.league.slug
    expected = SEES.get(who, LOG)
    assert api(client, hand)["log"] == expected
    assert api(client, f"{hand}versions/")["results"][0]["log"] == expected
    assert api(client, f"{hand}disputes/")["results"][0]["log"] == expected
    assert api(client, f"disputes/{ruling.dispute_id}/")["log"] == expected
    found = api(client, f"leagues/{slug}/rulings/{ruling.pk}/")["record"]
    assert found["log"] == found["recorded"]["log"] == found["accounts"][0]["log"] == expected
    for path in (f"{hand}replay/", f"leagues/{slug}/rulings/{ruling.pk}/"):
        assert leaked(json.dumps(api(client, path)), who) == [], path


@pytest.mark.parametrize("who", PEOPLE)
def test_pages_show_what_the_reader_may(
    client: Client, club: Club, match: Match, ruling: Ruling, who: str
) -> None:
    as_(client, club, who)
    of_hand, of_ruling = [club.league.slug, match.pk, 1], [club.league.slug, ruling.pk]
    seen = 0
    for name, args in (
        ("hand", of_hand),
        ("hand-replay", of_hand),
        ("hand-compare", of_hand),
        ("dispute", [club.league.slug, ruling.dispute_id]),
        ("ruling", of_ruling),
        ("ruling-json", of_ruling),
    ):
        page = client.get(reverse(name, args=args))
        assert page.status_code == 200, name
        text = page.content.decode()
        assert leaked(text, who) == [], name
        seen += f"deal Bob {BOB}" in text
    assert bool(seen) == (who not in SEES)
    pdf = client.get(reverse("ruling-pdf", args=of_ruling)).content
    printed = "".join(page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages)
    assert (BOB in " ".join(printed.split())) == (who not in SEES)


def test_the_table_that_is_drawn_has_no_hidden_card(
    client: Client, club: Club, match: Match, ruling: Ruling
) -> None:
    """Of the record everybody's hand is known to organisers, to others only how large it is."""
    address = f"leagues/{club.league.slug}/rulings/{ruling.pk}/"
    known = {}
    for who in PEOPLE:
        client.logout()
        seats = api(as_(client, club, who), address)["record"]["decisive"]["table"]["seats"]
        known[who] = [len(seat["cards"]) for seat in seats]
    # Ann has played b2, Bob has drawn a card, Cat has played one of seven that nobody named.
    assert known["organiser"] == known["scorekeeper"] == known["arbiter"] == [6, 8, 0]
    assert known["player"] == [6, 0, 0]
    assert known["outsider"] == [0, 0, 0]


def test_what_was_ruled_stays_in_the_record(
    client: Client, club: Club, match: Match, ruling: Ruling
) -> None:
    """Reading it masked changes nothing, and the verdicts are those of the ruling."""
    before = Ruling.objects.get(pk=ruling.pk).record
    address = reverse("ruling-json", args=[club.league.slug, ruling.pk])
    seen = json.loads(client.get(address).content)["record"]
    assert Ruling.objects.get(pk=ruling.pk).record == before
    assert [row["verdict"] for row in seen["judged"]["events"]] == [
        row["verdict"] for row in before["judged"]["events"]
    ]
    assert seen["hides_hands"]


def test_pictures_of_the_hand_differ_by_what_their_reader_may_see(
    client: Client, club: Club, match: Match, ruling: Ruling
) -> None:
    address = reverse("hand-picture", args=[club.league.slug, match.pk, 1]) + "?step=4"
    pictures = {}
    for who in PEOPLE:
        client.logout()
        pictures[who] = as_(client, club, who).get(address).content
    assert pictures["organiser"] == pictures["scorekeeper"] == pictures["arbiter"]
    assert len(set(pictures.values())) == 3


def test_a_league_that_hides_nothing_shows_everything(
    client: Client, club: Club, match: Match, ruling: Ruling
) -> None:
    leagues.update_league(club.league, actor=club.boss, hides_hands=False)
    assert api(client, f"matches/{match.pk}/hands/1/")["log"] == LOG
