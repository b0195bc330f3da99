"""Questions about a season that may take long to answer: tables of some evenings, what-ifs.

A short season is answered at once. For a long one the question becomes a row and a job computes the
answer, which is kept for everybody who asks the same until a hand changes it. The cost of
strangers' questions is bounded: each question is computed once, at most `MOST_WAITING` wait per
season, and a task answers one question before it lets other leagues' tasks run.
"""

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_noop

from zarleague.engine.games import scored
from zarleague.engine.ruleset import Option, RulesetError
from zarleague.leagues.models import Season
from zarleague.play.selectors import (
    Period,
    game_table,
    games_played,
    hands_of,
    is_short,
    period_table,
    stamp_of,
)
from zarleague.reports.background_work import jobs
from zarleague.reports.background_work.jobs import Progress
from zarleague.reports.background_work.stored_parts import Kind, MadePart, PartKey, StoredParts
from zarleague.reports.background_work.subprocess_or_inline import compute
from zarleague.reports.models import Answer, DerivedPart, Job
from zarleague.reports.questions.what_if import RulesChange, influential_options, what_if
from zarleague.standings.metric import MixedDirectionsError, Shortfall
from zarleague.standings.rules import TieBreak, rules_from_json, season_rules
from zarleague.standings.series import Movement
from zarleague.standings.table import Row
from zarleague.standings.tiebreaks import DecidingStep
from zarleague.storage.kept_pages import kept_pages

PART: Final = 50
"""Rows of an answer that are kept, and shown, together."""
SHORT_SEASON: Final = 300
"""Hands that a what-if scores again at once: some 50 ms."""
MOST_KEPT: Final = 100
"""Answers kept of one season; those not asked for longest make room."""
EVENING_KEPT: Final = 3600
"""Seconds that the table of one evening is kept, unless a hand or penalty changes it."""
MOST_WAITING: Final = 10
"""Questions about one season that may wait for an answer."""

Question = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Answered:
    """The part of an answer that a page shows."""

    rows: Sequence[Any]
    """Those of the page that was asked for."""
    total: int
    """Rows of all pages."""
    head: Mapping[str, Any]
    """Figures of the answer beside its rows."""
    is_current: bool = True
    """Whether nothing has changed since it was computed."""


@dataclass(frozen=True, slots=True)
class NotYet:
    """The state of a question that is not answered yet."""

    too_many: bool
    """Whether too many other questions are waiting; otherwise this one is being computed."""


@dataclass(frozen=True, slots=True)
class _QuestionKind:
    """One kind of question."""

    stamp: Callable[[Season, Question], str]
    """Return a text that is another one as soon as the answer may be another one."""
    is_short: Callable[[Season, Question], bool]
    work_out: Callable[[Season, Question, Progress], tuple[Mapping[str, Any], Sequence[Any]]]
    """Return the head of an answer, as JSON-able data, and its rows."""
    write: Callable[[Any], Any]
    """Return one row as JSON-able data."""
    read: Callable[[Sequence[Any]], Any]
    """Return one row from its JSON."""


def table_of(season: Season, period: Period, page: int) -> Answered | NotYet:
    """Return one page of the season's table of some evenings."""
    first, last = (None if day is None else day.isoformat() for day in period)
    return _ask(season, {"what": "period", "first": first, "last": last}, page)


def game_table_of(season: Season, game: str, page: int) -> Answered | NotYet:
    """Return one page of the table of the season's hands of one game."""
    return _ask(season, {"what": "game", "game": game}, page)


def what_if_of(
    season: Season, changes: Mapping[str, RulesChange], ranking: str, page: int
) -> Answered | NotYet:
    """Return one page of a what-if: movements. The head has the counts, and the metric and the
    direction that rank, or a ``problem``; a head that an earlier release stored has only counts."""
    changed = {
        game: {"preset": change.preset, "options": dict(change.options)}
        for game, change in changes.items()
    }
    return _ask(season, {"what": "what-if", "changes": changed, "ranking": ranking}, page)


def options_of(season: Season) -> dict[str, tuple[Option, ...]]:
    """Return by game the options that change the points of the season's hands.

    They are computed at once from a few hands of each game, and again when the season has doubled.
    """
    question = {"what": "options"}
    games = games_played(season)
    stamp = f"{hands_of(season).bit_length()} {','.join(games)}"[:64]
    key = _key(question)
    kept = Answer.objects.filter(season=season, question=key, stamp=stamp).first()
    if kept is None:
        found = influential_options(season)
        head = {game: [option.key for option in options] for game, options in found.items()}
        kept, _ = Answer.objects.update_or_create(
            season=season,
            question=key,
            defaults={"asked": question, "stamp": stamp, "wanted": stamp, "head": head},
        )
    return {
        game: tuple(option for option in scored(game).options if option.key in keys)
        for game, keys in kept.head.items()
    }


def answer_next(season: Season) -> bool:
    """Answer the question that has waited longest; return whether more are waiting."""

    def work(progress: Progress) -> None:
        if (waiting := _waiting(season).order_by("asked_at", "pk").first()) is not None:
            now = Season.objects.select_related("league").get(pk=season.pk)
            compute(hands_of(now), _answer, waiting, now, progress)

    jobs.run(Job.Kind.ANSWERS, work, season.league, season)
    return _waiting(season).exists()


def _ask(season: Season, question: Question, page: int) -> Answered | NotYet:
    kind = _KINDS[question["what"]]
    if kind.is_short(season, question):
        return _answer_at_once(season, question, page)
    stamp = kind.stamp(season, question)
    key = _key(question)
    answer = Answer.objects.filter(season=season, question=key).first()
    is_current = answer is not None and answer.stamp == stamp
    if not is_current and not _want(season, key, question, stamp):
        return NotYet(too_many=True)
    if answer is None or not answer.stamp:
        return NotYet(too_many=False)
    body = _pages(answer, season).rows.filter(number=page).values_list("body", flat=True).first()
    found = json.loads(body) if body else []
    return Answered([kind.read(row) for row in found], answer.rows, answer.head, is_current)


def _answer_at_once(season: Season, question: Question, page: int) -> Answered:
    """Return one page of a short answer. The table of one evening, which those who were there look
    at, is kept; evenings without hands are not, so strangers cannot fill the cache."""
    kind, shown = _KINDS[question["what"]], slice(page * PART, (page + 1) * PART)
    if question.get("first") is None or question["first"] != question["last"]:
        head, rows = kind.work_out(season, question, Progress.unrecorded())
        return Answered(rows[shown], len(rows), head)
    key = f"answer-{season.pk}-{_key(question)}-{kind.stamp(season, question)}"
    kept = kept_pages.get(key)
    if kept is None:
        head, rows = kind.work_out(season, question, Progress.unrecorded())
        kept = head, [kind.write(row) for row in rows]
        if rows:
            kept_pages.set(key, kept, EVENING_KEPT)
    head, written = kept
    return Answered([kind.read(row) for row in written[shown]], len(written), head)


def _key(question: Question) -> str:
    return hashlib.sha256(json.dumps(question, sort_keys=True).encode()).hexdigest()


@transaction.atomic
def _want(season: Season, key: str, question: Question, stamp: str) -> bool:
    """Queue a question to be answered; return False if too many are queued."""
    waiting = _waiting(season)
    if not waiting.filter(question=key).exists() and waiting.count() >= MOST_WAITING:
        return False
    Answer.objects.update_or_create(
        season=season,
        question=key,
        defaults={"asked": question, "wanted": stamp, "asked_at": timezone.now()},
    )
    settled = Answer.objects.filter(season=season, stamp=F("wanted")).order_by("-asked_at", "-pk")
    old = list(settled.values_list("pk", flat=True)[MOST_KEPT:])
    DerivedPart.objects.filter(kind=Kind.ANSWER, subject__in=old).delete()
    Answer.objects.filter(pk__in=old).delete()
    jobs.ask(Job.Kind.ANSWERS, season.league, season)
    return True


def _waiting(season: Season) -> QuerySet[Answer]:
    return Answer.objects.filter(season=season).exclude(stamp=F("wanted"))


def _answer(answer: Answer, season: Season, progress: Progress) -> None:
    """Compute an answer without a lock, then store it in one transaction."""
    kind = _KINDS[answer.asked["what"]]
    stamp = kind.stamp(season, answer.asked)
    head, rows = kind.work_out(season, answer.asked, progress)
    with transaction.atomic():
        Answer.objects.filter(pk=answer.pk).update(
            stamp=stamp, wanted=stamp, head=head, rows=len(rows)
        )
        pages = _pages(answer, season)
        pages.delete()
        pages.store(
            MadePart(PartKey(Kind.ANSWER, number), stamp, [kind.write(row) for row in part])
            for number, part in enumerate(_parts(rows))
        )


def _pages(answer: Answer, season: Season) -> StoredParts:
    return StoredParts(season.league, answer.pk, (Kind.ANSWER,), season)


def _parts(rows: Sequence[Any]) -> Iterator[Sequence[Any]]:
    for start in range(0, len(rows), PART):
        yield rows[start : start + PART]


def _period(question: Question) -> Period:
    return Period.of_texts(question["first"], question["last"])


def _period_rows(
    season: Season, question: Question, progress: Progress
) -> tuple[Mapping[str, Any], Sequence[Any]]:
    rows = period_table(season, _period(question), rules_from_json(season.rules)).rows
    return {"penalised": any(row.penalty for row in rows)}, rows


_BOTH_DIRECTIONS: Final = gettext_noop(
    "Some games would be won by the most points and others by the fewest, so the points can’t be "
    "added up. Choose a ranking by wins or by places."
)


def _what_if_rows(
    season: Season, question: Question, progress: Progress
) -> tuple[Mapping[str, Any], Sequence[Any]]:
    changes = {
        game: RulesChange(change["preset"], change["options"])
        for game, change in question["changes"].items()
    }
    ranking = season_rules(question["ranking"]) if question["ranking"] else None
    try:
        found = what_if(season, changes, ranking, progress)
    except RulesetError as error:
        return {"problem": str(error)}, []
    except MixedDirectionsError:
        return {"problem": _BOTH_DIRECTIONS}, []
    head = {
        "scored": found.scored,
        "kept": found.kept,
        "turned": found.turned,
        "metric": found.rules.metric.value,
        "high_wins": found.rules.metric_high_wins,
    }
    return head, found.movements


def _movement_to_json(movement: Movement) -> list[Any]:
    player, before, after, *metrics = movement
    return [player, before, after, *map(_ratio, metrics)]


def _movement(row: Sequence[Any]) -> Movement:
    player, before, after, *metrics = row
    return Movement(player, before, after, *map(_fraction, metrics))


def _ratio(value: Fraction | None) -> list[int] | None:
    return None if value is None else [value.numerator, value.denominator]


def _fraction(data: Any) -> Any:
    return None if data is None else Fraction(*data)


def _row_to_json(row: Row) -> list[Any]:
    """Return a row as JSON-able data. Of its lists of evenings only the number dropped is kept, as
    pages show no more."""
    fields = row._replace(counted=(), dropped=(0,) * len(row.dropped))._asdict()
    for name in ("metric", "average", "place_points"):
        fields[name] = _ratio(fields[name])
    fields["decisions"] = [
        [one.tie_break, _ratio(one.value), one.over, one.under] for one in row.decisions
    ]
    return list(fields.values())


def _row(data: Sequence[Any]) -> Row:
    row = Row(*data)
    return row._replace(
        metric=_fraction(row.metric),
        average=_fraction(row.average),
        place_points=_fraction(row.place_points),
        counted=(),
        dropped=tuple(row.dropped),
        shortfalls=tuple(Shortfall(*short) for short in row.shortfalls),
        decisions=tuple(
            DecidingStep(TieBreak(step), _fraction(value), tuple(over), tuple(under))
            for step, value, over, under in row.decisions
        ),
        tied_with=tuple(row.tied_with),
    )


_KINDS: Final[Mapping[str, _QuestionKind]] = {
    "period": _QuestionKind(
        stamp=lambda season, question: stamp_of(season, _period(question)),
        is_short=lambda season, question: is_short(season, _period(question)),
        work_out=_period_rows,
        write=_row_to_json,
        read=_row,
    ),
    "game": _QuestionKind(
        stamp=lambda season, question: f"{season.revision}",
        is_short=lambda season, question: hands_of(season) <= SHORT_SEASON,
        work_out=lambda season, question, _: ({}, game_table(season, question["game"])),
        write=_row_to_json,
        read=_row,
    ),
    "what-if": _QuestionKind(
        stamp=lambda season, question: f"{season.revision}",
        is_short=lambda season, question: hands_of(season) <= SHORT_SEASON,
        work_out=_what_if_rows,
        write=_movement_to_json,
        read=_movement,
    ),
}
