"""Uno as the Playroom plays it, with its variants and with Mattel's rules.

Everybody is dealt seven cards and sheds them one by one: a card must have the colour, the number or
the symbol of the card on top of the discard pile. Skips, reverses and draw twos act on the next
player; wilds name a colour. The first player without cards wins the hand, and the others count what
they hold.

Words: a *draw card* is a draw two or a wild draw four. Cards a seat must draw are a *debt*. To
*answer* is to pass a debt on with a draw card of the same kind (cumulation). To *intercept* is to
play an identical card out of turn. A *straight* is a run of consecutive numbers of one colour in
one turn. A *bluff* is a wild draw four played by somebody who could have played another card.

``deck``, ``options``, ``rules`` and ``rulebook`` hold the cards and the rules. ``entry`` and
``scoring`` judge and score a hand of which only the end was noted. ``apply`` judges a log event by
event: ``deal``, ``play`` (with ``interception`` and ``effects``), ``draw``, ``calls``, ``bluff``
and ``close`` hold the rules of each kind of event, ``remedy`` what follows an illegal one,
``readings`` those of an ambiguous log. ``view`` shows a state, and ``legal`` lists the moves.
"""

from zarleague.engine.games.uno.game import GAME

__all__ = ["GAME"]
