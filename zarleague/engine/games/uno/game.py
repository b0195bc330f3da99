"""Uno as one object: what the rest of the app knows of it."""

from dataclasses import replace
from typing import Final

from zarleague.engine.cards import UNKNOWN, Deck
from zarleague.engine.entry import Entry
from zarleague.engine.event import DEAL, DRAW, Event
from zarleague.engine.game import Game, MatchEnd, Remedy
from zarleague.engine.games.uno import view as views
from zarleague.engine.games.uno.apply import apply
from zarleague.engine.games.uno.bluff import settle_claims
from zarleague.engine.games.uno.deck import BUZZER_DECK, COLOURS, DECK
from zarleague.engine.games.uno.entry import SEATS, check, deck_of, forms
from zarleague.engine.games.uno.legal import legal
from zarleague.engine.games.uno.options import OPTIONS, PRESETS
from zarleague.engine.games.uno.rulebook import RULES
from zarleague.engine.games.uno.rules import rules_of
from zarleague.engine.games.uno.state import State
from zarleague.engine.games.uno.verbs import VERBS
from zarleague.engine.ruleset import Ruleset
from zarleague.engine.view import TableView

WORDS: Final = (*COLOURS, "uno", "last")
"""What can be named in a log: a colour, "uno", and "last" of the slowest at a buzzer."""


def match_end(ruleset: Ruleset) -> MatchEnd:
    """Return when a match ends, as its options say, and which way totals count."""
    ends = ruleset["match-end"]
    return MatchEnd(
        hands=0 if ends == "limit" else ruleset.number("rounds"),
        limit=0 if ends == "rounds" else ruleset.number("limit"),
        eliminate=ends != "rounds" and ruleset["at-limit"] == "eliminate",
        low_wins=ruleset["scoring"] == "losers-add",
    )


def start(ruleset: Ruleset, seats: int, dealer: int, remedy: Remedy) -> State:
    """Return the state before the first event."""
    return State(seats, dealer, remedy, rules_of(ruleset))


def view(state: State) -> TableView:
    """Return the table as the state knows it."""
    return views.view(state, _deck(state))


def points(state: State) -> tuple[int | None, ...]:
    """Return the points by seat as the hand stands, None where unknown cards decide."""
    return views.points(state, _deck(state))


def entry_of(state: State) -> Entry | None:
    """Return the end of the hand as an entry of the cards form, None while cards are unknown."""
    return views.entry_of(state, _deck(state), penalties=state.rules.fail_scores)


def seen_by(event: Event, viewer: int) -> Event:
    """Return an event as a viewer saw it: cards dealt and drawn are seen by their owner alone.

    What a player saw of a hand taken over by a seven or a zero is not in the event, and so is not
    counted as seen.
    """
    if event.kind in (DEAL, DRAW) and event.seat != viewer:
        return replace(event, cards=(UNKNOWN,) * len(event.cards))
    return event


def _deck(state: State) -> Deck:
    return BUZZER_DECK if state.rules.buzzers else DECK


GAME: Final = Game(
    key="uno",
    title="Uno",
    summary="Match colour, number or symbol and be the first without cards.",
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
    start=start,
    apply=apply,
    legal=legal,
    view=view,
    hidden=views.hidden,
    points=points,
    entry_of=entry_of,
    seen_by=seen_by,
    settle_claims=settle_claims,
    possession_rule="deck",
)
