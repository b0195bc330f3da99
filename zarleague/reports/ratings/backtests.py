"""Which rater would have predicted a league's own hands best."""

import math
from typing import Any

from django.db import transaction

from zarleague.leagues.models import League
from zarleague.reports.models import Backtest
from zarleague.reports.progress import Progress
from zarleague.reports.ratings.hands import games_of, history_of
from zarleague.standings.ratings.backtest import Marks, backtest
from zarleague.standings.ratings.raters import contenders


def marks_of(league: League, game: str) -> tuple[Marks, ...]:
    """The marks of every rater and baseline, the best first."""
    return backtest(history_of(league, game), contenders())


def refresh(league: League, progress: Progress) -> None:
    """Work out and keep the comparison for every game of the league."""
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
                defaults={"hands": history.hands, "marks": [_plain(marks) for marks in found]},
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
    """None for what is no number: JSON has none of these."""
    return None if math.isnan(value) else value
