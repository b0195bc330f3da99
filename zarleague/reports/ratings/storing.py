"""Store the figures of a rating list in short transactions.

In a long league the correction of an old hand changes ten thousand rows and more; one transaction
for all of them would hold up every save. While rows are being written, the list has no fingerprint
and names only the evenings that do not change. If the writer dies, the next one therefore computes
the other evenings again.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from numpy.typing import NDArray

from zarleague.background.lease import Lease
from zarleague.leagues.models import League
from zarleague.leagues.services import lock_league
from zarleague.reports.background_work import bulk
from zarleague.reports.background_work.subprocess_or_inline import pause_between_writes
from zarleague.reports.models import RatingHistory, RatingList, RatingRow
from zarleague.reports.ratings.packing import part_of

WRITTEN_AT_ONCE: Final = 2000
"""Rows written in one transaction, or those of one player if they are more: some 10 ms."""


@dataclass(frozen=True)
class Writing:
    """One writer of a list."""

    list: RatingList
    lease: Lease
    fields: Mapping[str, Any]
    """The fields of the list when it is finished."""
    part: int
    """The first part of the history that is replaced, see `packing.part_of`."""

    def store(self, rows: Sequence[Mapping[str, Any]], history: Mapping[str, NDArray[Any]]) -> bool:
        """Replace the rows of all players, and their history from the part on. Return False if
        another writer has begun meanwhile. ``history`` has the columns of `packing.pack`."""
        by_player = {fields["player_id"]: fields for fields in rows}
        for number, players in enumerate(self._parts(by_player, history["player_id"])):
            if number:
                pause_between_writes()
            begins, ends = np.searchsorted(history["player_id"], [players[0], players[-1] + 1])
            part = {name: column[begins:ends] for name, column in history.items()}
            with transaction.atomic():
                if not self._holds():
                    return False
                now = [by_player[one] for one in players if one in by_player]
                self._replace(players, now, part)
        with transaction.atomic():
            if not self._holds(holder="", **self.fields):
                return False
        return True

    def _holds(self, **values: Any) -> bool:
        """Lock the league and set these values of the list, unless another writer has begun."""
        lock_league(self.list.league_id)
        return bool(self.lease.held().update(seen_at=timezone.now(), **values))

    def _parts(
        self, rated: Mapping[int, Any], in_history: NDArray[np.int64]
    ) -> Iterator[Sequence[int]]:
        """Yield all players that have rows or will have, ascending, in parts."""
        stored = _players(RatingRow, self.list) | _players(RatingHistory, self.list)
        players = sorted(rated.keys() | stored)
        written = np.searchsorted(in_history, players, side="right")
        begin = before = 0
        for at, rows in enumerate(written.tolist()):
            if at > begin and rows - before + at - begin >= WRITTEN_AT_ONCE:
                yield players[begin:at]
                begin, before = at, int(written[at - 1])
        if players:
            yield players[begin:]

    def _replace(
        self,
        players: Sequence[int],
        rows: Sequence[Mapping[str, Any]],
        history: Mapping[str, NDArray[Any]],
    ) -> None:
        # A range, because for a set of players PostgreSQL may read the whole list's later parts.
        theirs = Q(list=self.list, player__gte=players[0], player__lte=players[-1])
        RatingRow.objects.filter(theirs).delete()
        _insert(RatingRow, self.list, _columns(rows))
        RatingHistory.objects.filter(theirs, part__gte=self.part).delete()
        _insert(RatingHistory, self.list, history)


def _columns(rows: Sequence[Mapping[str, Any]]) -> dict[str, NDArray[Any]]:
    """Return rows as columns, in which None is left as it is."""
    return {name: np.array([row[name] for row in rows], object) for name in (rows or [{}])[0]}


def _insert(
    model: type[RatingRow | RatingHistory], of: RatingList, columns: Mapping[str, NDArray[Any]]
) -> None:
    """Insert the rows of a list, given by their columns."""
    if columns and (count := len(columns["player_id"])):
        bulk.insert(
            model,
            {
                "league_id": np.full(count, of.league_id),
                "list_id": np.full(count, of.pk),
                **columns,
            },
        )


def _players(model: type[RatingRow | RatingHistory], of: RatingList) -> set[int]:
    stored = model._default_manager.filter(list=of).order_by()
    return set(stored.values_list("player", flat=True).distinct())


def begin(league: League, game: str, fields: Mapping[str, Any], since: int) -> Writing:
    """Become the writer of a list whose history changes from an evening on; ``fields`` are those of
    the finished list. The caller holds the lock on the league's row."""
    stay = [stamp for stamp in fields["evenings"] if stamp[0] < since]
    unfinished: dict[str, Any] = {"fingerprint": "", "evenings": stay}
    found, _ = RatingList.objects.get_or_create(
        league=league, game=game, defaults={**fields, **unfinished}
    )
    lease = Lease.take(RatingList.objects.all(), found.pk, take_over=True, **unfinished)
    assert lease is not None
    return Writing(found, lease, fields, part_of(len(stay)))
