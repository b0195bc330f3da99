"""Zar as one object: what the rest of the app knows of it."""

from collections.abc import Mapping
from typing import Final

from zarleague.engine import event as kinds
from zarleague.engine.cards import Deck
from zarleague.engine.entry import Checked, Entry, EntryForm
from zarleague.engine.event import Event
from zarleague.engine.game import MatchEnd, Remedy, Verb
from zarleague.engine.games.zar import entry as entry_forms
from zarleague.engine.games.zar import show
from zarleague.engine.games.zar.apply import apply
from zarleague.engine.games.zar.deck import deck_of, words_of
from zarleague.engine.games.zar.legal import legal
from zarleague.engine.games.zar.options import OPTIONS, PRESETS
from zarleague.engine.games.zar.remedy import remedy_of
from zarleague.engine.games.zar.rulebook import RULES
from zarleague.engine.games.zar.rules import rules_of
from zarleague.engine.games.zar.state import State
from zarleague.engine.games.zar.table import points
from zarleague.engine.ruleset import Option, Preset, Rule, Ruleset, resolve
from zarleague.engine.view import TableView

VERBS: Final = (
    Verb(("deal",), kinds.DEAL, "of", cards=(0, 99), counts=True),
    Verb(("up",), kinds.UP, "table", cards=(1, 1)),
    Verb(("draw", "draws"), kinds.DRAW, cards=(1, 99), counts=True),
    Verb(("reshuffle",), kinds.RESHUFFLE, "table"),
    Verb(("",), kinds.PLAY, cards=(1, 12), names=(0, 1), declares=True),
    Verb(("",), kinds.MATCH, cards=(1, 12), names=(0, 1), declares=True),
    Verb(("says", "say"), kinds.SAY, names=(1, 1)),
    Verb(("asks", "ask"), kinds.ASK, seats=(1, 1)),
    Verb(("catches", "catch"), kinds.CATCH, seats=(1, 1)),
    Verb(("vincent", "penalty"), kinds.PENALTY, "of", cards=(1, 99), counts=True),
    Verb(("close",), kinds.CLOSE, "table"),
    Verb(("left",), kinds.LEFT, "of", cards=(0, 99), counts=True),
)
"""The words of a Zar log."""


class Zar:
    """The game interface, filled for Zar."""

    key = "zar"
    title = "Zar"
    summary = "Shed your cards, and match whatever you hold the twin of, at any time."
    options: tuple[Option, ...] = OPTIONS
    presets: tuple[Preset, ...] = PRESETS
    rules: Mapping[str, Rule] = RULES
    verbs: tuple[Verb, ...] = VERBS

    def ruleset(self, preset: str = "", overrides: Mapping[str, str] | None = None) -> Ruleset:
        return resolve(self.key, self.options, self.presets, preset, overrides)

    def seats(self, ruleset: Ruleset) -> tuple[int, int]:
        return entry_forms.seats_of(ruleset)

    def deck(self, ruleset: Ruleset) -> Deck:
        return deck_of(ruleset)

    def words(self, ruleset: Ruleset) -> tuple[str, ...]:
        return words_of(ruleset)

    def forms(self, ruleset: Ruleset) -> tuple[EntryForm, ...]:
        return entry_forms.forms(ruleset)

    def check(self, ruleset: Ruleset, entry: Entry) -> Checked:
        return entry_forms.check(ruleset, entry)

    def match_end(self, ruleset: Ruleset) -> MatchEnd:
        return MatchEnd(ruleset.number("match-hands"), ruleset.number("match-target"))

    def start(self, ruleset: Ruleset, seats: int, dealer: int, remedy: Remedy) -> State:
        rules = rules_of(ruleset)
        return State(rules, seats, dealer, remedy_of(rules.illegal_play, remedy))

    apply = staticmethod(apply)

    def legal(self, state: State, seat: int) -> list[Event]:
        return legal(state, seat)

    def view(self, state: State) -> TableView:
        return show.view(state)

    def points(self, state: State) -> tuple[int | None, ...]:
        return points(state)

    def entry(self, state: State) -> Entry | None:
        return show.entry(state)

    def seen_by(self, event: Event, viewer: int) -> Event:
        return show.seen_by(event, viewer)


GAME: Final = Zar()
