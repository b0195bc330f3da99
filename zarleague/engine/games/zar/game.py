"""Zar as one object: what the rest of the app knows of it."""

from collections.abc import Mapping
from typing import Final

from zarleague.engine.cards import Deck
from zarleague.engine.entry import Checked, Entry, EntryForm
from zarleague.engine.game import MatchEnd
from zarleague.engine.games.zar import entry as entry_forms
from zarleague.engine.games.zar.deck import deck_of, words_of
from zarleague.engine.games.zar.options import OPTIONS, PRESETS
from zarleague.engine.games.zar.rulebook import RULES
from zarleague.engine.ruleset import Option, Preset, Rule, Ruleset, resolve


class Zar:
    """The game interface, filled for Zar."""

    key = "zar"
    title = "Zar"
    summary = "Shed your cards, and match whatever you hold the twin of, at any time."
    options: tuple[Option, ...] = OPTIONS
    presets: tuple[Preset, ...] = PRESETS
    rules: Mapping[str, Rule] = RULES

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


GAME: Final = Zar()
