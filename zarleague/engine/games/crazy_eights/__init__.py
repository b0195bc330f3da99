"""Crazy Eights: match suit or rank, name a suit with an eight, and be the first without cards.

The basic game as Pagat describes it ("Crazy Eights", pagat.com/eights/crazy8s.html), with 52 cards.
The player without cards wins the hand; the others count what they hold, and points are bad.

Words: the *top card* is the last of the discard pile, the *stock* the cards to draw from. The suit
to follow is that of the top card, or the one named with an eight.
"""

from zarleague.engine.games.crazy_eights.game import GAME

__all__ = ["GAME"]
