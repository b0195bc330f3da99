"""Who may hold what, in a deck where every card exists once: sets of cards as bit masks.

The same bookkeeping as :mod:`zarleague.engine.holdings`, whose claims it uses, in a form that
suits a deck without copies: for each seat the set of cards it is known to hold and the number of
unknown ones; for the table the set of cards nobody has located.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from zarleague.engine.cards import UNKNOWN
from zarleague.engine.games.zuits.deck import ALL, DECK
from zarleague.engine.holdings import Claim, Taken

KNOWN: Final = Taken.KNOWN
FROM_UNKNOWN: Final = Taken.FROM_UNKNOWN


class Hands:
    """The cards in the hands of all seats."""

    __slots__ = ("claims", "held", "unknown", "unseen")

    def __init__(self, seats: int) -> None:
        self.unseen = ALL
        self.held = [0] * seats
        self.unknown = [0] * seats
        self.claims: list[Claim] = []

    def copy(self) -> "Hands":
        twin = Hands(0)
        twin.unseen = self.unseen
        twin.held = self.held[:]
        twin.unknown = self.unknown[:]
        twin.claims = [replace(claim) for claim in self.claims]
        return twin

    def deal(self, seat: int, cards: Sequence[int]) -> list[int]:
        """Add cards of the deck; returns those that were located elsewhere, which are unknown
        cards then."""
        named = [card for card in cards if card != UNKNOWN] if UNKNOWN in cards else cards
        dealt = DECK.mask(named) & self.unseen
        self.unseen ^= dealt
        self.held[seat] |= dealt
        self.unknown[seat] += len(cards) - dealt.bit_count()
        if dealt.bit_count() == len(named):
            return []
        return [
            card
            for place, card in enumerate(named)
            if not dealt >> card & 1 or card in named[:place]
        ]

    def undo_deal(self, seat: int) -> None:
        """Take back the cards dealt to a seat, which has no others."""
        self.unseen |= self.held[seat]
        self.held[seat] = 0
        self.unknown[seat] = 0

    def size(self, seat: int) -> int:
        """How many cards a seat holds."""
        return self.held[seat].bit_count() + self.unknown[seat]

    def sizes(self) -> list[int]:
        """How many cards each seat holds."""
        return [self.size(seat) for seat in range(len(self.held))]

    def may_hold(self, seat: int) -> int:
        """The set of cards a seat holds or, with unknown cards, may hold."""
        return self.held[seat] | (self.unseen if self.unknown[seat] else 0)

    def take(self, seat: int, card: int) -> Taken:
        """Remove a card, if the seat can have held it; otherwise nothing changes."""
        bit = 1 << card
        if self.held[seat] & bit:
            self.held[seat] ^= bit
            return KNOWN
        if not self.unknown[seat]:
            return Taken.NOT_HELD
        if not self.unseen & bit:
            return Taken.NONE_LEFT
        self.unknown[seat] -= 1
        self.unseen ^= bit
        for claim in self.claims:
            if claim.hand == seat:
                if claim.breaking & bit:
                    claim.broke += 1
                else:
                    claim.other += 1
        return FROM_UNKNOWN

    def take_unknown(self, seat: int) -> None:
        """Remove a card nobody named. It may be any, so that afterwards none is known for sure;
        the seat must hold one."""
        if self.held[seat]:
            known = self.held[seat].bit_count()
            self.unseen |= self.held[seat]
            self.held[seat] = 0
            self.unknown[seat] += known
            for claim in self.claims:
                if claim.hand == seat:
                    claim.pool += known
        self.unknown[seat] -= 1

    def put_back(self, seat: int, card: int) -> None:
        """Give back a card that was taken; it is known from now on."""
        self.held[seat] |= 1 << card

    def locate(self, card: int) -> bool:
        """A card outside all hands turns out to be *card*; False if that is somewhere else."""
        if not self.unseen >> card & 1:
            return False
        self.unseen ^= 1 << card
        return True

    def holds_any(self, seat: int, wanted: int) -> bool | None:
        """Whether a seat holds a card of the set *wanted*: True, False, or None if unknown."""
        if self.held[seat] & wanted:
            return True
        unknown = self.unknown[seat]
        if not unknown or not self.unseen & wanted:
            return False
        return True if unknown > (self.unseen & ~wanted).bit_count() else None

    def claim(self, event: int, seat: int, breaking: int, tag: str) -> None:
        """Keep open the statement that a seat holds none of the set *breaking* now."""
        self.claims.append(Claim(event, seat, breaking, self.unknown[seat], tag))

    def settle(self) -> list[Claim]:
        """Remove and return the claims that what was shown has decided."""
        done = [claim for claim in self.claims if claim.decided is not None]
        if done:
            self.claims = [claim for claim in self.claims if claim.decided is None]
        return done
