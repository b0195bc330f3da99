"""Rebuild totals in the transaction that requires it, without holding its locks meanwhile.

Merging players or changing a season's ranking changes all its totals, which take seconds to compute
for a long season. They must be written in the same transaction, but need not be computed in it: see
`rebuilds_before_locking`.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from contextvars import ContextVar
from functools import wraps
from typing import Final, NamedTuple, ParamSpec, TypeVar

from zarleague.leagues.models import Season
from zarleague.leagues.selectors import aliases
from zarleague.play import totals
from zarleague.play.errors import SeasonBusy
from zarleague.play.totals import TotalsDifferences
from zarleague.replays.gate import let_others

_ATTEMPTS: Final = 8
"""Times the totals are computed, each time for what was saved meanwhile."""

_Given = ParamSpec("_Given")
_Made = TypeVar("_Made")
_State = tuple[int, int, str, str]
"""Everything the totals depend on: the season, its revision, its rules, and the merges."""

_precomputed: ContextVar[dict[_State, TotalsDifferences]] = ContextVar("precomputed")


class _Wanted(NamedTuple):
    """A season whose totals a transaction writes, as it is there."""

    season: Season
    into: Mapping[int, int]
    state: _State


class _TotalsNeeded(Exception):
    """Raised inside a transaction that needs the totals of these seasons computed."""

    def __init__(self, missing: list[_Wanted]) -> None:
        super().__init__()
        self.missing = missing


def rebuild_in_transaction(seasons: Iterable[Season]) -> None:
    """Write the totals of seasons for their rules and the merges of this transaction, which holds
    their locks and is decorated with `rebuilds_before_locking`. Call it once for all of them, so
    that they are computed together."""
    precomputed = _precomputed.get()
    wanted = [_wanted(season) for season in seasons]
    if missing := [one for one in wanted if one.state not in precomputed]:
        raise _TotalsNeeded(missing)
    for one in wanted:
        totals.write_differences(one.season, precomputed[one.state])


def _wanted(season: Season) -> _Wanted:
    into = aliases(season.league_id)
    rules = json.dumps([season.rules, season.lots], sort_keys=True)
    merges = json.dumps(sorted(into.items()))
    return _Wanted(season, into, (season.pk, season.revision, rules, merges))


def rebuilds_before_locking(transaction: Callable[_Given, _Made]) -> Callable[_Given, _Made]:
    """Decorate a transaction that calls `rebuild_in_transaction`.

    When it does, it is rolled back, the totals it will need are computed without a lock, and it is
    run again. If a hand was saved meanwhile, this is repeated for its season. Others are served
    between two evenings of a season, but not the last time. Raise `SeasonBusy` if a hand was saved
    every time.
    """

    @wraps(transaction)
    def repeated(*args: _Given.args, **options: _Given.kwargs) -> _Made:
        precomputed: dict[_State, TotalsDifferences] = {}
        token = _precomputed.set(precomputed)
        try:
            for attempt in range(_ATTEMPTS):
                try:
                    return transaction(*args, **options)
                except _TotalsNeeded as needed:
                    missing = needed.missing
                between = [let_others.get()] if attempt < _ATTEMPTS - 1 else []
                for season, into, state in missing:
                    precomputed[state] = totals.find_differences(season, into, *between)
            return transaction(*args, **options)
        except _TotalsNeeded as still:
            raise SeasonBusy from still
        finally:
            _precomputed.reset(token)

    return repeated
