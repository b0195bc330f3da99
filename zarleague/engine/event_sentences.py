"""Sentences for events: what happened at the table, for readers who do not know the log's spelling.

An event becomes one or more clauses, such as "Ann plays wild 1" and "calls green". Templates are
plain English with named placeholders, as in :mod:`zarleague.engine.finding_sentences`, so that a
page can translate each clause and fill it in afterwards.
"""

from typing import Final, NamedTuple

from zarleague.engine import event as kinds
from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import NONE, Event
from zarleague.engine.games import find
from zarleague.engine.log import Log
from zarleague.engine.vocabulary import vocabulary_of


class Clause(NamedTuple):
    """A template and what fills it. ``names`` are players' names, which are never translated;
    ``words`` lists of cards and named words, each translated on its own; ``numbers`` the rest."""

    template: str
    names: dict[str, str]
    words: dict[str, tuple[str, ...]]
    numbers: dict[str, int]


# By kind: with every card named, with one unknown card, with several cards of which some are
# unknown, with no card at all.
_MOVED: Final[dict[int, tuple[str, str, str, str]]] = {
    kinds.DEAL: (
        "{player} is dealt {cards}",
        "{player} is dealt a card",
        "{player} is dealt {count} cards",
        "{player} is dealt nothing",
    ),
    kinds.UP: (
        "{cards} is turned up",
        "A card is turned up",
        "{count} cards are turned up",
        "Nothing is turned up",
    ),
    kinds.DRAW: (
        "{player} draws {cards}",
        "{player} draws a card",
        "{player} draws {count} cards",
        "{player} draws",
    ),
    kinds.PLAY: (
        "{player} plays {cards}",
        "{player} plays an unrecorded card",
        "{player} plays {count} unrecorded cards",
        "{player} plays",
    ),
    kinds.MATCH: (
        "{player} plays {cards} out of turn",
        "{player} plays an unrecorded card out of turn",
        "{player} plays {count} unrecorded cards out of turn",
        "{player} plays out of turn",
    ),
    kinds.PASS: ("{player} passes",) * 4,
    kinds.TAKE: (
        "{player} takes {cards} from the discard pile",
        "{player} takes the top card of the discard pile",
        "{player} takes {count} cards",
        "{player} takes the trick",
    ),
    kinds.PUT: ("{player} puts {first} at position {place} and takes out {second}",) * 4,
    kinds.DISCARD: (
        "{player} discards {cards}",
        "{player} discards an unrecorded card",
        "{player} discards {count} cards",
        "{player} discards",
    ),
    kinds.TURN: (
        "{player} turns up {cards}",
        "{player} turns up an unrecorded card",
        "{player} turns up {count} cards",
        "{player} turns up a card",
    ),
    kinds.CLEAR: (
        "{player} clears a column: {cards}",
        "{player} clears a column",
        "{player} clears a column",
        "{player} clears a column",
    ),
    kinds.ADD: (
        "{player} adds {cards}",
        "{player} adds an unrecorded card",
        "{player} adds {count} cards face down",
        "{player} adds a card",
    ),
    kinds.CHOOSE: ("{player} chooses",) * 4,
    kinds.SET_ASIDE: (
        "{player} sets aside {cards}",
        "{player} sets a card aside",
        "{player} sets {count} cards aside",
        "{player} sets nothing aside",
    ),
    kinds.COPY: (
        "{player} copies {cards}",
        "{player} copies an unrecorded card",
        "{player} copies {count} cards",
        "{player} copies a card",
    ),
    kinds.REMOVE: (
        "{player} removes {cards}",
        "{player} removes an unrecorded card",
        "{player} removes {count} cards",
        "{player} removes a card",
    ),
    kinds.SWAP: ("{player} swaps hands",) * 4,
    kinds.SAY: ("{player} speaks",) * 4,
    kinds.ASK: ("{player} asks how many cards {other} has left",) * 4,
    kinds.CATCH: ("{player} catches {other}",) * 4,
    kinds.ACCUSE: ("{player} calls the previous player’s bluff",) * 4,
    kinds.REACT: ("{player} reacts",) * 4,
    kinds.PENALTY: (
        "{player} draws {cards} as a penalty",
        "{player} draws a card as a penalty",
        "{player} draws {count} cards as a penalty",
        "{player} gets a penalty",
    ),
    kinds.RESHUFFLE: ("The discard pile is shuffled into a new draw pile",) * 4,
    kinds.CLOSE: ("The hand ends",) * 4,
    kinds.LEFT: (
        "{player} has {cards} left",
        "{player} has one unrecorded card left",
        "{player} has {count} cards left",
        "{player} has no cards left",
    ),
    kinds.HOLDS: (
        "{player} holds {cards} at the start",
        "{player} holds a card at the start",
        "{player} holds {count} cards at the start",
        "{player} holds nothing at the start",
    ),
    kinds.LAID: ("{cards}, laid by {player}, is on the discard pile",) * 4,
    kinds.STOCK: ("The draw pile has {number} cards",) * 4,
    kinds.OWES: ("{player} owes {number} cards",) * 4,
    kinds.FACES: ("{player} has to draw {number} cards or answer",) * 4,
    kinds.DREW: (
        "{player} has just drawn {cards}",
        "{player} has just drawn a card",
        "{player} has just drawn {count} cards",
        "{player} has just drawn",
    ),
    kinds.SAID: ("{player} has said that one card will be left",) * 4,
    kinds.UNSAID: ("{player} has not said that one card is left",) * 4,
    kinds.REVERSED: ("The order is reversed",) * 4,
    kinds.COLLECTED: (
        "{player} has collected {cards}",
        "{player} has collected an unrecorded card",
        "{player} has collected {count} cards",
        "{player} has collected nothing",
    ),
    kinds.WON: ("{player} has won {number} tricks",) * 4,
    kinds.DONE: ("{player} has finished a turn",) * 4,
    kinds.LAST_TURN: ("{player} still has a last turn",) * 4,
    kinds.TO_PLAY: ("The log starts here: it is {player}’s turn",) * 4,
}

# Words of an event besides its cards, where they are a sentence of their own.
_SPEAKS: Final = "{player} says “{word}”"
_CHOOSES_WORD: Final = "{player} chooses {word}"
_CHOOSES: Final = "{player} chooses {others}"
_ACCUSES: Final = "{player} calls {other}’s bluff"
_TURNS: Final = "{player} turns up {cards} at position {place}"
_HOLDS_PLACES: Final = "{player} has a grid of {number} cards, face up {cards}"
_HOLDS_FACE_DOWN: Final = "{player} has a grid of {number} face-down cards"
_ADDS_UNKNOWN: Final = "{player} adds a face-down column of {count} cards"

# Words after the first clause.
_NAMES: Final = "calls {word}"
_SWAPS: Final = "swaps hands with {other}"
_SAYS: Final = "says “{said}”"


def clauses(event: Event, log: Log) -> list[Clause]:
    """Return what happened in *event*, the first clause with its subject, at most three more."""
    names = _names(event, log)
    words = _words(event, log)
    numbers = _numbers(event)
    first = Clause(_template(event, words), names, words, numbers)
    found = [first]
    if event.name != NONE and "{word}" not in first.template:
        found.append(Clause(_NAMES, {}, words, {}))
    if event.other != NONE and "{other}" not in first.template and event.kind in _PLAYS:
        found.append(Clause(_SWAPS, names, {}, {}))
    if event.said:
        found.append(Clause(_SAYS, {"said": " ".join(event.said)}, {}, {}))
    return found


_PLAYS: Final = frozenset({kinds.PLAY, kinds.MATCH, kinds.SWAP})


def _template(event: Event, words: dict[str, tuple[str, ...]]) -> str:
    kind = event.kind
    if kind == kinds.SAY and "word" in words:
        return _SPEAKS
    if kind == kinds.CHOOSE:
        if "word" in words:
            return _CHOOSES_WORD
        if event.more or event.other != NONE:
            return _CHOOSES
    if kind == kinds.ACCUSE and event.other != NONE:
        return _ACCUSES
    if kind == kinds.TURN and event.more and len(event.cards) == 1 and UNKNOWN not in event.cards:
        return _TURNS
    if kind == kinds.ADD and len(event.cards) > 1:
        return _ADDS_UNKNOWN
    if kind == kinds.HOLDS and event.more:
        return _HOLDS_PLACES if event.cards else _HOLDS_FACE_DOWN
    named, one, several, none = _MOVED[kind]
    if not event.cards:
        return none
    if UNKNOWN not in event.cards:
        return named
    return one if len(event.cards) == 1 else several


def _names(event: Event, log: Log) -> dict[str, str]:
    seats = log.seats
    names = {}
    if 0 <= event.seat < len(seats):
        names["player"] = seats[event.seat]
    if 0 <= event.other < len(seats):
        names["other"] = seats[event.other]
    if event.kind == kinds.CHOOSE:
        chosen = (event.other, *event.more)
        names["others"] = ", ".join(seats[seat] for seat in chosen if 0 <= seat < len(seats))
    return names


def _words(event: Event, log: Log) -> dict[str, tuple[str, ...]]:
    faces = find(log.ruleset.game).deck(log.ruleset).faces
    cards = tuple("?" if card == UNKNOWN else faces[card].name for card in event.cards)
    words: dict[str, tuple[str, ...]] = {}
    if cards:
        words |= {"cards": cards, "first": cards[:1], "second": cards[1:2] or cards[:1]}
    if event.name != NONE:
        words["word"] = (vocabulary_of(log.ruleset).words[event.name],)
    return words


def _numbers(event: Event) -> dict[str, int]:
    place = event.more[0] if event.more else 0
    number = len(event.more) if event.kind == kinds.HOLDS else place
    return {"count": len(event.cards), "place": place, "number": number}


def templates() -> list[str]:
    """Return every template a clause may be made of, for translators."""
    one_of_a_kind = [_SPEAKS, _CHOOSES_WORD, _CHOOSES, _ACCUSES, _TURNS, _ADDS_UNKNOWN]
    one_of_a_kind += [_HOLDS_PLACES, _HOLDS_FACE_DOWN]
    by_kind = [template for four in _MOVED.values() for template in four]
    return list(dict.fromkeys([*by_kind, *one_of_a_kind, _NAMES, _SWAPS, _SAYS]))
