"""Who may hold what: known cards, unknown cards, and copies nobody has located.

A *hand* here is an index; normally the seat's. For each hand there are known copies by card and a
number of unknown cards. ``unseen[card]`` counts the copies nobody has located: they lie in the draw
pile or among somebody's unknown cards. Five wilds in a deck of four are impossible, whoever is
said to hold them: that is ``unseen`` reaching zero.

Open questions ("did he hold anything else that fitted?") are :class:`Claim` values, decided later
by counting what the hand shows.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

from zarleague.engine.cards import UNKNOWN


class Taken(IntEnum):
    """How a card came out of a hand."""

    KNOWN = 0
    FROM_UNKNOWN = 1
    NOT_HELD = 2
    """All cards of the hand are known and this is not one of them."""
    NONE_LEFT = 3
    """The hand has unknown cards, but every copy is located elsewhere."""


@dataclass(slots=True)
class Claim:
    """An open statement: at event ``event``, ``hand`` held none of the cards in ``breaking``.

    ``pool`` is how many unknown cards the hand held then, ``drawn`` how many unknown ones it drew
    since, ``broke`` and ``other`` how many breaking and other cards came out of the unknown ones
    since. Of the shown breaking cards at most ``drawn`` were not yet there; the rest was held.
    ``tag`` says what the question is about, by the key of a rule.
    """

    event: int
    hand: int
    breaking: int
    pool: int
    tag: str
    drawn: int = 0
    broke: int = 0
    other: int = 0

    @property
    def decided(self) -> bool | None:
        """True: it held none. False: it held one. None: cannot be known yet."""
        if self.broke > self.drawn:
            return False
        if not self.broke and self.other == self.pool + self.drawn:
            return True
        return None


class Holdings:
    """Known and unknown cards of every hand of one deck."""

    __slots__ = ("claims", "faces", "held", "known", "unknown", "unseen")

    def __init__(self, copies: Sequence[int], hands: int) -> None:
        self.faces = len(copies)
        self.unseen = list(copies)
        self.held = [[0] * self.faces for _ in range(hands)]
        self.known = [0] * hands
        self.unknown = [0] * hands
        self.claims: list[Claim] = []

    def copy(self) -> "Holdings":
        twin = Holdings((), 0)
        twin.faces = self.faces
        twin.unseen = self.unseen[:]
        twin.held = [cards[:] for cards in self.held]
        twin.known = self.known[:]
        twin.unknown = self.unknown[:]
        twin.claims = [
            Claim(c.event, c.hand, c.breaking, c.pool, c.tag, c.drawn, c.broke, c.other)
            for c in self.claims
        ]
        return twin

    def size(self, hand: int) -> int:
        """How many cards a hand holds."""
        return self.known[hand] + self.unknown[hand]

    def cards(self, hand: int) -> tuple[int, ...]:
        """The known cards of a hand, in deck order, each as often as it is held."""
        return tuple(card for card, count in enumerate(self.held[hand]) for _ in range(count))

    def mask(self, hand: int) -> int:
        """The set of known cards of a hand, as a bit mask."""
        bits = 0
        for card, count in enumerate(self.held[hand]):
            if count:
                bits |= 1 << card
        return bits

    def give(self, hand: int, card: int) -> bool:
        """Add one card off the pile; False (and an unknown card) if no copy of it can be there."""
        if card == UNKNOWN or not self.unseen[card]:
            self.unknown[hand] += 1
            for claim in self.claims:
                if claim.hand == hand:
                    claim.drawn += 1
            return card == UNKNOWN
        self.unseen[card] -= 1
        self.held[hand][card] += 1
        self.known[hand] += 1
        return True

    def give_all(self, hand: int, cards: Sequence[int]) -> list[int]:
        """Add cards off the pile, as ``give`` does one; returns those that cannot be there."""
        unseen = self.unseen
        held = self.held[hand]
        others = []
        for card in cards:
            if card != UNKNOWN and unseen[card]:
                unseen[card] -= 1
                held[card] += 1
            else:
                others.append(card)
        self.known[hand] += len(cards) - len(others)
        return [card for card in others if not self.give(hand, card)] if others else others

    def take(self, hand: int, card: int) -> Taken:
        """Remove one card, if the hand can have held it; otherwise nothing changes."""
        if self.held[hand][card]:
            self.held[hand][card] -= 1
            self.known[hand] -= 1
            return Taken.KNOWN
        if not self.unknown[hand]:
            return Taken.NOT_HELD
        if not self.unseen[card]:
            return Taken.NONE_LEFT
        self.unknown[hand] -= 1
        self.unseen[card] -= 1
        if self.claims:
            self._show(hand, card)
        return Taken.FROM_UNKNOWN

    def put_back(self, hand: int, card: int) -> None:
        """Give back to a hand a card that was taken from it; it is known from now on."""
        self.held[hand][card] += 1
        self.known[hand] += 1

    def forget(self, hand: int) -> None:
        """A card nobody can name left a hand. It may have been any of them, so none of the known
        ones is known any more; what they were is as open as if they had just been drawn."""
        held = self.held[hand]
        for card, count in enumerate(held):
            self.unseen[card] += count
        for claim in self.claims:
            if claim.hand == hand:
                claim.drawn += self.known[hand]
        self.unknown[hand] += self.known[hand] - 1
        self.known[hand] = 0
        self.held[hand] = [0] * self.faces

    def release(self, card: int) -> None:
        """A copy that was located is not any more: shuffled back into the pile."""
        self.unseen[card] += 1

    def _show(self, hand: int, card: int) -> None:
        """An unknown card of a hand turned out to be *card*."""
        for claim in self.claims:
            if claim.hand == hand:
                if claim.breaking >> card & 1:
                    claim.broke += 1
                else:
                    claim.other += 1

    def holds_any(self, hand: int, wanted: int) -> bool | None:
        """Whether a hand holds a card of the mask *wanted*: True, False, or None if unknown.

        Decided by its known cards; by having no unknown ones; by there being no unlocated copy;
        or by there being too few other unlocated cards to fill its unknown ones.
        """
        held = self.held[hand]
        loose = other = 0
        for card, unseen in enumerate(self.unseen):
            if wanted >> card & 1:
                if held[card]:
                    return True
                loose += unseen
            else:
                other += unseen
        unknown = self.unknown[hand]
        if not unknown or not loose:
            return False
        return True if unknown > other else None

    def claim(self, event: int, hand: int, breaking: int, tag: str) -> None:
        """Keep open the statement that *hand* holds none of *breaking* now."""
        self.claims.append(Claim(event, hand, breaking, self.unknown[hand], tag))

    def settle(self) -> list[Claim]:
        """Remove and return the claims that what was shown has decided."""
        done = [claim for claim in self.claims if claim.decided is not None]
        if done:
            self.claims = [claim for claim in self.claims if claim.decided is None]
        return done
