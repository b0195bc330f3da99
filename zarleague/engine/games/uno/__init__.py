"""Uno as the Playroom plays it, with its variants and Mattel's rules beside it.

Everybody holds seven cards and sheds them one by one: a card must have the colour, the number or
the symbol of the card on top. Skips, reverses and draw twos act on whoever is next, wilds name a
colour. Who has no card left wins the hand; the others count what they hold.

Words: a *draw card* is a draw two or a wild draw four. What a seat must draw is a *debt*. To
*answer* is to pass a debt on with a draw card of the same kind (cumulation). To *intercept* is to
play an identical card out of turn. A *straight* is a run of numbers of one colour in one turn. A
*bluff* is a wild draw four played while something else could have been.

``deck``, ``options`` and ``rulebook`` are data. ``entry`` and ``scoring`` judge a hand of which
only the end is known. The rest judges its log.
"""

from zarleague.engine.games.uno.game import GAME

__all__ = ["GAME"]
