"""Play one hand through a game's own ``legal`` and ``apply``, for any game.

Unknown cards in an offered event are still in the stock, so the dealer fills them with cards drawn
from those not located elsewhere. Decisions of players are left to their habits.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any, Final

from zarleague.bots.foresight import best
from zarleague.bots.habits import NATURAL, Habits, choose
from zarleague.engine import event as kinds
from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import TABLE, Event
from zarleague.engine.game import Game, Remedy
from zarleague.engine.log import Log
from zarleague.engine.ruleset import Ruleset

_TALK: Final = frozenset({kinds.SAY, kinds.ASK, kinds.CATCH, kinds.ACCUSE, kinds.PENALTY})
_ASKS: Final = frozenset({kinds.ASK, kinds.CATCH})
_MATCHES: Final = frozenset({kinds.MATCH})
_ACCUSATIONS: Final = frozenset({kinds.ACCUSE})
MOST_EVENTS: Final = 4000
"""A hand that is not over by then is left unfinished."""


def play_hand(
    game: Game,
    ruleset: Ruleset,
    seats: Sequence[str],
    dealer: int,
    rng: Random,
    habits: Habits | Sequence[Habits] = NATURAL,
    *,
    most_events: int = MOST_EVENTS,
    begun: Sequence[Event] = (),
    remedy: Remedy = Remedy.RULED,
) -> Log:
    """Play a hand from the deal to the close; return its log with every card named.

    All seats share one `Habits`, or each has its own. The same seed of *rng* gives the same hand.
    A hand that has *begun* goes on after those events; what was illegal in them counts as *remedy*
    says.
    """
    of_seats = [habits] * len(seats) if isinstance(habits, Habits) else habits
    table = _Deal(game, ruleset, len(seats), dealer, rng, of_seats, remedy)
    for past in begun:
        table.add(past)
    while not table.state.over and len(table.events) < most_events:
        event = table.next_event()
        if event is None:
            break
        table.add(event)
    return Log(ruleset, tuple(seats), dealer, tuple(table.events))


def as_recorded(game: Game, log: Log, viewer: int = TABLE, *, left: bool = True) -> Log:
    """Return the log as a scorekeeper would have written it.

    It names only the cards that *viewer* saw (``TABLE``: the face-up cards), and with *left* the
    hands shown at the end.
    """
    events = [game.seen_by(event, viewer) for event in log.events]
    if left and any(verb.kind == kinds.LEFT for verb in game.verbs):
        state = game.start(log.ruleset, len(log.seats), log.dealer, Remedy.RULED)
        for event in log.events:
            game.apply(state, event)
        if state.over:
            for seat, shown in enumerate(game.view(state).seats):
                shows = [e for e in game.legal(state, seat) if e.kind in (kinds.TURN, kinds.LEFT)]
                if not shows and shown.cards:
                    shows = [Event(kinds.LEFT, seat, shown.cards)]
                events.extend(shows)
    return replace(log, events=tuple(events), lines=())


class _Offered:
    """The legal events of each seat, listed on demand; ``alert`` are the seats that may act out of
    turn, ``of_game`` the kinds of events of the game."""

    def __init__(self, game: Game, state: Any, of_game: frozenset[int]) -> None:
        self.legal = game.legal
        self.state = state
        self.of_game = of_game
        self.alert = game.alert(state)
        self.of_seats: dict[int, list[Event]] = {}

    def __getitem__(self, seat: int) -> list[Event]:
        found = self.of_seats.get(seat)
        if found is None:
            found = self.of_seats[seat] = self.legal(self.state, seat)
        return found

    def besides(self, wanted: frozenset[int]) -> list[Event]:
        """Return the events of these kinds, by seat."""
        if self.of_game.isdisjoint(wanted):
            return []
        return [event for seat in self.alert for event in self[seat] if event.kind in wanted]


class _Deal:
    """A hand being played: the state, the events so far, and who has looked at what."""

    def __init__(
        self,
        game: Game,
        ruleset: Ruleset,
        seats: int,
        dealer: int,
        rng: Random,
        habits: Sequence[Habits],
        remedy: Remedy,
    ) -> None:
        self.game = game
        self.deck = game.deck(ruleset)
        self.words = game.words(ruleset)
        self.kinds = frozenset(verb.kind for verb in game.verbs)
        self.seats = seats
        self.rng = rng
        self.habits = habits
        self.state: Any = game.start(ruleset, seats, dealer, remedy)
        self.events: list[Event] = []
        self.stock: list[int] | None = None
        self.to_speak: int | None = None
        self.looked = True

    def add(self, event: Event) -> None:
        """Apply an event, dealing cards for those drawn from the stock."""
        if UNKNOWN in event.cards:
            cards = tuple(map(self._card, event.cards))
            event = Event(
                event.kind, event.seat, cards, event.name, event.other, event.more, event.said
            )
        self.game.apply(self.state, event)
        self.events.append(event)
        if event.kind in (kinds.RESHUFFLE, kinds.UP):
            # A botched first card also goes back into the stock.
            self.stock = None
        if event.kind not in _TALK:
            self.to_speak = event.seat if event.seat != TABLE else None
            self.looked = event.kind == kinds.DRAW

    def _card(self, card: int) -> int:
        if card != UNKNOWN:
            return card
        if self.stock is None:
            self.stock = self._unlocated()
            self.rng.shuffle(self.stock)
        return self.stock.pop() if self.stock else UNKNOWN

    def _unlocated(self) -> list[int]:
        """Return the cards that are neither in a hand nor face up on the table."""
        view = self.game.view(self.state)
        located: Counter[int] = Counter()
        for pile in view.piles:
            located.update(pile.cards)
        for seat in view.seats:
            located.update(seat.cards)
            located.update(cell.card for column in seat.grid for cell in column)
            located.update(card for pile in seat.piles for card in pile.cards)
        return [
            card
            for card, copies in enumerate(self.deck.copies)
            for _ in range(copies - located[card])
        ]

    def next_event(self) -> Event | None:
        of_table = self.game.legal(self.state, TABLE)
        for event in of_table:
            if event.kind != kinds.CLOSE:
                return event
        offered = _Offered(self.game, self.state, self.kinds)
        acting = self.game.acting(self.state)
        return (
            self._speak(offered)
            or self._look(offered, acting)
            or self._settle(offered, acting, self.game.due(self.state))
            or next(iter(of_table), None)
            or self._act(offered, acting)
        )

    def _speak(self, offered: "_Offered") -> Event | None:
        """Return the call due from the seat that acted last, or another seat's question about
        it."""
        seat = self.to_speak
        self.to_speak = None
        if seat is None:
            return None
        if self.rng.random() < self.habits[seat].talk:
            return next((event for event in offered[seat] if event.kind == kinds.SAY), None)
        chance = self.rng.random()
        asks = [e for e in offered.besides(_ASKS) if chance < self.habits[e.seat].ask]
        return self.rng.choice(asks) if asks else None

    def _look(self, offered: "_Offered", acting: Sequence[int]) -> Event | None:
        """Return, at most once after each card laid, an out-of-turn match or an accusation of a
        bluff."""
        if self.looked:
            return None
        self.looked = True
        return self._match(offered, acting) or self._accuse(offered)

    def _match(self, offered: "_Offered", acting: Sequence[int]) -> Event | None:
        matches = [event for event in offered.besides(_MATCHES) if event.seat not in acting]
        if not matches:
            return None
        chance = self.rng.random()
        seen = [event for event in matches if chance < self.habits[event.seat].match]
        return self.rng.choice(seen) if seen else None

    def _accuse(self, offered: "_Offered") -> Event | None:
        for event in offered.besides(_ACCUSATIONS):
            if self.rng.random() < self.habits[event.seat].accuse:
                return event
        return None

    def _settle(
        self, offered: "_Offered", acting: Sequence[int], owed: Sequence[int]
    ) -> Event | None:
        """Return the draw of a seat that owes cards, unless it is its turn and it can play."""
        for seat in range(self.seats):
            if not owed[seat]:
                continue
            events = offered[seat]
            answers = [e for e in events if e.kind not in _TALK and e.kind != kinds.DRAW]
            if seat in acting and answers and self.rng.random() >= self.habits[seat].draw:
                continue
            draws = [e for e in events if e.kind == kinds.DRAW and len(e.cards) <= owed[seat]]
            if draws:
                return max(draws, key=lambda event: len(event.cards))
        return None

    def _act(self, offered: "_Offered", acting: Sequence[int]) -> Event | None:
        """Return an event of the seat in turn; if no seat is in turn, of any seat that can act."""
        for seats in (acting, range(self.seats)):
            for seat in seats:
                events = [event for event in offered[seat] if event.kind not in _TALK]
                if any(event.kind == kinds.MATCH for event in events):
                    # In turn nobody calls a play a match that needs no such mark.
                    plays = {replace(e, kind=kinds.MATCH) for e in events if e.kind == kinds.PLAY}
                    events = [e for e in events if e not in plays]
                if events:
                    return self._choose(seat, events)
        return None

    def _choose(self, seat: int, events: Sequence[Event]) -> Event:
        """Return one of the legal events of a seat in its turn."""
        habits = self.habits[seat]
        if habits.foresight and len(events) > 1 and self.rng.random() < habits.foresight:
            events = best(self.game, self.kinds, self.deck, self.words, self.state, seat, events)
        return choose(events, self.deck, habits, self.rng)
