"""Rebuild totals in the transaction that requires it, without holding its locks meanwhile.

Merging players or changing a season's ranking changes all its totals, which take seconds to compute
for a long season. They must be written in the same transaction, but need not be computed in it: see
`rebuilds_before_locking`.
"""

import json
from collections.abc import Callable, Mapping
from contextvars import ContextVar
from functools import wraps
from typing import Final, ParamSpec, TypeVar

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


def _keep_the_thread() -> None:
    """Let nobody go first."""


class _TotalsNeeded(Exception):
    """Raised inside a transaction that needs a season's totals computed for ``state``."""

    def __init__(self, state: _State, season: Season, into: Mapping[int, int]) -> None:
        super().__init__()
        self.state = state
        self.season = season
        self.into = into


def rebuild_in_transaction(season: Season) -> None:
    """Write the season's totals for its rules and the merges of this transaction, which holds the
    season's lock and is decorated with `rebuilds_before_locking`."""
    precomputed = _precomputed.get()
    into = aliases(season.league_id)
    rules = json.dumps([season.rules, season.lots], sort_keys=True)
    state = (season.pk, season.revision, rules, json.dumps(sorted(into.items())))
    if state not in precomputed:
        raise _TotalsNeeded(state, season, into)
    totals.write_differences(season, precomputed[state])


def rebuilds_before_locking(transaction: Callable[_Given, _Made]) -> Callable[_Given, _Made]:
    """Decorate a transaction that calls `rebuild_in_transaction`.

    When it does, it is rolled back, the totals it will need are computed without a lock, and it is
    run again. If a hand was saved meanwhile, this is repeated. Others are served between two
    evenings of a season, but not the last time. Raise `SeasonBusy` if a hand was saved every time.
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
                    missing = needed
                is_last = attempt == _ATTEMPTS - 1
                others = _keep_the_thread if is_last else let_others.get()
                found = totals.find_differences(missing.season, missing.into, others)
                precomputed[missing.state] = found
            return transaction(*args, **options)
        except _TotalsNeeded as still:
            raise SeasonBusy from still
        finally:
            _precomputed.reset(token)

    return repeated
