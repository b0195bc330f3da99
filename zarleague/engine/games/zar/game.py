"""Zar as one object: what the rest of the app knows of it."""

from typing import Final

from zarleague.engine.game import Game, MatchEnd, NextDealer, Remedy
from zarleague.engine.games.zar.apply import apply
from zarleague.engine.games.zar.deck import deck_of, words_of
from zarleague.engine.games.zar.entry import check, forms, seats_of
from zarleague.engine.games.zar.legal import legal
from zarleague.engine.games.zar.options import OPTIONS, PRESETS
from zarleague.engine.games.zar.possession import settle_claims
from zarleague.engine.games.zar.remedy import remedy_of
from zarleague.engine.games.zar.rulebook import RULES
from zarleague.engine.games.zar.rules import rules_of
from zarleague.engine.games.zar.scoring import points
from zarleague.engine.games.zar.state import State
from zarleague.engine.games.zar.verbs import VERBS
from zarleague.engine.games.zar.view import entry_of, hidden, seen_by, view
from zarleague.engine.ruleset import Ruleset


def match_end(ruleset: Ruleset) -> MatchEnd:
    """Return when a match ends: after so many hands, or when a total reaches the target."""
    return MatchEnd(ruleset.number("match-hands"), ruleset.number("match-target"))


def next_dealer(ruleset: Ruleset) -> NextDealer:
    """Return who deals the next hand, as the option of that name says."""
    return NextDealer.WINNER if ruleset["next-dealer"] == "winner" else NextDealer.CLOCKWISE


def start(ruleset: Ruleset, seats: int, dealer: int, remedy: Remedy) -> State:
    """Return the state before the first event."""
    rules = rules_of(ruleset)
    return State(seats, dealer, remedy_of(rules.illegal_play, remedy), rules)


GAME: Final = Game(
    key="zar",
    title="Zar",
    summary="Shed your cards, and match whatever you hold the twin of, at any time.",
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
    view=view,
    hidden=hidden,
    points=points,
    entry_of=entry_of,
    seen_by=seen_by,
    settle_claims=settle_claims,
    possession_rule="holding",
)
