"""Zuits as a game: what the rest of the app asks of it."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from zarleague.engine import event as kinds
from zarleague.engine.cards import UNKNOWN, Deck
from zarleague.engine.entry import Checked, Entry, EntryForm
from zarleague.engine.event import NONE, Event
from zarleague.engine.findings import Code
from zarleague.engine.game import MatchEnd, Remedy, Verb
from zarleague.engine.games.zuits import effects, ending, play, table
from zarleague.engine.games.zuits import entry as entries
from zarleague.engine.games.zuits.deck import COLOURS, DECK, SIZE
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

    def apply(self, state: State, event: Event) -> None:
        kind = event.kind
        seat = event.seat
        cards = event.cards
        name = event.name
        handler = _HANDLERS.get(kind)
        if handler is None:
            state.illegal(Code.NOT_IN_THIS_GAME, "players")
        elif 0 <= seat < state.seats and NONE <= name < _WORDS and _CARDS.issuperset(cards):
            handler(state, event)
        elif kind == kinds.CLOSE:
            ending.close(state, event)
        elif not 0 <= seat < state.seats:
            state.illegal(Code.NO_SUCH_SEAT, "players")
        elif not _CARDS.issuperset(cards):
            state.illegal(Code.NOT_IN_DECK, "deck")
        else:
            state.illegal(Code.NO_SUCH_WORD, "lead-wild")
        state.at += 1

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


_CARDS: Final = frozenset(range(UNKNOWN, SIZE))
_WORDS: Final = len(COLOURS)
_HIDDEN: Final = frozenset({kinds.DEAL, kinds.SET_ASIDE})
"""What only the seat itself sees."""

_HANDLERS: Final[dict[int, Callable[[State, Event], None]]] = {
    kinds.DEAL: play.deal,
    kinds.SET_ASIDE: play.set_aside,
    kinds.PLAY: play.play,
    kinds.ADD: effects.add,
    kinds.REMOVE: effects.remove,
    kinds.COPY: effects.copy,
    kinds.TAKE: ending.collect,
    kinds.CLOSE: ending.close,
    kinds.TURN: ending.turn_up,
    kinds.LEFT: ending.show_left,
    kinds.CHOOSE: ending.choose,
}

GAME: Final = Zuits()
