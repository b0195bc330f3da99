"""The end of a hand as a scorekeeper enters it, for every game declared as data.

Pages and API are built from a game's forms, and all call the game's ``check``.

``forms`` says what a form, a field and an entry are; ``checks`` are those that games share;
``findings`` is what is wrong, and what probably happened instead; ``sentences`` both in words.
"""

from zarleague.engine.entry.checks import GIVEN_UP, check_given_up, given_up_form
from zarleague.engine.entry.findings import (
    ChangeNumber,
    CheckColumn,
    EntryCode,
    EntryFinding,
    Facts,
    MarkWinner,
    Suggestion,
    SwapNumbers,
    suggestion_data,
)
from zarleague.engine.entry.forms import (
    CARDS,
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
