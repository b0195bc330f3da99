"""Compare a hand under other house rules, in words: the options that change anything, and both
sides of one."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.utils.translation import gettext as _
from markupsafe import Markup

from zarleague.engine.games import scored
from zarleague.engine.ruleset import Option, Ruleset
from zarleague.reports.drawings.table_picture import faces_of, table_svg, tall
from zarleague.reports.words import replay_words as words
from zarleague.reports.words.replay_words import ruleset_of

Data = dict[str, Any]


@dataclass(frozen=True, slots=True)
class OtherValue:
    """Another value of an option: its meaning, the first event that would be judged differently
    (from 1), and whether this value is being compared."""

    value: str
    meaning: str
    event: int
    chosen: bool


@dataclass(frozen=True, slots=True)
class ChangingOption:
    """An option that would change something: its title, the value it was played with, and the
    others."""

    option: str
    title: str
    played: str
    source: str
    answers: tuple[OtherValue, ...]


@dataclass(frozen=True, slots=True)
class DifferingEvent:
    """An event that is judged differently, as one side judges it."""

    number: int
    said: str
    verdict: str
    remarks: tuple[Data, ...]
    parts: bool


@dataclass(frozen=True, slots=True)
class Side:
    """A hand under one of two rulesets: what the option means here, the table where the two part,
    the events judged differently, points, and counts of verdicts."""

    meaning: str
    table: Markup
    rows: tuple[DifferingEvent, ...]
    points: tuple[tuple[str, int | None], ...]
    over: bool
    illegal: int
    unknown: int


@dataclass(frozen=True, slots=True)
class OtherRules:
    """The options that would change a hand and, for a chosen value, its two sides. ``not_compared``
    are the titles of those that would have taken too long. ``parts_at`` is the event where they
    part, from 1, or 0 if they never do; ``more`` is the number of rows left out."""

    questions: tuple[ChangingOption, ...]
    not_compared: tuple[str, ...]
    title: str
    sides: tuple[Side, ...]
    parts_at: int
    more: int


def comparison(data: Data, option: str, value: str) -> OtherRules:
    """Return the result of `engine.alternatives` for a hand, in words."""
    ruleset = ruleset_of(data)
    options = {one.key: one for one in scored(ruleset.game).options}
    parts_at = data["parts_at"]
    chosen = options.get(option)
    sides = tuple(_side(one, data, chosen) for one in data["sides"]) if chosen else ()
    shown = len(sides[0].rows) if sides else 0
    return OtherRules(
        questions=tuple(_questions(data, ruleset, options, (option, value))),
        not_compared=tuple(_(options[key].title) for key in data["not_compared"]),
        title=_(chosen.title) if chosen else "",
        sides=sides,
        parts_at=0 if parts_at is None else parts_at + 1,
        more=data.get("rows", shown) - shown,
    )


def _questions(
    data: Data, ruleset: Ruleset, options: dict[str, Option], chosen: tuple[str, str]
) -> Iterator[ChangingOption]:
    for key, found in groupby(data["alternatives"], lambda one: one["option"]):
        option = options[key]
        answers = tuple(
            OtherValue(
                one["value"],
                words.choice(option, one["value"]),
                one["event"] + 1,
                (key, one["value"]) == chosen,
            )
            for one in found
        )
        played = words.choice(option, ruleset[key])
        yield ChangingOption(key, _(option.title), played, words.source(option), answers)


def _side(side: Data, data: Data, option: Option) -> Side:
    ruleset = ruleset_of(side)
    at = data["parts_at"]
    rows = tuple(
        DifferingEvent(
            number=row["event"] + 1,
            said=words.sentence(row["clauses"]),
            verdict=words.VERDICT_CLASSES[row["verdict"]],
            remarks=tuple(words.remark(one, ruleset) for one in row["findings"]),
            parts=row["event"] == at,
        )
        for row in side["events"]
    )
    there = next((row for row in rows if row.parts), None)
    table = table_svg(
        side["table"],
        data["seats"],
        data["dealer"],
        faces_of(side),
        there.said if there else "",
        there.verdict if there else "",
        tall,
    )
    return Side(
        meaning=words.choice(option, ruleset[option.key]),
        table=table,
        rows=rows,
        points=tuple(side["points"].items()),
        over=side["over"],
        illegal=side["counts"]["illegal"],
        unknown=side["counts"]["cannot be known"],
    )
