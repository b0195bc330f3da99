"""Search for assignments of cards to hidden places.

First each demand gets a supply to be met from; mostly only one is possible. Then each hand is a
bipartite matching: a demand needs a place that was filled before it and has, or may have, its card.
What is left of each supply fills the places that no demand uses.

The searches in one log together try at most ``MAX_CHOICES`` choices between supplies and then raise
:class:`TooHard`, so their time is bounded whatever the log holds.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from zarleague.engine.cards import UNKNOWN
from zarleague.engine.deduction.supply import Demand, Hidden, Place

MAX_CHOICES: Final = 500
"""Choices between supplies that the searches in one log may try."""
NAMED: Final = -1
"""The supply of a demand that a named card meets, or any card at all."""


class TooHard(Exception):
    """The search reached its limit; nothing is proved either way."""


class Question(NamedTuple):
    """Did a hand, just before event ``event``, hold any of ``cards`` (a set of cards as bits)? Or,
    with ``is_draw``, was the card that it drew at that event one of them?"""

    hand: int
    event: int
    cards: int
    is_draw: bool = False

    def asks_for(self, card: int) -> bool:
        """Return whether *card* is one of those asked for."""
        return card != UNKNOWN and bool(self.cards >> card & 1)


class Assignment(NamedTuple):
    """``cards`` has a card for every place; ``place_of`` the place that meets each demand."""

    cards: tuple[int, ...]
    place_of: dict[int, int]


Fitting = dict[int, list[int]]
"""For each demand of a hand the places that may meet it."""


class Search:
    """The assignments of one log.

    ``exists``, ``with_none`` and ``with_one`` each look for an assignment that meets every demand,
    and return None if there is none. They raise TooHard when the limit ends the search.
    """

    def __init__(self, hidden: Hidden, others: Sequence[Question] = ()) -> None:
        """Prepare the search.

        Where places can be filled in several ways, prefer cards that *others* do not ask for, so
        that a witness breaks as few rules as possible.
        """
        self.hidden = hidden
        self.others = others
        self.places = hidden.places
        self.demands = hidden.demands
        self.places_of: dict[int, list[int]] = {}
        for number, place in enumerate(self.places):
            self.places_of.setdefault(place.hand, []).append(number)
        self.demands_of: dict[int, list[int]] = {}
        for number, demand in enumerate(self.demands):
            self.demands_of.setdefault(demand.hand, []).append(number)
        self.unwelcome = [
            _union(q.cards for q in others if q.hand == place.hand and _is_about(q, place))
            for place in self.places
        ]
        self.options = self._options()
        self.matched: dict[tuple[int, ...], dict[int, int] | None] = {}
        self.choices = 0

    def exists(self) -> Assignment | None:
        for supplies in self._supplies():
            if (place_of := self._meet_all(supplies)) is not None:
                return self._fill(place_of)
        return None

    def with_none(self, question: Question) -> Assignment | None:
        """Return an assignment in which the hand held none of the cards asked for."""
        for supplies in self._supplies():
            if (others := self._meet_all(supplies, question.hand)) is not None:
                found = self._hold_none(question, supplies, others)
                if found is not None:
                    return found
        return None

    def with_one(self, question: Question) -> Assignment | None:
        """Return an assignment in which the hand held one of the cards asked for."""
        for supplies in self._supplies():
            if (others := self._meet_all(supplies, question.hand)) is not None:
                found = self._hold_one(question, supplies, others)
                if found is not None:
                    return found
        return None

    # Which supply meets which demand

    def _options(self) -> list[list[int]]:
        """Return for each demand the supplies it may be met from.

        A demand is met by a named card of the hand if there is one. No assignment is lost by that:
        copies are interchangeable, so what a hand held at any time does not depend on which of them
        left it.
        """
        named: Counter[tuple[int, int]] = Counter()
        arriving = iter(sorted(range(len(self.places)), key=lambda n: self.places[n].event))
        coming = next(arriving, None)
        options = []
        for demand in self.demands:
            while coming is not None and self.places[coming].event < demand.event:
                place = self.places[coming]
                named[place.hand, place.card] += 1
                coming = next(arriving, None)
            if demand.card == UNKNOWN:
                options.append([NAMED])
            elif named[demand.hand, demand.card]:
                named[demand.hand, demand.card] -= 1
                options.append([NAMED])
            else:
                options.append(self._supplies_of(demand))
        return options

    def _supplies_of(self, demand: Demand) -> list[int]:
        """Return the supplies that have the card and filled a place of the hand before."""
        filled = {
            place.supply
            for number in self.places_of.get(demand.hand, ())
            if (place := self.places[number]).event < demand.event and place.card == UNKNOWN
        }
        return [number for number in sorted(filled) if self.hidden.supplies[number][demand.card]]

    def _supplies(self) -> Iterator[list[int]]:
        """Yield every choice of a supply for each demand, always in the same list object."""
        if not all(self.options):
            return
        left = [supply[:] for supply in self.hidden.supplies]
        chosen = [option[0] for option in self.options]
        undecided = []
        for number, option in enumerate(self.options):
            if len(option) > 1:
                undecided.append(number)
            elif option[0] != NAMED:
                left[option[0]][self.demands[number].card] -= 1
        if any(count < 0 for supply in left for count in supply):
            return
        yield from self._choose(undecided, left, chosen)

    def _choose(
        self, undecided: Sequence[int], left: list[list[int]], chosen: list[int]
    ) -> Iterator[list[int]]:
        if not undecided:
            yield chosen
            return
        number, *others = undecided
        card = self.demands[number].card
        for supply in self.options[number]:
            self.choices += 1
            if self.choices > MAX_CHOICES:
                raise TooHard
            if left[supply][card]:
                left[supply][card] -= 1
                chosen[number] = supply
                yield from self._choose(others, left, chosen)
                left[supply][card] += 1

    # Which place meets which demand

    def _fitting(self, hand: int, supplies: Sequence[int]) -> Fitting:
        """Return for each demand of a hand the places that may meet it, preferred ones first."""
        places = self.places_of.get(hand, ())
        fitting = {
            number: [place for place in places if self._fits(number, place, supplies[number])]
            for number in self.demands_of.get(hand, ())
        }
        for question in self.others:
            if question.hand == hand:
                for number, fit in fitting.items():
                    if self._is_asked_later(number, question):
                        fit.sort(key=lambda n: _is_about(question, self.places[n]))
        return fitting

    def _fits(self, number: int, place_number: int, supply: int) -> bool:
        demand = self.demands[number]
        place = self.places[place_number]
        if place.event >= demand.event:
            return False
        if demand.card == UNKNOWN:
            return True
        if supply == NAMED:
            return place.card == demand.card
        return place.card == UNKNOWN and place.supply == supply

    def _meet_all(self, supplies: Sequence[int], without: int = -1) -> dict[int, int] | None:
        """Return a place for each demand of every hand but *without*."""
        place_of: dict[int, int] = {}
        for hand, numbers in self.demands_of.items():
            if hand == without:
                continue
            key = (hand, *(supplies[number] for number in numbers))
            if key not in self.matched:
                self.matched[key] = match(self._fitting(hand, supplies))
            found = self.matched[key]
            if found is None:
                return None
            place_of |= found
        return place_of

    def _hold_none(
        self, question: Question, supplies: Sequence[int], others: Mapping[int, int]
    ) -> Assignment | None:
        """Return an assignment in which the hand held none of the cards asked for.

        No place that was filled before the question may meet a later demand for one of them; a
        named one must have left the hand before. As many unnamed places as possible should meet
        demands, because the rest must be filled with cards that were not asked for.
        """
        early = self._held_then(question)
        fitting = {
            number: [place for place in places if place not in early]
            if self._is_asked_later(number, question)
            else places
            for number, places in self._fitting(question.hand, supplies).items()
        }
        named = [n for n in early if question.asks_for(self.places[n].card)]
        unnamed = [n for n in early if self.places[n].card == UNKNOWN]
        met = match(fitting, [*named, *unnamed], forced=len(named))
        if met is None:
            return None
        kept = set(unnamed).difference(met.values())
        return self._fill({**others, **met}, question, without=kept)

    def _hold_one(
        self, question: Question, supplies: Sequence[int], others: Mapping[int, int]
    ) -> Assignment | None:
        """Return an assignment in which the hand held one of the cards asked for.

        Try in turn: a named card, one that meets a later demand, and one in a place that no demand
        uses.
        """
        early = self._held_then(question)
        fitting = self._fitting(question.hand, supplies)
        for kept in early:
            if question.asks_for(self.places[kept].card):
                met = match(
                    {
                        number: [n for n in places if n != kept]
                        if self.demands[number].event <= question.event
                        else places
                        for number, places in fitting.items()
                    }
                )
                if met is not None:
                    return self._fill({**others, **met})
        for number in fitting:
            if self._is_asked_later(number, question):
                then = [n for n in fitting[number] if n in early]
                if (met := match({**fitting, number: then})) is not None:
                    return self._fill({**others, **met})
        for kept in early:
            if self.places[kept].card == UNKNOWN:
                met = match({key: [n for n in fitting[key] if n != kept] for key in fitting})
                if met is not None:
                    filled = self._fill({**others, **met}, question, with_one=kept)
                    if filled is not None:
                        return filled
        return None

    def _held_then(self, question: Question) -> list[int]:
        """Return the places of the hand that the question is about: those filled before it, or the
        one that the draw filled."""
        if any(
            self.demands[number].card == UNKNOWN and self.demands[number].event > question.event
            for number in self.demands_of.get(question.hand, ())
        ):
            raise TooHard  # cards set aside after the question: no game here has that
        places = self.places_of.get(question.hand, ())
        return [number for number in places if _is_about(question, self.places[number])]

    def _is_asked_later(self, number: int, question: Question) -> bool:
        demand = self.demands[number]
        return demand.event > question.event and question.asks_for(demand.card)

    # Fill the places that no demand names

    def _fill(
        self,
        place_of: dict[int, int],
        question: Question | None = None,
        *,
        without: Collection[int] = (),
        with_one: int = -1,
    ) -> Assignment | None:
        """Return the assignment with the demands met by *place_of*; None if the supplies cannot
        fill the other places.

        Of the cards *question* asks for, the places *without* get none and the place *with_one*
        gets one.
        """
        cards = [place.card for place in self.places]
        left = [supply[:] for supply in self.hidden.supplies]
        for number, place in place_of.items():
            card = self.demands[number].card
            if card != UNKNOWN and cards[place] == UNKNOWN:
                cards[place] = card
                left[self.places[place].supply][card] -= 1
        empty = [number for number, card in enumerate(cards) if card == UNKNOWN]
        empty.sort(key=lambda n: (n != with_one, n not in without, not self.unwelcome[n]))
        for number in empty:
            supply = left[self.places[number].supply]
            wanted = number == with_one if number == with_one or number in without else None
            card = _first(supply, question, wanted, self.unwelcome[number])
            if card == UNKNOWN:
                return None
            supply[card] -= 1
            cards[number] = card
        return Assignment(tuple(cards), place_of)


def _first(
    supply: Sequence[int], question: Question | None, asked: bool | None, unwelcome: int
) -> int:
    """Return a card left in a supply, UNKNOWN if there is none. With *asked* it must, or must not,
    be one the question asks for; cards of *unwelcome* are taken last."""
    second = UNKNOWN
    for card, count in enumerate(supply):
        if count and (asked is None or question is None or question.asks_for(card) == asked):
            if not unwelcome >> card & 1:
                return card
            if second == UNKNOWN:
                second = card
    return second


def _is_about(question: Question, place: Place) -> bool:
    """Return whether a question is about the card in a place of its hand: one that came with the
    draw asked about, or else one that was there before the event asked about."""
    if question.is_draw:
        return place.event == question.event
    return place.event < question.event


def _union(masks: Iterable[int]) -> int:
    union = 0
    for mask in masks:
        union |= mask
    return union


def match(
    fitting: Mapping[int, Sequence[int]], first: Sequence[int] = (), forced: int = 0
) -> dict[int, int] | None:
    """Return a place for each key of *fitting*, whose values are the places that fit it.

    Use as many of the places *first* as possible, and all of the first *forced* of them. If some
    keys can be matched and some places can be covered, both can be at once (Mendelsohn and
    Dulmage), so this excludes no matching. Return None if there is none.
    """
    search = _Matching(fitting)
    for number, place in enumerate(first):
        if not search.cover(place, set()) and number < forced:
            return None
    for key in fitting:
        if key not in search.place_of and not search.place(key, set()):
            return None
    return search.place_of


class _Matching:
    """A matching under construction, indexed by key and by place."""

    def __init__(self, fitting: Mapping[int, Sequence[int]]) -> None:
        self.fitting = fitting
        self.place_of: dict[int, int] = {}
        self.key_of: dict[int, int] = {}
        self.keys_of: dict[int, list[int]] = {}
        for key, places in fitting.items():
            for place in places:
                self.keys_of.setdefault(place, []).append(key)

    def cover(self, place: int, tried: set[int]) -> bool:
        """Match *place* along an augmenting path; return False if there is none. Places covered
        before stay covered."""
        for key in self.keys_of.get(place, ()):
            if key in tried:
                continue
            tried.add(key)
            old = self.place_of.get(key)
            if old is None or self.cover(old, tried):
                self.place_of[key] = place
                self.key_of[place] = key
                return True
        return False

    def place(self, key: int, tried: set[int]) -> bool:
        """Match *key* along an augmenting path; return False if there is none. Places in use stay
        in use."""
        for place in self.fitting[key]:
            if place in tried:
                continue
            tried.add(place)
            other = self.key_of.get(place)
            if other is None or self.place(other, tried):
                self.place_of[key] = place
                self.key_of[place] = key
                return True
        return False
