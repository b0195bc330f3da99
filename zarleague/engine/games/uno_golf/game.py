"""The declaration of UNO Golf: its data and functions as a Game."""

from typing import Final

from zarleague.engine.game import Game
from zarleague.engine.games.uno_golf.apply import apply
from zarleague.engine.games.uno_golf.entry import FEWEST_PLAYERS, MOST_PLAYERS, check, forms
from zarleague.engine.games.uno_golf.following import follow
from zarleague.engine.games.uno_golf.legal import legal
from zarleague.engine.games.uno_golf.options import OPTIONS, PRESETS
from zarleague.engine.games.uno_golf.rulebook import RULES
from zarleague.engine.games.uno_golf.rules import match_end, next_dealer, rules_of
from zarleague.engine.games.uno_golf.state import start
from zarleague.engine.games.uno_golf.verbs import VERBS
from zarleague.engine.games.uno_golf.view import (
    acting,
    due,
    entry_of,
    hidden,
    points,
    seen_by,
    view,
)

GAME: Final = Game(
    key="uno-golf",
    title="UNO Golf",
    summary="Swap and clear the cards in your grid; fewest points wins.",
    options=OPTIONS,
    presets=PRESETS,
    rules=RULES,
    verbs=VERBS,
    seats=lambda ruleset: (FEWEST_PLAYERS, MOST_PLAYERS),
    deck=lambda ruleset: rules_of(ruleset).deck,
    words=lambda ruleset: ("uno",),
    forms=forms,
    check=check,
    match_end=match_end,
    next_dealer=next_dealer,
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
    follow=follow,
)
