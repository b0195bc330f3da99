"""The declaration of Uno: its data and functions as a Game."""

from typing import Final

from zarleague.engine.game import Game
from zarleague.engine.games.uno.apply import apply
from zarleague.engine.games.uno.bluff import settle_claims
from zarleague.engine.games.uno.entry import SEATS, check, deck_of, forms
from zarleague.engine.games.uno.legal import alert, legal, undecided
from zarleague.engine.games.uno.options import OPTIONS, PRESETS
from zarleague.engine.games.uno.rulebook import RULES
from zarleague.engine.games.uno.rules import match_end
from zarleague.engine.games.uno.scoring import winner_ahead
from zarleague.engine.games.uno.state import start
from zarleague.engine.games.uno.verbs import VERBS, WORDS
from zarleague.engine.games.uno.view import acting, due, entry_of, hidden, points, seen_by, view

GAME: Final = Game(
    key="uno",
    title="Uno",
    summary="Match the colour, number or symbol and be first to get rid of your cards.",
    options=OPTIONS,
    presets=PRESETS,
    rules=RULES,
    verbs=VERBS,
    seats=lambda ruleset: SEATS,
    deck=deck_of,
    words=lambda ruleset: WORDS,
    forms=forms,
    check=check,
    match_end=match_end,
    winner_ahead=winner_ahead,
    start=start,
    apply=apply,
    legal=legal,
    alert=alert,
    undecided=undecided,
    acting=acting,
    due=due,
    view=view,
    hidden=hidden,
    points=points,
    entry_of=entry_of,
    seen_by=seen_by,
    settle_claims=settle_claims,
    possession_rule="deck",
)
