"""Open statements about hands, settled later by counting the cards that the hands show."""

from dataclasses import dataclass
from typing import Protocol


class OpenClaim(Protocol):
    """The fields that the claims of every game share. A protocol, as games have classes of their
    own; `Claim` describes the fields."""

    event: int
    hand: int
    breaking: int
    tag: str
    drawn_at: int
    proved: bool | None


@dataclass(slots=True)
class Claim:
    """An open statement: at event ``event``, ``hand`` held none of the cards in ``breaking``.

    ``pool`` is the number of unknown cards in the hand at that event, ``drawn`` the number of
    unknown ones it drew since, ``broke`` and ``other`` the numbers of breaking and other cards that
    came out of the unknown ones since. Of the breaking cards shown, at most ``drawn`` were drawn
    later; the rest were held. ``tag`` is the key of the rule that the question is about. ``proved``
    is set where the log as a whole proves the statement true or false and counting does not decide
    it.

    Where ``drawn_at`` is an event, the statement is about one card alone: the card drawn at that
    event was none of those in ``breaking``. Counting cannot tell which card of a hand that was.
    """

    event: int
    hand: int
    breaking: int
    pool: int
    tag: str
    drawn: int = 0
    broke: int = 0
    other: int = 0
    drawn_at: int = -1
    proved: bool | None = None

    @property
    def decided(self) -> bool | None:
        """Return True if the hand held none, False if it held one, None while that is unknown."""
        if self.proved is not None:
            return self.proved
        if self.drawn_at >= 0:
            return None
        if self.broke > self.drawn:
            return False
        if not self.broke and self.other == self.pool + self.drawn:
            return True
        return None
