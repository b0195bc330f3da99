"""The declaration of Zuits: its data and functions as a Game."""

from typing import Final

from zarleague.engine.game import Game
from zarleague.engine.games.zuits.apply import apply
from zarleague.engine.games.zuits.deck import COLOURS, DECK
from zarleague.engine.games.zuits.entry import PLAYERS, check, forms
from zarleague.engine.games.zuits.legal import legal, undecided
from zarleague.engine.games.zuits.options import OPTIONS, PRESETS
from zarleague.engine.games.zuits.rulebook import RULES
from zarleague.engine.games.zuits.rules import match_end
from zarleague.engine.games.zuits.state import State, start
from zarleague.engine.games.zuits.verbs import VERBS
from zarleague.engine.games.zuits.view import acting, due, entry_of, hidden, points, seen_by, view

GAME: Final = Game(
    key="zuits",
    title="Zuits",
    summary="Take tricks with the Zont deck to meet your secret objective.",
    options=OPTIONS,
    presets=PRESETS,
    rules=RULES,
    verbs=VERBS,
    seats=lambda ruleset: (PLAYERS, PLAYERS),
    deck=lambda ruleset: DECK,
    words=lambda ruleset: COLOURS,
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
    undecided=undecided,
    settle_claims=State.settle_claims,
    possession_rule="deck",
)
