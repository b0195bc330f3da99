"""Run backtests rater by rater, some evenings at a time, and store them: how well each rater would
have predicted a league's hands."""

import json
import math
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from django.db import transaction

from zarleague.leagues.models import League
from zarleague.play.models import Match
from zarleague.reports.background_work.jobs import Progress
from zarleague.reports.background_work.stored_parts import Kind, MadePart, PartKey, StoredParts
from zarleague.reports.background_work.time_slice import TimeSlice
from zarleague.reports.models import Backtest, RatingList
from zarleague.reports.ratings.hands import games_of, history_of
from zarleague.standings.ratings.backtest import Marks, Sums, backtest, sums_by_evening
from zarleague.standings.ratings.baselines import Baseline
from zarleague.standings.ratings.bradley_terry import BradleyTerry
from zarleague.standings.ratings.interface import Rater
from zarleague.standings.ratings.raters import MODEL, contenders

ENOUGH_EVENINGS: Final = 3
"""Evenings from which a backtest runs by itself: the first is only learned from."""
GROWTH: Final = 1.2
"""A backtest is run again when the hands have grown by this factor."""
MARKED_FOR: Final = 10.0
"""Seconds for which a part marks forecasts, see `TimeSlice`."""
REFITTED: Final = (BradleyTerry, Baseline)
"""Raters that rate every evening by a fit of its own. The others play hand after hand and would
have to play those before a part again, which is most of their work: a part of theirs goes on to the
last evening."""


def marks_of(league: League, game: str) -> tuple[Marks, ...]:
    """Return the marks of every rater and baseline, best first."""
    return backtest(history_of(league, game), contenders())


def is_due(league: League) -> bool:
    """Return whether a game has enough evenings for a backtest that is missing or out of date."""
    stored = {one.game: one for one in Backtest.objects.filter(league=league)}
    for found in RatingList.objects.filter(league=league):
        test = stored.get(found.game)
        if len(found.evenings) < ENOUGH_EVENINGS:
            continue
        if test is None or test.model < MODEL or found.hands > GROWTH * test.hands:
            return True
    return False


def mark_next(league: League, progress: Progress) -> bool:
    """Mark one rater's forecasts of some more evenings of a game of the league, see `MARKED_FOR`,
    or store the backtests once all are marked; return whether something is left to do. What is
    marked is kept if the process is killed.

    All raters of a game are marked on the hands there were when the first was begun. A hand that is
    corrected meanwhile counts as it was when its evening was marked.
    """
    parts = _parts(league)
    wanted = [(game, rater) for game in games_of(league) for rater in contenders()]
    days = _days(league)
    progress.total = sum(len(days[game]) for game, _ in wanted) + 1
    progress.done = sum(_marked(parts.get((game, one.key)), days[game]) for game, one in wanted)
    for game, rater in wanted:
        part = parts.get((game, rater.key))
        if part is None or not part.finished:
            begun = next((other.hands for (of, _), other in parts.items() if of == game), None)
            _mark(league, game, rater, part, begun, progress)
            return True
    _store(league, parts)
    progress.step()
    return False


class _Marked(NamedTuple):
    """What one rater has forecast so far of a game."""

    hands: int
    """How many hands of the game it was computed from, the earliest."""
    evening: int | None
    """The ordinal of the last evening whose forecasts are marked; None if there are none."""
    finished: bool
    """Whether all evenings are marked."""
    sums: list[Any]
    """`standings.ratings.backtest.Sums` of the forecasts marked so far."""


def _stored(league: League) -> StoredParts:
    return StoredParts(league, league.pk, (Kind.BACKTEST,))


def _parts(league: League) -> dict[tuple[str, str], _Marked]:
    """Return what is marked under the model of today, by game and rater."""
    found = _stored(league).rows.filter(stamp=str(MODEL)).values_list("name", "body")
    return {
        (game, rater): _Marked(**json.loads(body))
        for name, body in found
        for game, rater in [name.split(" ")]
    }


def _days(league: League) -> Mapping[str, list[int]]:
    """Return the ordinals of the days to forecast, by game: those on which the league played, but
    for the first."""
    matches = Match.objects.filter(season__league=league).order_by("played_on")
    found = defaultdict(list)
    for game, day in matches.values_list("game", "played_on").distinct():
        found[game].append(day.toordinal())
    return defaultdict(list, {game: days[1:] for game, days in found.items()})


def _marked(part: _Marked | None, days: Sequence[int]) -> int:
    """Return on how many of the days of its game a part has marked the forecasts."""
    if part is None:
        return 0
    return len(days) if part.evening is None else bisect_right(days, part.evening)


def _mark(
    league: League,
    game: str,
    rater: Rater,
    part: _Marked | None,
    hands: int | None,
    progress: Progress,
) -> None:
    """Add to the part of one rater what it forecast of some more evenings, and store it. The first
    so many hands of the game are marked; all if ``hands`` is None."""
    turn = TimeSlice(MARKED_FOR if isinstance(rater, REFITTED) else math.inf)
    history = history_of(league, game, progress.keep)
    if hands is not None:
        history = history.slice(0, min(hands, history.hands))
    sums, after = Sums.from_json(part.sums) if part else Sums(), part.evening if part else None
    finished = False
    for evening, found in sums_by_evening(history, rater, after):
        sums, after = sums + found, evening
        progress.step()
        if turn.is_over():
            break
    else:
        finished = True
    marked = _Marked(history.hands, after, finished, sums.to_json())
    key = PartKey(Kind.BACKTEST, 0, f"{game} {rater.key}")
    _stored(league).store([MadePart(key, str(MODEL), marked._asdict())])


def _store(league: League, parts: Mapping[tuple[str, str], _Marked]) -> None:
    """Make the marks the league's backtests."""
    of_games: dict[str, list[tuple[str, _Marked]]] = {}
    for (game, rater), part in parts.items():
        of_games.setdefault(game, []).append((rater, part))
    with transaction.atomic():
        for game, of_raters in of_games.items():
            marks = [_plain(Sums.from_json(part.sums).marks(rater)) for rater, part in of_raters]
            marks.sort(key=lambda one: (one["log_loss"] or 0.0, one["key"]))
            Backtest.objects.update_or_create(
                league=league,
                game=game,
                defaults={"model": MODEL, "hands": of_raters[0][1].hands, "marks": marks},
            )
        Backtest.objects.filter(league=league).exclude(game__in=of_games).delete()
        _stored(league).delete()


def _plain(marks: Marks) -> dict[str, Any]:
    return {
        "key": marks.key,
        "pairs": marks.pairs,
        "accuracy": _number(marks.accuracy),
        "log_loss": _number(marks.log_loss),
        "calibration_error": _number(marks.calibration_error),
        "calibration": [list(part) for part in marks.calibration],
    }


def _number(value: float) -> float | None:
    """Return the number, None for NaN, which JSON cannot hold."""
    return None if math.isnan(value) else value
