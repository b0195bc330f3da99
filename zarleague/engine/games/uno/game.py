"""Uno as one object: what the rest of the app knows of it."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from zarleague.engine.cards import UNKNOWN, Deck
from zarleague.engine.entry import Checked, Entry, EntryForm
from zarleague.engine.event import DEAL, DRAW, Event
from zarleague.engine.game import MatchEnd, Remedy, Verb
from zarleague.engine.games.uno import apply as judging
from zarleague.engine.games.uno import entry as entry_forms
from zarleague.engine.games.uno import legal as legality
from zarleague.engine.games.uno import views
from zarleague.engine.games.uno.deck import BUZZER_DECK, COLOURS, DECK
from zarleague.engine.games.uno.options import OPTIONS, PRESETS
from zarleague.engine.games.uno.rulebook import RULES
from zarleague.engine.games.uno.rules import rules_of
from zarleague.engine.games.uno.state import State
from zarleague.engine.games.uno.verbs import VERBS
from zarleague.engine.ruleset import Option, Preset, Rule, Ruleset, resolve
from zarleague.engine.view import TableView

WORDS: Final = (*COLOURS, "uno", "last")
"""What can be named in a log: a colour, "uno", and "last" of the slowest at a buzzer."""


class Uno:
    """The game interface, filled for Uno."""

    key = "uno"
    title = "Uno"
    summary = "Match colour, number or symbol and be the first without cards."
    options: tuple[Option, ...] = OPTIONS
    presets: tuple[Preset, ...] = PRESETS
    rules: Mapping[str, Rule] = RULES
    verbs: tuple[Verb, ...] = VERBS

    def ruleset(self, preset: str = "", overrides: Mapping[str, str] | None = None) -> Ruleset:
        return resolve(self.key, self.options, self.presets, preset, overrides)

    def seats(self, ruleset: Ruleset) -> tuple[int, int]:
        return entry_forms.SEATS

    def deck(self, ruleset: Ruleset) -> Deck:
        return entry_forms.deck_of(ruleset)

    def words(self, ruleset: Ruleset) -> tuple[str, ...]:
        return WORDS

    def forms(self, ruleset: Ruleset) -> tuple[EntryForm, ...]:
        return entry_forms.forms(ruleset)

    def check(self, ruleset: Ruleset, entry: Entry) -> Checked:
        return entry_forms.check(ruleset, entry)

    def match_end(self, ruleset: Ruleset) -> MatchEnd:
        ends = ruleset["match-end"]
        return MatchEnd(
            hands=0 if ends == "limit" else ruleset.number("rounds"),
            limit=0 if ends == "rounds" else ruleset.number("limit"),
            eliminate=ends != "rounds" and ruleset["at-limit"] == "eliminate",
            low_wins=ruleset["scoring"] == "losers-add",
        )

    def start(self, ruleset: Ruleset, seats: int, dealer: int, remedy: Remedy) -> State:
        return State(rules_of(ruleset), self.deck(ruleset).copies, seats, dealer, remedy)

    apply = staticmethod(judging.apply)

    def legal(self, state: State, seat: int) -> list[Event]:
        return legality.legal(state, seat)

    def view(self, state: State) -> TableView:
        return views.view(state, _deck(state))

    def points(self, state: State) -> tuple[int | None, ...]:
        return views.points(state, _deck(state))

    def entry(self, state: State) -> Entry | None:
        return views.entry(state, _deck(state), penalties=state.rules.fail_scores)

    def seen_by(self, event: Event, viewer: int) -> Event:
        """Cards dealt and drawn are seen by their owner alone. What a player saw of a hand taken
        over by a seven or a zero is not in the event, and so is not counted as seen."""
        if event.kind in (DEAL, DRAW) and event.seat != viewer:
            return replace(event, cards=(UNKNOWN,) * len(event.cards))
        return event


def _deck(state: State) -> Deck:
    return BUZZER_DECK if state.rules.buzzers else DECK


GAME: Final = Uno()
