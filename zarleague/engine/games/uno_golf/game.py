"""UNO Golf as a game: what the rest of the app asks of it."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from zarleague.engine import event as kinds
from zarleague.engine.cards import UNKNOWN, Deck
from zarleague.engine.entry import Checked, Entry, EntryForm
from zarleague.engine.event import Event
from zarleague.engine.game import MatchEnd, Remedy, Verb
from zarleague.engine.games.uno_golf import entry as entries
from zarleague.engine.games.uno_golf import table
from zarleague.engine.games.uno_golf.apply import apply
from zarleague.engine.games.uno_golf.legal import legal
from zarleague.engine.games.uno_golf.options import OPTIONS, PRESETS, RULES
from zarleague.engine.games.uno_golf.rules import rules_of
from zarleague.engine.games.uno_golf.state import GRID, State
from zarleague.engine.ruleset import Ruleset, resolve
from zarleague.engine.view import TableView


class UnoGolf:
    """See :class:`zarleague.engine.game.Game`."""

    key = "uno-golf"
    title = "UNO Golf"
    summary = "Swap and clear the cards of a grid; the fewest points win."
    options = OPTIONS
    presets = PRESETS
    rules = RULES
    verbs = (
        Verb(("deal",), kinds.DEAL, "of", cards=(1, GRID), counts=True),
        Verb(("up",), kinds.UP, "table", cards=(1, 1)),
        Verb(("draws", "draw"), kinds.DRAW, cards=(1, 1)),
        Verb(("takes", "take"), kinds.TAKE, cards=(1, 1)),
        Verb(("puts", "put"), kinds.PUT, cards=(2, 2), numbers=(1, 1)),
        Verb(("discards", "discard"), kinds.DISCARD, cards=(1, 1)),
        Verb(("turns", "turn"), kinds.TURN, cards=(1, 1), numbers=(1, 1)),
        Verb(("clears", "clear"), kinds.CLEAR, cards=(2, 2), numbers=(1, 1)),
        Verb(("adds", "add"), kinds.ADD, cards=(2, 2), counts=True),
        Verb(("chooses", "choose"), kinds.CHOOSE, seats=(1, 2)),
        Verb(("says", "say"), kinds.SAY, names=(1, 1)),
        Verb(("catches", "catch"), kinds.CATCH, seats=(1, 1)),
        Verb(("reshuffle",), kinds.RESHUFFLE, "table"),
        Verb(("left",), kinds.LEFT, "of", cards=(1, 112), counts=True),
        Verb(("close",), kinds.CLOSE, "table"),
    )

    def ruleset(self, preset: str = "", overrides: Mapping[str, str] | None = None) -> Ruleset:
        return resolve(self.key, OPTIONS, PRESETS, preset, overrides)

    def seats(self, ruleset: Ruleset) -> tuple[int, int]:
        return (entries.FEWEST_PLAYERS, entries.MOST_PLAYERS)

    def deck(self, ruleset: Ruleset) -> Deck:
        return rules_of(ruleset).deck

    def words(self, ruleset: Ruleset) -> tuple[str, ...]:
        return ("uno",)

    def forms(self, ruleset: Ruleset) -> tuple[EntryForm, ...]:
        return entries.forms_of(rules_of(ruleset))

    def check(self, ruleset: Ruleset, entry: Entry) -> Checked:
        return entries.check(rules_of(ruleset), entry)

    def match_end(self, ruleset: Ruleset) -> MatchEnd:
        ties_by_wins = ruleset["tie"] == "round-wins"
        return MatchEnd(hands=ruleset.number("rounds"), ties_by_wins=ties_by_wins)

    def start(self, ruleset: Ruleset, seats: int, dealer: int, remedy: Remedy) -> State:
        return State(rules_of(ruleset), seats, dealer, remedy)

    apply = staticmethod(apply)

    def legal(self, state: State, seat: int) -> list[Event]:
        return legal(state, seat)

    def view(self, state: State) -> TableView:
        return table.view(state)

    def points(self, state: State) -> tuple[int | None, ...]:
        return tuple(table.points(state, seat) for seat in range(state.seats))

    def entry(self, state: State) -> Entry | None:
        return table.entry(state)

    def seen_by(self, event: Event, viewer: int) -> Event:
        hidden = event.kind in _FACE_DOWN or (event.kind == kinds.DRAW and event.seat != viewer)
        return replace(event, cards=(UNKNOWN,) * len(event.cards)) if hidden else event


_FACE_DOWN: Final = frozenset({kinds.DEAL, kinds.ADD})
"""What nobody sees, its owner neither."""
GAME: Final = UnoGolf()
