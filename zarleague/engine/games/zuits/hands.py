"""The cards that each hand holds or may hold, in a deck where every card exists once.

Sets of cards are bit masks. Nobody draws in Zuits, so every card a seat plays or shows was dealt to
it. A card that leaves a hand unnamed (set aside face down, or played and not noted) is one of those
not seen since; which one stays open until something shows it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from zarleague.engine.cards import UNKNOWN
from zarleague.engine.event import NONE
from zarleague.engine.games.zuits.deck import ALL, DECK, cards_of
from zarleague.engine.holdings import Taken

KNOWN: Final = Taken.KNOWN
FROM_UNKNOWN: Final = Taken.FROM_UNKNOWN


@dataclass(slots=True)
class ZuitsClaim:
    """An open statement: at event *event*, *hand* (a seat's) held none of the cards in *breaking*.

    ``unnamed_before`` is how many cards had left the hand unnamed until then, and ``broken`` says
    that a card of *breaking* that must have been in the hand was shown since. ``tag`` is the key of
    the rule that the question is about. ``drawn_at`` is always -1, as nobody draws. ``proved``
    is set where the log as a whole proves the statement true or false and counting does not decide
    it.
    """

    event: int
    hand: int
    breaking: int
    tag: str
    unnamed_before: int
    broken: bool = False
    drawn_at: int = -1
    proved: bool | None = None


class Hands:
    """The cards in the hands of all seats.

    By seat: ``held`` is the set of cards it holds for certain; ``uncertain`` those dealt to it
    that may have left unnamed; ``unknown`` the number of cards whose faces nobody has named;
    ``gone`` how many of the uncertain and unknown cards are not in the hand any more. ``unnamed``
    counts the cards that ever left without a name. ``all_named`` says that no card was ever
    unknown; then the whole log proves no more than counting. ``unseen`` is the set of cards that
    nobody has located, ``disputed`` the set of cards dealt to two seats.
    """

    __slots__ = (
        "all_named",
        "claims",
        "disputed",
        "gone",
        "held",
        "uncertain",
        "unknown",
        "unnamed",
        "unseen",
    )

    def __init__(self, seats: int) -> None:
        self.all_named = True
        self.unseen = ALL
        self.disputed = 0
        self.held = [0] * seats
        self.uncertain = [0] * seats
        self.unknown = [0] * seats
        self.gone = [0] * seats
        self.unnamed = [0] * seats
        self.claims: list[ZuitsClaim] = []

    def copy(self) -> "Hands":
        twin = Hands(0)
        twin.all_named = self.all_named
        twin.unseen = self.unseen
        twin.disputed = self.disputed
        twin.held = self.held[:]
        twin.uncertain = self.uncertain[:]
        twin.unknown = self.unknown[:]
        twin.gone = self.gone[:]
        twin.unnamed = self.unnamed[:]
        twin.claims = [replace(claim) for claim in self.claims]
        return twin

    def deal_known(self, seat: int, cards: Sequence[int]) -> bool:
        """Add cards of the deck to a hand. Return False, with nothing changed, unless all are named
        and none lies elsewhere."""
        if UNKNOWN in cards or self.disputed:
            return False
        dealt = DECK.mask(cards)
        if dealt & ~self.unseen or dealt.bit_count() != len(cards):
            return False
        self.unseen ^= dealt
        self.held[seat] |= dealt
        return True

    def undeal(self, seat: int) -> None:
        """Take back the cards dealt to a seat that has played none."""
        self.unseen |= self.held[seat] | self.uncertain[seat]
        self.held[seat] = self.uncertain[seat] = self.unknown[seat] = self.gone[seat] = 0

    def dealt_before(self, cards: Sequence[int]) -> list[int]:
        """Return those of *cards* that cannot be dealt, because they lie elsewhere already or are
        named twice."""
        unseen = self.unseen & ~self.disputed
        repeated = []
        for card in cards:
            if card != UNKNOWN:
                if not unseen >> card & 1:
                    repeated.append(card)
                unseen &= ~(1 << card)
        return repeated

    def deal(self, seat: int, cards: Sequence[int]) -> None:
        """Add cards of the deck to a hand.

        A card dealt to two seats is in one of the hands, and another in its place in the other:
        it counts as an unknown card in both.
        """
        for card in cards:
            bit = 0 if card == UNKNOWN else 1 << card
            if bit & self.unseen & ~self.disputed:
                self.unseen ^= bit
                self.held[seat] |= bit
                continue
            self.all_named = False
            self.unknown[seat] += 1
            owner = self.owner(card) if bit else NONE
            if owner not in (NONE, seat):
                self.held[owner] &= ~bit
                self.uncertain[owner] &= ~bit
                self.unknown[owner] += 1
                self.unseen |= bit
                self.disputed |= bit

    def owner(self, card: int) -> int:
        """Return the seat to which a card was dealt that was not seen since, NONE if not known."""
        for seat, held in enumerate(self.held):
            if (held | self.uncertain[seat]) >> card & 1:
                return seat
        return NONE

    def hand_size(self, seat: int) -> int:
        """Return how many cards a seat holds."""
        if self.all_named:
            return self.held[seat].bit_count()
        with_unknown = self.held[seat].bit_count() + self.unknown[seat]
        return with_unknown + self.uncertain[seat].bit_count() - self.gone[seat]

    def hand_sizes(self) -> list[int]:
        """Return how many cards each seat holds."""
        return [self.hand_size(seat) for seat in range(len(self.held))]

    def may_hold(self, seat: int) -> int:
        """Return the set of cards a seat holds or may hold."""
        if not self._loose(seat):
            return self.held[seat]
        unseen = self.unseen if self.unknown[seat] else 0
        return self.held[seat] | self.uncertain[seat] | unseen

    def may_have_left(self, seat: int) -> int:
        """Return the set of cards that may have left the hand of a seat unnamed."""
        if not self.gone[seat]:
            return 0
        return self.uncertain[seat] | (self.unseen if self.unknown[seat] else 0)

    def take(self, seat: int, card: int) -> Taken:
        """Remove a card, if the seat can have held it; otherwise nothing changes."""
        bit = 1 << card
        if self.held[seat] & bit:
            self.held[seat] ^= bit
            return KNOWN
        if not self._loose(seat):
            return Taken.NOT_HELD
        if self.uncertain[seat] & bit:
            self.uncertain[seat] ^= bit
        elif not self.unknown[seat]:
            return Taken.NOT_HELD
        elif not self.unseen & bit:
            return Taken.NONE_LEFT
        else:
            self.unknown[seat] -= 1
            self.unseen ^= bit
        self._break_claims(seat, bit)
        self._settle_rest(seat)
        return FROM_UNKNOWN

    def take_unnamed(self, seat: int) -> None:
        """Remove an unnamed card, if the seat has one. It may be any card, so none of the others is
        certain any more."""
        if self.hand_size(seat):
            self.all_named = False
            self.uncertain[seat] |= self.held[seat]
            self.held[seat] = 0
            self.gone[seat] += 1
            self.unnamed[seat] += 1

    def put_back(self, seat: int, card: int) -> None:
        """Give back a card that was taken; it is known from now on."""
        self.held[seat] |= 1 << card

    def show(self, seat: int, card: int) -> None:
        """Record that a seat shows a card and keeps it. Nothing changes if it cannot hold it."""
        if self.take(seat, card) in (KNOWN, FROM_UNKNOWN):
            self.put_back(seat, card)

    def name_gone(self, seat: int, card: int, since: int = NONE) -> bool:
        """Name a card that left the hand unnamed. Return False, with nothing changed, if it cannot
        be *card*. With *since*, it was in the hand until that event."""
        bit = 1 << card
        if not self.gone[seat]:
            return False
        if self.uncertain[seat] & bit:
            self.uncertain[seat] ^= bit
        elif self.unknown[seat] and self.unseen & bit:
            self.unknown[seat] -= 1
            self.unseen ^= bit
        else:
            return False
        self.gone[seat] -= 1
        for claim in self.claims:
            if claim.hand == seat and claim.event < since:
                claim.unnamed_before += 1
                claim.broken = claim.broken or bool(claim.breaking & bit)
        self._settle_rest(seat)
        return True

    def lay_open(self, seat: int, cards: Sequence[int]) -> None:
        """Record that *cards*, taken from the hand before, were all the cards it had left."""
        self.gone[seat] = self.uncertain[seat].bit_count() + self.unknown[seat]
        for card in cards_of(self.held[seat]):
            self.all_named = False
            self.uncertain[seat] |= 1 << card
            self.gone[seat] += 1
        self.held[seat] = 0
        for card in cards:
            self.put_back(seat, card)

    def holds_any(self, seat: int, wanted: int) -> bool | None:
        """Return whether a seat holds a card of the set *wanted*; None if that is unknown."""
        if self.held[seat] & wanted:
            return True
        if not (self.uncertain[seat] or self.unknown[seat]):
            return False
        return self._among_loose(seat, wanted, self._loose(seat))

    def claim(self, event: int, seat: int, breaking: int, tag: str) -> None:
        """Record the open claim that a seat holds none of the set *breaking* now."""
        self.claims.append(ZuitsClaim(event, seat, breaking, tag, self.unnamed[seat]))

    def settle(self) -> list[tuple[ZuitsClaim, bool]]:
        """Remove the claims that shown cards have decided; return each with whether it was true."""
        if not self.claims:
            return []
        decided = []
        still_open = []
        for claim in self.claims:
            holds = self._held_any_then(claim)
            if holds is None:
                still_open.append(claim)
            else:
                decided.append((claim, not holds))
        self.claims = still_open
        return decided

    def _held_any_then(self, claim: ZuitsClaim) -> bool | None:
        """Return whether the seat of a claim held one of the cards in question then. Nobody draws,
        so cards it holds now or that left unnamed since were held then."""
        seat = claim.hand
        if claim.proved is not None:
            return not claim.proved
        if claim.broken or self.held[seat] & claim.breaking:
            return True
        since = self.unnamed[seat] - claim.unnamed_before
        return self._among_loose(seat, claim.breaking, self._loose(seat) + since)

    def _among_loose(self, seat: int, wanted: int, count: int) -> bool | None:
        """Return whether *count* uncertain or unknown cards include one of *wanted*."""
        uncertain = self.uncertain[seat]
        unseen = self.unseen if self.unknown[seat] else 0
        if not count or not (uncertain | unseen) & wanted:
            return False
        others = (uncertain & ~wanted).bit_count()
        others += min(self.unknown[seat], (unseen & ~wanted).bit_count())
        return True if count > others else None

    def _loose(self, seat: int) -> int:
        """Return how many cards of the hand are not known for certain."""
        return self.uncertain[seat].bit_count() + self.unknown[seat] - self.gone[seat]

    def _settle_rest(self, seat: int) -> None:
        """Make all other cards of the hand certain once every card that left unnamed is named."""
        if not self.gone[seat] and self.uncertain[seat]:
            self.held[seat] |= self.uncertain[seat]
            self.uncertain[seat] = 0

    def _break_claims(self, seat: int, bit: int) -> None:
        for claim in self.claims:
            if claim.hand == seat and claim.breaking & bit:
                claim.broken = True
