"""``python -m benchmarks.rating_study [SECONDS [TABLE]]``: measure the quality of ratings in
leagues with known true strengths. Print both tables of docs/standings.md, or only ``coverage`` or
``forecasts``.

*Coverage*: how often the 80 % and the 95 % intervals contain the true strength. *Log loss*: how
well each way to rate predicts the next evening, over the same leagues. ``SECONDS`` limits the time
for each kind of league; the default is 12.
"""

import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from benchmarks.made_up_leagues import (
    COVERAGE_LEAGUES,
    FORECAST_LEAGUES,
    League,
    Played,
    expected_score,
    play,
)
from zarleague.standings.ratings.backtest import backtest
from zarleague.standings.ratings.baselines import Baseline, win_share
from zarleague.standings.ratings.bradley_terry import BradleyTerry
from zarleague.standings.ratings.dense import dense_maximum
from zarleague.standings.ratings.elo import Elo
from zarleague.standings.ratings.history import Comparisons, Floats, History
from zarleague.standings.ratings.interface import MIDDLE, PER_LOGIT, Rater, Ratings
from zarleague.standings.ratings.pairs import WeightedPairs
from zarleague.standings.ratings.plackett_luce import DEVIATION, OpenskillPlackettLuce
from zarleague.standings.ratings.prior import Learned
from zarleague.standings.ratings.raters import DEFAULT_RATER

NORMAL_80 = 1.2815515655446004
NORMAL_95 = 1.959963984540054
COIN = float(np.log(2.0))
FIRST_COVERAGE_LEAGUE = 920_000
FIRST_FORECAST_LEAGUE = 950_000
"""Seeds of the first leagues: others than those on which the priors were chosen."""


@dataclass(frozen=True)
class Coverage:
    """How often intervals contained the true strength."""

    league: str
    leagues: int
    intervals: int
    held_80: float
    held_95: float
    width: float
    """Mean width of the 95 % intervals in rating points."""
    prior_deviation: float
    """Median of what was learned."""


def coverage(league: League, seconds: float, rater: BradleyTerry | None = None) -> Coverage:
    """Return the coverage over as many leagues as can be simulated in ``seconds``."""
    apart, score = expected_score(league)
    rater = rater or BradleyTerry()
    held: list[tuple[Floats, ...]] = []
    priors: list[float] = []
    end = time.process_time() + seconds
    seed = 0
    while seed < 5 or (time.process_time() < end and seed < 4000):
        played = play(league, FIRST_COVERAGE_LEAGUE + seed)
        seed += 1
        learned = rater.with_history(played.history)
        ratings = learned.fit(played.history)
        at = ratings.player_ids
        truth = estimand(played, apart, score)[at]
        truth -= truth.mean()
        truth = MIDDLE + PER_LOGIT * truth
        (low_80, high_80), (low, high) = map(ratings.interval, (NORMAL_80, NORMAL_95))
        held_80, held_95 = (low_80 <= truth) & (truth <= high_80), (low <= truth) & (truth <= high)
        held.append((held_80, held_95, high - low))
        assert learned.learned is not None
        priors.append(learned.learned.skill)
    held_80, held_95, width = map(np.concatenate, zip(*held, strict=True))
    return Coverage(
        league.name,
        seed,
        len(width),
        float(held_80.mean()),
        float(held_95.mean()),
        float(width.mean()),
        float(np.median(priors)),
    )


def estimand(played: Played, apart: Floats, score: Floats) -> Floats:
    """Return (P,) the strengths that the mean scores of these hands stand for.

    They are the fit of the hands with every score replaced by its mean under the true strengths.
    Where scores are logistic in the strengths, these are the strengths themselves.
    """
    players = len(played.strengths)
    found = Comparisons.of(played.history)
    ids = played.history.player_ids
    first, second = ids[found.first], ids[found.second]
    mean = np.interp(played.strengths[first] - played.strengths[second], apart, score)
    met = np.zeros((players, players))
    np.add.at(met, (first, second), 1.0)
    won = np.bincount(first, mean, players) + np.bincount(second, 1.0 - mean, players)
    return dense_maximum(WeightedPairs(won, met + met.T), 30.0).strengths.copy()


class Trueskill:
    """TrueSkill by the package of that name, hand after hand, with its defaults."""

    key = "trueskill"

    def __init__(self) -> None:
        import trueskill

        self.rating = trueskill.Rating
        self.model = trueskill.TrueSkill(draw_probability=0.1)

    def after_each_evening(
        self, history: History, since: None = None
    ) -> Iterator[tuple[int, Ratings]]:
        """Yield (evening, ratings after it) in order."""
        players: list[Any] = [self.model.create_rating() for _ in range(history.players)]
        hands = np.zeros(history.players, dtype=np.int64)
        for evening, played in history.by_evening():
            for begin, end in zip(played.start[:-1], played.start[1:], strict=True):
                at = played.player[begin:end]
                moved = self.model.rate(
                    [(players[one],) for one in at], ranks=played.place[begin:end].tolist()
                )
                for one, (rating,) in zip(at, moved, strict=True):
                    players[one] = rating
            hands += played.hands_played()
            on = np.flatnonzero(hands)
            yield (
                evening,
                Ratings(
                    history.player_ids[on],
                    np.array([players[one].mu for one in on]),
                    np.array([players[one].sigma for one in on]),
                    hands[on],
                    hands[on] < 1,
                ),
            )

    def chance(self, ratings: Ratings, first: Any, second: Any) -> Floats:
        """Return the chance to be ahead, both performances normal around their means."""
        from scipy.special import ndtr

        known = dict(zip(ratings.player_ids.tolist(), range(len(ratings.player_ids)), strict=True))
        assert ratings.deviation is not None
        mean = np.append(ratings.rating, 25.0)
        variance = np.append(ratings.deviation, 25.0 / 3.0) ** 2
        a = np.array([known.get(one, -1) for one in np.asarray(first).tolist()], dtype=np.int64)
        b = np.array([known.get(one, -1) for one in np.asarray(second).tolist()], dtype=np.int64)
        doubt = 2.0 * self.model.beta**2 + variance[a] + variance[b]
        return np.asarray(ndtr((mean[a] - mean[b]) / np.sqrt(doubt)))


def old_model() -> BradleyTerry:
    """Return an approximation of the earlier model: prior deviation 0.5, no tie factor, weights 2 /
    n."""
    return replace(_Old(), key="earlier model")


@dataclass(frozen=True, kw_only=True)
class _Old(BradleyTerry):
    """The weight 2 / n in place of 3 / (n + 1), by what one factor can do for hands of one size."""

    def after_each_evening(
        self, history: History, since: int | None = None
    ) -> Iterator[tuple[int, Ratings]]:
        size = float(history.sizes.mean())
        learned = Learned(0.5, tie_factor=(3.0 / (size + 1.0)) / (2.0 / size))
        return BradleyTerry(learned=learned).after_each_evening(history, since)


SIGMAS = (0.3, 0.6, 1.2, 2.5, DEVIATION)


def contenders() -> Sequence[Any]:
    """Return all raters to compare, with openskill once for each initial deviation."""
    tuned = [
        replace(OpenskillPlackettLuce(start_deviation=sigma), key=f"openskill {sigma:.1f}")
        for sigma in SIGMAS
    ]
    return (
        BradleyTerry(),
        old_model(),
        Elo(),
        Trueskill(),
        Baseline("win-count", win_share),
        *tuned,
    )


@dataclass(frozen=True)
class Losses:
    """Log losses of every rater over the same leagues."""

    leagues: int
    mean: dict[str, float]
    behind: float
    """By how much the default predicts worse than the best of the others, the coin apart."""
    error: float
    """Standard error of that difference."""


def log_losses(league: League, seconds: float) -> Losses:
    """Return the log losses of every rater, with openskill tuned: its initial deviation is chosen
    for each kind of league in hindsight, by the same hands, which no real league could do.
    """
    raters: Sequence[Rater] = contenders()
    found: dict[str, list[float]] = {rater.key: [] for rater in raters}
    end = time.process_time() + seconds
    seed = 0
    while seed < 3 or (time.process_time() < end and seed < 1000):
        history = play(league, FIRST_FORECAST_LEAGUE + seed).history
        seed += 1
        for marks in backtest(history, raters):
            found[marks.key].append(marks.log_loss)
    means = {key: float(np.mean(losses)) for key, losses in found.items()}
    own = found.pop(DEFAULT_RATER)
    best = min(found, key=lambda key: means[key])
    apart = np.array(own) - np.array(found[best])
    openskill = {key: means.pop(key) for key in list(means) if key.startswith("openskill")}
    means["openskill"] = openskill[f"openskill {DEVIATION:.1f}"]
    means["openskill, tuned"] = min(openskill.values())
    means["a coin"] = COIN
    return Losses(seed, means, float(apart.mean()), float(apart.std() / np.sqrt(seed)))


def print_coverage(seconds: float) -> None:
    """Print the first table as Markdown."""
    print("| league | players | leagues | 80 % | 95 % | width | prior: true, learned |")
    print("|---|---|---|---|---|---|---|")
    for league in COVERAGE_LEAGUES:
        found = coverage(league, seconds)
        print(
            f"| {found.league} | {league.players} | {found.leagues} | {found.held_80:.1%} |"
            f" {found.held_95:.1%} | {found.width:.0f} |"
            f" {league.deviation:.2f}, {found.prior_deviation:.2f} |",
            flush=True,
        )


def print_forecasts(seconds: float) -> None:
    """Print the second table as Markdown."""
    head = True
    for league in FORECAST_LEAGUES:
        found = log_losses(league, seconds)
        if head:
            print("| league | leagues | " + " | ".join(found.mean) + " | behind the best other |")
            print("|---|---|" + "---|" * (len(found.mean) + 1))
            head = False
        print(
            f"| {league.name} | {found.leagues} | "
            + " | ".join(f"{loss:.4f}" for loss in found.mean.values())
            + f" | {found.behind:+.4f} ± {found.error:.4f} |",
            flush=True,
        )


TABLES = {"coverage": print_coverage, "forecasts": print_forecasts}


def main(seconds: float = 12.0, table: str = "") -> None:
    """Print one table, or both."""
    for name in [table] if table else TABLES:
        TABLES[name](seconds)
        print()


if __name__ == "__main__":
    main(*(float(sys.argv[1]), *sys.argv[2:3]) if len(sys.argv) > 1 else ())
