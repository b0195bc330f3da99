"""Judge an entry or a log of a hand: points, places, winners, evidence."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext_noop

from zarleague.engine.declared import is_declared
from zarleague.engine.entry import (
    GIVEN_UP,
    Checked,
    Entry,
    EntryForm,
    Evidence,
    Step,
    check_given_up,
)
from zarleague.engine.games import scored
from zarleague.engine.ruleset import Ruleset
from zarleague.leagues.errors import Invalid
from zarleague.play.errors import EntryRejected, LogRejected, LogTooHeavy, ReplaysBusy, TooManyLogs
from zarleague.play.models import Match
from zarleague.play.verdicts import rulesets
from zarleague.play.verdicts.log_names import with_present_names
from zarleague.play.verdicts.rulesets import form_by_key
from zarleague.play.verdicts.wording import Remark, remarks
from zarleague.replays import api as replays
from zarleague.standings.places import places

NO_ENGINE = gettext_noop(
    "A game of the league’s own has no engine: its hands are counted, but there are no play logs, "
    "replays or other rules to try."
)
RULED_FORM = "ruling"
"""The form of an entry whose points were ruled."""
_SEAT = "seat"
"""What a stored sheet of a hand given up says beside what is held: the number of its seat. Such a
hand has no results where it does not count, and nothing else tells who sat out."""

Names = Callable[[], Sequence[str]]
"""Returns the players' names in the order of the sheets, called only if a name is needed."""


@dataclass(frozen=True, slots=True)
class HandOutcome:
    """A hand's result by sheet. ``points`` is None if a remark blocks; then the rest is empty."""

    points: tuple[int, ...] | None
    places: tuple[int, ...] = ()
    won: tuple[bool, ...] = ()
    evidence: Evidence = Evidence.TOTALS
    entry: Entry | None = None
    log: str = ""
    remarks: tuple[Remark, ...] = ()
    steps: tuple[tuple[Step, ...], ...] = ()

    @property
    def given_up(self) -> bool:
        """Return whether the hand was given up: all are level, and nobody has won."""
        return self.entry is not None and self.entry.form == GIVEN_UP

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

    def judge(self, match: Match, names: Names, ruleset: Ruleset | None = None) -> HandOutcome:
        """Return the outcome by the rules of its match, or by others. Raise EntryRejected or
        LogRejected."""
        ruleset = ruleset or rulesets.from_json(match.game, match.rules)
        if self.entry is None:
            seats = names()
            return judge_log(ruleset, with_present_names(match, self.log, seats), seats)
        outcome = judge_entry(ruleset, self.entry, names).accepted()
        if not self.log:
            return outcome
        seats = names()
        return add_log(outcome, ruleset, with_present_names(match, self.log, seats), seats)


def judge_entry(ruleset: Ruleset, entry: Entry, names: Names) -> HandOutcome:
    """Judge an entry, one sheet per name."""
    form = form_by_key(ruleset, entry.form)
    if form is not None and not form.winner:
        entry = replace(entry, winner=None)  # nobody is asked who went out: the points say who won
    checked = _checked(ruleset, form, entry)
    said = remarks(checked.findings, form, names()) if checked.findings else ()
    if checked.points is None or form is None:
        return HandOutcome(None, remarks=said)
    if entry.form == GIVEN_UP:
        return replace(given_up(entry), remarks=said)
    return HandOutcome(
        checked.points,
        *_places_and_winners(ruleset, checked.points, entry.winner),
        evidence=form.evidence,
        entry=entry,
        remarks=said,
        steps=checked.steps,
    )


def _checked(ruleset: Ruleset, form: EntryForm | None, entry: Entry) -> Checked:
    game = scored(ruleset.game)
    if form is not None and form.key == GIVEN_UP:
        return check_given_up(form, game.seats(ruleset), entry)
    return game.check(ruleset, entry)


def given_up(entry: Entry, log: str = "") -> HandOutcome:
    """Return the outcome of a hand given up: no points, one place for all, and no winner."""
    players = len(entry.sheets)
    return HandOutcome((0,) * players, (1,) * players, (False,) * players, entry=entry, log=log)


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
    proves = judged["over"] and by_seat == outcome.points and not outcome.given_up
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
    return of_hand(replays.jobs.judge_hand, ruleset, text, seats, with_repairs)


def of_hand(
    job: Callable[..., bytes], ruleset: Ruleset, text: str, seats: Sequence[str], *given: Any
) -> dict[str, Any]:
    """Return the answer of a function of `replays.jobs` about the log of a hand, by its match's
    rules and its players' names. Raise the errors of `replay_log`, and LogRejected for an unknown
    option or value."""
    if is_declared(ruleset.game):
        raise LogRejected(NO_ENGINE)
    with refusals(seats):
        answer = replays.run(job, text, (ruleset.data(), tuple(seats)), *given)
    judged: dict[str, Any] = json.loads(answer)
    return judged


def of_any_log(job: Callable[..., bytes], text: str, *given: Any) -> dict[str, Any]:
    """Return the answer of a function of `replays.jobs` about any log. Raise as `of_hand`."""
    with refusals():
        answer = replays.run(job, text, None, *given)
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
    except (replays.NotALog, replays.RulesetError) as error:
        raise LogRejected("{problem}", problem=str(error)) from error
    except replays.TooHeavy as error:
        raise LogTooHeavy from error
    except replays.Busy as error:
        raise ReplaysBusy(error.seconds) from error
    except replays.TooMany as error:
        raise TooManyLogs(error.seconds) from error


def entry_to_json(entry: Entry, seats: Sequence[int] = ()) -> dict[str, Any]:
    """Return the entry as JSON-able data; that of a hand given up also says the numbers of the
    *seats* that played it."""
    sheets = [dict(sheet) for sheet in entry.sheets]
    if entry.form == GIVEN_UP:
        sheets = [sheet | {_SEAT: seat} for sheet, seat in zip(sheets, seats, strict=False)]
    return {
        "form": entry.form,
        "sheets": sheets,
        "winner": entry.winner,
    }


def entry_from_json(data: Mapping[str, Any]) -> Entry:
    """Return the entry that `entry_to_json` serialised, without the seats of a hand given up."""
    sheets = data["sheets"]
    if is_given_up(data):
        sheets = [{key: held for key, held in sheet.items() if key != _SEAT} for sheet in sheets]
    return Entry(data["form"], tuple(sheets), data.get("winner"))


def is_given_up(data: Mapping[str, Any] | None) -> bool:
    """Return whether a stored entry is that of a hand given up."""
    return data is not None and data["form"] == GIVEN_UP


def seats_given_up(data: Mapping[str, Any] | None) -> list[int] | None:
    """Return the numbers of the seats that gave a hand up, in the order of the sheets of its stored
    entry; None for any other hand."""
    if data is None or not is_given_up(data):
        return None
    return [sheet[_SEAT] for sheet in data["sheets"]]


def _places_and_winners(
    ruleset: Ruleset, points: tuple[int, ...], winner: int | None
) -> tuple[tuple[int, ...], tuple[bool, ...]]:
    """Return places by points, and the winners: the seat that went out, else every first."""
    game = scored(ruleset.game)
    ahead = winner if game.winner_ahead(ruleset) else None
    taken = places(points, high_wins=not game.match_end(ruleset).low_wins, ahead=ahead)
    if winner is not None:
        return taken, tuple(seat == winner for seat in range(len(points)))
    return taken, tuple(place == 1 for place in taken)
