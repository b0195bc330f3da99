"""Zuits as a game: what the rest of the app asks of it."""

from collections.abc import Mapping

from zarleague.engine.cards import Deck
from zarleague.engine.entry import Checked, Entry, EntryForm
from zarleague.engine.game import MatchEnd
from zarleague.engine.games.zuits import entry as entries
from zarleague.engine.games.zuits.deck import COLOURS, DECK
from zarleague.engine.games.zuits.options import OPTIONS, PRESETS, RULES
from zarleague.engine.games.zuits.rules import rules_of
from zarleague.engine.ruleset import Ruleset, resolve

HANDS = 4


class Zuits:
    """See :class:`zarleague.engine.game.Game`."""

    key = "zuits"
    title = "Zuits"
    summary = "Tricks with the Zont deck, towards a secret objective."
    options = OPTIONS
    presets = PRESETS
    rules = RULES

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
        return MatchEnd(hands=HANDS)


GAME = Zuits()
