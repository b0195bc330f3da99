"""Sentences for findings: the only place where the engine's codes become words.

Templates are plain English with named placeholders, so that a page can translate the template and
fill it in afterwards. A code may have several templates; the first whose facts the finding has is
used, so the more specific ones come first.
"""

from functools import cache
from string import Formatter
from typing import Final, NamedTuple

from zarleague.engine.findings import Code, Finding, Verdict
from zarleague.engine.games import find
from zarleague.engine.log import Log
from zarleague.engine.ruleset import Rule


class Sentence(NamedTuple):
    """A template and the values that fill it: ``str()`` gives the English sentence."""

    template: str
    values: dict[str, str | int]

    def __str__(self) -> str:
        return capitalised(self.template.format(**self.values))


def capitalised(text: str) -> str:
    """Return a sentence with its first letter in upper case, as it may begin with a card's name."""
    return text[:1].upper() + text[1:]


_ILLEGAL: Final[dict[Code, tuple[str, ...]]] = {
    Code.NOT_A_LINE: ("This line cannot be read.",),
    Code.NO_SUCH_SEAT: ('Nobody called "{word}" sits at this table.', "There is no such seat."),
    Code.WRONG_SEATS: (
        "{count} players sat here; this game is for {least} to {most}.",
        "This game is not for so many players.",
    ),
    Code.NO_SUCH_PLACE: (
        "There is no card in place {place}.",
        "No card lies face down in place {face_down}.",
        "Column {column} does not lie face up.",
        "There is no such place.",
    ),
    Code.NOT_IN_DECK: ('There is no card "{word}" in this deck.', "There is no such card."),
    Code.NO_SUCH_WORD: ('"{word}" means nothing here.', "That word means nothing here."),
    Code.WRONG_OPERANDS: ('This line does not fit its verb: "{word}".', "Something is missing."),
    Code.NOT_IN_THIS_GAME: ("There is no such thing in this game.",),
    Code.TOO_LONG: (
        "A log has at most {word} events: the rest is not read.",
        "The log is too long: the rest is not read.",
    ),
    Code.TOO_MANY_SEATS: (
        "A log has at most {word} seats: the names after them are left out.",
        "The log has too many seats.",
    ),
    Code.NOT_STARTED: ("The hand has not begun.",),
    Code.ALREADY_DEALT: ("That has been dealt already.",),
    Code.HAND_OVER: ("The hand is over.",),
    Code.OUT_OF_TURN: ("It was {due}'s turn, not {player}'s.", "It was not {player}'s turn."),
    Code.TOO_LATE: ("Too late: {due} had already played.", "That came too late."),
    Code.NOT_FINISHED: ("{due} still had to act.", "The hand is not finished."),
    Code.NONE_LEFT: (
        "All {most} copies of {card} were accounted for elsewhere.",
        "Every copy of {card} was accounted for elsewhere.",
        "Every copy of that card was accounted for elsewhere.",
    ),
    Code.NOT_HELD: (
        "{player} did not hold {card}.",
        "{player} did not hold that card.",
    ),
    Code.NOT_THERE: ("{top} lay there, not {card}.", "Another card lay there."),
    Code.WRONG_COUNT: (
        "The number of cards is {count}; it should be {due_count}.",
        "{player} has {count} cards; that cannot be.",
        "The number of cards is wrong.",
    ),
    Code.SUPPLY_EMPTY: ("There was nothing left to draw.",),
    Code.LEFT_OUT: (
        'Before this the line "{word} {seat}" is missing.',
        'Before this a line "{word}" is missing.',
        "Before this a line is missing.",
    ),
    Code.DOES_NOT_FIT: (
        "{card} does not fit on {top} when {named} is asked for.",
        "{card} does not fit on {top}.",
        "{card} does not fit.",
        "That card does not fit.",
    ),
    Code.NOT_MATCHING: (
        "{card} and {top} share neither number nor colour.",
        "The two cards do not match.",
    ),
    Code.NOT_IDENTICAL: (
        "{card} is not identical to {top}.",
        "The cards are not identical.",
    ),
    Code.NOT_ALLOWED: ("That is not allowed under these rules.",),
    Code.MUST_NAME: ("{player} had to name what comes next.",),
    Code.MAY_NOT_NAME: ("{word} cannot be named here.", "Nothing can be named here."),
    Code.COULD_HAVE_PLAYED: (
        "{player} could have played {card}.",
        "{player} held another card that could be played.",
    ),
    Code.MUST_FOLLOW: (
        "{player} held {card} and had to follow.",
        "{player} held a card that followed and had to play it.",
    ),
    Code.MUST_SETTLE: (
        "{player} first had to draw {count}.",
        "{player} first had to draw what was owed.",
    ),
    Code.NOTHING_OWED: ("{player} owed no card.",),
    Code.NOT_SETTLED: (
        "{player} never drew the {count} cards owed.",
        "{player} never drew the cards owed.",
    ),
    Code.NOT_CHOSEN: (
        "{due} still had to choose who draws.",
        "Somebody still had to choose who draws.",
    ),
    Code.WRONG_WORD: (
        'It should have been "{due_word}".',
        '"{word}" was the wrong thing to say.',
        "That was the wrong thing to say.",
    ),
    Code.FALSE_CLAIM: ("That was not so.",),
    Code.WRONG_POINTS: (
        "The points are {count}; they should be {due_count}.",
        "The points are wrong.",
    ),
}

_UNKNOWN: Final[dict[Code, tuple[str, ...]]] = {
    Code.COULD_HAVE_PLAYED: (
        "Whether {player} held another card that could be played cannot be known: "
        "{count} cards of that hand were never shown.",
        "Whether {player} held another card that could be played cannot be known.",
    ),
    Code.MUST_FOLLOW: (
        "Whether {player} could have followed cannot be known: "
        "{count} cards of that hand were never shown.",
        "Whether {player} could have followed cannot be known.",
    ),
    Code.DOES_NOT_FIT: ("Whether that card fits cannot be known.",),
    Code.NOT_MATCHING: ("Whether the two cards match cannot be known.",),
    Code.NOT_SETTLED: (
        "Whether somebody still had to draw cannot be known: the last card was not noted.",
    ),
    Code.NOT_IDENTICAL: ("Whether the cards were identical cannot be known.",),
    Code.FALSE_CLAIM: (
        "Whether that was so cannot be known: {count} cards of that hand were never shown.",
        "Whether that was so cannot be known.",
    ),
    Code.WRONG_POINTS: ("The points cannot be checked: not all cards left were shown.",),
}
_UNKNOWN_BY_DEFAULT: Final = ("This cannot be known.",)

_SETTLED: Final[dict[Code, tuple[str, ...]]] = {
    Code.COULD_HAVE_PLAYED: ("The cards shown later settle it: nothing else could be played.",),
    Code.MUST_FOLLOW: ("The cards shown later settle it: nothing held could follow.",),
}
_SETTLED_LEGAL: Final = ("The cards shown later settle it: all was in order.",)


_REMEDIES: Final = {
    "unwind": "It is taken back.",
    "penalty": "It stands, and {player} pays the penalty.",
}


def sentence(finding: Finding, log: Log) -> Sentence:
    """Return the sentence of a finding, with the names of seats and cards of *log* filled in."""
    values = _values(finding, log)
    if finding.verdict is Verdict.ILLEGAL:
        templates = _ILLEGAL[finding.code]
    elif finding.verdict is Verdict.UNKNOWN:
        templates = _UNKNOWN.get(finding.code, _UNKNOWN_BY_DEFAULT)
    else:
        templates = _SETTLED.get(finding.code, _SETTLED_LEGAL)
    template = next(t for t in templates if _placeholders(t) <= values.keys())
    return Sentence(template, values)


def remedy(finding: Finding, log: Log) -> Sentence | None:
    """Return what the rules do about an illegal event; None where they do nothing."""
    template = _REMEDIES.get(str(dict(finding.about).get("remedy", "")))
    return Sentence(template, _values(finding, log)) if template else None


def templates() -> list[str]:
    """Return every template a sentence may be made of, for translators."""
    by_code = (
        *_ILLEGAL.values(),
        *_UNKNOWN.values(),
        *_SETTLED.values(),
        _UNKNOWN_BY_DEFAULT,
        _SETTLED_LEGAL,
    )
    return [template for said in by_code for template in said]


def rule_of(finding: Finding, log: Log) -> Rule | None:
    """Return the rule a finding rests on; None for a finding about the line itself."""
    return find(log.ruleset.game).rules.get(finding.rule)


@cache
def _placeholders(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name}


def _values(finding: Finding, log: Log) -> dict[str, str | int]:
    """Return the facts of a finding as words: seats by name, cards by the name of their face."""
    faces = find(log.ruleset.game).deck(log.ruleset).faces
    values: dict[str, str | int] = {"player": "The table"}
    if 0 <= finding.event < len(log.events):
        seat = log.events[finding.event].seat
        if seat >= 0:
            values["player"] = log.seats[seat]
    for key, fact in finding.about:
        if not isinstance(fact, int):
            values[key] = fact
        elif key in _SEATS and 0 <= fact < len(log.seats):
            values[key] = log.seats[fact]
        elif key in _CARDS and 0 <= fact < len(faces):
            values[key] = faces[fact].name
        else:
            values[key] = fact
    return values


_SEATS: Final = frozenset({"player", "seat", "due"})
_CARDS: Final = frozenset({"card", "top"})
