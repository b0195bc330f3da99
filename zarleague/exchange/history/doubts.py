"""Questions about the hands of a file: who played, what the numbers are, whether all is there."""

import datetime
import itertools
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import IO, Final

from django.utils.translation import gettext_noop

from zarleague.engine.declared import definition_of, is_declared
from zarleague.engine.ruleset import Ruleset
from zarleague.exchange.history.cells import (
    day_within,
    is_dash,
    is_fraction,
    is_owed,
    points_of,
    separator_in,
    text_of,
    word_of,
)
from zarleague.exchange.history.gathered import Gathered, SheetHand
from zarleague.exchange.history.headings import is_sum
from zarleague.exchange.history.layout import Layout, Use
from zarleague.exchange.history.sheets import Cell, Row, ends_early
from zarleague.exchange.history.tidying import Tidying

_DIFFERENT: Final = 3
"""Different numbers in rows that are there twice, from which on this is no chance."""
_LARGE: Final = 10
"""Of larger numbers two are enough."""
_SEASON: Final = ("season", "saison", "stagione", "temporada", "seizoen", "época")


@dataclass(frozen=True)
class SheetQuestion:
    """Something only the owner knows. ``msgid`` and the sentences of ``choices``, pairs of an
    answer and a msgid, are filled in with ``params``. What is none of the choices is no answer."""

    key: str
    msgid: str
    choices: tuple[tuple[str, str], ...]
    params: dict[str, str | int] = field(default_factory=dict)
    answer: str = ""

    def __post_init__(self) -> None:
        if self.answer not in dict(self.choices):
            object.__setattr__(self, "answer", "")


YEARS: Final = 20
"""Years back from this one in which days without a year may be."""


def questions_of_tidying(
    tidying: Tidying, answers: Mapping[str, str], today: datetime.date
) -> list[SheetQuestion]:
    """Ask for the year of days that have none, and who won where only those who lost are named."""
    found = []
    years = [str(year) for year in range(today.year, today.year - YEARS, -1)]
    if tidying.needs_year:
        found.append(
            SheetQuestion(
                "year",
                gettext_noop("The days in this file have no year. In which year does it begin?"),
                tuple((year, year) for year in years),
                {},
                answers.get("year", ""),
            )
        )
    elif tidying.period:
        found.append(
            SheetQuestion(
                "year",
                gettext_noop(
                    "“{name}” has no year. If it is a week or a month of the calendar, in which "
                    "year does the file begin?"
                ),
                tuple((year, year) for year in years),
                {"name": tidying.period},
                answers.get("year", ""),
            )
        )
    if tidying.only_losers:
        found.append(
            SheetQuestion(
                "losers",
                gettext_noop("The file says only who lost. Have all the others won?"),
                (("level", gettext_noop("Yes. They share the first place.")),),
                {},
                answers.get("losers", ""),
            )
        )
    return found


def day_of_name(
    layout: Layout, name: str, answers: Mapping[str, str]
) -> tuple[Layout, list[SheetQuestion]]:
    """Return the layout with the day in the name of a file that has no other; and the question
    whether it is that of the hands."""
    day = day_within(name.rpartition(".")[0] or name)
    if day is None:
        return layout, []
    question = SheetQuestion(
        "named-day",
        gettext_noop("The name of the file has the day {day}. Was all of it played on that day?"),
        (("yes", gettext_noop("Yes.")),),
        {"day": day.isoformat()},
        answers.get("named-day", ""),
    )
    return replace(layout, day=day), [question]


def question_of_brackets(
    rows: Sequence[tuple[int, Row]], layout: Layout, answers: Mapping[str, str]
) -> list[SheetQuestion]:
    """Ask what numbers in brackets are, unless they are negative because of the others beside them:
    what some gain the others lose."""
    columns = layout.columns(Use.PLAYER) + layout.columns(Use.POINTS)
    cells = [[row[column] for column in columns if column < len(row)] for _, row in rows]
    owed = [row for row in cells if any(map(is_owed, row))]
    if not answers.get("brackets") and all(
        sum(points_of(cell) or 0 for cell in row) == 0 for row in owed
    ):
        return []
    example = next((text_of(cell) for row in owed for cell in row if is_owed(cell)), "(13)")
    return [
        SheetQuestion(
            "brackets",
            gettext_noop("What are numbers in brackets, like {example}?"),
            (
                ("plus", gettext_noop("Points like the others: {plain}")),
                ("minus", gettext_noop("Negative points: −{plain}")),
            ),
            {"example": example, "plain": example.strip("()")},
            answers.get("brackets", ""),
        )
    ]


def question_of_dashes(
    rows: Sequence[tuple[int, Row]], layout: Layout, answers: Mapping[str, str], *, low: bool
) -> list[SheetQuestion]:
    """Ask what dashes are where each row has one and none has a 0, as spreadsheets write it: if the
    fewest points win, they may be the winners'."""
    columns = layout.columns(Use.PLAYER)
    cells = [
        [row[column] for column in columns if column < len(row)]
        for number, row in rows
        if number >= layout.first_row
    ]
    played = [row for row in cells if any(points_of(cell) is not None for cell in row)]
    is_open = (
        low
        and len(columns) >= _DIFFERENT <= len(played)
        and all(
            sum(map(is_dash, row)) == 1 and not any(points_of(cell) == 0 for cell in row)
            for row in played
        )
    )
    if not is_open and "dashes" not in answers:
        return []
    return [
        SheetQuestion(
            "dashes",
            gettext_noop("In each row one player has a dash. Is that 0 points?"),
            (
                ("zero", gettext_noop("Yes, 0 points.")),
                ("absent", gettext_noop("No. They did not play.")),
            ),
            {},
            answers.get("dashes", ""),
        )
    ]


def question_of_seasons(
    rows: Sequence[tuple[int, Row]], layout: Layout, answers: Mapping[str, str]
) -> list[SheetQuestion]:
    """Ask whether the several seasons that a column of the file names are to be one."""
    for column, heading in enumerate(layout.headings):
        if layout.uses[column] != Use.NOTHING or word_of(heading) not in _SEASON:
            continue
        seasons = {
            text_of(row[column])
            for number, row in rows
            if number >= layout.first_row and column < len(row)
        } - {""}
        if len(seasons) > 1:
            return [
                SheetQuestion(
                    "seasons",
                    gettext_noop(
                        "“{name}” has {count} seasons. Are they to be one here? If not, make a "
                        "file of each."
                    ),
                    (("one", gettext_noop("Yes, one season.")),),
                    {"name": heading, "count": len(seasons)},
                    answers.get("seasons", ""),
                )
            ]
    return []


def questions_of_end(file: IO[bytes], answers: Mapping[str, str]) -> list[SheetQuestion]:
    """Ask whether a file is complete that ends in the middle of a row."""
    if not ends_early(file):
        return []
    return [
        SheetQuestion(
            "end",
            gettext_noop("The last row is shorter than the others. Is the file complete?"),
            (
                ("leave", gettext_noop("No. Leave out the last row.")),
                ("whole", gettext_noop("Yes. Its last cells are empty.")),
            ),
            {},
            answers.get("end", ""),
        )
    ]


def unit_of(
    ruleset: Ruleset, rows: Sequence[tuple[int, Row]], layout: Layout, answers: Mapping[str, str]
) -> tuple[int, list[SheetQuestion]]:
    """Return the part of a point in which the points of a game of the league’s own are counted, 1
    if the numbers of the file are counted so already; and a question if they may be either."""
    unit = definition_of(ruleset).unit if is_declared(ruleset.game) else 1
    columns = layout.columns(Use.PLAYER) + layout.columns(Use.POINTS)
    cells = [
        [row[column] for column in columns if column < len(row)]
        for number, row in rows
        if number >= layout.first_row and not is_sum(next(iter(row), None))
    ]
    if unit == 1:
        return _factor_of(cells, layout.thousands, answers)
    if any(map(is_fraction, itertools.chain(*cells))):
        return unit, []
    answer = answers.get("unit", "")
    question = SheetQuestion(
        "unit",
        gettext_noop("This game counts in parts: {unit} make a point. What are the numbers here?"),
        (
            ("points", gettext_noop("Points.")),
            ("parts", gettext_noop("Parts, as in the league.")),
        ),
        {"unit": unit},
        answer,
    )
    return 1 if answer == "parts" else unit, [question]


def _factor_of(
    rows: Sequence[Sequence[Cell]], thousands: str, answers: Mapping[str, str]
) -> tuple[int, list[SheetQuestion]]:
    """Return 10 or 100 if numbers with decimals, such as amounts of money, are whole that many
    times, and the question whether to import them so; else 1. One row of them may be averages."""
    numbers = [
        cell
        for cell in itertools.chain(*rows)
        if isinstance(cell, float) or separator_in(cell) or points_of(cell) is not None
    ]
    for factor in (1, 10, 100):
        if all(points_of(cell, thousands, factor) is not None for cell in numbers):
            break
    else:
        return 1, []
    broken = [
        [cell for cell in row if cell in numbers and points_of(cell, thousands) is None]
        for row in rows
    ]
    if sum(map(bool, broken)) < 2:
        return 1, []
    example = next(itertools.chain(*broken))
    question = SheetQuestion(
        "decimals",
        gettext_noop("Points are whole numbers here, and this file has decimals. Import what?"),
        (("times", gettext_noop("{factor} times as many: {example} becomes {made}.")),),
        {
            "factor": factor,
            "example": text_of(example),
            "made": points_of(example, thousands, factor) or 0,
        },
        answers.get("decimals", ""),
    )
    return factor, [question]


def questions_of_hands(found: Gathered, answers: Mapping[str, str]) -> list[SheetQuestion]:
    """Ask about empty cells, teams and rows that are there twice; leave out what is answered so."""
    questions = []
    if found.lone:
        questions.append(
            SheetQuestion(
                "blanks",
                gettext_noop(
                    "Most rows have points for one player only. Did the others play, and score 0?"
                ),
                (
                    ("zero", gettext_noop("Yes. Empty cells are 0.")),
                    ("absent", gettext_noop("No. They did not play.")),
                ),
                {},
                answers.get("blanks", ""),
            )
        )
    if found.only_winners:
        questions.append(
            SheetQuestion(
                "all-played",
                gettext_noop(
                    "The file says only who won. Did everyone whom it names play each time?"
                ),
                (("yes", gettext_noop("Yes.")),),
                {},
                answers.get("all-played", ""),
            )
        )
    if found.teams:
        questions.append(
            SheetQuestion(
                "teams",
                gettext_noop("Is “{name}” a team?"),
                (
                    ("each", gettext_noop("Yes. Each of its players gets its result.")),
                    ("one", gettext_noop("Keep it under this name, like one player.")),
                ),
                {"name": found.teams[0]},
                answers.get("teams", ""),
            )
        )
    repeated = _repeated(found.hands)
    if repeated:
        answer = answers.get("repeated", "")
        questions.append(
            SheetQuestion(
                "repeated",
                gettext_noop(
                    "Rows that appear twice: {count}, with the same day, players and points, in "
                    "the same order. What about them?"
                ),
                (
                    ("leave", gettext_noop("Leave out the second ones.")),
                    ("import", gettext_noop("Import them: they are different results.")),
                ),
                {"count": len(repeated)},
                answer,
            )
        )
        if answer == "leave":
            found.hands = [hand for hand in found.hands if id(hand) not in repeated]
    return questions


def _repeated(hands: Sequence[SheetHand]) -> set[int]:
    """Return the ids of the hands of a match that are those before once more, in the same order."""
    matches: dict[object, list[SheetHand]] = defaultdict(list)
    for hand in hands:
        if hand.has_points:
            matches[hand.match].append(hand)
    numbers: set[int] = set()
    repeated: set[int] = set()
    for each in matches.values():
        half = len(each) // 2
        points = [sorted(hand.points.items()) for hand in each]
        if half and points[:half] == points[half:]:
            repeated |= {id(hand) for hand in each[half:]}
            numbers |= {abs(value) for hand in each for value in hand.points.values()} - {0}
    is_no_chance = len(numbers) >= _DIFFERENT or (len(numbers) > 1 and min(numbers) >= _LARGE)
    return repeated if is_no_chance else set()
