"""UNO Golf as a game: what the rest of the app asks of it."""

from collections.abc import Mapping

from zarleague.engine.cards import Deck
from zarleague.engine.entry import Checked, Entry, EntryForm
from zarleague.engine.game import MatchEnd
from zarleague.engine.games.uno_golf import entry as entries
from zarleague.engine.games.uno_golf.options import OPTIONS, PRESETS, RULES
from zarleague.engine.games.uno_golf.rules import rules_of
from zarleague.engine.ruleset import Ruleset, resolve


class UnoGolf:
    """See :class:`zarleague.engine.game.Game`."""

    key = "uno-golf"
    title = "UNO Golf"
    summary = "Swap and clear the cards of a grid; the fewest points win."
    options = OPTIONS
    presets = PRESETS
    rules = RULES

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
        return MatchEnd(hands=ruleset.number("rounds"))


GAME = UnoGolf()
