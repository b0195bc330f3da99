"""UNO Golf as one object: what the rest of the app knows of it."""

from typing import Final

from zarleague.engine.game import Game, MatchEnd, NextDealer, Remedy
from zarleague.engine.games.uno_golf.apply import apply
from zarleague.engine.games.uno_golf.entry import FEWEST_PLAYERS, MOST_PLAYERS, check, forms
from zarleague.engine.games.uno_golf.legal import legal
from zarleague.engine.games.uno_golf.options import OPTIONS, PRESETS
from zarleague.engine.games.uno_golf.rulebook import RULES
from zarleague.engine.games.uno_golf.rules import rules_of
from zarleague.engine.games.uno_golf.state import State
from zarleague.engine.games.uno_golf.verbs import VERBS
from zarleague.engine.games.uno_golf.view import entry_of, hidden, points, seen_by, view
from zarleague.engine.ruleset import Ruleset


def match_end(ruleset: Ruleset) -> MatchEnd:
    """Return when a match ends: after so many rounds, and what decides a tie."""
    return MatchEnd(ruleset.number("rounds"), ties_by_wins=ruleset["tie"] == "round-wins")


def next_dealer(ruleset: Ruleset) -> NextDealer:
    """Return who deals the next hand, as the option of that name says."""
    winner_begins = ruleset["next-dealer"] == "before-winner"
    return NextDealer.BEFORE_WINNER if winner_begins else NextDealer.CLOCKWISE


def start(ruleset: Ruleset, seats: int, dealer: int, remedy: Remedy) -> State:
    """Return the state before the first event."""
    return State(seats, dealer, remedy, rules_of(ruleset))


GAME: Final = Game(
    key="uno-golf",
    title="UNO Golf",
    summary="Swap and clear the cards of a grid; the fewest points win.",
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
    view=view,
    hidden=hidden,
    points=points,
    entry_of=entry_of,
    seen_by=seen_by,
)
