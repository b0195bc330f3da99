"""Who may read and write on the pages of disputes, rulings and the casebook."""

import json
import re

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories
from tests.factories import Club, key
from zarleague.engine.games import find
from zarleague.leagues.models import League
from zarleague.leagues.selectors import house_rules
from zarleague.play import services
from zarleague.play.models import Dispute, EngineDifference, JudgedLog, Match, Ruling
from zarleague.play.totals import moving
from zarleague.play.verdicts import engine_version
from zarleague.reports.questions import correction_effects
from zarleague.reports.services import refresh_ratings

pytestmark = pytest.mark.django_db

MEMBERS = {"organiser", "scorekeeper", "player"}
EVERYBODY = (*sorted(MEMBERS), "outsider")
FORM = {
    "verdict": "upheld",
    "remedy": "corrected",
    "question": "Can you go out by matching?",
    "reasons": "It was agreed before the hand.",
    "settles": "match-out=goes-out",
    "points-0": "0",
    "points-1": "4",
    "points-2": "14",
    "winner": "0",
    "version": "1",
}


@pytest.fixture
def match(club: Club) -> Match:
    return factories.match(club)


@pytest.fixture
def dispute(club: Club, match: Match) -> Dispute:
    hand = factories.hand(club, match, 0, 4, 9)
    return services.open_dispute(hand, text="Cat held two", actor=club.keeper, key=key())


def test_a_move_that_is_shown_where_accounts_differ_is_not_told_again(
    client: Client, club: Club, match: Match
) -> None:
    hand = factories.hand(club, match, 0, 4, 9)
    before = "deal Ann 7\ndeal Bob 7\ndeal Cat 7\nup b4\nBob b2\n"
    dispute = services.open_dispute(
        hand, text="Yellow", log=f"{before}Cat y5\n", actor=club.keeper, key=key()
    )
    services.add_statement(
        dispute, text="Blue", log=f"{before}Cat b5\n", actor=club.boss, key=key()
    )
    client.force_login(club.player)
    address = reverse("dispute", args=[club.league.slug, dispute.pk])
    page = client.get(address).content.decode()
    assert "Where they differ" in page
    # The yellow five does not fit the blue two: said once there, and once in the whole log.
    assert page.count("go on blue 2") == 2
    assert "What the rules say" not in page
    # A single account differs from no other, so the page shows its finding.
    alone = services.open_dispute(
        hand, text="Yellow", log=f"{before}Cat y5\n", actor=club.keeper, key=key()
    )
    page = client.get(reverse("dispute", args=[club.league.slug, alone.pk])).content.decode()
    assert "What the rules say" in page


@pytest.fixture
def ruling(club: Club, dispute: Dispute) -> Ruling:
    decision = services.Decision(
        "upheld",
        "corrected",
        FORM["question"],
        FORM["reasons"],
        option="match-out",
        value="goes-out",
        points=(0, 4, 14),
        winner=0,
    )
    return services.rule_on_dispute(
        dispute, decision, actor=club.boss, key=key(), expected_version=1
    )


def as_(client: Client, club: Club, who: str) -> Client:
    client.force_login(getattr(club, who))
    return client


def decide(client: Client, dispute: Dispute, club: Club, **fields: str):
    address = reverse("rule-on-dispute", args=[club.league.slug, dispute.pk])
    return client.post(address, FORM | {"key": key()} | fields)


@pytest.mark.parametrize("who", EVERYBODY)
def test_members_read_disputes_rulings_and_the_casebook(
    client: Client, club: Club, ruling: Ruling, who: str
) -> None:
    slug = club.league.slug
    pages = {
        reverse("casebook", args=[slug]): "Can you go out",
        reverse("dispute", args=[slug, ruling.dispute_id]): "Cat held two",
        reverse("ruling", args=[slug, ruling.pk]): "agreed before the hand",
        reverse("ruling-json", args=[slug, ruling.pk]): ruling.digest,
    }
    as_(client, club, who)
    for page, text in pages.items():
        answer = client.get(page)
        assert answer.status_code == (200 if who in MEMBERS else 404)
        if who in MEMBERS:
            assert text in answer.content.decode()


@pytest.mark.parametrize("who", EVERYBODY)
def test_only_who_may_rule_gets_the_form(
    client: Client, club: Club, dispute: Dispute, who: str
) -> None:
    as_(client, club, "organiser")
    shown = re.search(r'name="shown" value="(\w+)"', decide(client, dispute, club).text)
    assert shown is not None
    as_(client, club, who)
    page = reverse("rule-on-dispute", args=[club.league.slug, dispute.pk])
    expected = {"organiser": 200, "outsider": 404}.get(who, 403)
    assert client.get(page).status_code == expected
    decide(client, dispute, club, shown=shown[1], give="1")
    assert Ruling.objects.exists() == (who == "organiser")


def test_the_effect_is_shown_before_the_ruling_is_given(
    client: Client, club: Club, dispute: Dispute
) -> None:
    as_(client, club, "organiser")
    page = decide(client, dispute, club, give="1").content.decode()
    assert not Ruling.objects.exists()
    assert "Issue ruling" in page
    shown = re.search(r'name="shown" value="([0-9a-f]{64})"', page)
    assert shown is not None
    # Another decision than the one whose effect was shown is shown first, too.
    decide(client, dispute, club, shown=shown[1], give="1", **{"points-2": "15"})
    assert not Ruling.objects.exists()
    answer = decide(client, dispute, club, shown=shown[1], give="1")
    ruling = Ruling.objects.get()
    assert answer.url == reverse("ruling", args=[club.league.slug, ruling.pk])
    assert [row["points"] for row in ruling.record["after"]] == [0, 4, 14]


def test_in_a_long_league_others_and_ratings_are_left_out_of_the_effect(
    client: Client, club: Club, dispute: Dispute, monkeypatch: pytest.MonkeyPatch
) -> None:
    refresh_ratings(club.league)
    as_(client, club, "organiser")
    left_out = ("Other players’ ranks may change, too.", "Ratings are updated after saving.")
    page = decide(client, dispute, club).content.decode()
    assert not any(text in page for text in left_out)
    monkeypatch.setattr(moving, "MOST_BETWEEN", 0)
    monkeypatch.setattr(correction_effects, "MOST_RATED", 0)
    monkeypatch.setattr(
        correction_effects.selectors, "rating_changes", None, raising=False
    )  # no hand is read for them
    page = decide(client, dispute, club).content.decode()
    assert all(text in page for text in left_out)


def test_a_refused_decision_keeps_what_was_typed(
    client: Client, club: Club, dispute: Dispute
) -> None:
    as_(client, club, "organiser")
    page = decide(client, dispute, club, question="").content.decode()
    assert "Say in one sentence what had to be decided." in page
    assert "It was agreed before the hand." in page


def test_a_ruling_becomes_the_house_rule_in_one_step(
    client: Client, club: Club, ruling: Ruling
) -> None:
    page = reverse("ruling", args=[club.league.slug, ruling.pk])
    League.objects.update(shares_rulings=False)
    before = house_rules(club.league, "zar")
    assert before["match-out"] != "goes-out"
    as_(client, club, "player").post(page)
    assert house_rules(club.league, "zar") == before
    as_(client, club, "organiser").post(page)
    after = house_rules(club.league, "zar")
    assert after["match-out"] == "goes-out"
    assert {k for k in after.values if after[k] != before[k]} == {"match-out"}


def test_a_shared_ruling_is_read_by_anybody(client: Client, club: Club, ruling: Ruling) -> None:
    page = reverse("ruling", args=[club.league.slug, ruling.pk])
    assert client.get(page).status_code == 302
    League.objects.update(shares_rulings=True)
    services.publish_rulings(ruling.dispute, True, actor=club.boss)
    assert "agreed before the hand" in client.get(page).content.decode()
    # The dispute itself and the rest of the league stay private.
    assert client.get(reverse("dispute", args=[club.league.slug, ruling.dispute_id])).url
    # Another league finds it in its own casebook.
    other = factories.club()
    client.force_login(other.player)
    page = client.get(reverse("casebook", args=[other.league.slug]))
    assert "Can you go out" in page.content.decode()


def test_the_rulebook_lists_the_rulings_on_a_rule(
    client: Client, club: Club, dispute: Dispute
) -> None:
    rule = next(iter(find("zar").rules))
    decision = services.Decision("upheld", "stands", "Was it so?", "It was.", rule=rule)
    services.rule_on_dispute(dispute, decision, actor=club.boss, key=key(), expected_version=1)
    rulebook = reverse("rulebook", args=["zar"])
    assert "Was it so?" not in client.get(rulebook).content.decode()
    as_(client, club, "player")
    assert "Was it so?" in client.get(rulebook).content.decode()


def test_a_ruling_is_printed_and_exported(client: Client, club: Club, ruling: Ruling) -> None:
    as_(client, club, "player")
    args = [club.league.slug, ruling.pk]
    pdf = client.get(reverse("ruling-pdf", args=args))
    assert pdf.content.startswith(b"%PDF")
    data = json.loads(client.get(reverse("ruling-json", args=args)).content)
    assert data["record"]["dispute"]["claim"] == "Cat held two"
    assert data["question"] == "Can you go out by matching?"


@pytest.mark.parametrize("who", EVERYBODY)
def test_members_add_statements(client: Client, club: Club, dispute: Dispute, who: str) -> None:
    as_(client, club, who)
    page = reverse("dispute", args=[club.league.slug, dispute.pk])
    client.post(page, {"action": "statement", "text": "I saw it", "key": key()})
    assert dispute.statements.count() == (1 if who in MEMBERS else 0)


@pytest.mark.parametrize("who", EVERYBODY)
def test_only_the_organiser_sees_what_another_engine_says(
    client: Client, club: Club, ruling: Ruling, who: str
) -> None:
    EngineDifference.objects.create(
        league=club.league,
        ruling=ruling,
        before="e" * 64,
        after="f" * 64,
        changes=[
            {
                "event": 5,
                "text": "Ann b2",
                "before": "i",
                "after": "l",
                "rules_before": [],
                "rules_after": [],
            }
        ],
    )
    as_(client, club, who)
    page = reverse("engine-differences", args=[club.league.slug])
    answer = client.get(page)
    assert answer.status_code == {"organiser": 200, "outsider": 404}.get(who, 403)
    upto = EngineDifference.objects.get().pk
    client.post(page, {"upto": upto})
    aside = EngineDifference.objects.get().seen_at is not None
    assert aside == (who == "organiser")
    if who == "organiser":
        assert "Ann b2" in answer.content.decode()


def test_the_organiser_sees_how_many_logs_were_checked_again(
    client: Client, club: Club, ruling: Ruling
) -> None:
    as_(client, club, "organiser")
    page = reverse("engine-differences", args=[club.league.slug])
    JudgedLog.objects.create(league=ruling.league, ruling=ruling, engine="another")
    assert "0 of 1 play logs checked" in client.get(page).content.decode()
    JudgedLog.objects.update(engine=engine_version.digest())
    assert "Nothing has changed" in client.get(page).content.decode()


def test_where_nobody_may_rule_the_page_says_so_and_how_to_go_on(
    client: Client, club: Club, match: Match
) -> None:
    """The only organiser opened the dispute."""
    hand = factories.hand(club, match, 0, 4, 9)
    dispute = services.open_dispute(hand, text="Cat held two", actor=club.boss, key=key())
    page = reverse("dispute", args=[club.league.slug, dispute.pk])
    client.force_login(club.organiser)
    assert "Nobody can rule on this yet." in client.get(page).content.decode()
    client.post(page, {"action": "allow-players"})
    assert "Nobody can rule on this yet." not in client.get(page).content.decode()
    assert reverse("rule-on-dispute", args=[club.league.slug, dispute.pk]) in (
        client.get(page).content.decode()
    )


def test_an_arbiter_who_was_not_at_the_table_is_enough(
    client: Client, club: Club, dispute: Dispute
) -> None:
    client.force_login(club.player)
    page = client.get(reverse("dispute", args=[club.league.slug, dispute.pk]))
    assert "Nobody can rule on this yet." not in page.content.decode()
