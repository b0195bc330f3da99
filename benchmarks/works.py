"""The writes and background jobs of one season, to be timed."""

import secrets
from collections.abc import Callable, Collection, Iterator
from typing import Any, Final

from benchmarks import bulk
from benchmarks.measuring import median_ms
from benchmarks.memory import Grown

SAVES: Final = 40
"""Runs of a save."""
OTHERS: Final = 5
"""Runs of other work."""


def works(season: Any) -> dict[str, Callable[[int], object]]:
    """Return the jobs to time besides pages; each is called with the number of its run."""
    from zarleague.engine.entry import Entry
    from zarleague.leagues.actors import Actor
    from zarleague.play import services
    from zarleague.play.models import Hand
    from zarleague.play.verdicts import reverifying
    from zarleague.reports.background_work import checking, jobs, out_of_date
    from zarleague.reports.background_work.jobs import Progress
    from zarleague.reports.questions.correction_effects import effect_of
    from zarleague.reports.rank_history.ranks import refresh_ranks
    from zarleague.reports.season_report.figures import figures
    from zarleague.reports.season_report.parts import ReportParts
    from zarleague.reports.services import refresh_ratings

    actor = Actor.of(season.league.memberships.get().user)
    names = [player.name for player in season.league.players.order_by("pk")[: bulk.SEATS]]
    match = services.start_match(season, names, actor=actor, key=secrets.token_hex(8))
    entry = Entry("totals", ({}, {"points": 4}, {"points": 9}, {"points": 3}), 0)
    other = Entry("totals", ({}, {"points": 5}, {"points": 9}, {"points": 3}), 0)
    hands: list[Any] = []
    early = list(
        Hand.objects.filter(league=season.league_id, match__season=season)
        .select_related("match__season__league", "confirmed")
        .order_by("pk")[:SAVES]
    )

    def enter(number: int) -> None:
        hands.append(services.enter_hand(match, entry, key=secrets.token_hex(8), actor=actor))

    def correct(hand: Any) -> None:
        services.correct_hand(
            hand,
            other,
            reason="miscounted",
            key=secrets.token_hex(8),
            actor=actor,
            expected_version=1,
        )

    def ranks(number: int) -> None:
        enter(number)
        refresh_ranks(season.pk)

    def ratings(number: int) -> None:
        enter(number)
        refresh_ratings(season.league)

    def report(number: int) -> None:
        season.refresh_from_db()  # its revision is now that of the saved hands
        parts = ReportParts.of(season)
        while missing := parts.missing():
            parts.compute(missing, Progress.unrecorded())
        figures(parts)
        parts.kept.delete()

    def clock(number: int) -> None:
        for found in (
            out_of_date.seasons_uncounted(),
            out_of_date.seasons_behind(),
            out_of_date.leagues_behind(),
            jobs.stale_jobs(),
        ):
            list(found)
        reverifying.by_league()

    return {
        "save a match": lambda number: services.start_match(
            season, names, actor=actor, key=secrets.token_hex(8)
        ),
        "save a hand": enter,
        "preview a correction": lambda number: effect_of(
            hands[number], services.preview_correction(hands[number], other)
        ),
        "save a correction": lambda number: correct(hands[number]),
        "save a correction of the first evening": lambda number: correct(early[number]),
        "ranks after a hand": ranks,
        "ratings after a hand": ratings,
        "report's figures": report,
        "check a season": lambda number: checking.check_season(season),
        "what the clock asks": clock,
    }


def timed(
    season: Any, names: Collection[str] | None = None
) -> Iterator[tuple[str, dict[str, float]]]:
    """Yield the name of each of these jobs, or of all, and its figures."""
    for name, work in works(season).items():
        if names is None or name in names:
            grown = Grown()
            line = median_ms(work, SAVES if name.startswith("save") else OTHERS)
            yield name, {"grown_mb": grown.peak()} | line
