"""Judge the stored logs again with the installed engine, and store the differences.

`JudgedLog` has a row for each stored log and names the engine that judged it last. The work is done
in chunks by tasks or a command; a chunk may be done twice, or in part. Nothing is locked while a
log is judged, and no hand and no ruling is changed.
"""

import logging
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from time import monotonic
from typing import Any, Final

from django.core.cache import cache
from django.db import DatabaseError, transaction
from django.db.models import Q, QuerySet

from zarleague.engine.findings import Verdict
from zarleague.engine.report import VERDICTS
from zarleague.leagues.models import League
from zarleague.play.errors import LogRejected, LogTooHeavy, ReplaysBusy
from zarleague.play.models import EngineDifference, HandVersion, JudgedLog, Ruling
from zarleague.play.selectors.match_status import seats_for
from zarleague.play.selectors.seats import ruleset_of
from zarleague.play.verdicts import engine_version, judging, rulesets
from zarleague.play.verdicts.log_names import with_present_names
from zarleague.replays.gate import as_a_task
from zarleague.storage import counters

logger = logging.getLogger(__name__)

CHUNK: Final = 50
"""Logs that are read together: well below a second of work for ordinary hands."""
SLICE: Final = 1.0
"""Seconds for which a task judges logs of one league before other leagues get their turn; the log
that it is at is judged to its end."""
AGAIN_AFTER: Final = 10
"""Seconds after which logs are tried again that found no place in the processes that judge: there
may be many leagues of which each asks for one."""
LOGGED_AGAIN: Final = 86_400
"""Seconds after which it is logged again that a log could not be judged."""
_LOOKED_AT: Final = 2000
"""Logs to be judged that are looked at from each end to find whose they are."""
_TOGETHER: Final = 500
"""Rows of logs that are added at a time."""
_LETTERS: Final = {
    VERDICTS[Verdict.LEGAL]: "l",
    VERDICTS[Verdict.UNKNOWN]: "u",
    VERDICTS[Verdict.ILLEGAL]: "i",
}


@dataclass(frozen=True, slots=True)
class Coverage:
    """The number of logs that the installed engine has judged, and of all logs."""

    done: int
    total: int


@dataclass(frozen=True, slots=True)
class StoredVerdicts:
    """The verdicts of an engine on a log, as stored."""

    verdicts: str
    findings: list[list[Any]]
    points: list[int | None]

    def rules(self, event: int) -> list[str]:
        return sorted({rule for at, _code, rule in self.findings if at == event})

    def verdict(self, event: int) -> str:
        """Return the letter of an event's verdict, "" if there is no such event."""
        return self.verdicts[event : event + 1]


def behind() -> QuerySet[JudgedLog]:
    """Return the logs that the installed engine has not judged, oldest first."""
    now = engine_version.digest()
    return JudgedLog.objects.filter(Q(engine__lt=now) | Q(engine__gt=now)).order_by("pk")


def progress() -> Coverage:
    total = JudgedLog.objects.count()
    return Coverage(total - behind().count(), total)


def next_chunk() -> list[int]:
    """Return the ids of the logs to judge next, `CHUNK` at most."""
    return list(behind().values_list("pk", flat=True)[:CHUNK])


def by_league() -> dict[int, list[int]]:
    """Return the ids of logs to judge by their league, the league first whose log has waited
    longest. A league with many does not hide those that have come since."""
    waiting = behind().values_list("league", "pk")
    found: dict[int, set[int]] = {}
    for rows in (waiting, waiting.order_by("-pk")):
        for league, pk in rows[:_LOOKED_AT]:
            found.setdefault(league, set()).add(pk)
    return {league: sorted(ids) for league, ids in found.items()}


def judge_next(league_id: int) -> int | None:
    """Judge logs of a league for `SLICE` seconds, or until the processes that judge have no time
    for them. Return after how many seconds to go on, None if none was judged. A log whose judging
    fails is left for another time, after the later ones of its league."""
    ends, judged = monotonic() + SLICE, 0
    with as_a_task():
        for log in _with_hands(_next_of(league_id)):
            try:
                _judge(log)
                judged += 1
            except ReplaysBusy as busy:
                return max(busy.seconds, AGAIN_AFTER)
            except DatabaseError:
                raise
            except Exception:
                cache.set(_last_failed(league_id), log.pk, LOGGED_AGAIN)
                if counters.add(f"not-judged-{log.pk}", 1, LOGGED_AGAIN) == 1:
                    logger.exception("The stored log %s could not be judged.", log.pk)
            if monotonic() >= ends:
                break
    return 0 if judged else None


def _next_of(league_id: int) -> list[int]:
    """Return the ids of the league's logs to judge next, `CHUNK` at most: those behind the last
    that failed, or all again from the first."""
    ids = by_league().get(league_id, [])
    last = cache.get(_last_failed(league_id), 0)
    return ([pk for pk in ids if pk > last] or ids)[:CHUNK]


def _last_failed(league_id: int) -> str:
    return f"last-not-judged-{league_id}"


def judge_again(ids: Iterable[int]) -> int:
    """Judge these logs with the installed engine, unless it has; return how many differ."""
    return sum(_judge(log) for log in _with_hands(ids))


def _with_hands(ids: Iterable[int]) -> QuerySet[JudgedLog]:
    related = ("version__hand__match__season__league", "ruling")
    return behind().filter(pk__in=list(ids)).select_related(*related)


def judge_all_again() -> None:
    """Mark every stored log as not judged by this engine. The verdicts stay for comparison."""
    JudgedLog.objects.exclude(engine="").update(engine="again")


def add_logs_of(league: League) -> None:
    """Add the rows of a league whose hands and rulings were written without the services."""
    versions = HandVersion.objects.filter(hand__match__season__league=league, judged_log=None)
    logs = versions.exclude(log="").order_by("pk")
    last = 0
    while ids := list(logs.filter(pk__gt=last).values_list("pk", flat=True)[:_TOGETHER]):
        JudgedLog.objects.bulk_create(JudgedLog(league=league, version_id=pk) for pk in ids)
        last = ids[-1]
    rulings = Ruling.objects.filter(league=league, judged_log=None, record__judged__isnull=False)
    JudgedLog.objects.bulk_create(
        JudgedLog(league=league, ruling_id=pk) for pk in rulings.values_list("pk", flat=True)
    )


def _judge(log: JudgedLog) -> bool:
    judged = _judged(log)
    now = judgement_of(judged)
    before = _before(log)
    changes = list(_changes(before, now, judged)) if before is not None else []
    differs = bool(changes) or (before is not None and before.points != now.points)
    with transaction.atomic():
        held = JudgedLog.objects.select_for_update(of=("self",)).get(pk=log.pk)
        if held.engine == engine_version.digest():
            return False
        if differs and before is not None:
            _write_difference(log, before, now, changes)
        held.engine = engine_version.digest()
        held.verdicts, held.findings, held.points = now.verdicts, now.findings, now.points
        held.save(update_fields=["engine", "verdicts", "findings", "points"])
    return differs


def _before(log: JudgedLog) -> StoredVerdicts | None:
    """Return the earlier verdicts on a log; for a ruling, those in its record."""
    if log.ruling is not None:
        return judgement_of(log.ruling.record["judged"])
    return StoredVerdicts(log.verdicts, log.findings, log.points) if log.engine else None


def _judged(log: JudgedLog) -> dict[str, Any] | None:
    """Return a log judged by the installed engine, None if it cannot parse it any more, or only
    with more work than the limit for one log."""
    if log.ruling is not None:
        record = log.ruling.record
        rules = record["ruleset"]
        data = {"preset": rules["preset"], "values": rules["options"]}
        ruleset, text = rulesets.from_json(rules["game"], data), record["log"]
        names = record["judged"]["seats"]
    else:
        assert log.version is not None
        hand = log.version.hand
        results = log.version.results.select_related("seat__player").order_by("order")
        names = [row.seat.player.name for row in results]
        names = names or [seat.player.name for seat in seats_for(hand.match, hand.number)]
        ruleset = ruleset_of(hand.match)
        text = with_present_names(hand.match, log.version.log, names)
    try:
        return judging.replay_log(ruleset, text, names)
    except (LogRejected, LogTooHeavy):
        return None


def judgement_of(judged: dict[str, Any] | None) -> StoredVerdicts:
    """Return a replay's data in the stored form; empty without one."""
    if judged is None:
        return StoredVerdicts("", [], [])
    return StoredVerdicts(
        "".join(_LETTERS[row["verdict"]] for row in judged["events"]),
        [
            [row["event"], finding["code"], (finding["rule"] or {"key": ""})["key"]]
            for row in judged["events"]
            for finding in row["findings"]
        ],
        list(judged["points"].values()),
    )


def _changes(
    before: StoredVerdicts, now: StoredVerdicts, judged: dict[str, Any] | None
) -> Iterator[dict[str, Any]]:
    lines = [row["text"] for row in judged["events"]] if judged is not None else []
    for event in range(max(len(before.verdicts), len(now.verdicts))):
        verdicts = before.verdict(event), now.verdict(event)
        if verdicts[0] != verdicts[1]:
            yield {
                "event": event + 1,
                "text": lines[event] if event < len(lines) else "",
                "before": verdicts[0],
                "after": verdicts[1],
                "rules_before": before.rules(event),
                "rules_after": now.rules(event),
            }


def _write_difference(
    log: JudgedLog, before: StoredVerdicts, now: StoredVerdicts, changes: list[dict[str, Any]]
) -> None:
    if log.ruling is not None:
        league_id = log.ruling.league_id
        engine = log.ruling.record["engine"]["digest"]
    else:
        assert log.version is not None
        league_id, engine = log.version.hand.match.season.league_id, log.engine
    EngineDifference.objects.update_or_create(
        version=log.version,
        ruling=log.ruling,
        after=engine_version.digest(),
        defaults={
            "league_id": league_id,
            "before": engine,
            "changes": changes,
            "points_before": before.points,
            "points_after": now.points,
        },
    )


def differences_by_league() -> Iterator[tuple[str, list[EngineDifference]]]:
    """Yield each league's slug with the engine's differences that nobody has dismissed."""
    found = EngineDifference.objects.filter(after=engine_version.digest(), seen_at=None)
    listed = found.select_related("league", "version__hand", "ruling").order_by("league_id", "pk")
    for slug, group in groupby(listed.iterator(500), key=lambda one: one.league.slug):
        yield slug, list(group)
