"""Questions about what the columns of a file hold, and the layout that their answers make."""

from collections.abc import Mapping
from dataclasses import replace

from django.utils.translation import gettext_noop

from zarleague.exchange.history.changes import emptied
from zarleague.exchange.history.columns import OTHER_TABLE, SUM
from zarleague.exchange.history.doubts import SheetQuestion
from zarleague.exchange.history.layout import Layout, Shape, Use, Values, column_names
from zarleague.exchange.history.recognising import Doubt, Recognised, recognise
from zarleague.exchange.history.sheets import NumberedRows
from zarleague.exchange.history.tidying import Tidying
from zarleague.leagues.models import Player


def questions_of_layout(
    guess: Recognised, layout: Layout, answers: Mapping[str, str]
) -> list[SheetQuestion]:
    """Return what has to be asked about the columns, with the answers given so far."""
    found = _question_of_blocks(guess, answers)
    if Doubt.DAYS in guess.doubts and layout.column(Use.DAY) is not None:
        found.append(
            SheetQuestion(
                "days",
                gettext_noop("Which is the month in dates like {example}?"),
                (
                    ("dmy", gettext_noop("the second number")),
                    ("mdy", gettext_noop("the first number")),
                ),
                {"example": "3/4"},
                answers.get("days", ""),
            )
        )
    if Doubt.RUNNING in guess.doubts:
        found.append(
            SheetQuestion(
                "running",
                gettext_noop("The numbers go on from row to row, as totals do. What are they?"),
                (
                    ("points", gettext_noop("the points of each row")),
                    ("totals", gettext_noop("running totals: the points of all rows so far")),
                ),
                {},
                answers.get("running", ""),
            )
        )
    if Doubt.WINS in guess.doubts and layout.shape == guess.layout.shape:
        found.append(
            SheetQuestion(
                "wins",
                gettext_noop(
                    "Each player has one number an evening, and the numbers are small. What are "
                    "they?"
                ),
                (
                    ("points", gettext_noop("Points.")),
                    ("wins", gettext_noop("How many hands each player has won.")),
                ),
                {},
                answers.get("wins", "") or ("wins" if layout.values == Values.WINS else ""),
            )
        )
    if Doubt.ROUNDS in guess.doubts and layout.shape.is_long:
        found.append(
            SheetQuestion(
                "rounds",
                gettext_noop(
                    "The total of a row isn’t always what its hands add up to. What is imported?"
                ),
                (
                    ("hands", gettext_noop("The hands, as they stand there.")),
                    ("totals", gettext_noop("The totals, one result an evening.")),
                ),
                {},
                answers.get("rounds", ""),
            )
        )
    if Doubt.PARTS in guess.doubts and layout.shape.is_long:
        found.append(
            SheetQuestion(
                "parts",
                gettext_noop(
                    "Is each of the columns “{name}” a hand? If not, choose the columns to import."
                ),
                (("hands", gettext_noop("Yes, each is a hand.")),),
                {"name": "”, “".join(guess.layout.headings[one] for one in guess.parts)},
                answers.get("parts", ""),
            )
        )
    if layout.shape == guess.layout.shape:
        found += [_question_of_column(layout.headings[one], one, answers) for one in guess.odd]
    if Doubt.STANDINGS in guess.doubts:
        found.append(
            SheetQuestion(
                "standings",
                gettext_noop(
                    "Each player is in this file once, with a number of wins. These look like "
                    "final standings, which don’t say what was played when. What are they?"
                ),
                (("evening", gettext_noop("The points of one evening.")),),
                {},
                answers.get("standings", ""),
            )
        )
    if (
        Doubt.NAMES in guess.doubts
        and guess.unused_names is not None
        and layout.column(Use.NAME) is None
    ):
        found.append(
            SheetQuestion(
                "names",
                gettext_noop(
                    "“{name}” seems to have the names of the players. If so, choose the use of "
                    "the columns: the player, and the points. If not, what are the other columns?"
                ),
                (("headings", gettext_noop("Each is the player in its heading.")),),
                {"name": guess.layout.headings[guess.unused_names]},
                answers.get("names", ""),
            )
        )
    if Doubt.PLACES in guess.doubts and layout.shape == guess.layout.shape:
        found.append(
            SheetQuestion(
                "places",
                gettext_noop("In each row the numbers are 1, 2, 3 and so on. What are they?"),
                (
                    ("places", gettext_noop("Places: 1 is the winner.")),
                    ("points", gettext_noop("Points.")),
                ),
                {},
                answers.get("places", ""),
            )
        )
    if Doubt.SCORES in guess.doubts and not (
        layout.columns(Use.POINTS) or layout.columns(Use.PLAYER)
    ):
        found.append(
            SheetQuestion(
                "scores",
                gettext_noop(
                    "“{name}” may have points, but only who won is imported. Is that right? If "
                    "not, choose the columns to import."
                ),
                (("leave", gettext_noop("Yes, only who won.")),),
                {"name": "”, “".join(guess.layout.headings[one] for one in guess.scores)},
                answers.get("scores", ""),
            )
        )
    if Doubt.FALLING in guess.doubts:
        found.append(
            SheetQuestion(
                "falling",
                gettext_noop(
                    "The numbers of all players fall from row to row, as what remains of 501 does. "
                    "What remains can’t be imported. What are they?"
                ),
                (("points", gettext_noop("the points of each row")),),
                {},
                answers.get("falling", ""),
            )
        )
    return found


def _question_of_column(heading: str, column: int, answers: Mapping[str, str]) -> SheetQuestion:
    """Ask whether the heading of a column is a player."""
    key = f"odd-{column}"
    return SheetQuestion(
        key,
        gettext_noop(
            "Is “{name}” a player? The league has none of this name, or the numbers below "
            "it are not like the others."
        ),
        (
            ("nothing", gettext_noop("No. Leave it out.")),
            ("player", gettext_noop("Yes, a player.")),
        ),
        {"name": heading},
        answers.get(key, ""),
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
    others = {column for one in guess.blocks if one is not own for column in one.players}
    others |= {one.day for one in guess.blocks if one.day is not None and one.day != own.day}
    others |= {*range(own.players[-1] + 1, len(guess.layout.headings))}
    changes = (*tidying.changes, lambda found: emptied(found, others))
    tidying = replace(tidying, changes=changes)
    found = recognise(list(tidying.of(rows)), players)
    reasons = [
        OTHER_TABLE if column in others else reason for column, reason in enumerate(found.reasons)
    ]
    return tidying, replace(found, reasons=tuple(reasons), blocks=guess.blocks)


def _question_of_blocks(guess: Recognised, answers: Mapping[str, str]) -> list[SheetQuestion]:
    """Ask which of several tables side by side is to be imported."""
    if not guess.blocks:
        return []
    letters = column_names([""] * len(guess.layout.headings))
    tables = {
        str(number): f"{letters[one.players[0]]}–{letters[one.players[-1]]} {one.title}".strip()
        for number, one in enumerate(guess.blocks, 1)
    }
    return [
        SheetQuestion(
            "block",
            gettext_noop(
                "The same names stand side by side {count} times. Which of the tables is this "
                "season? Import the file once more for each of the others."
            ),
            tuple((number, f"{{table{number}}}") for number in tables),
            {"count": len(tables)} | {f"table{number}": text for number, text in tables.items()},
            answers.get("block", ""),
        )
    ]


def _with_totals(layout: Layout, guess: Recognised) -> Layout:
    """Return the layout with the total of each row in place of its hands."""
    total = next(column for column, reason in enumerate(guess.reasons) if reason == SUM)
    rest = layout.without(Use.POINTS).uses
    uses = (*rest[:total], Use.POINTS, *rest[total + 1 :])
    return replace(layout, uses=uses, shape=Shape.LONG)
