"""Calls at the table: the last card, the question how many cards, the catch of a forgotten call,
and the words called out with a play, by Clay's extended rules.

Those are "MATCH", "DOUBLE", "TRIPLE" and "QUAD", "MATCH-DOUBLE" and so on; with "ZAR" in front when
one card is left ("ZAR'CH" with a match, "ZAR'PLE", "ZAR'QUAD"); with the colour or symbol named, or
the cards to draw, at the end ("ZAR'QUAD-MOONS", "QUAD-DRAW 10"). Matching oneself is declared as
the size of the pile it makes (Clay, Matching, the table).
"""

from typing import Final

from zarleague.engine.event import NONE, Event
from zarleague.engine.findings import Code, Verdict, Violation
from zarleague.engine.game import Remedy
from zarleague.engine.games.zar.close import reopen
from zarleague.engine.games.zar.deck import COLOURS, ZAR
from zarleague.engine.games.zar.state import State
from zarleague.engine.games.zar.violations import ON_OTHERS


def apply_say(state: State, event: Event) -> Violation | None:
    """Judge the call of the last card: "Whenever you have one card in your hand you must declare
    “one”" (Holland, Rules)."""
    if (violation := _judge_talk(state)) is not None:
        return violation
    rules = state.rules
    if event.name != rules.word:
        return Violation(Code.WRONG_WORD, "one", (("expected_word", rules.words[rules.word]),))
    count = state.hand_size(event.seat)
    if count != 1 and not _correct_size(state, event.seat):
        if state.remedy is not Remedy.UNWIND:
            # A line about the hand may be missing; then the next claims are wrong for that, too.
            state.miscounted |= 1 << event.seat
        return Violation(Code.FALSE_CLAIM, "one", (("count", count),))
    state.unsaid &= ~(1 << event.seat)
    return None


def _correct_size(state: State, seat: int) -> bool:
    """Correct the size of a miscounted hand to the one card its player declares. Return whether the
    hand was miscounted."""
    if not state.miscounted >> seat & 1:
        return False
    hands = state.hands
    while state.hand_size(seat) > 1:
        hands.forget(seat)
        state.stock += 1
    if not state.hand_size(seat):
        state.draw_unrecorded(seat, 1)
    state.miscounted &= ~(1 << seat)
    return True


def apply_ask(state: State, event: Event) -> Violation | None:
    """Judge the question how many cards somebody holds: "If you don't, and somebody asks you how
    many cards in your hand, you must draw a second card" (Holland, Rules). Asking never costs the
    one who asks."""
    violation = _judge_talk(state) or _judge_other_seat(state, event)
    if violation is not None:
        return violation
    _punish_unsaid(state, event.other)
    return None


def apply_catch(state: State, event: Event) -> Violation | None:
    """Judge the catch of a player with one card who has not said so; only the option allows it."""
    violation = _judge_talk(state) or _judge_other_seat(state, event)
    if violation is not None:
        return violation
    if not state.rules.any_catch:
        return Violation(Code.NOT_ALLOWED, "catch")
    if not _punish_unsaid(state, event.other):
        return Violation(Code.FALSE_CLAIM, "one", (("seat", event.other),))
    return None


def _punish_unsaid(state: State, seat: int) -> bool:
    """Make a seat owe the penalty if it has one card and has not said so. Return whether it did."""
    bit = 1 << seat
    if not state.unsaid & bit:
        return False
    state.unsaid &= ~bit
    state.owe(seat, state.rules.last_card_penalty, "one")
    return True


def _judge_talk(state: State) -> Violation | None:
    """Return the violation of a call while no hand is played. A hand closed too early goes on."""
    if state.over and not reopen(state):
        return Violation(Code.HAND_OVER, "out")
    return None if state.started else Violation(Code.NOT_STARTED, "turned-up")


def _judge_other_seat(state: State, event: Event) -> Violation | None:
    """Return the violation of speaking to oneself, or to a seat that is not there."""
    if 0 <= event.other < state.seats and event.other != event.seat:
        return None
    return Violation(Code.NO_SUCH_SEAT, "one")


# Clay's text ends with "QUAD"; the longer words go on from there.
_SIZES: Final = (
    *("", "", "DOUBLE", "TRIPLE", "QUAD", "QUINT", "SEXT", "SEPT", "OCT"),
    *("NONET", "DECET", "UNDECET", "DUODECET"),
)
_WITH_ZAR: Final = {"": "ZAR", "MATCH": "ZAR'CH", "DOUBLE": "ZAR'BLE", "TRIPLE": "ZAR'PLE"}
_NUMBERS: Final = {"1": "ONE", "2": "TWO", "3": "THREE", "4": "FOUR", "5": "FIVE", "6": "SIX"}
_PLURALS: Final = {"GALAXY": "GALAXIES", "SIX": "SIXES"}


def judge_declaration(state: State, event: Event, relation: int) -> None:
    """Judge the declaration of a play whose cards already lie on the discard pile."""
    rules = state.rules
    seat = event.seat
    said = "-".join(event.said)
    hear_last_card(state, event)
    if not rules.declares:
        return
    expected = declaration(state, event, matches=relation == ON_OTHERS)
    if _plain(said) == _plain(expected):
        return
    about: tuple[tuple[str, int | str], ...] = (("expected_word", expected),) if expected else ()
    if said:
        about = (("word", said), *about)
    state.add_finding(Verdict.ILLEGAL, Code.WRONG_WORD, "declaration", about)
    if rules.declaration_penalty:
        state.owe(seat, rules.declaration_penalty, "declaration")


def hear_last_card(state: State, event: Event) -> None:
    """Record that a seat has said it holds one card, if "ZAR" was called out with its play."""
    if state.rules.word == ZAR and "-".join(event.said).startswith("ZAR"):
        state.unsaid &= ~(1 << event.seat)


def declaration(state: State, event: Event, *, matches: bool) -> str:
    """Return the declaration due for a play whose cards already lie on the discard pile, "" if
    none. *matches*: it was played on an identical card of somebody else."""
    rules = state.rules
    pile_size = _SIZES[min(state.same_cards_of_owner, len(_SIZES) - 1)]
    words = ["MATCH", pile_size] if matches else [pile_size]
    if rules.word == ZAR and state.hand_size(event.seat) == 1:
        words[0] = _WITH_ZAR.get(words[0], f"ZAR'{words[0]}")
    if event.name != NONE:
        words.append(_named(rules.words[event.name], colour=event.name < COLOURS))
    elif state.draw_two_debt:
        words.append(f"DRAW {state.draw_two_debt}")
    return "-".join(word for word in words if word)


def _named(word: str, *, colour: bool) -> str:
    """Return a colour or symbol as it is called out: BLUE, MOONS, THREES."""
    name = _NUMBERS.get(word, word.upper())
    return name if colour else _PLURALS.get(name, name + "S")


def _plain(said: str) -> str:
    """Return a declaration with every symbol in the singular and one spelling for the double."""
    words = said.replace("ZAR'DOUBLE", "ZAR'BLE").split("-")
    singular = {plural: name for name, plural in _PLURALS.items()}
    return "-".join(singular.get(word, word.removesuffix("S")) for word in words)
