"""Declarations: the words called out with a play, by Clay's extended rules.

"MATCH", "DOUBLE", "TRIPLE" and "QUAD", "MATCH-DOUBLE" and so on; with "ZAR" in front when one card
is left ("ZAR'CH" with a match, "ZAR'PLE", "ZAR'QUAD"); with the colour or symbol named, or the
cards to draw, at the end ("ZAR'QUAD-MOONS", "QUAD-DRAW 10"). Matching oneself is declared as the
size of the pile it makes (Clay, Matching, the table).
"""

from typing import Final

from zarleague.engine.event import NONE, Event
from zarleague.engine.findings import Code, Verdict
from zarleague.engine.games.zar.deck import COLOURS, ZAR
from zarleague.engine.games.zar.state import State
from zarleague.engine.games.zar.violations import ON_OTHERS

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
