"""Judge an entry or a log of a hand: points, places, winners, evidence."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from django.utils.translation import gettext_noop

from zarleague.engine.entry import Entry, Evidence
from zarleague.engine.games import find
from zarleague.engine.ruleset import Ruleset
from zarleague.leagues.errors import Invalid
from zarleague.play.errors import EntryRejected, LogRejected, LogTooHeavy, ReplaysBusy, TooManyLogs
from zarleague.play.rulesets import form_by_key
from zarleague.play.wording import Remark, remarks
from zarleague.replays import api as replays
from zarleague.standings.places import places

RULED_FORM = "ruling"
"""The form of an entry whose points were ruled."""

Names = Callable[[], Sequence[str]]
"""Returns the players' names in the order of the sheets, called only if a name is needed."""


@dataclass(frozen=True, slots=True)
class HandOutcome:
    """A hand's result by sheet. ``points`` is None if a remark blocks; then the other fields are
    empty."""

    points: tuple[int, ...] | None
    places: tuple[int, ...] = ()
    won: tuple[bool, ...] = ()
    evidence: Evidence = Evidence.TOTALS
    entry: Entry | None = None
    log: str = ""
    remarks: tuple[Remark, ...] = ()

    def accepted(self) -> "HandOutcome":
        """Return the outcome. Raise EntryRejected if a remark blocks."""
        if self.points is None:
            raise EntryRejected(self.remarks)
        return self

    def check_sheets(self, players: int) -> None:
        """Raise Invalid unless there is one sheet for each of so many players."""
        if self.points is not None and len(self.points) != players:
            raise Invalid(
                "sheets",
                gettext_noop("There are results of {sheets} players, but {players} played."),
                sheets=len(self.points),
                players=players,
            )


@dataclass(frozen=True, slots=True)
class Submission:
    """The end of a hand as it was submitted: an entry, a log, or an entry with a log."""

    entry: Entry | None
    log: str = ""

    def judge(self, ruleset: Ruleset, names: Names) -> HandOutcome:
        """Return the outcome. Raise EntryRejected or LogRejected."""
        if self.entry is None:
            return judge_log(ruleset, self.log, names())
        outcome = judge_entry(ruleset, self.entry, names).accepted()
        return add_log(outcome, ruleset, self.log, names()) if self.log else outcome


def judge_entry(ruleset: Ruleset, entry: Entry, names: Names) -> HandOutcome:
    """Judge an entry, one sheet per name."""
    game = find(ruleset.game)
    form = form_by_key(ruleset, entry.form)
    checked = game.check(ruleset, entry)
    said = remarks(checked.findings, form, names()) if checked.findings else ()
    if checked.points is None or form is None:
        return HandOutcome(None, remarks=said)
    return HandOutcome(
        checked.points,
        *_places_and_winners(ruleset, checked.points, entry.winner),
        evidence=form.evidence,
        entry=entry,
        remarks=said,
    )


def judge_log(ruleset: Ruleset, text: str, seats: Sequence[str]) -> HandOutcome:
    """Judge a log that determines the result of the hand. Raise LogRejected if it does not."""
    judged = replay_log(ruleset, text, seats)
    if lacking := what_log_lacks(judged):
        raise LogRejected(lacking)
    points = tuple(judged["points"][name] for name in seats)
    return HandOutcome(
        points, *_places_and_winners(ruleset, points, None), evidence=Evidence.LOG, log=text
    )


def what_log_lacks(judged: Mapping[str, Any]) -> str:
    """Return the reason why a judged log does not determine the result of the hand, untranslated;
    "" if it does."""
    if not judged["over"]:
        return gettext_noop("The log doesn’t reach the end of the hand.")
    if None in judged["points"].values():
        return gettext_noop(
            "The log doesn’t show all the cards left, so the points can’t be worked out."
        )
    return ""


def ruled(ruleset: Ruleset, points: Sequence[int], winner: int | None) -> HandOutcome:
    """Return the outcome that an arbiter sets; ``winner`` is None if it follows from the points.
    Its entry has a form that no game has, so that the points are never recomputed."""
    sheets: tuple[dict[str, Any], ...] = tuple({"points": total} for total in points)
    return HandOutcome(
        tuple(points),
        *_places_and_winners(ruleset, tuple(points), winner),
        evidence=Evidence.TOTALS,
        entry=Entry(RULED_FORM, sheets, winner),
    )


def add_log(outcome: HandOutcome, ruleset: Ruleset, text: str, seats: Sequence[str]) -> HandOutcome:
    """Return an outcome with a log attached. The points stay; if the log leads to the same points,
    it becomes their evidence. Raise LogRejected if the text is not a log of these players."""
    judged = replay_log(ruleset, text, seats)
    by_seat = tuple(judged["points"][name] for name in seats)
    proves = judged["over"] and by_seat == outcome.points
    if outcome.entry is None and not proves:
        raise LogRejected(gettext_noop("This log doesn’t add up to the hand’s points."))
    return replace(outcome, log=text, evidence=Evidence.LOG if proves else outcome.evidence)


def replay_log(
    ruleset: Ruleset, text: str, seats: Sequence[str], *, with_repairs: bool = False
) -> dict[str, Any]:
    """Return the log judged under the match's rules, whatever rules it names itself, in the form of
    `engine.report.replay_data`; with ``repairs`` on request.

    Raise LogRejected if it is no log, of another game, or of other players; raise LogTooHeavy,
    ReplaysBusy or TooManyLogs if it could not be judged.
    """
    log = (ruleset, text, tuple(seats), with_repairs)
    judged = _judged_before.get()
    if judged is None:
        return _replay_log(*log)
    if log not in judged:
        raise _NotYetJudged(log)
    return judged[log]


def board_of_hand(ruleset: Ruleset, text: str, seats: Sequence[str], viewer: str) -> dict[str, Any]:
    """Return the document of a hand's log in the form of `engine.board`; ``viewer`` is the reader's
    name at the table, "" for none. Raise the errors of `replay_log`."""
    with refusals(seats):
        found: dict[str, Any] = json.loads(replays.board_of_hand(text, ruleset, seats, viewer))
    return found


def board(text: str) -> dict[str, Any]:
    """Return the document of any log. Raise the errors of `replay_log`."""
    with refusals():
        found: dict[str, Any] = json.loads(replays.board(text))
    return found


def other_rules_of_hand(
    ruleset: Ruleset, text: str, seats: Sequence[str], option: str, value: str
) -> dict[str, Any]:
    """Return which house rules would change anything in a hand and, for an option and its value,
    the hand judged both ways, in the form of `engine.alternatives`. Raise the errors of
    `replay_log`, and LogRejected for an unknown option or value."""
    with refusals(seats), _rules_there_are():
        judged = replays.other_rules_of_hand(text, ruleset, seats, option, value)
        found: dict[str, Any] = json.loads(judged)
    return found


def other_rules(text: str, option: str, value: str) -> dict[str, Any]:
    """Return the same for any log."""
    with refusals(), _rules_there_are():
        found: dict[str, Any] = json.loads(replays.other_rules(text, option, value))
    return found


def table_of_hand(ruleset: Ruleset, text: str, seats: Sequence[str], step: int) -> dict[str, Any]:
    """Return the table of a hand after *step* events, in the form of `engine.board.table_data`.
    Raise the errors of `replay_log`."""
    with refusals(seats):
        found: dict[str, Any] = json.loads(replays.table_of_hand(text, ruleset, seats, step))
    return found


def table(text: str, step: int) -> dict[str, Any]:
    """Return the same for any log."""
    with refusals():
        found: dict[str, Any] = json.loads(replays.table(text, step))
    return found


@contextmanager
def _rules_there_are() -> Iterator[None]:
    try:
        yield
    except replays.RulesetError as error:
        raise LogRejected("{problem}", problem=str(error)) from error


def record_log(ruleset: Ruleset, text: str, seats: Sequence[str]) -> dict[str, Any]:
    """Return the log of a hand that is being recorded, judged as by `replay_log`, and its
    ``screen``: the moves that can be tapped next, in the form of `engine.recording.screen_data`."""
    with refusals(seats):
        answer = replays.record_hand(text, ruleset, tuple(seats))
    judged: dict[str, Any] = json.loads(answer)
    return judged


@contextmanager
def refusals(seats: Sequence[str] = ()) -> Iterator[None]:
    """Turn exceptions of :mod:`zarleague.replays` in the block into refusals; ``seats`` are the
    names of the players at the table."""
    try:
        yield
    except replays.OtherGame as error:
        raise LogRejected(gettext_noop("This log is from another game.")) from error
    except replays.OtherSeats as error:
        raise LogRejected(
            gettext_noop("The log names {log}, but {table} are at the table."),
            log=", ".join(error.seats),
            table=", ".join(seats),
        ) from error
    except replays.NotALog as error:
        raise LogRejected("{problem}", problem=str(error)) from error
    except replays.TooHeavy as error:
        raise LogTooHeavy from error
    except replays.Busy as error:
        raise ReplaysBusy(error.seconds) from error
    except replays.TooMany as error:
        raise TooManyLogs(error.seconds) from error


def _replay_log(
    ruleset: Ruleset, text: str, seats: tuple[str, ...], with_repairs: bool
) -> dict[str, Any]:
    with refusals(seats):
        answer = replays.judge_hand(text, ruleset, seats, with_repairs=with_repairs)
    judged: dict[str, Any] = json.loads(answer)
    return judged


_LogToJudge = tuple[Ruleset, str, tuple[str, ...], bool]
_Given = ParamSpec("_Given")
_Made = TypeVar("_Made")

_judged_before: ContextVar[dict[_LogToJudge, dict[str, Any]] | None] = ContextVar(
    "judged_before", default=None
)
"""The logs judged before a transaction of `without_a_lock`, inside it; None outside."""


class _NotYetJudged(Exception):
    """Raised inside a transaction that needs a log judged."""

    def __init__(self, log: _LogToJudge) -> None:
        super().__init__()
        self.log = log


def without_a_lock(transaction: Callable[_Given, _Made]) -> Callable[_Given, _Made]:
    """Decorate a transaction so that it holds no lock while a log is judged.

    When it needs one, it is rolled back, the log is judged, and the transaction is run again. If
    other players have taken the seats meanwhile, the log is judged once more for them.
    """

    @wraps(transaction)
    def repeated(*args: _Given.args, **options: _Given.kwargs) -> _Made:
        judged: dict[_LogToJudge, dict[str, Any]] = {}
        while True:
            token = _judged_before.set(judged)
            try:
                return transaction(*args, **options)
            except _NotYetJudged as needed:
                log = needed.log
            finally:
                _judged_before.reset(token)
            judged[log] = _replay_log(*log)

    return repeated


def entry_to_json(entry: Entry) -> dict[str, Any]:
    """Return the entry as JSON-able data."""
    return {
        "form": entry.form,
        "sheets": [dict(sheet) for sheet in entry.sheets],
        "winner": entry.winner,
    }


def entry_from_json(data: Mapping[str, Any]) -> Entry:
    """Return the entry that `entry_to_json` serialised."""
    return Entry(data["form"], tuple(data["sheets"]), data.get("winner"))


def _places_and_winners(
    ruleset: Ruleset, points: tuple[int, ...], winner: int | None
) -> tuple[tuple[int, ...], tuple[bool, ...]]:
    """Return places by points, and the winners: the seat that went out, otherwise every first
    place."""
    high_wins = not find(ruleset.game).match_end(ruleset).low_wins
    taken = places(points, high_wins=high_wins)
    if winner is not None:
        return taken, tuple(seat == winner for seat in range(len(points)))
    return taken, tuple(place == 1 for place in taken)
