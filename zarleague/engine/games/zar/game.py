"""The declaration of Zar: its data and functions as a Game."""

from typing import Final

from zarleague.engine.game import Game
from zarleague.engine.games.zar.apply import apply
from zarleague.engine.games.zar.deck import deck_of, words_of
from zarleague.engine.games.zar.entry import check, forms, seats_of
from zarleague.engine.games.zar.legal import alert, legal, undecided
from zarleague.engine.games.zar.options import OPTIONS, PRESETS
from zarleague.engine.games.zar.possession import settle_claims
from zarleague.engine.games.zar.rulebook import RULES
from zarleague.engine.games.zar.rules import match_end, next_dealer
from zarleague.engine.games.zar.scoring import points
from zarleague.engine.games.zar.state import start
from zarleague.engine.games.zar.verbs import VERBS
from zarleague.engine.games.zar.view import acting, due, entry_of, hidden, seen_by, view

GAME: Final = Game(
    key="zar",
    title="Zar",
    summary=(
        "Get rid of your cards, and jump in at any time with the twin of the card just played."
    ),
    options=OPTIONS,
    presets=PRESETS,
    rules=RULES,
    verbs=VERBS,
    seats=seats_of,
    deck=deck_of,
    words=words_of,
    forms=forms,
    check=check,
    match_end=match_end,
    next_dealer=next_dealer,
    start=start,
    apply=apply,
    legal=legal,
    alert=alert,
    acting=acting,
    due=due,
    view=view,
    hidden=hidden,
    points=points,
    entry_of=entry_of,
    seen_by=seen_by,
    undecided=undecided,
    settle_claims=settle_claims,
    possession_rule="holding",
)
