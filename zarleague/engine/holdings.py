"""Count the cards that each hand holds or may hold.

A *hand* here is an index; normally the seat's. For each hand there are known copies by card and a
number of unknown cards. ``unseen[card]`` counts the copies whose place is not known: they lie in
the stock or among the unknown cards of some hand. When it reaches zero, no further copy can turn
up: a fifth wild of four is impossible, whichever hand is said to hold it.

After a reshuffle there are two supplies. The stock consists of the cards shuffled in; all other
unseen copies were in hands at that moment. So an unknown card drawn since the reshuffle is one of
the *fresh* copies, and one held before is one of the others.

Open questions ("did this hand hold another card that fitted?") are :class:`Claim` values, settled
later by counting the cards that the hand shows.
"""

from collections.abc import Sequence
from enum import IntEnum
from operator import mul
from typing import Final

from zarleague.engine.cards import UNKNOWN
from zarleague.engine.open_questions import Claim

MOST_OPEN: Final = 24
"""The most cards shown whose supply (before or after a reshuffle) may stay open; with more of them
the two supplies are merged."""


class Taken(IntEnum):
    """The result of taking a card out of a hand."""

    KNOWN = 0
    FROM_UNKNOWN = 1
    NOT_HELD = 2
    """All cards of the hand are known and this is not one of them."""
    NONE_LEFT = 3
    """The hand has unknown cards, but every copy is located elsewhere."""


class Holdings:
    """Known and unknown cards of every hand of one deck."""

    __slots__ = (
        "all_named",
        "claims",
        "either",
        "faces",
        "fresh",
        "fresh_unknown",
        "held",
        "known",
        "unknown",
        "unseen",
    )

    def __init__(self, copies: Sequence[int], hands: int) -> None:
        self.faces = len(copies)
        self.unseen = list(copies)
        self.held = [[0] * self.faces for _ in range(hands)]
        self.known = [0] * hands
        self.unknown = [0] * hands
        self.all_named = True
        """Whether no card was ever unknown; then the whole log proves no more than counting."""
        self.claims: list[Claim] = []
        self.fresh: list[int] | None = None
        """By card, how many copies of the last reshuffle were not located since; None before the
        first, and where not all cards shuffled are named."""
        self.fresh_unknown = [0] * hands
        """By hand, how many of the unknown cards were drawn since the last reshuffle."""
        self.either: list[tuple[int, int]] = []
        """Hands and cards they have shown that may have been drawn before or after the last
        reshuffle. They still count among ``fresh`` and ``fresh_unknown``."""

    def copy(self) -> "Holdings":
        twin = Holdings((), 0)
        twin.faces = self.faces
        twin.unseen = self.unseen[:]
        twin.held = [cards[:] for cards in self.held]
        twin.known = self.known[:]
        twin.unknown = self.unknown[:]
        twin.all_named = self.all_named
        twin.claims = [
            Claim(c.event, c.hand, c.breaking, c.pool, c.tag, c.drawn, c.broke, c.other, c.drawn_at)
            for c in self.claims
        ]
        twin.fresh = None if self.fresh is None else self.fresh[:]
        twin.fresh_unknown = self.fresh_unknown[:]
        twin.either = self.either[:]
        return twin

    def hand_size(self, hand: int) -> int:
        return self.known[hand] + self.unknown[hand]

    def cards(self, hand: int) -> tuple[int, ...]:
        """Return the known cards of a hand, in deck order, each as often as it is held."""
        if not self.known[hand]:
            return ()
        return tuple(card for card, count in enumerate(self.held[hand]) for _ in range(count))

    def mask(self, hand: int) -> int:
        """Return the set of known cards of a hand, as a bit mask."""
        bits = 0
        for card, count in enumerate(self.held[hand]):
            if count:
                bits |= 1 << card
        return bits

    def give(self, hand: int, card: int) -> bool:
        """Move a card from the stock to a hand. Return False, and give an unknown card, if no copy
        can be there.
        """
        fresh = self.fresh
        unseen = self.unseen
        if card == UNKNOWN or not unseen[card] or (fresh is not None and not fresh[card]):
            self.all_named = False
            self.unknown[hand] += 1
            self.fresh_unknown[hand] += 1
            for claim in self.claims:
                if claim.hand == hand:
                    claim.drawn += 1
            return card == UNKNOWN
        unseen[card] -= 1
        self.held[hand][card] += 1
        self.known[hand] += 1
        if fresh is not None:
            fresh[card] -= 1
            if self.either:
                self._settle_supplies()
        return True

    def give_all(self, hand: int, cards: Sequence[int]) -> list[int]:
        """Move cards from the stock to a hand like ``give``; return those that cannot be there."""
        if self.either:
            return [card for card in cards if not self.give(hand, card)]
        unseen = self.unseen
        fresh = self.fresh
        held = self.held[hand]
        others = []
        given = 0
        for card in cards:
            if card == UNKNOWN or not unseen[card]:
                others.append(card)
                continue
            if fresh is not None:
                if not fresh[card]:
                    others.append(card)
                    continue
                fresh[card] -= 1
            unseen[card] -= 1
            held[card] += 1
            given += 1
        self.known[hand] += given
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
        if self.fresh is not None and not self._take_from_supply(hand, card):
            return Taken.NONE_LEFT
        self.unknown[hand] -= 1
        self.unseen[card] -= 1
        if self.either:
            self._settle_supplies()
        if self.claims:
            self._name_unknown_card(hand, card)
        return Taken.FROM_UNKNOWN

    def put_back(self, hand: int, card: int) -> None:
        """Return a card to the hand it was taken from; it is known from now on."""
        self.held[hand][card] += 1
        self.known[hand] += 1

    def forget(self, hand: int) -> None:
        """Remove an unnamed card from a hand.

        It may have been any of them, so all cards of the hand count as unknown afterwards.
        """
        self.hide(hand)
        self.unknown[hand] -= 1

    def recount(self, hand: int, size: int) -> bool:
        """Set the size of a hand by adding or removing unknown cards, and return True. If more
        cards than that are known, change nothing and return False."""
        unknown = size - self.known[hand]
        if unknown < 0:
            return False
        self.all_named = False
        self.unknown[hand] = unknown
        self._drop_fresh_supply()
        return True

    def hide(self, hand: int) -> None:
        """Count the cards of a hand as unknown, as if they had just been drawn."""
        self.all_named = False
        held = self.held[hand]
        for card, count in enumerate(held):
            self.unseen[card] += count
        for claim in self.claims:
            if claim.hand == hand:
                claim.drawn += self.known[hand]
        self.unknown[hand] += self.known[hand]
        self.known[hand] = 0
        self.held[hand] = [0] * self.faces
        self._drop_fresh_supply()

    def release(self, card: int) -> None:
        """Count a located copy of a card as unseen again."""
        self.unseen[card] += 1
        if self.fresh is not None:
            self._drop_fresh_supply()

    def reshuffle(self, cards: Sequence[int], *, stock: int = 0) -> None:
        """Shuffle *cards* of the discard pile into the rest of the *stock*, which is mostly empty.
        If it is empty and all the cards are named, the new stock consists of exactly these.
        """
        for card in cards:
            if card != UNKNOWN:
                self.unseen[card] += 1
        self._drop_fresh_supply()
        if stock or UNKNOWN in cards:
            return
        self.fresh = fresh = [0] * self.faces
        for card in cards:
            fresh[card] += 1

    def _drop_fresh_supply(self) -> None:
        """Treat the cards of the last reshuffle like all others from now on."""
        self.fresh = None
        self.fresh_unknown = [0] * len(self.known)
        self.either = []

    def in_stock(self, card: int) -> bool:
        """Return whether a copy of a card may be in the stock, or may have been there just before
        an unnamed card was drawn."""
        return self.unseen[card] > 0 and (self.fresh is None or self.fresh[card] > 0)

    def _supplies(self, hand: int, card: int) -> tuple[int, int]:
        """Return how many copies of a card that a hand showed, or may show, may come from its
        unknown cards of before the last reshuffle, and from those drawn since."""
        fresh = self.fresh
        assert fresh is not None
        shown = sum(shown_card == card for _, shown_card in self.either)
        shown_here = sum(shown_hand == hand for shown_hand, _ in self.either)
        copies = self.unseen[card] + shown - fresh[card]
        drawn = self.fresh_unknown[hand]
        places = self.unknown[hand] + shown_here - drawn
        return max(min(copies, places), 0), max(min(fresh[card], drawn), 0)

    def _take_from_supply(self, hand: int, card: int) -> bool:
        """Take an unknown card of a hand off the supply it came from; False if it has none."""
        before, since = self._supplies(hand, card)
        if not before and not since:
            return False
        if before and since:
            self.either.append((hand, card))
            if len(self.either) > MOST_OPEN:
                self._drop_fresh_supply()
        elif since:
            self._take_fresh(hand, card)
        return True

    def _take_fresh(self, hand: int, card: int) -> None:
        assert self.fresh is not None
        self.fresh[card] -= 1
        self.fresh_unknown[hand] -= 1

    def _settle_supplies(self) -> None:
        """Settle from which supply cards came where only one is possible."""
        for shown in self.either[:]:
            before, since = self._supplies(*shown)
            if not before or not since:
                self.either.remove(shown)
                if since:
                    self._take_fresh(*shown)

    def copies_of(self, hand: int, card: int) -> int:
        """Return how many copies of a card a hand holds or may hold."""
        count = self.held[hand][card]
        if not self.unknown[hand]:
            return count
        if self.fresh is None:
            return count + min(self.unknown[hand], self.unseen[card])
        return count + min(sum(self._supplies(hand, card)), self.unknown[hand], self.unseen[card])

    def may_hold(self, hand: int, cards: Sequence[int]) -> bool:
        """Return whether a hand holds or may hold all these cards at once."""
        twin = self.copy()
        return all(twin.take(hand, card) <= Taken.FROM_UNKNOWN for card in cards)

    def may_be_unknown(self) -> list[int]:
        """Return by hand the set of faces that its unknown cards may have, as a bit mask."""
        fresh = self.fresh
        if fresh is None:
            loose = _faces_in(self.unseen)
            return [loose if count else 0 for count in self.unknown]
        older = [all_copies - new for all_copies, new in zip(self.unseen, fresh, strict=True)]
        shown_by = [0] * len(self.unknown)
        for hand, card in self.either:
            older[card] += 1
            shown_by[hand] += 1
        before, since = _faces_in(older), _faces_in(fresh)
        return [
            (before if unknown + shown > drawn else 0) | (since if drawn else 0) if unknown else 0
            for unknown, shown, drawn in zip(
                self.unknown, shown_by, self.fresh_unknown, strict=True
            )
        ]

    def may_be_drawn(self) -> int:
        """Return the set of faces that the cards of the stock may have, as a bit mask."""
        return _faces_in(self.unseen if self.fresh is None else self.fresh)

    def next_card(self) -> int:
        """Return the card that is drawn next, ``UNKNOWN`` unless all of the stock are alike."""
        stock = self.unseen if self.fresh is None else self.fresh
        if self.either or stock.count(0) != len(stock) - 1:
            return UNKNOWN
        return next(card for card, copies in enumerate(stock) if copies)

    def _name_unknown_card(self, hand: int, card: int) -> None:
        """Record that an unknown card of a hand turned out to be *card*."""
        for claim in self.claims:
            if claim.hand == hand:
                if claim.breaking >> card & 1:
                    claim.broke += 1
                else:
                    claim.other += 1

    def holds_any(self, hand: int, wanted: int) -> bool | None:
        """Return whether a hand holds a card of the mask *wanted*: True, False, or None if unknown.

        True if a known card is wanted, or if there are too few other unseen copies to fill its
        unknown places; False if it has no unknown cards, or no wanted copy is unseen.
        """
        if self.fresh is not None:
            return self._holds_any_fresh(hand, wanted)
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

    def _holds_any_fresh(self, hand: int, wanted: int) -> bool | None:
        """Answer ``holds_any`` after a reshuffle, by either supply."""
        if self.mask(hand) & wanted:
            return True
        unknown = self.unknown[hand]
        drawn = self.fresh_unknown[hand]
        fresh = self.fresh
        assert fresh is not None
        possible = any(
            wanted >> card & 1 and self.copies_of(hand, card) for card in range(self.faces)
        )
        if not unknown or not possible:
            return False
        if self.either:
            return None
        others = [card for card in range(self.faces) if not wanted >> card & 1]
        fresh_others = sum(fresh[card] for card in others)
        if drawn > fresh_others:
            return True
        if unknown - drawn > sum(self.unseen[card] for card in others) - fresh_others:
            return True
        return None

    def deduced(self, hand: int) -> list[int] | None:
        """Return how many copies of each card are among the unknown ones of a hand, if every other
        copy is located; None while that leaves them open."""
        unseen = self.unseen
        unknown = self.unknown[hand]
        if self.fresh is None:
            return unseen[:] if sum(unseen) == unknown else None
        if self.either:
            return None
        drawn = self.fresh_unknown[hand]
        fresh = sum(self.fresh)
        if drawn not in (0, fresh) or unknown - drawn not in (0, sum(unseen) - fresh):
            return None
        return [
            (new if drawn else 0) + (count - new if unknown > drawn else 0)
            for count, new in zip(unseen, self.fresh, strict=True)
        ]

    def counts(self, hand: int) -> list[int] | None:
        """Return how many copies of each card a hand holds; None while unknown ones leave that
        open."""
        held = self.held[hand]
        if not self.unknown[hand]:
            return held
        deduced = self.deduced(hand)
        if deduced is None:
            return None
        return [known + more for known, more in zip(held, deduced, strict=True)]

    def points(self, hand: int, worth: Sequence[int]) -> int | None:
        """Return the sum of what the cards of a hand are *worth* by card; None while unknown ones
        leave that open."""
        counts = self.counts(hand)
        return None if counts is None else sum(map(mul, worth, counts))

    def claim(self, event: int, hand: int, breaking: int, tag: str, drawn_at: int = -1) -> None:
        """Record the open statement that *hand* holds none of *breaking* now, or with *drawn_at*
        that the card it drew at that event is none of them."""
        pool = self.unknown[hand]
        self.claims.append(Claim(event, hand, breaking, pool, tag, drawn_at=drawn_at))

    def settle(self) -> list[Claim]:
        """Remove and return the claims that the cards shown since have decided."""
        done = [claim for claim in self.claims if claim.decided is not None]
        if done:
            self.claims = [claim for claim in self.claims if claim.decided is None]
        return done


def _faces_in(counts: Sequence[int]) -> int:
    """Return the set of faces of which there is a copy, as a bit mask."""
    faces = 0
    for card, count in enumerate(counts):
        if count > 0:
            faces |= 1 << card
    return faces
