"""Uno as one object: what the rest of the app knows of it."""

from collections.abc import Mapping
from typing import Final

from zarleague.engine.cards import Deck
from zarleague.engine.entry import Checked, Entry, EntryForm
from zarleague.engine.game import MatchEnd
from zarleague.engine.games.uno import entry as entry_forms
from zarleague.engine.games.uno.deck import COLOURS
from zarleague.engine.games.uno.options import OPTIONS, PRESETS
from zarleague.engine.games.uno.rulebook import RULES
from zarleague.engine.ruleset import Option, Preset, Rule, Ruleset, resolve

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


GAME: Final = Uno()
