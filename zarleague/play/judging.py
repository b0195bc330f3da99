"""Judge an entry or a log of a hand: points, places, winners, evidence."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext_noop

from zarleague.engine import log as logs
from zarleague.engine.entry import Entry, Evidence
from zarleague.engine.games import find
from zarleague.engine.replay import Replay, replay
from zarleague.engine.ruleset import Ruleset
from zarleague.play.errors import EntryRejected, LogRejected
from zarleague.play.rulesets import form_by_key
from zarleague.play.wording import Remark, remarks
from zarleague.standings.places import places

Names = Callable[[], Sequence[str]]
"""Gives the players' names in the order of the sheets, where somebody has to be named."""


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

    def accepted(self) -> "HandOutcome":
        """Return the outcome itself; raises EntryRejected if a remark blocks."""
        if self.points is None:
            raise EntryRejected(self.remarks)
        return self


@dataclass(frozen=True, slots=True)
class Submission:
    """The end of a hand as it was submitted: an entry, a log, or an entry with a log."""

    entry: Entry | None
    log: str = ""

    def judge(self, ruleset: Ruleset, names: Names) -> HandOutcome:
        """Return the outcome; raises EntryRejected or LogRejected."""
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
    """Judge a log that has to say how the hand ended. Raise LogRejected if it does not."""
    judged = replay_log(ruleset, text, seats)
    order = [judged.log.seats.index(name) for name in seats]
    by_seat = [judged.points[seat] for seat in order]
    if not judged.over:
        raise LogRejected(gettext_noop("The log does not say that the hand was closed."))
    if any(points is None for points in by_seat):
        raise LogRejected(
            gettext_noop("The log does not show all cards left, so the points cannot be known.")
        )
    points = tuple(points for points in by_seat if points is not None)
    return HandOutcome(
        points, *_places_and_winners(ruleset, points, None), evidence=Evidence.LOG, log=text
    )


def add_log(outcome: HandOutcome, ruleset: Ruleset, text: str, seats: Sequence[str]) -> HandOutcome:
    """Return an outcome with a log beside it. The points stay; if the log comes to the same points,
    it becomes their evidence. Raise LogRejected if the text is not a log of these players.
    """
    judged = replay_log(ruleset, text, seats)
    by_seat = tuple(judged.points[judged.log.seats.index(name)] for name in seats)
    proves = judged.over and by_seat == outcome.points
    if outcome.entry is None and not proves:
        raise LogRejected(gettext_noop("This log does not come to the points of the hand."))
    return replace(outcome, log=text, evidence=Evidence.LOG if proves else outcome.evidence)


def replay_log(ruleset: Ruleset, text: str, seats: Sequence[str]) -> Replay:
    """Return the log judged under the match's rules, whatever rules it names itself.

    Raises LogRejected if it is no log, of another game, or of other players.
    """
    try:
        log = logs.read(text, ruleset, tuple(seats))
    except logs.NotALog as error:
        raise LogRejected("{problem}", problem=str(error)) from error
    if log.ruleset.game != ruleset.game:
        raise LogRejected(gettext_noop("This is a log of another game."))
    if sorted(log.seats) != sorted(seats):
        raise LogRejected(
            gettext_noop("The log names {log}; at the table sit {table}."),
            log=", ".join(log.seats),
            table=", ".join(seats),
        )
    return replay(log, ruleset)


def entry_to_json(entry: Entry) -> dict[str, Any]:
    """Return the entry as JSON-able data."""
    return {
        "form": entry.form,
        "sheets": [dict(sheet) for sheet in entry.sheets],
        "winner": entry.winner,
    }


def entry_from_json(data: Mapping[str, Any]) -> Entry:
    """Return the entry that `entry_to_json` made this from."""
    return Entry(data["form"], tuple(data["sheets"]), data.get("winner"))


def _places_and_winners(
    ruleset: Ruleset, points: tuple[int, ...], winner: int | None
) -> tuple[tuple[int, ...], tuple[bool, ...]]:
    """Return places by points, and who won: the seat that went out, otherwise each first place."""
    high_wins = not find(ruleset.game).match_end(ruleset).low_wins
    taken = places(points, high_wins=high_wins)
    if winner is not None:
        return taken, tuple(seat == winner for seat in range(len(points)))
    return taken, tuple(place == 1 for place in taken)
