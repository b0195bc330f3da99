"""The end of a hand as a scorekeeper enters it, for every game declared as data.

Pages and API are built from a game's forms, and all call the game's ``check``.

``forms`` says what a form, a field and an entry are; ``reading`` takes the values of a sheet;
``checks`` are those that games share; ``given_up`` is the form of hands that nobody ended;
``findings`` is what is wrong, ``suggestions`` what probably
happened instead, ``sentences`` both in words.
"""

from zarleague.engine.entry.findings import EntryCode, EntryFinding, Facts
from zarleague.engine.entry.forms import (
    POINTS,
    TOTALS,
    Checked,
    Entry,
    EntryForm,
    Evidence,
    Field,
    FieldKind,
    Scoring,
    Sheet,
    SheetValue,
    Step,
)
from zarleague.engine.entry.given_up import GIVEN_UP, check_given_up, given_up_form
from zarleague.engine.entry.suggestions import (
    ChangeNumber,
    CheckColumn,
    MarkWinner,
    Suggestion,
    SwapNumbers,
    suggestion_data,
)

__all__ = [
    "GIVEN_UP",
    "POINTS",
    "TOTALS",
    "ChangeNumber",
    "CheckColumn",
    "Checked",
    "Entry",
    "EntryCode",
    "EntryFinding",
    "EntryForm",
    "Evidence",
    "Facts",
    "Field",
    "FieldKind",
    "MarkWinner",
    "Scoring",
    "Sheet",
    "SheetValue",
    "Step",
    "Suggestion",
    "SwapNumbers",
    "check_given_up",
    "given_up_form",
    "suggestion_data",
]
