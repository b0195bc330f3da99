"""The cards of a log one by one, for games in which every card lies in a place of its own.

Where cards are put into places and taken out of them in the open, each can be followed from the
draw pile on although nobody names it. All that a log says of one card is then said of the same
face: what was drawn, placed, came out again and was taken off the discard pile.
"""

from dataclasses import dataclass, field

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
