"""What an entry or a log says about a hand: points, places, winners, evidence."""

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
from zarleague.play.remarks import Remark, remarks
from zarleague.standings.places import places

Names = Callable[[], Sequence[str]]
"""Gives the players' names in the order of the sheets, where somebody has to be named."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """A hand's result by sheet. ``points`` is None if a remark blocks; then the rest is empty."""

    points: tuple[int, ...] | None
    places: tuple[int, ...] = ()
    won: tuple[bool, ...] = ()
    evidence: Evidence = Evidence.TOTALS
    entry: Entry | None = None
    log: str = ""
    remarks: tuple[Remark, ...] = ()

    def accepted(self) -> "Outcome":
        """The outcome itself; raises EntryRejected if a remark blocks."""
        if self.points is None:
            raise EntryRejected(self.remarks)
        return self


@dataclass(frozen=True, slots=True)
class Account:
    """How somebody tells the end of a hand: by an entry, by a log, or by an entry with a log."""

    entry: Entry | None
    log: str = ""

    def judge(self, ruleset: Ruleset, names: Names) -> Outcome:
        """The outcome; raises EntryRejected or LogRejected."""
        if self.entry is None:
            return of_log(ruleset, self.log, names())
        outcome = of_entry(ruleset, self.entry, names).accepted()
        return with_log(outcome, ruleset, self.log, names()) if self.log else outcome

    def to_json(self) -> dict[str, Any]:
        """The account as JSON-able data."""
        entry = None if self.entry is None else entry_to_json(self.entry)
        return {"entry": entry, "log": self.log}


def of_entry(ruleset: Ruleset, entry: Entry, names: Names) -> Outcome:
    """Judge an entry, one sheet per name."""
    game = find(ruleset.game)
    form = next((form for form in game.forms(ruleset) if form.key == entry.form), None)
    checked = game.check(ruleset, entry)
    said = remarks(checked.findings, form, names()) if checked.findings else ()
    if checked.points is None or form is None:
        return Outcome(None, remarks=said)
    return Outcome(
        checked.points,
        *_placed(ruleset, checked.points, entry.winner),
        evidence=form.evidence,
        entry=entry,
        remarks=said,
    )


def of_log(ruleset: Ruleset, text: str, seats: Sequence[str]) -> Outcome:
    """Judge a log that has to say how the hand ended. Raises LogRejected if it does not."""
    judged = replayed(ruleset, text, seats)
    order = [judged.log.seats.index(name) for name in seats]
    by_seat = [judged.points[seat] for seat in order]
    if not judged.over:
        raise LogRejected(gettext_noop("The log does not say that the hand was closed."))
    if any(points is None for points in by_seat):
        raise LogRejected(
            gettext_noop("The log does not show all cards left, so the points cannot be known.")
        )
    points = tuple(points for points in by_seat if points is not None)
    return Outcome(points, *_placed(ruleset, points, None), evidence=Evidence.LOG, log=text)


def with_log(outcome: Outcome, ruleset: Ruleset, text: str, seats: Sequence[str]) -> Outcome:
    """An outcome with a log beside it: the points stay, and if the log comes to the same points
    they are evidenced by it. Raises LogRejected if the text is not a log of these players."""
    judged = replayed(ruleset, text, seats)
    by_seat = tuple(judged.points[judged.log.seats.index(name)] for name in seats)
    proves = judged.over and by_seat == outcome.points
    if outcome.entry is None and not proves:
        raise LogRejected(gettext_noop("This log does not come to the points of the hand."))
    return replace(outcome, log=text, evidence=Evidence.LOG if proves else outcome.evidence)


def replayed(ruleset: Ruleset, text: str, seats: Sequence[str]) -> Replay:
    """The log judged under the match's rules, whatever rules it names itself.

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
    """The entry as JSON-able data."""
    return {
        "form": entry.form,
        "sheets": [dict(sheet) for sheet in entry.sheets],
        "winner": entry.winner,
    }


def entry_from_json(data: Mapping[str, Any]) -> Entry:
    """Inverse of `entry_to_json`."""
    return Entry(data["form"], tuple(data["sheets"]), data.get("winner"))


def _placed(
    ruleset: Ruleset, points: tuple[int, ...], winner: int | None
) -> tuple[tuple[int, ...], tuple[bool, ...]]:
    """Places by points, and who won: the seat that went out, else whoever has the first place."""
    high_wins = not find(ruleset.game).match_end(ruleset).low_wins
    taken = places(points, high_wins=high_wins)
    if winner is not None:
        return taken, tuple(seat == winner for seat in range(len(points)))
    return taken, tuple(place == 1 for place in taken)
