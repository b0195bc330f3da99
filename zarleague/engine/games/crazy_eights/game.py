"""The declaration of Crazy Eights: its data and functions as a Game."""

from typing import Final

from zarleague.engine.game import Game
from zarleague.engine.games.crazy_eights.apply import apply
from zarleague.engine.games.crazy_eights.deck import SUITS
from zarleague.engine.games.crazy_eights.entry import check, forms
from zarleague.engine.games.crazy_eights.legal import legal
from zarleague.engine.games.crazy_eights.options import OPTIONS, PRESETS
from zarleague.engine.games.crazy_eights.rulebook import RULES
from zarleague.engine.games.crazy_eights.rules import match_end, rules_of, seats_of
from zarleague.engine.games.crazy_eights.state import start
from zarleague.engine.games.crazy_eights.verbs import VERBS
from zarleague.engine.games.crazy_eights.view import (
    acting,
    due,
    entry_of,
    hidden,
    points,
    seen_by,
    view,
)

GAME: Final = Game(
    key="crazy-eights",
    title="Crazy Eights",
    summary="Match the suit or rank, and call a suit with every eight.",
    options=OPTIONS,
    presets=PRESETS,
    rules=RULES,
    verbs=VERBS,
    seats=seats_of,
    deck=lambda ruleset: rules_of(ruleset).pack.deck,
    words=lambda ruleset: SUITS,
    forms=forms,
    check=check,
    match_end=match_end,
    start=start,
    apply=apply,
    legal=legal,
    acting=acting,
    due=due,
    view=view,
    hidden=hidden,
    points=points,
    entry_of=entry_of,
    seen_by=seen_by,
    possession_rule="deck",
)
