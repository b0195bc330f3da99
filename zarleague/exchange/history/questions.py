"""What only the owner of a file knows: what its columns hold, who played, what the numbers are,
whether all is there; and the answers given so far."""

import datetime
import functools
import itertools
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import IO, Final

from django.utils.translation import gettext_noop

from zarleague.engine.declared import definition_of, is_declared
from zarleague.engine.ruleset import Ruleset
from zarleague.exchange.history.cells import (
    day_within,
    is_absent,
    is_dash,
    is_fraction,
    is_owed,
    points_of,
    separator_in,
    text_of,
    word_of,
)
from zarleague.exchange.history.changes import emptied
from zarleague.exchange.history.columns import Reason
from zarleague.exchange.history.gathered import Gathered, SheetHand
from zarleague.exchange.history.headings import is_sum, says_void
from zarleague.exchange.history.layout import Layout, Shape, Use, Values, column_names
from zarleague.exchange.history.recognising import Doubt, Recognised, recognise
from zarleague.exchange.history.sheets import Cell, NumberedRows, Row, ends_early
from zarleague.exchange.history.tidying import Tidying
from zarleague.leagues.models import Player

YEARS: Final = 20
"""Years back from this one in which days without a year may be."""
_DIFFERENT: Final = 3
"""Different numbers in rows that are there twice, from which on this is no chance."""
_LARGE: Final = 10
"""Of larger numbers two are enough."""
_SHOWN_WORDS: Final = 5
"""Words in place of points that are shown."""
_SEASON: Final = ("season", "saison", "stagione", "temporada", "seizoen", "época")


@dataclass(frozen=True)
class SheetQuestion:
    """A question. ``msgid`` and the sentences of ``choices``, pairs of an answer and a msgid, are
    filled in with ``params``. ``answer`` is one of the choices, or "" while there is none."""

    key: str
    msgid: str
    choices: tuple[tuple[str, str], ...]
    params: dict[str, str | int]
    answer: str


class Questions:
    """The questions about a file, in the order in which they are asked."""

    def __init__(self, answers: Mapping[str, str]) -> None:
        self.answers = answers
        self.asked: list[SheetQuestion] = []

    def ask(
        self, key: str, msgid: str, *choices: tuple[str, str], until: str = "", **params: str | int
    ) -> str:
        """Ask a question and return its answer, "" if it has none, or one that is no choice. Until
        one is given, the answer is *until*."""
        answer = self.answers.get(key, "") or until
        answer = answer if answer in dict(choices) else ""
        self.asked.append(SheetQuestion(key, msgid, choices, params, answer))
        return answer

    @property
    def are_answered(self) -> bool:
        return all(question.answer for question in self.asked)


def ask_of_layout(asks: Questions, guess: Recognised, layout: Layout) -> None:
    """Ask what has to be known about the columns."""
    doubts, is_as_guessed = guess.doubts, layout.shape == guess.layout.shape
    if guess.blocks:
        _ask_of_blocks(asks, guess)
    if Doubt.DAYS in doubts and layout.column(Use.DAY) is not None:
        asks.ask(
            "days",
            gettext_noop("Which is the month in dates like {example}?"),
            ("dmy", gettext_noop("the second number")),
            ("mdy", gettext_noop("the first number")),
            example="3/4",
        )
    if Doubt.RUNNING in doubts:
        asks.ask(
            "running",
            gettext_noop("The numbers go on from row to row, as totals do. What are they?"),
            ("points", gettext_noop("the points of each row")),
            ("totals", gettext_noop("running totals: the points of all rows so far")),
        )
    if Doubt.WINS in doubts and is_as_guessed:
        asks.ask(
            "wins",
            gettext_noop(
                "Each player has one number an evening, and the numbers are small. What are they?"
            ),
            ("points", gettext_noop("Points.")),
            ("wins", gettext_noop("How many hands each player has won.")),
            until="wins" if layout.values == Values.WINS else "",
        )
    if Doubt.ROUNDS in doubts and layout.shape.is_long:
        asks.ask(
            "rounds",
            gettext_noop(
                "The total of a row isn’t always what its hands add up to. What is imported?"
            ),
            ("hands", gettext_noop("The hands, as they stand there.")),
            ("totals", gettext_noop("The totals, one result an evening.")),
        )
    if _has_one_of(guess.rivals, layout):
        used, other = (layout.headings[column] for column in guess.rivals)
        asks.ask(
            "which",
            gettext_noop("“{used}” and “{other}” may both be the points. Which are imported?"),
            ("used", "“{used}”"),
            ("other", "“{other}”"),
            used=used,
            other=other,
        )
    if guess.parts and layout.shape.is_long:
        asks.ask(
            "parts",
            gettext_noop(
                "Is each of the columns “{name}” a hand? If not, choose the columns to import."
            ),
            ("hands", gettext_noop("Yes, each is a hand.")),
            name="”, “".join(guess.layout.headings[one] for one in guess.parts),
        )
    for column in guess.odd if is_as_guessed else ():
        asks.ask(
            f"odd-{column}",
            gettext_noop(
                "Is “{name}” a player? The league has none of this name, or the numbers below "
                "it are not like the others."
            ),
            ("nothing", gettext_noop("No. Leave it out.")),
            ("player", gettext_noop("Yes, a player.")),
            name=layout.headings[column],
        )
    for column, reason in enumerate(guess.reasons) if is_as_guessed else ():
        if reason == Reason.CROSSES and layout.uses[column] == Use.NOTHING:
            asks.ask(
                f"marks-{column}",
                gettext_noop(
                    "“{name}” has only marks such as “x”, and no points, so nothing of it is "
                    "imported. Is that right? If not, enter points in the file."
                ),
                ("leave", gettext_noop("Yes, leave it out.")),
                name=layout.headings[column],
            )
    if Doubt.STANDINGS in doubts:
        asks.ask(
            "standings",
            gettext_noop(
                "Each player is in this file once, with a number of wins. These look like "
                "final standings, which don’t say what was played when. What are they?"
            ),
            ("evening", gettext_noop("The points of one evening.")),
        )
    if guess.unused_names is not None and layout.column(Use.NAME) is None:
        asks.ask(
            "names",
            gettext_noop(
                "“{name}” seems to have the names of the players. If so, choose the use of "
                "the columns: the player, and the points. If not, what are the other columns?"
            ),
            ("headings", gettext_noop("Each is the player in its heading.")),
            name=guess.layout.headings[guess.unused_names],
        )
    if Doubt.PLACES in doubts and is_as_guessed:
        asks.ask(
            "places",
            gettext_noop("In each row the numbers are 1, 2, 3 and so on. What are they?"),
            ("places", gettext_noop("Places: 1 is the winner.")),
            ("points", gettext_noop("Points.")),
        )
    if guess.scores and not (layout.columns(Use.POINTS) or layout.columns(Use.PLAYER)):
        asks.ask(
            "scores",
            gettext_noop(
                "“{name}” may have points, but only who won is imported. Is that right? If "
                "not, choose the columns to import."
            ),
            ("leave", gettext_noop("Yes, only who won.")),
            name="”, “".join(guess.layout.headings[one] for one in guess.scores),
        )
    if Doubt.FALLING in doubts:
        asks.ask(
            "falling",
            gettext_noop(
                "The numbers of all players fall from row to row, as what remains of 501 does. "
                "What remains can’t be imported. What are they?"
            ),
            ("points", gettext_noop("the points of each row")),
        )


def _has_one_of(columns: Sequence[int], layout: Layout) -> bool:
    """Return whether the points of each result are in one of two columns."""
    used = layout.columns(Use.POINTS)
    return layout.shape.is_long and len(used) == 1 and used[0] in columns


def _ask_of_blocks(asks: Questions, guess: Recognised) -> None:
    """Ask which of several tables side by side is to be imported."""
    letters = column_names([""] * len(guess.layout.headings))
    tables = {
        str(number): f"{letters[one.columns[0]]}–{letters[one.columns[-1]]} {one.title}".strip()
        for number, one in enumerate(guess.blocks, 1)
    }
    asks.ask(
        "block",
        gettext_noop(
            "{count} tables stand side by side. Which of them is this season? Import the file "
            "once more for each of the others."
        ),
        *((number, f"{{table{number}}}") for number in tables),
        count=len(tables),
        **{f"table{number}": text for number, text in tables.items()},
    )


def answered(layout: Layout, guess: Recognised, answers: Mapping[str, str]) -> Layout:
    """Return the layout with the answers to the questions about it."""
    if answers.get("days") in ("dmy", "mdy"):
        layout = replace(layout, day_first=answers["days"] == "dmy")
    if Doubt.WINS in guess.doubts and answers.get("wins") in ("points", "wins"):
        layout = replace(layout, values=Values(answers["wins"]))
    if Doubt.PLACES in guess.doubts and answers.get("places") in ("points", "places"):
        layout = replace(layout, values=Values(answers["places"]))
    if Doubt.ROUNDS in guess.doubts and answers.get("rounds") == "totals":
        layout = _with_totals(layout, guess)
    if _has_one_of(guess.rivals, layout) and answers.get("which"):
        own, other = guess.rivals if answers["which"] == "used" else guess.rivals[::-1]
        changed = {own: Use.POINTS, other: Use.NOTHING}
        layout = replace(
            layout, uses=tuple(changed.get(column, use) for column, use in enumerate(layout.uses))
        )
    left_out = {column for column in guess.odd if answers.get(f"odd-{column}") == "nothing"}
    layout = replace(
        layout,
        uses=tuple(
            Use.NOTHING if column in left_out and use == Use.PLAYER else use
            for column, use in enumerate(layout.uses)
        ),
    )
    if Doubt.RUNNING in guess.doubts and answers.get("running") in ("points", "totals"):
        shapes = [Shape.LONG, Shape.LONG_RUNNING]
        if not layout.shape.is_long:
            shapes = [Shape.WIDE, Shape.RUNNING]
        shape = shapes[answers["running"] == "totals"]
        layout = replace(layout, shape=shape, restarts=guess.restarts)
    return layout


def with_one_block(
    tidying: Tidying,
    guess: Recognised,
    rows: NumberedRows,
    players: Mapping[str, Player],
    answers: Mapping[str, str],
) -> tuple[Tidying, Recognised]:
    """Return what leaves one of several tables side by side, the one that was answered, else the
    first; and what is recognised in it."""
    by_answer = {str(number): one for number, one in enumerate(guess.blocks, 1)}
    own = by_answer.get(answers.get("block", ""), guess.blocks[0])
    others = {column for one in guess.blocks if one is not own for column in one.columns}
    days = [one.day for one in guess.blocks if one.day is not None]
    others |= {day for day in days if day != own.day}
    others |= {*range(own.columns[-1] + 1, len(guess.layout.headings))}
    if own.day is not None and own.day > min(days):  # what stands before is of other tables
        others |= {*range(own.day)}
    changes = (*tidying.changes, lambda found: emptied(found, others))
    tidying = replace(tidying, changes=changes)
    found = recognise(list(tidying.of(rows)), players)
    reasons = [
        Reason.OTHER_TABLE if column in others else reason
        for column, reason in enumerate(found.reasons)
    ]
    return tidying, replace(found, reasons=tuple(reasons), blocks=guess.blocks)


def _with_totals(layout: Layout, guess: Recognised) -> Layout:
    """Return the layout with the total of each row in place of its hands."""
    total = next(column for column, reason in enumerate(guess.reasons) if reason == Reason.SUM)
    rest = layout.without(Use.POINTS).uses
    uses = (*rest[:total], Use.POINTS, *rest[total + 1 :])
    return replace(layout, uses=uses, shape=Shape.LONG)


def ask_of_tidying(asks: Questions, tidying: Tidying, today: datetime.date) -> None:
    """Ask for the year of days that have none, and who won where only those who lost are named."""
    years = [(str(year),) * 2 for year in range(today.year, today.year - YEARS, -1)]
    if tidying.needs_year:
        asks.ask(
            "year",
            gettext_noop("The days in this file have no year. In which year does it begin?"),
            *years,
        )
    elif tidying.period:
        asks.ask(
            "year",
            gettext_noop(
                "“{name}” has no year. If it is a week or a month of the calendar, in which "
                "year does the file begin?"
            ),
            *years,
            name=tidying.period,
        )
    if tidying.swapped:
        asks.ask(
            "swapped",
            gettext_noop(
                "Some days are dates, others text like {example}, as when a spreadsheet has taken "
                "days for months. Was that of {read} played on {other}?"
            ),
            ("yes", gettext_noop("Yes. Exchange day and month of the dates.")),
            ("no", gettext_noop("No, the dates are right.")),
            **tidying.swapped,
        )
    if len(tidying.seasons) > 1:
        asks.ask(
            "seasons",
            gettext_noop(
                "Lines of this file name {count} seasons, as “{name}”. Are they to be one here? If "
                "not, make a file of each."
            ),
            ("one", gettext_noop("Yes, one season.")),
            name=tidying.seasons[0],
            count=len(tidying.seasons),
        )
    if tidying.only_losers:
        asks.ask(
            "losers",
            gettext_noop("The file says only who lost. Have all the others won?"),
            ("level", gettext_noop("Yes. They share the first place.")),
        )


def ask_of_named_day(asks: Questions, layout: Layout, name: str) -> Layout:
    """Ask whether the day in the name of a file that has no other is that of the hands; return the
    layout with it."""
    day = day_within(name.rpartition(".")[0] or name)
    if day is None:
        return layout
    asks.ask(
        "named-day",
        gettext_noop("The name of the file has the day {day}. Was all of it played on that day?"),
        ("yes", gettext_noop("Yes.")),
        day=day.isoformat(),
    )
    return replace(layout, day=day)


def _below(rows: NumberedRows, layout: Layout) -> list[Row]:
    return [row for number, row in rows if number >= layout.first_row]


def _cells(rows: Iterable[Row], columns: Sequence[int]) -> list[list[Cell]]:
    return [[row[column] for column in columns if column < len(row)] for row in rows]


def ask_of_brackets(asks: Questions, rows: NumberedRows, layout: Layout) -> None:
    """Ask what numbers in brackets are, unless they are negative because of the others beside them:
    what some gain the others lose."""
    columns = layout.columns(Use.PLAYER) + layout.columns(Use.POINTS)
    owed = [row for row in _cells((row for _, row in rows), columns) if any(map(is_owed, row))]
    if not asks.answers.get("brackets") and all(
        sum(points_of(cell) or 0 for cell in row) == 0 for row in owed
    ):
        return
    example = next((text_of(cell) for row in owed for cell in row if is_owed(cell)), "(13)")
    asks.ask(
        "brackets",
        gettext_noop("What are numbers in brackets, like {example}?"),
        ("plus", gettext_noop("Points like the others: {plain}")),
        ("minus", gettext_noop("Negative points: −{plain}")),
        example=example,
        plain=example.strip("()"),
    )


def ask_of_dashes(asks: Questions, rows: NumberedRows, layout: Layout, *, low: bool) -> None:
    """Ask what dashes are where each row has one and none has a 0, as spreadsheets write it, and
    empty cells in turn: if the fewest points win, they may be the winners'."""
    columns = layout.columns(Use.PLAYER)
    cells = _cells(_below(rows, layout), columns)
    played = [row for row in cells if any(points_of(cell) is not None for cell in row)]
    is_open = (
        low
        and len(columns) >= _DIFFERENT <= len(played)
        and not any(points_of(cell) == 0 for row in played for cell in row)
    )
    if "dashes" in asks.answers or (is_open and all(sum(map(is_dash, row)) == 1 for row in played)):
        asks.ask(
            "dashes",
            gettext_noop("In each row one player has a dash. Is that 0 points?"),
            ("zero", gettext_noop("Yes, 0 points.")),
            ("absent", gettext_noop("No. They did not play.")),
        )
        return
    missing = [[at for at, cell in enumerate(row) if is_absent(cell)] for row in played]
    if is_open and all(len(one) == 1 for one in missing) and len({*map(tuple, missing)}) > 1:
        asks.ask(
            "missing",
            gettext_noop("In each row one player has no points, by turns. Is that 0 points?"),
            ("zero", gettext_noop("Yes, 0 points.")),
            ("absent", gettext_noop("No. They did not play.")),
        )


def ask_of_seasons(asks: Questions, rows: NumberedRows, layout: Layout) -> None:
    """Ask whether the several seasons that a column of the file names are to be one."""
    for column, heading in enumerate(layout.headings):
        if layout.uses[column] != Use.NOTHING or word_of(heading) not in _SEASON:
            continue
        cells = itertools.chain(*_cells(_below(rows, layout), [column]))
        seasons = {text_of(cell) for cell in cells} - {""}
        if len(seasons) > 1:
            asks.ask(
                "seasons",
                gettext_noop(
                    "“{name}” has {count} seasons. Are they to be one here? If not, make a "
                    "file of each."
                ),
                ("one", gettext_noop("Yes, one season.")),
                name=heading,
                count=len(seasons),
            )
            return


def ask_of_end(asks: Questions, file: IO[bytes]) -> None:
    """Ask whether a file is complete that ends in the middle of a row."""
    if ends_early(file):
        asks.ask(
            "end",
            gettext_noop("The last row is shorter than the others. Is the file complete?"),
            ("leave", gettext_noop("No. Leave out the last row.")),
            ("whole", gettext_noop("Yes. Its last cells are empty.")),
        )


def unit_of(
    asks: Questions, ruleset: Ruleset, rows: NumberedRows, layout: Layout
) -> tuple[int, bool]:
    """Return the part of a point in which points are counted, and whether that is only for this
    file, whose numbers have decimals. For a game of the league’s own that counts in parts, ask
    whether the numbers are points or parts where they may be either."""
    unit = definition_of(ruleset).unit if is_declared(ruleset.game) else 1
    columns = layout.columns(Use.PLAYER) + layout.columns(Use.POINTS)
    below = (row for row in _below(rows, layout) if not is_sum(next(iter(row), None)))
    cells = _cells(below, columns)
    if unit == 1:
        factor = _factor_of(asks, cells, layout.thousands)
        return factor, factor > 1
    if any(map(is_fraction, itertools.chain(*cells))):
        return unit, False
    answer = asks.ask(
        "unit",
        gettext_noop("This game counts in parts: {unit} make a point. What are the numbers here?"),
        ("points", gettext_noop("Points.")),
        ("parts", gettext_noop("Parts, as in the league.")),
        unit=unit,
    )
    return 1 if answer == "parts" else unit, False


def _factor_of(asks: Questions, rows: Sequence[Sequence[Cell]], thousands: str) -> int:
    """Return 10 or 100 if numbers with decimals, such as amounts of money, are whole that many
    times, and ask whether to import them so; else 1. One row of them may be averages."""
    numbers = [
        cell
        for cell in itertools.chain(*rows)
        if isinstance(cell, float) or separator_in(cell) or points_of(cell) is not None
    ]
    for factor in (1, 10, 100):
        if all(points_of(cell, thousands, factor) is not None for cell in numbers):
            break
    else:
        return 1
    broken = [
        [cell for cell in row if cell in numbers and points_of(cell, thousands) is None]
        for row in rows
    ]
    if sum(map(bool, broken)) < 2:
        return 1
    example = next(itertools.chain(*broken))
    asks.ask(
        "decimals",
        gettext_noop("Points are whole numbers here, and this file has decimals. Import what?"),
        ("times", gettext_noop("{factor} times as many: {example} becomes {made}.")),
        factor=factor,
        example=text_of(example),
        made=points_of(example, thousands, factor) or 0,
    )
    return factor


def ask_of_rows(asks: Questions, rows: NumberedRows, layout: Layout) -> Callable[[Row], bool]:
    """Ask about rows that say that they don't count, such as those of deleted games, or of people
    who were not there; return whether a row is to be left out."""
    below = _below(rows, layout)
    for column, heading in enumerate(layout.headings):
        if layout.uses[column] != Use.NOTHING:
            continue
        says_so = functools.partial(says_void, heading)
        found = [row[column] for row in below if column < len(row) and says_so(row[column])]
        if not found or len(found) == len(below):
            continue
        answer = asks.ask(
            "void",
            gettext_noop("Rows with “{text}” under “{name}”: {count}. What about them?"),
            ("leave", gettext_noop("Leave them out.")),
            ("import", gettext_noop("Import them like the others.")),
            text=text_of(found[0]),
            name=heading,
            count=len(found),
        )
        if answer == "leave":
            return lambda row: column < len(row) and says_so(row[column])
        break
    return lambda row: False


def ask_of_hands(asks: Questions, found: Gathered) -> None:
    """Ask about words in place of points, empty cells, teams and rows that are there twice; leave
    out what is answered so."""
    if found.words:
        asks.ask(
            "words",
            gettext_noop("Some cells have “{text}” in place of points. What does that mean?"),
            ("absent", gettext_noop("They did not play.")),
            ("zero", gettext_noop("0 points.")),
            ("leave", gettext_noop("Something else. Leave out these hands.")),
            text="”, “".join(
                list(dict.fromkeys(word for word, _, _ in found.words))[:_SHOWN_WORDS]
            ),
        )
    if found.lone:
        asks.ask(
            "blanks",
            gettext_noop(
                "Most rows have points for one player only. Did the others play, and score 0?"
            ),
            ("zero", gettext_noop("Yes. Empty cells are 0.")),
            ("absent", gettext_noop("No. They did not play.")),
        )
    if found.only_winners:
        asks.ask(
            "all-played",
            gettext_noop("The file says only who won. Did everyone whom it names play each time?"),
            ("yes", gettext_noop("Yes.")),
        )
    if found.teams:
        asks.ask(
            "teams",
            gettext_noop("Is “{name}” a team?"),
            ("each", gettext_noop("Yes. Each of its players gets its result.")),
            ("one", gettext_noop("Keep it under this name, like one player.")),
            name=found.teams[0],
        )
    if repeated := _repeated(found.hands):
        answer = asks.ask(
            "repeated",
            gettext_noop(
                "Rows that appear twice: {count}, with the same day, players and points, in "
                "the same order. What about them?"
            ),
            ("leave", gettext_noop("Leave out the second ones.")),
            ("import", gettext_noop("Import them: they are different results.")),
            count=len(repeated),
        )
        if answer == "leave":
            found.hands = [hand for hand in found.hands if id(hand) not in repeated]


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
