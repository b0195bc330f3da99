"""What the database itself refuses, whatever the code above it does."""

from collections.abc import Callable
from contextlib import nullcontext

import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction
from django.db.models import Max

from tests import factories
from tests.factories import EIGHT_O_CLOCK, Club
from zarleague.leagues.append_only import WrittenOnceError
from zarleague.leagues.models import (
    AccessLink,
    AuditEntry,
    League,
    Membership,
    Player,
    Receipt,
    Season,
)
from zarleague.play import selectors, triggers
from zarleague.play.models import Dispute, Hand, HandResult, HandVersion, Match, MatchSeat, Penalty
from zarleague.reports.season_report.build import make_report
from zarleague.storage.sql import run


def refused(write: Callable[[], object]) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        write()


def version(hand: Hand, **fields: object) -> HandVersion:
    values = {
        "number": 2,
        "evidence": 1,
        "entry": {"form": "totals", "sheets": [], "winner": 0},
        "author_name": "Ann",
        "reason": "misread",
    } | fields
    return HandVersion(league_id=hand.league_id, hand=hand, **values)


def test_leagues(club: Club) -> None:
    refused(lambda: League.objects.create(slug=club.league.slug, name="Another"))
    refused(lambda: League.objects.create(slug="nameless", name=""))
    refused(lambda: Membership.objects.create(user=club.player, league=club.league))
    season = {"league": club.league, "starts": factories.FIRST_EVENING}
    refused(lambda: Season.objects.create(name=club.season.name, **season))
    refused(lambda: Season.objects.create(name="Backwards", ends="2026-01-01", **season))


def test_players(club: Club) -> None:
    (ann,) = club.add("Ann")
    refused(lambda: Player.objects.create(league=club.league, name="ANN"))
    refused(lambda: Player.objects.create(league=club.league, name="  "))
    refused(lambda: Player.objects.filter(pk=ann.pk).update(merged_into=ann))
    Player.objects.create(league=club.league, name="Bob", user=club.player)
    refused(lambda: Player.objects.create(league=club.league, name="Cat", user=club.player))


def test_links_name_what_they_are_for(club: Club) -> None:
    def link(**fields: object) -> None:
        AccessLink.objects.create(
            league=club.league, token_hash="0", created_by=club.organiser, **fields
        )

    refused(lambda: link(purpose="score-match"))
    refused(lambda: link(purpose="score-evening"))
    refused(lambda: link(purpose="claim"))
    refused(lambda: link(purpose="board", match_id=1))
    link(purpose="board")
    refused(lambda: link(purpose="join"))  # the same token


def test_a_key_is_used_once_in_a_league(club: Club) -> None:
    fields = {"key": "a", "request": "r", "made": 1}
    Receipt.objects.create(league=club.league, **fields)
    refused(lambda: Receipt.objects.create(league=club.league, **fields))
    Receipt.objects.create(league=factories.club().league, **fields)


def test_seats(club: Club, match: Match) -> None:
    ann, dee = club.add("Ann", "Dee")

    def seat(number: int, player: Player, **hands: int) -> None:
        MatchSeat.objects.create(
            league=club.league, match=match, number=number, player=player, **hands
        )

    refused(lambda: seat(0, dee))
    refused(lambda: seat(3, ann))
    refused(lambda: seat(3, dee, from_hand=0))
    refused(lambda: seat(3, dee, from_hand=5, until_hand=3))
    refused(lambda: Match.objects.filter(pk=match.pk).update(state=Match.State.CLOSED))


def test_hands_and_versions(club: Club, match: Match) -> None:
    hand = factories.hand(club, match, 0, 4, 9)
    refused(lambda: Hand.objects.create(league=club.league, match=match, number=1))
    refused(lambda: Hand.objects.create(league=club.league, match=match, number=0))
    refused(lambda: version(hand, number=1).save())
    refused(lambda: version(hand, reason="").save())
    refused(lambda: version(hand, evidence=None).save())
    refused(lambda: version(hand, evidence=5).save())
    refused(lambda: version(hand, entry=None).save())
    refused(lambda: version(hand, kind="void").save())
    version(hand).save()


def test_a_hand_confirms_one_of_its_own_versions(club: Club, match: Match) -> None:
    first = factories.hand(club, match, 0, 4, 9)
    second = factories.hand(club, match, 0, 4, 9)
    refused(lambda: Hand.objects.filter(pk=second.pk).update(confirmed=first.confirmed))
    other = version(first)
    other.save()
    refused(lambda: Hand.objects.filter(pk=second.pk).update(confirmed=other))
    refused(lambda: Hand.objects.filter(pk=second.pk).update(confirmed=None))


def test_results(club: Club, match: Match) -> None:
    hand = factories.hand(club, match, 0, 4, 9)
    result = HandResult.objects.filter(version=hand.confirmed_id)[0]
    fields = {
        "league": club.league,
        "version": result.version,
        "seat": result.seat,
        "player": club.add("Dee")[0],
        "order": 3,
        "points": 1,
        "place": 4,
        "won": False,
    }
    refused(lambda: HandResult.objects.create(**fields | {"order": 0}))
    refused(lambda: HandResult.objects.create(**fields | {"player": result.player}))
    refused(lambda: HandResult.objects.create(**fields | {"place": 0}))
    with pytest.raises((ValueError, TypeError)), transaction.atomic():
        HandResult.objects.create(**fields | {"points": "four"})
    HandResult.objects.create(**fields)


def test_rulings(club: Club, match: Match) -> None:
    hand = factories.hand(club, match, 0, 4, 9)
    fields = {
        "season": club.season,
        "player": club.add("Ann")[0],
        "evening": factories.FIRST_EVENING,
        "points": 1,
        "reason": "late",
    }
    refused(lambda: Penalty.objects.create(**fields | {"points": 0}))
    refused(lambda: Penalty.objects.create(**fields | {"reason": ""}))
    dispute = {"league": club.league, "hand": hand, "text": "?"}
    refused(lambda: Dispute.objects.create(**dispute, state="upheld"))
    refused(lambda: Dispute.objects.create(**dispute, closed_at=EIGHT_O_CLOCK))


def test_a_dispute_belongs_to_the_league_of_its_hand(club: Club, match: Match) -> None:
    hand, other = factories.hand(club, match, 0, 4, 9), factories.club().league
    refused(lambda: Dispute.objects.create(league=other, hand=hand, text="?"))
    kept = Dispute.objects.create(league=club.league, hand=hand, text="?")
    refused(lambda: Dispute.objects.filter(pk=kept.pk).update(league=other))


@pytest.mark.django_db
@pytest.mark.sqlite
def test_no_trigger_is_in_the_way_of_a_migration() -> None:
    """SQLite alters a table by renaming a copy, which fails while a trigger of another reads it."""
    rename = (
        "CREATE TABLE copied AS SELECT * FROM play_handversion",
        "DROP TABLE play_handversion",
        "ALTER TABLE copied RENAME TO play_handversion",
    )
    with connection.cursor() as cursor:
        for make_way in (False, True):
            with transaction.atomic():
                if make_way:
                    triggers.make_way()
                for statement in rename[:-1]:
                    cursor.execute(statement)
                with nullcontext() if make_way else pytest.raises(DatabaseError, match="own_"):
                    cursor.execute(rename[-1])
                transaction.set_rollback(True)


@pytest.mark.parametrize("model", [HandVersion, HandResult, Receipt])
def test_rows_written_once_stay_as_they_are(club: Club, match: Match, model: type) -> None:
    factories.hand(club, match, 0, 4, 9)
    row = model.objects.all()[0]
    with pytest.raises(WrittenOnceError):
        row.save()
    with pytest.raises(WrittenOnceError):
        row.delete()
    with pytest.raises(WrittenOnceError):
        model.objects.update(pk=0)
    with pytest.raises(WrittenOnceError):
        model.objects.bulk_update([row], ["pk"])
    with pytest.raises(WrittenOnceError):
        model.objects.all().delete()
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"UPDATE {model._meta.db_table} SET id = id + 1000")  # noqa: S608
    assert model.objects.aggregate(last=Max("pk"))["last"] < row.pk + 1000
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"DELETE FROM {model._meta.db_table}")  # noqa: S608
    assert model.objects.filter(pk=row.pk).exists()


@pytest.mark.sqlite
@pytest.mark.parametrize(
    ("model", "number"),
    [
        *((HandVersion, "id"), (HandResult, "id"), (Receipt, "id"), (AuditEntry, "id")),
        # With other ids they are the same by other values that are unique.
        *((HandVersion, "id + 1000"), (HandResult, "id + 1000"), (Receipt, "id + 1000")),
    ],
)
def test_no_row_takes_the_place_of_another(
    club: Club, match: Match, model: type, number: str
) -> None:
    """REPLACE deletes the rows in its way without a trigger of DELETE."""
    factories.hand(club, match, 0, 4, 9)
    table = model._meta.db_table
    columns = ", ".join(f'"{field.column}"' for field in model._meta.fields[1:])
    before = list(model.objects.order_by("pk").values())
    rows = f"SELECT {number}, {columns} FROM {table}"  # noqa: S608
    once = pytest.raises(DatabaseError, match="written once")
    with once, transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"REPLACE INTO {table} (id, {columns}) {rows}")
    assert list(model.objects.order_by("pk").values()) == before


@pytest.mark.parametrize(
    "change",
    ["seasonreport SET body = '{}'", "reportprint SET pdf = NULL", "reportextract SET body = '{}'"],
)
def test_a_report_stays_as_it_was_written(club: Club, match: Match, change: str) -> None:
    factories.hand(club, match, 0, 4, 9)
    make_report(club.season)
    with pytest.raises(DatabaseError, match="written once"), transaction.atomic():
        run(f"UPDATE reports_{change}")


@pytest.mark.postgresql
def test_a_table_of_such_rows_cannot_be_emptied(club: Club, match: Match) -> None:
    factories.hand(club, match, 0, 4, 9)
    once = pytest.raises(DatabaseError, match="written once")
    with once, transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")  # no check is left to do
        cursor.execute(f"TRUNCATE {AuditEntry._meta.db_table}")
    assert AuditEntry.objects.exists()


def test_every_hand_has_one_confirmed_version(club: Club, match: Match) -> None:
    factories.hand(club, match, 0, 4, 9)
    factories.hand(club, match, 0, 4, 9)
    assert not Hand.objects.filter(confirmed=None).exists()
    assert len(selectors.hand_rows(match)) == 2
