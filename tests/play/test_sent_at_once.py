"""Statements that are sent to PostgreSQL without waiting for the answer to each."""

import pytest
from django.db import IntegrityError, transaction

from tests.factories import Club
from zarleague.storage.sql import rows, run, sent_at_once

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]

RENAME = "UPDATE leagues_player SET name = %s, name_key = %s WHERE id = %s"


def test_they_are_done_in_their_order(club: Club) -> None:
    (ann,) = club.add("Ann")
    with sent_at_once():
        run(RENAME, "Anna", "anna", ann.pk)
        run(RENAME, "Anne", "anne", ann.pk)
    assert rows("SELECT name FROM leagues_player WHERE id = %s", ann.pk) == [("Anne",)]


def test_one_that_fails_undoes_the_transaction_and_says_why(club: Club) -> None:
    ann, bob, cat = club.add("Ann", "Bob", "Cat")

    @transaction.atomic
    def rename() -> None:
        with sent_at_once():
            run(RENAME, "Anna", "anna", ann.pk)
            run(RENAME, "Bob", "bob", cat.pk)  # a second Bob
            run(RENAME, "Bobby", "bobby", bob.pk)

    with pytest.raises(IntegrityError, match="name_key"):
        rename()
    found = rows("SELECT name FROM leagues_player WHERE league_id = %s", club.league.pk)
    assert sorted(found) == [("Ann",), ("Bob",), ("Cat",)]


def test_a_block_without_statements_is_none(club: Club) -> None:
    with sent_at_once():
        pass
    assert rows("SELECT 1") == [(1,)]
