"""Run and store backtests: how well each rater would have predicted a league's hands."""

import math
from typing import Any, Final

from django.db import transaction

from zarleague.leagues.models import League
from zarleague.reports.models import Backtest, RatingList
from zarleague.reports.progress import Progress
from zarleague.reports.ratings.hands import games_of, history_of
from zarleague.standings.ratings.backtest import Marks, backtest
from zarleague.standings.ratings.raters import MODEL, contenders

ENOUGH_EVENINGS: Final = 3
"""Evenings from which a backtest runs by itself: the first is only learned from."""
GROWTH: Final = 1.2
"""A backtest is run again when the hands have grown by this factor."""


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


def refresh(league: League, progress: Progress) -> None:
    """Run the backtest for every game of the league and store it."""
    games = games_of(league)
    progress.add(len(games) * len(contenders()))
    for game in games:
        history = history_of(league, game)
        found: list[Marks] = []
        for rater in contenders():
            found += backtest(history, [rater])
            progress.step()
        found.sort(key=lambda marks: (_number(marks.log_loss) or 0.0, marks.key))
        with transaction.atomic():
            Backtest.objects.update_or_create(
                league=league,
                game=game,
                defaults={
                    "model": MODEL,
                    "hands": history.hands,
                    "marks": [_plain(marks) for marks in found],
                },
            )
    Backtest.objects.filter(league=league).exclude(game__in=games).delete()


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
