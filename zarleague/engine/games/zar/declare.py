"""Declarations: what is called out with a play, by Clay's extended rules.

"MATCH", "DOUBLE", "TRIPLE" and "QUAD", "MATCH-DOUBLE" and so on; with "ZAR" in front when one card
is left ("ZAR'CH" with a match, "ZAR'PLE", "ZAR'QUAD"); with the colour or symbol named, or the
cards to draw, at the end ("ZAR'QUAD-MOONS", "QUAD-DRAW 10"). Matching oneself is declared as the
size of the pile it makes (Clay, Matching, the table).
"""

from typing import Final

from zarleague.engine.event import NONE, Event
from zarleague.engine.findings import Code, Verdict
from zarleague.engine.games.zar.deck import COLOURS, ZAR
from zarleague.engine.games.zar.judge import ON_OTHERS
from zarleague.engine.games.zar.state import State

# Clay's text ends with "QUAD"; the longer words go on from there.
_SIZES: Final = (
    *("", "", "DOUBLE", "TRIPLE", "QUAD", "QUINT", "SEXT", "SEPT", "OCT"),
    *("NONET", "DECET", "UNDECET", "DUODECET"),
)
_WITH_ZAR: Final = {"": "ZAR", "MATCH": "ZAR'CH", "DOUBLE": "ZAR'BLE", "TRIPLE": "ZAR'PLE"}
_NUMBERS: Final = {"1": "ONE", "2": "TWO", "3": "THREE", "4": "FOUR", "5": "FIVE", "6": "SIX"}
_PLURALS: Final = {"GALAXY": "GALAXIES", "SIX": "SIXES"}


def check(state: State, event: Event, how: int) -> None:
    """Judge what was called out with a play that has just been laid."""
    rules = state.rules
    seat = event.seat
    said = "-".join(event.said)
    if said.startswith("ZAR") and rules.word == ZAR:
        state.silent &= ~(1 << seat)
    if not rules.declares:
        return
    due = declaration(state, event, matches=how == ON_OTHERS)
    if _plain(said) == _plain(due):
        return
    about: tuple[tuple[str, int | str], ...] = (("due_word", due),) if due else ()
    if said:
        about = (("word", said), *about)
    state.find(Verdict.ILLEGAL, Code.WRONG_WORD, "declaration", about)
    if rules.declaration_penalty:
        state.owe(seat, rules.declaration_penalty, "declaration")


def declaration(state: State, event: Event, *, matches: bool) -> str:
    """What has to be called out with a play that has just been laid, "" if nothing. *matches*: it
    lies on an identical card of somebody else."""
    rules = state.rules
    size = _SIZES[min(state.own, len(_SIZES) - 1)]
    words = ["MATCH", size] if matches else [size]
    if rules.word == ZAR and state.size(event.seat) == 1:
        words[0] = _WITH_ZAR.get(words[0], f"ZAR'{words[0]}")
    if event.name != NONE:
        words.append(_named(rules.words[event.name], colour=event.name < COLOURS))
    elif state.draw_twos:
        words.append(f"DRAW {state.draw_twos}")
    return "-".join(word for word in words if word)


def _named(word: str, *, colour: bool) -> str:
    """A colour or symbol as it is called out: BLUE, MOONS, THREES."""
    name = _NUMBERS.get(word, word.upper())
    return name if colour else _PLURALS.get(name, name + "S")


def _plain(said: str) -> str:
    """A declaration with every symbol in the singular and one spelling for the double."""
    words = said.replace("ZAR'DOUBLE", "ZAR'BLE").split("-")
    singular = {plural: name for name, plural in _PLURALS.items()}
    return "-".join(singular.get(word, word.removesuffix("S")) for word in words)
