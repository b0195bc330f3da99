"""The choices of a recorder while a hand is played: for each seat, and for the table, the events
that are legal now, and those that may be, as buttons to tap.

A button is a card, or words where no card is moved, or where only the place of a card is left to
choose. Its *offers* are the lines that it can mean, the likeliest first. Where the first one names
nothing it is written by one tap, and the others are one tap more; otherwise the offers are shown to
choose from. A card that everybody sees, and that the line cannot know yet, is tapped after it.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from zarleague.engine.cards import UNKNOWN
from zarleague.engine.deduction.deduce import possible_plays
from zarleague.engine.event import MATCH, NONE, PLAY, TABLE, Event
from zarleague.engine.event_sentences import clauses
from zarleague.engine.game import Game, Remedy
from zarleague.engine.games import find
from zarleague.engine.log import Log
from zarleague.engine.vocabulary import Vocabulary, vocabulary_of

MOST_OFFERS: Final = 24
"""Offers of one button: a screen's worth. What is rarer is typed."""


@dataclass(frozen=True, slots=True)
class Button:
    """One thing to tap. ``card`` is a card's code or "", ``offers`` are lines of the log,
    ``events`` what they mean, and ``at_once`` says that the first of them is written by the first
    tap."""

    card: str
    offers: tuple[str, ...]
    events: tuple[Event, ...]
    at_once: bool


@dataclass(frozen=True, slots=True)
class Screen:
    """The buttons after a log. ``acting`` are the seats whose turn it is, ``buttons`` those
    of each seat, ``table`` those of nobody, ``sizes`` how many cards each seat holds, ``piles``
    the top card and size of each pile by its key."""

    acting: tuple[int, ...]
    buttons: tuple[tuple[Button, ...], ...]
    table: tuple[Button, ...]
    sizes: tuple[int, ...]
    piles: tuple[tuple[str, str, int], ...]
    over: bool


def screen(log: Log) -> Screen:
    """Return what can be tapped after *log*, under its own ruleset."""
    game = find(log.ruleset.game)
    state = game.start(log.ruleset, len(log.seats), log.dealer, Remedy.RULED)
    for event in log.events:
        game.apply(state, event)
    words = vocabulary_of(log.ruleset)
    names = [words.quote(name) for name in log.seats]
    view = game.view(state)
    seats = range(len(log.seats))
    offered = offers(game, log, state)
    return Screen(
        acting=view.acting,
        buttons=tuple(
            _buttons([event for event in offered if event.seat == seat], words, names)
            for seat in seats
        ),
        table=_buttons(game.legal(state, TABLE), words, names),
        sizes=tuple(
            len(seat.cards) + seat.unknown + sum(map(len, seat.grid)) for seat in view.seats
        ),
        piles=tuple(
            (pile.key, words.codes[pile.cards[-1]] if _top_is_known(pile.cards) else "", pile.size)
            for pile in view.piles
        ),
        over=view.over,
    )


def offers(game: Game, log: Log, state: Any) -> list[Event]:
    """Return the events that the seats may make after *log*, *state* being the state after it: the
    legal ones, and those of which nobody can say yet."""
    offered = [
        event
        for seat in range(len(log.seats))
        for event in (*game.legal(state, seat), *game.undecided(state, seat))
    ]
    if game.possession_rule and not state.hands.all_named:
        return possible_plays(game, log, state, offered)
    return offered


def screen_data(log: Log) -> dict[str, Any]:
    """Return a screen as JSON-able data; ``said`` has the clauses of each offer, as
    :mod:`zarleague.engine.event_sentences` words them."""
    shown = screen(log)

    def data(buttons: Iterable[Button]) -> list[dict[str, Any]]:
        return [
            {
                "card": b.card,
                "offers": b.offers,
                "said": [[c._asdict() for c in clauses(event, log)] for event in b.events],
                "at_once": b.at_once,
            }
            for b in buttons
        ]

    return {
        "acting": shown.acting,
        "buttons": [data(buttons) for buttons in shown.buttons],
        "table": data(shown.table),
        "sizes": shown.sizes,
        "piles": [{"key": key, "top": top, "size": size} for key, top, size in shown.piles],
        "over": shown.over,
    }


def shows_cards(game: Game, kind: int) -> bool:
    """Return whether everybody sees the cards that an event of that kind moves."""
    moved = (0, 0)
    return game.seen_by(Event(kind, 0, moved), TABLE).cards == moved


def _buttons(events: Iterable[Event], words: Vocabulary, names: list[str]) -> tuple[Button, ...]:
    """Return the legal events of one seat as buttons: a card each, in the deck's order, then what
    moves no known card."""
    found = list(events)
    marked = {(e.cards, e.name, e.other, e.more) for e in found if e.kind == MATCH}
    by_card: dict[int, list[Event]] = {}
    for event in found:
        if event.kind == PLAY and (event.cards, event.name, event.other, event.more) in marked:
            continue  # the same event, written without the mark
        by_card.setdefault(_first_card(event), []).append(event)
    rest = by_card.pop(UNKNOWN, [])
    if len(by_card) == 1:
        (held,) = by_card.values()
        if all(event.more for event in held):  # one card, and where it goes is all there is to say
            rest = [*by_card.popitem()[1], *rest]
    buttons = [_button(words.codes[card], by_card[card], words, names) for card in sorted(by_card)]
    return (*buttons, *(_button("", [event], words, names) for event in rest))


def _button(card: str, events: list[Event], words: Vocabulary, names: list[str]) -> Button:
    ordered = sorted(events, key=_rareness)
    by_line: dict[str, Event] = {}
    for event in ordered:
        by_line.setdefault(words.line(event, names), event)
    likeliest = ordered[0]
    plain = likeliest.name == NONE and likeliest.other == NONE and not likeliest.more
    shown = list(by_line.items())[:MOST_OFFERS]
    return Button(
        card,
        tuple(line for line, _event in shown),
        tuple(event for _line, event in shown),
        len(by_line) == 1 or plain,
    )


def _rareness(event: Event) -> tuple[int, int, int, int]:
    """Return the key by which the likelier of two offers of a card comes first: it has fewer cards
    and words."""
    return len(event.cards), len(event.said), event.name != NONE, event.other != NONE


def _first_card(event: Event) -> int:
    """Return the card by which an event is tapped, UNKNOWN where it moves none that is known."""
    return event.cards[0] if event.cards else UNKNOWN


def _top_is_known(cards: tuple[int, ...]) -> bool:
    return bool(cards) and cards[-1] != UNKNOWN
