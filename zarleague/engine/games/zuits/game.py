"""Zuits as a game: what the rest of the app asks of it."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from zarleague.engine import event as kinds
from zarleague.engine.cards import UNKNOWN, Deck
from zarleague.engine.entry import Checked, Entry, EntryForm
from zarleague.engine.event import Event
from zarleague.engine.game import MatchEnd, Remedy, Verb
from zarleague.engine.games.zuits import entry as entries
from zarleague.engine.games.zuits import table
from zarleague.engine.games.zuits.apply import apply
from zarleague.engine.games.zuits.deck import COLOURS, DECK
from zarleague.engine.games.zuits.legal import legal
from zarleague.engine.games.zuits.options import OPTIONS, PRESETS, RULES
from zarleague.engine.games.zuits.rules import rules_of
from zarleague.engine.games.zuits.state import HAND_SIZE, State
from zarleague.engine.ruleset import Ruleset, resolve
from zarleague.engine.view import TableView

HANDS: Final = 4
"""Hands in a match."""


class Zuits:
    """See :class:`zarleague.engine.game.Game`."""

    key = "zuits"
    title = "Zuits"
    summary = "Tricks with the Zont deck, towards a secret objective."
    options = OPTIONS
    presets = PRESETS
    rules = RULES
    verbs = (
        Verb(("deal",), kinds.DEAL, "of", cards=(1, HAND_SIZE), counts=True),
        Verb(("aside",), kinds.SET_ASIDE, cards=(2, 2), counts=True),
        Verb(("",), kinds.PLAY, cards=(1, 1), names=(0, 1)),
        Verb(("adds", "add"), kinds.ADD, cards=(1, 1)),
        Verb(("removes", "remove"), kinds.REMOVE, cards=(1, 1)),
        Verb(("copies", "copy"), kinds.COPY, cards=(1, 1)),
        Verb(("takes", "take"), kinds.TAKE),
        Verb(("close",), kinds.CLOSE, "table"),
        Verb(("turns", "turn"), kinds.TURN, cards=(2, 2)),
        Verb(("left",), kinds.LEFT, "of", cards=(0, 12), counts=True),
        Verb(("chooses", "choose"), kinds.CHOOSE, names=(1, 1)),
    )

    def ruleset(self, preset: str = "", overrides: Mapping[str, str] | None = None) -> Ruleset:
        return resolve(self.key, OPTIONS, PRESETS, preset, overrides)

    def seats(self, ruleset: Ruleset) -> tuple[int, int]:
        return (entries.PLAYERS, entries.PLAYERS)

    def deck(self, ruleset: Ruleset) -> Deck:
        return DECK

    def words(self, ruleset: Ruleset) -> tuple[str, ...]:
        return COLOURS

    def forms(self, ruleset: Ruleset) -> tuple[EntryForm, ...]:
        return entries.forms_of(rules_of(ruleset))

    def check(self, ruleset: Ruleset, entry: Entry) -> Checked:
        return entries.check(rules_of(ruleset), entry)

    def match_end(self, ruleset: Ruleset) -> MatchEnd:
        return MatchEnd(HANDS, extra_on_tie=ruleset["tie"] == "extra-hand-on-request")

    def start(self, ruleset: Ruleset, seats: int, dealer: int, remedy: Remedy) -> State:
        return State(rules_of(ruleset), seats, dealer, remedy)

    apply = staticmethod(apply)

    def legal(self, state: State, seat: int) -> list[Event]:
        return legal(state, seat)

    def view(self, state: State) -> TableView:
        return table.view(state)

    def points(self, state: State) -> tuple[int | None, ...]:
        return tuple(table.points_of(state, seat) for seat in range(state.seats))

    def entry(self, state: State) -> Entry | None:
        return table.entry(state)

    def seen_by(self, event: Event, viewer: int) -> Event:
        if event.kind in _HIDDEN and event.seat != viewer:
            return replace(event, cards=(UNKNOWN,) * len(event.cards))
        return event


_HIDDEN: Final = frozenset({kinds.DEAL, kinds.SET_ASIDE})
"""What only the seat itself sees."""

GAME: Final = Zuits()
