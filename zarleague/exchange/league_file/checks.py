"""The derived figures in a league's file: standings, ratings, verdicts.

They are not imported. The import recomputes them and compares.
"""

import time
from collections.abc import Callable, Iterator, Mapping
from itertools import groupby
from typing import Any, Final

from zarleague.engine.findings import Verdict
from zarleague.engine.report import VERDICTS
from zarleague.engine.ruleset import Ruleset
from zarleague.exchange.league_file.numbering import Numbering, keys_of
from zarleague.leagues.models import League, Season
from zarleague.play import selectors as play
from zarleague.play.errors import LogRejected, LogTooHeavy, ReplaysBusy
from zarleague.play.models import HandResult, HandVersion
from zarleague.play.verdicts.judging import replay_log
from zarleague.play.verdicts.log_names import Seated, renamings, seats_by_match, with_present_names
from zarleague.play.verdicts.rulesets import from_json
from zarleague.reports.models import RatingRow

Check = Callable[[League, Numbering], Iterator[dict[str, Any]]]
PORTION: Final = 100
"""Logs read at a time."""
ATTEMPTS: Final = 20
"""Attempts while the processes that judge logs are busy."""
LETTERS: Final = {VERDICTS[verdict]: str(int(verdict)) for verdict in Verdict}
"""The code of a verdict: 0 legal, 1 cannot be known, 2 illegal."""


def standings(league: League, numbering: Numbering) -> Iterator[dict[str, Any]]:
    """Yield the rows of every season's table."""
    for season in Season.objects.filter(league=league).order_by("pk"):
        for row in play.season_table(season):
            yield {
                "season": numbering.line("seasons", season.pk),
                "rank": row.rank,
                "player": numbering.line("players", row.player_id),
                "metric": None if row.metric is None else str(row.metric),
                "hands": row.hands,
                "wins": row.wins,
                "points": row.points,
                "penalty": row.penalty,
            }


def ratings(league: League, numbering: Numbering) -> Iterator[dict[str, Any]]:
    """Yield the rows of every rating list, in rating points to the hundredth."""
    rows = RatingRow.objects.filter(league=league).select_related("list")
    for row in rows.order_by("list__game", "group", "rank", "player").iterator():
        yield {
            "game": row.list.game,
            "player": numbering.line("players", row.player_id),
            "group": row.group,
            "rank": row.rank,
            "rating": round(row.rating, 2),
            "hands": row.hands,
        }


def verdicts(league: League, numbering: Numbering) -> Iterator[dict[str, Any]]:
    """Yield the verdict of each event of every log, and the points the log leads to."""
    logged = HandVersion.objects.filter(hand__match__season__league=league).exclude(log="")
    keys = keys_of(logged).view()
    renamed = renamings(league.pk) if keys else []
    for start in range(0, len(keys), PORTION):
        portion = list(keys[start : start + PORTION])
        names = _seats(league, portion)
        versions = logged.filter(pk__in=portion).select_related("hand__match").order_by("pk")
        tables = seats_by_match({version.hand.match_id for version in versions})
        for version in versions:
            said = {"version": numbering.line("versions", version.pk)}
            match, seats = version.hand.match, names.get(version.pk, [])
            seated = Seated(tables.get(match.pk, []), renamed)
            log = with_present_names(match, version.log, seats, seated)
            judged = _judged(from_json(match.game, match.rules), log, seats)
            if judged is None:
                yield said | {"judged": False}
                continue
            yield said | {
                "judged": True,
                "verdicts": "".join(LETTERS[event["verdict"]] for event in judged["events"]),
                "points": [judged["points"][name] for name in judged["seats"]],
                "over": judged["over"],
            }


def _judged(ruleset: Ruleset, log: str, seats: list[str]) -> dict[str, Any] | None:
    """Return the replay of a log; None if it is no log of these players, or takes too long."""
    for _ in range(ATTEMPTS):
        try:
            return replay_log(ruleset, log, seats)
        except (LogRejected, LogTooHeavy):
            return None
        except ReplaysBusy as busy:
            time.sleep(busy.seconds)
    return None


def _seats(league: League, versions: list[int]) -> Mapping[int, list[str]]:
    """Return the players' names in seat order, by version."""
    rows = (
        HandResult.objects.filter(league=league, version__in=versions)
        .order_by("version", "order")
        .values_list("version", "seat__player__name")
    )
    return {
        version: [name for _, name in group] for version, group in groupby(rows, lambda row: row[0])
    }


CHECKS: Final[Mapping[str, Check]] = {
    "standings": standings,
    "ratings": ratings,
    "verdicts": verdicts,
}
"""The derived records by name, in the order of the file."""
