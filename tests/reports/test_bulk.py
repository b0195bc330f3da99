"""Bulk inserts: every row arrives, and few are in memory at a time."""

import tracemalloc

import numpy as np
import pytest
from django.db import transaction

from zarleague.reports.background_work import bulk
from zarleague.reports.models import RatingHistory

pytestmark = pytest.mark.django_db

ROWS = 4 * bulk.PART + 7


def test_every_row_is_inserted_and_few_are_held_at_a_time() -> None:
    number = np.arange(ROWS)
    columns = {
        "league_id": np.ones(ROWS, dtype=np.int64),
        "list_id": np.ones(ROWS, dtype=np.int64),
        "player_id": number // 100,
        "part": (number % 100).astype(np.int32),
        "figures": np.array([b"even", b"odd"], object)[number % 2],
    }
    tracemalloc.start()
    try:
        with transaction.atomic():
            bulk.insert(RatingHistory, columns)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert RatingHistory.objects.count() == ROWS
    last = RatingHistory.objects.order_by("player_id", "part").last()
    assert last is not None
    # Row 40,006 from 0: player 400, part 6, an even number.
    assert (last.player_id, last.part, bytes(last.figures)) == (400, 6, b"even")
    # A row takes some 300 bytes as Python's numbers.
    assert most < 150 * ROWS


def test_no_rows_are_no_harm() -> None:
    bulk.insert(RatingHistory, {"list_id": np.ones(0, dtype=np.int64)})
    assert not RatingHistory.objects.exists()
