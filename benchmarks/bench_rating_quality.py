"""How good ratings are in made-up leagues: a short form of `benchmarks.rating_study`."""

from collections.abc import Iterator

from benchmarks import Figure
from benchmarks.made_up_leagues import COVERAGE_LEAGUES, FORECAST_LEAGUES
from benchmarks.rating_study import COIN, coverage, log_losses

SECONDS = 1.0
"""For each league."""


def figures() -> Iterator[Figure]:
    """Yield the coverage of the 80 % and the 95 % intervals, and log losses against a coin's."""
    for league in COVERAGE_LEAGUES:
        found = coverage(league, SECONDS)
        yield Figure(f"80 % intervals that hold, {league.name}", found.held_80, "share")
        yield Figure(f"95 % intervals that hold, {league.name}", found.held_95, "share")
    for league in FORECAST_LEAGUES:
        own = log_losses(league, SECONDS).mean["bradley-terry"]
        yield Figure(f"log loss, {league.name}", own, "nats", "a coin", COIN / own if own else None)
