"""The cards of a log one by one, for games in which every card lies in a place of its own, and
faces for all of them when those of some are known.

Where cards are put into places and taken out of them in the open, each can be followed from the
draw pile on although nobody names it. All that a log says of one card is then said of the same
face: what was drawn, placed, came out again and was taken off the discard pile.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from zarleague.engine.cards import UNKNOWN

Mention = tuple[int, int]
"""An event that shows or moves a card, and the position of the card in it."""


@dataclass(slots=True)
class FollowedCard:
    """One card: the ``supply`` it came from, its ``mentions`` in the log, oldest first, and its
    face, UNKNOWN if none of them names it."""

    supply: int
    mentions: list[Mention] = field(default_factory=list)
    face: int = UNKNOWN


@dataclass(slots=True)
class Followed:
    """The cards of a log. Supply 0 is the deck; ``shuffled`` has for each later one the cards, as
    indices of ``cards``, that were shuffled to make it."""

    cards: list[FollowedCard]
    shuffled: list[list[int]]


_UNLINKED: Final = -1


class Uncertain(Exception):
    """No faces were found, but there may be some."""


class Faces:
    """The faces that followed cards can have together.

    A card of the deck has any face of which there is a copy. A card that was drawn after a
    reshuffle *is* one of the cards shuffled then and has its face.
    """

    def __init__(self, followed: Followed, copies: Sequence[int]) -> None:
        """Prepare for a deck with *copies* of each face."""
        self.followed = followed
        self.copies = copies
        self.by_supply: list[list[int]] = [[] for _ in range(len(followed.shuffled) + 1)]
        for number, card in enumerate(followed.cards):
            self.by_supply[card.supply].append(number)

    def completed(self, known: Sequence[int]) -> list[int] | None:
        """Return a face for every card, *known* ones kept; None if there are none. Raise Uncertain
        where a choice was made that may have been wrong."""
        faces = list(known)
        is_card = [_UNLINKED] * len(faces)
        chosen = False
        for supply in range(len(self.followed.shuffled), 0, -1):
            free = self.followed.shuffled[supply - 1][:]
            waiting = []
            for number in self._known_first(supply, faces):
                face = faces[number]
                same = [card for card in free if faces[card] == face] if face != UNKNOWN else []
                if same:
                    free.remove(same[0])
                    is_card[number] = same[0]
                else:
                    waiting.append(number)
            for number in waiting:
                if faces[number] == UNKNOWN:
                    fit = free
                else:
                    fit = [card for card in free if faces[card] == UNKNOWN]
                    chosen = chosen or len({self.followed.cards[card].supply for card in fit}) > 1
                if not fit:
                    if chosen:
                        raise Uncertain
                    return None
                card = fit[0]
                free.remove(card)
                is_card[number] = card
                if faces[number] != UNKNOWN:
                    faces[card] = faces[number]
        if not self._fill(faces):
            if chosen:
                raise Uncertain
            return None
        for supply in range(1, len(self.by_supply)):
            for number in self.by_supply[supply]:
                faces[number] = faces[is_card[number]]
        return faces

    def _known_first(self, supply: int, faces: Sequence[int]) -> list[int]:
        return sorted(self.by_supply[supply], key=lambda number: faces[number] == UNKNOWN)

    def _fill(self, faces: list[int]) -> bool:
        """Give each card of the deck without a face the first one left; return False if a face is
        used more often than the deck has it."""
        left = list(self.copies)
        for number in self.by_supply[0]:
            if faces[number] != UNKNOWN:
                left[faces[number]] -= 1
        if min(left) < 0:
            return False
        face = 0
        for number in self.by_supply[0]:
            if faces[number] == UNKNOWN:
                while not left[face]:
                    face += 1
                left[face] -= 1
                faces[number] = face
        return True
