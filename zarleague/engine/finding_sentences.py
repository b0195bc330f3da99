"""Sentences for findings: the only place where the engine's codes become words.

Templates are plain English with named placeholders, so that a page can translate the template and
fill it in afterwards. A code may have several templates; the first whose facts the finding has is
used, so the more specific ones come first.
"""

from collections.abc import Mapping
from functools import cache
from string import Formatter
from typing import Final, NamedTuple

from zarleague.engine.findings import Code, Finding, Verdict
from zarleague.engine.games import find
from zarleague.engine.log import Log
from zarleague.engine.ruleset import Rule

_ALL_COPIES: Final = "All {most} copies of {card} were somewhere else."
_BOTH_COPIES: Final = "Both copies of {card} were somewhere else."
_IN_THE_SINGULAR: Final[Mapping[str, tuple[str, str]]] = {
    _ALL_COPIES: (
        "most",
        "The only copy of {card} was somewhere else.",
    ),
    "{player} can’t have {count} cards.": ("count", "{player} can’t have 1 card."),
    "{player}: no cards add up to {count} points.": (
        "count",
        "{player}: no cards add up to 1 point.",
    ),
    "{player} counted {count} points, but the cards add up to {expected}.": (
        "count",
        "{player} counted 1 point, but the cards add up to {expected}.",
    ),
    "No cards add up to {count} points in total.": (
        "count",
        "No cards add up to 1 point in total.",
    ),
    "We can’t tell whether {player} had another card to play: {count} of that hand’s cards "
    "stayed hidden.": (
        "count",
        "We can’t tell whether {player} had another card to play: one of that hand’s cards "
        "stayed hidden.",
    ),
    "We can’t tell whether {player} could have followed suit: {count} of that hand’s cards "
    "stayed hidden.": (
        "count",
        "We can’t tell whether {player} could have followed suit: one of that hand’s cards "
        "stayed hidden.",
    ),
    "We can’t tell whether that’s true: {count} of that hand’s cards stayed hidden.": (
        "count",
        "We can’t tell whether that’s true: one of that hand’s cards stayed hidden.",
    ),
}
"""Templates with a fact that is counted, and the template instead where it is 1."""
_PLAYERS: Final = "This game is for {least} to {most} players, not {count}."
_PLAYERS_EXACTLY: Final = "This game is for {most} players, not {count}."


class Sentence(NamedTuple):
    """A template and the values that fill it: ``str()`` gives the English sentence."""

    template: str
    values: dict[str, str | int]

    def __str__(self) -> str:
        return capitalised(self.template.format(**self.values))


def capitalised(text: str) -> str:
    """Return a sentence with its first letter in upper case, as it may begin with a card's name."""
    return text[:1].upper() + text[1:]


def worded(template: str, values: dict[str, str | int]) -> Sentence:
    """Return the sentence of a template, as it reads with these values: one card is not "1 cards",
    and from 4 to 4 is 4."""
    key, singular = _IN_THE_SINGULAR.get(template, ("", ""))
    if key and values[key] == 1:
        return Sentence(singular, values)
    if template == _ALL_COPIES and values["most"] == 2:
        return Sentence(_BOTH_COPIES, values)
    if template == _PLAYERS and values["least"] == values["most"]:
        return Sentence(_PLAYERS_EXACTLY, values)
    return Sentence(template, values)


def templates_by_number() -> list[str]:
    """Return the templates that replace others where a number is 1, or two are equal."""
    singular = [said for _, said in _IN_THE_SINGULAR.values()]
    return [*singular, _BOTH_COPIES, _PLAYERS_EXACTLY]


_ILLEGAL: Final[dict[Code, tuple[str, ...]]] = {
    Code.NOT_A_LINE: ("This line makes no sense.",),
    Code.NO_SUCH_SEAT: ("Nobody called “{word}” is at this table.", "There’s no such seat."),
    Code.WRONG_SEATS: (_PLAYERS, "This game isn’t for that many players."),
    Code.NO_SUCH_PLACE: (
        "There’s no card at position {place}.",
        "There’s no face-down card at position {face_down}.",
        "Column {column} isn’t face up.",
        "There’s no such position.",
    ),
    Code.NOT_IN_DECK: ("There’s no card “{word}” in this deck.", "There’s no such card."),
    Code.NO_SUCH_WORD: (
        "“{word}” doesn’t mean anything here.",
        "That word doesn’t mean anything here.",
    ),
    Code.WRONG_OPERANDS: ("This isn’t how “{word}” is written.", "Something’s missing."),
    Code.NOT_IN_THIS_GAME: ("That doesn’t exist in this game.",),
    Code.TOO_LONG: (
        "A log can have at most {word} lines: the rest is ignored.",
        "The log is too long: the rest is ignored.",
    ),
    Code.TOO_MANY_SEATS: (
        "A log can have at most {word} players: the other names are ignored.",
        "The log has too many players.",
    ),
    Code.NOT_STARTED: ("The hand hasn’t started yet.",),
    Code.ALREADY_DEALT: ("The cards have already been dealt.",),
    Code.HAND_OVER: ("The hand is over.",),
    Code.OUT_OF_TURN: ("It was {due}’s turn, not {player}’s.", "It wasn’t {player}’s turn."),
    Code.NO_LAST_TURN: ("{player} can’t have a last turn now.",),
    Code.TOO_LATE: ("Too late: {due} had already played.", "Too late."),
    Code.NOT_FINISHED: ("{due} still had something to do.", "The hand isn’t over yet."),
    Code.NONE_LEFT: (
        _ALL_COPIES,
        "Every {card} was somewhere else.",
        "Every copy of that card was somewhere else.",
    ),
    Code.NOT_HELD: ("{player} didn’t have {card}.", "{player} didn’t have that card."),
    Code.NOT_THERE: ("The card there was {top}, not {card}.", "There was a different card there."),
    Code.WRONG_COUNT: (
        "The number of cards should be {expected_count}, not {count}.",
        "{player} can’t have {count} cards.",
        "The number of cards is wrong.",
    ),
    Code.SUPPLY_EMPTY: ("There was nothing left to draw.",),
    Code.LEFT_OUT: (
        "The line “{word} {seat}” is missing before this.",
        "A “{word}” line is missing before this.",
        "A line is missing before this.",
    ),
    Code.MISWRITTEN: ("What follows doesn’t fit this line: it was probably different.",),
    Code.DOES_NOT_FIT: (
        "{card} can’t go on {top} when {named} has been called.",
        "{card} can’t go on {top}.",
        "{card} can’t be played here.",
        "That card can’t be played here.",
    ),
    Code.NOT_MATCHING: (
        "{card} and {top} have neither number nor colour in common.",
        "The two cards don’t match.",
    ),
    Code.NOT_IDENTICAL: ("{card} isn’t identical to {top}.", "The cards aren’t identical."),
    Code.NOT_ALLOWED: ("That isn’t allowed under these rules.",),
    Code.MUST_NAME: ("{player} had to call what comes next.",),
    Code.MAY_NOT_NAME: ("{word} can’t be called here.", "Nothing can be called here."),
    Code.COULD_HAVE_PLAYED: (
        "{player} could have played {card}.",
        "{player} had another card to play.",
    ),
    Code.MUST_FOLLOW: (
        "{player} had {card} and had to follow suit.",
        "{player} could follow suit and had to.",
    ),
    Code.MUST_SETTLE: (
        "{card} can’t be stacked on {top}: the two kinds don’t mix.",
        "{player} had to draw {count} first.",
        "{player} owed cards and had to draw them first.",
    ),
    Code.NOTHING_OWED: ("{player} didn’t owe any cards.",),
    Code.NOT_SETTLED: (
        "{player} had to draw {count} and never did.",
        "{player} owed cards and never drew them.",
    ),
    Code.NOT_CHOSEN: (
        "{due} still had to choose who draws.",
        "Someone still had to choose who draws.",
    ),
    Code.WRONG_WORD: (
        "It should have been “{expected_word}”.",
        "“{word}” was the wrong call.",
        "That was the wrong call.",
    ),
    Code.FALSE_CLAIM: ("That wasn’t true.",),
    Code.WRONG_POINTS: (
        "The points should be {expected_count}, not {count}.",
        "The points are wrong.",
    ),
}

_UNKNOWN: Final[dict[Code, tuple[str, ...]]] = {
    Code.COULD_HAVE_PLAYED: (
        "We can’t tell whether {player} had another card to play: {count} of that hand’s cards "
        "stayed hidden.",
        "We can’t tell whether {player} had another card to play.",
    ),
    Code.MUST_FOLLOW: (
        "We can’t tell whether {player} could have followed suit: {count} of that hand’s cards "
        "stayed hidden.",
        "We can’t tell whether {player} could have followed suit.",
    ),
    Code.DOES_NOT_FIT: ("We can’t tell whether that card could be played.",),
    Code.NOT_MATCHING: ("We can’t tell whether the two cards match.",),
    Code.NOT_STARTED: (
        "We can’t tell whether the hand could start: the card turned up wasn’t recorded.",
    ),
    Code.OUT_OF_TURN: ("We can’t tell whether it was {player}’s turn.",),
    Code.NOTHING_OWED: ("We can’t tell whether {player} owed any cards.",),
    Code.NOT_ALLOWED: ("We can’t tell whether that was allowed.",),
    Code.NOT_SETTLED: (
        "We can’t tell whether someone still had to draw: the last card wasn’t recorded.",
    ),
    Code.NOT_IDENTICAL: ("We can’t tell whether the cards were identical.",),
    Code.FALSE_CLAIM: (
        "We can’t tell whether that’s true: {count} of that hand’s cards stayed hidden.",
        "We can’t tell whether that’s true.",
    ),
    Code.WRONG_POINTS: ("The points can’t be checked: some of the cards left were never shown.",),
}
_UNKNOWN_BY_DEFAULT: Final = ("We can’t tell.",)

_SETTLED: Final[dict[Code, tuple[str, ...]]] = {
    Code.COULD_HAVE_PLAYED: ("Cards shown later prove it: nothing else could be played.",),
    Code.MUST_FOLLOW: ("Cards shown later prove it: no card in hand could follow suit.",),
}
_SETTLED_LEGAL: Final = ("Cards shown later prove it was fine.",)


_REMEDIES: Final = {
    "unwind": "It is taken back.",
    "penalty": "It stands, and {player} takes the penalty.",
}


def sentence(finding: Finding, log: Log) -> Sentence:
    """Return the sentence of a finding, with the names of seats and cards of *log* filled in."""
    return _with_values(finding.code, finding.verdict, _values(finding, log))


def sentence_without_cards(code: str, verdict: str, values: Mapping[str, str | int]) -> Sentence:
    """Return the sentence of a stored finding without the names of its cards, for readers who may
    not see them. ``verdict`` is the name of a `Verdict` in lower case."""
    kept = {key: value for key, value in values.items() if key not in _CARDS}
    return _with_values(Code(code), Verdict[verdict.upper()], kept)


def _with_values(code: Code, verdict: Verdict, values: dict[str, str | int]) -> Sentence:
    if verdict is Verdict.ILLEGAL:
        templates = _ILLEGAL[code]
    elif verdict is Verdict.UNKNOWN:
        templates = _UNKNOWN.get(code, _UNKNOWN_BY_DEFAULT)
    else:
        templates = _SETTLED.get(code, _SETTLED_LEGAL)
    template = next(t for t in templates if placeholders(t) <= values.keys())
    return worded(template, values)


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
    said_by_code = [template for said in by_code for template in said]
    return [*said_by_code, *templates_by_number(), *_REMEDIES.values()]


def rule_of(finding: Finding, log: Log) -> Rule | None:
    """Return the rule a finding rests on; None for a finding about the line itself."""
    return find(log.ruleset.game).rules.get(finding.rule)


@cache
def placeholders(template: str) -> set[str]:
    """Return the names of what fills a template."""
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
