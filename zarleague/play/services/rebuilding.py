"""Rebuild totals in the transaction that makes it necessary, without holding its locks meanwhile.

Merging players or ranking a season otherwise changes all its totals, which take seconds to work out
in a long season. They have to be written together with the change, but not to be worked out then:
see `rebuilds_before_locking`.
"""

import json
from collections.abc import Callable, Mapping
from contextvars import ContextVar
from functools import wraps
from typing import Final, ParamSpec, TypeVar

from zarleague.leagues.models import Season
from zarleague.leagues.selectors import aliases
from zarleague.play import totals
from zarleague.play.totals import TotalsDifferences

_ATTEMPTS: Final = 8
"""Rebuilds worked out without a lock before the last is worked out with it."""

_Given = ParamSpec("_Given")
_Made = TypeVar("_Made")
_State = tuple[int, int, str, str]
"""All that totals depend on: the season, its revision, its rules, and who was merged into whom."""

_worked_out: ContextVar[dict[_State, TotalsDifferences] | None] = ContextVar(
    "worked_out", default=None
)


class _NotWorkedOut(Exception):
    """The transaction needs a season's totals as they follow from ``state``."""

    def __init__(self, state: _State, season: Season, into: Mapping[int, int]) -> None:
        super().__init__()
        self.state = state
        self.season = season
        self.into = into


def rebuild_in_transaction(season: Season) -> None:
    """Write the season's totals as they follow from its rules and the merges of this transaction,
    which holds the season's lock.
    """
    worked_out = _worked_out.get()
    if worked_out is None:
        totals.rebuild(season)
        return
    into = aliases(season.league_id)
    rules = json.dumps([season.rules, season.lots], sort_keys=True)
    state = (season.pk, season.revision, rules, json.dumps(sorted(into.items())))
    if state not in worked_out:
        raise _NotWorkedOut(state, season, into)
    totals.write_differences(season, worked_out[state])


def rebuilds_before_locking(transaction: Callable[_Given, _Made]) -> Callable[_Given, _Made]:
    """Decorate a transaction that calls `rebuild_in_transaction`.

    Where it does, it is rolled back, the totals are worked out without a lock as they will be, and
    it begins again. If a hand was saved meanwhile, once more; the last time with the lock.
    """

    @wraps(transaction)
    def repeated(*args: _Given.args, **options: _Given.kwargs) -> _Made:
        worked_out: dict[_State, TotalsDifferences] = {}
        for _ in range(_ATTEMPTS):
            token = _worked_out.set(worked_out)
            try:
                return transaction(*args, **options)
            except _NotWorkedOut as needed:
                missing = needed
            finally:
                _worked_out.reset(token)
            found = totals.find_differences(missing.season, missing.into)
            worked_out[missing.state] = found
        return transaction(*args, **options)

    return repeated
