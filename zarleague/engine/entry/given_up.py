"""A hand given up: nobody went out, and what each seat holds is noted; alike in every game.

No rules of the games speak of it; a league decides whether such a hand counts.
"""

from collections.abc import Sequence
from typing import Final

from zarleague.engine.entry.checks import check_fields, check_total, wrong_seats
from zarleague.engine.entry.findings import EntryCode, EntryFinding
from zarleague.engine.entry.forms import (
    POINTS,
    TOTALS,
    Checked,
    Entry,
    EntryForm,
    Evidence,
    Scoring,
)

GIVEN_UP: Final = "given-up"
"""The key of the form of a hand that was given up, in every game."""


def given_up_form(forms: Sequence[EntryForm]) -> EntryForm:
    """Return the form of a hand given up in a game with these forms: the points that each seat
    holds, as in the game's form of totals. They may be left out."""
    totals = next(form for form in forms if form.key == TOTALS)
    held = tuple(field for field in totals.fields if field.key == POINTS)
    return EntryForm(GIVEN_UP, "Given up", Evidence.TOTALS, held, winner=False, scoring=Scoring.SUM)


def check_given_up(form: EntryForm, players: tuple[int, int], entry: Entry) -> Checked:
    """Judge a hand given up in a game for *players*, fewest and most. Nobody won it, so everybody
    gets 0 points, whatever they hold."""
    if refused := wrong_seats(entry, *players):
        return refused
    findings: list[EntryFinding] = []
    check_fields(form, entry, findings)
    (held,) = form.fields
    for seat, sheet in enumerate(entry.sheets):
        value = sheet.get(held.key, 0)
        if isinstance(value, bool) or not isinstance(value, int) or value < held.least:
            findings.append(EntryFinding(EntryCode.NOT_A_NUMBER, seat, held.key))
        else:
            check_total(value, held, seat, findings)
    if any(finding.blocks for finding in findings):
        return Checked(None, tuple(findings))
    return Checked((0,) * len(entry.sheets), tuple(findings))
