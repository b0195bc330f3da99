"""Reuse the evenings of a stored list that a new hand does not affect.

A hand changes the ratings of its own evening and of later ones. Earlier ratings are read back
instead of being fitted again, unless the parameters learned from the whole history have changed,
which affect all evenings.
"""

import hashlib
from collections.abc import Sequence
from itertools import takewhile

import numpy as np

from zarleague.reports.models import RatingHistory, RatingList
from zarleague.reports.ratings.packing import by_evening, deviations
from zarleague.standings.ratings.history import History
from zarleague.standings.ratings.interface import Ratings
from zarleague.standings.ratings.prior import Learned


def evening_stamps(
    stamps: Sequence[tuple[int, str]], learned: Learned | None
) -> list[tuple[int, str]]:
    """Return (evening, stamp) in order. The stamp is the SHA-256 of the evening's fingerprint (see
    `hands.fingerprints`) and of the parameters learned from all hands."""
    return [
        (evening, hashlib.sha256(f"{stamp} {learned}".encode()).hexdigest())
        for evening, stamp in stamps
    ]


def kept_evenings(
    kept: RatingList | None, stamps: Sequence[tuple[int, str]], history: History
) -> list[tuple[int, Ratings]]:
    """Return (evening, stored ratings after it) of the evenings before the first whose stamp has
    changed since the list was stored; ``stamps`` as from `evening_stamps`."""
    if kept is None:
        return []
    before = dict(kept.evenings)
    same = [evening for evening, _ in takewhile(lambda now: before.get(now[0]) == now[1], stamps)]
    if not same:
        return []
    rows = RatingHistory.objects.filter(list=kept).values_list("player_id", "figures")
    stored = by_evening(rows.iterator())
    hands = np.zeros(history.players, dtype=np.int64)
    found: list[tuple[int, Ratings]] = []
    for (evening, played), (named, ids, figures) in zip(
        history.upto(same[-1]).by_evening(), stored, strict=False
    ):
        hands += played.hands_played()
        on = np.flatnonzero(hands)
        if named != evening or not np.array_equal(ids, history.player_ids[on]):
            break  # rows are missing: recompute this evening and those after it
        ratings = Ratings(
            history.player_ids[on],
            figures["rating"].copy(),
            deviations(figures),
            hands[on],
            figures["provisional"].copy(),
            by_hands=figures["by_hands"].copy(),
        )
        found.append((evening, ratings))
    return found
