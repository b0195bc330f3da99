"""Zuits as one object: what the rest of the app knows of it."""

from dataclasses import replace
from typing import Final

from zarleague.engine import event as kinds
from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import Event
from zarleague.engine.game import Game, MatchEnd, Remedy
from zarleague.engine.games.zuits import view as views
from zarleague.engine.games.zuits.apply import apply
from zarleague.engine.games.zuits.deck import COLOURS, DECK
from zarleague.engine.games.zuits.entry import PLAYERS, check, forms
from zarleague.engine.games.zuits.legal import legal
from zarleague.engine.games.zuits.options import OPTIONS, PRESETS
from zarleague.engine.games.zuits.rulebook import RULES
from zarleague.engine.games.zuits.rules import rules_of
from zarleague.engine.games.zuits.state import State
from zarleague.engine.games.zuits.verbs import VERBS
from zarleague.engine.ruleset import Ruleset

HANDS: Final = 4
"""Hands in a match."""


def match_end(ruleset: Ruleset) -> MatchEnd:
    """Return when a match ends: after four hands, one more if the options allow it on a tie."""
    return MatchEnd(HANDS, extra_on_tie=ruleset["tie"] == "extra-hand-on-request")


def start(ruleset: Ruleset, seats: int, dealer: int, remedy: Remedy) -> State:
    """Return the state before the first event."""
    return State(seats, dealer, remedy, rules_of(ruleset))


def points(state: State) -> tuple[int | None, ...]:
    """Return the points by seat as the hand stands, None where unknown cards decide."""
    return tuple(views.seat_points(state, seat) for seat in range(state.seats))


def seen_by(event: Event, viewer: int) -> Event:
    """Return an event as a viewer saw it: a hand dealt and objective cards are its owner's."""
    if event.kind in (kinds.DEAL, kinds.SET_ASIDE) and event.seat != viewer:
        return replace(event, cards=(UNKNOWN,) * len(event.cards))
    return event


GAME: Final = Game(
    key="zuits",
    title="Zuits",
    summary="Tricks with the Zont deck, towards a secret objective.",
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
    view=views.view,
    hidden=views.hidden,
    points=points,
    entry_of=views.entry_of,
    seen_by=seen_by,
    settle_claims=State.settle_claims,
    possession_rule="deck",
)
