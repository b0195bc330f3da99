"""The page of the audit log: who may open it, filters, pages, and the file."""

import csv
import datetime
import io
import re

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories
from tests.fixtures.shared import made_once
from zarleague.leagues import services
from zarleague.leagues.models import AuditEntry
from zarleague.play.services import evenings
from zarleague.web.league import audit
from zarleague.web.league.audit_words import ACTIONS

pytestmark = pytest.mark.django_db


@made_once
def made_club(_):
    club = factories.club()
    factories.hand(club, factories.match(club), 0, 5, 7)
    return club


def browse(user):
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def page(club, query="", name="audit"):
    address = reverse(name, args=[club.league.slug]) + query
    answer = browse(club.organiser).get(address)
    return b"".join(answer).decode()


@pytest.mark.parametrize("name", ["audit", "audit-file"])
def test_the_log_is_for_the_organiser(club, name):
    address = reverse(name, args=[club.league.slug])
    people = (club.organiser, club.scorekeeper, club.player, club.outsider, None)
    statuses = [browse(user).get(address).status_code for user in people]
    assert statuses == [200, 403, 403, 404, 302]


def test_it_says_who_did_what(club):
    text = page(club)
    assert club.organiser.username in text
    assert "entered hand 1" in text
    assert "Ann 0, Bob 5, Cat 7" in text


def test_days_are_dates_as_elsewhere(club):
    day = datetime.date(2026, 3, 6)
    ann = club.players["Ann"]
    evenings.set_attendance(club.league, day, [(ann, "here")], actor=club.boss, key="here")
    assert "noted who was there or will come on Fri, 6 Mar 2026" in page(club)


def test_a_league_sees_its_own_log_only(club):
    other = factories.club(name="Other League")
    services.rename_player(other.add("Xaver")[0], "Xaverl", actor=other.boss)
    assert "Xaver" not in page(club)
    assert "Xaver" not in page(club, name="audit-file")


def test_filters(club):
    assert "entered hand 1" not in page(club, "?topic=people")
    assert "entered hand 1" in page(club, "?topic=hand")
    assert "entered hand 1" not in page(club, f"?author={club.scorekeeper.pk}")
    assert "entered hand 1" in page(club, f"?author={club.organiser.pk}")
    # The hand was entered on the evening of 6 March 2026.
    assert "entered hand 1" in page(club, "?first=2026-03-06&last=2026-03-06")
    assert "entered hand 1" not in page(club, "?last=2026-03-05")


@pytest.mark.parametrize(
    "query", ["?topic=x", "?author=²", "?first=x", "?last=9999-12-31", "?after=x", "?after=~1"]
)
def test_what_cannot_be_read_counts_as_not_chosen(club, query):
    assert "entered hand 1" in page(club, query)


def test_pages_follow_each_other_without_a_gap(club, monkeypatch):
    monkeypatch.setattr(audit, "PAGE_SIZE", 3)
    monkeypatch.setattr(audit, "CHUNK", 2)
    seen, query = [], ""
    while True:
        text = page(club, query)
        seen += re.findall(r'<time datetime="([^"]+)"', text)
        after = re.search(r'href="\?(after=[^"]+)"', text)
        if not after:
            break
        query = "?" + after[1].replace("&amp;", "&")
    entries = AuditEntry.objects.filter(league=club.league).order_by("-at", "-id")
    assert seen == [entry.at.isoformat() for entry in entries]
    assert len(list(csv.reader(io.StringIO(page(club, name="audit-file"))))) == len(seen) + 1


def test_the_file_runs_nothing_in_a_spreadsheet(club):
    services.rename_player(club.add("Ann")[0], "=1+1", actor=club.boss)
    rows = csv.DictReader(io.StringIO(page(club, name="audit-file")))
    assert next(rows)["about"] == "'=1+1"


def test_every_action_has_words(club):
    from tests.play.test_audit import OTHERS, RECORDED_AS
    from tests.play.test_idempotency import CASES

    actions = {case.__name__ for case in CASES} | OTHERS.keys()
    assert {RECORDED_AS.get(action, action) for action in actions} - ACTIONS.keys() == set()
