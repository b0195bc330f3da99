"""Zar: shed your cards, and match every card whose twin you hold.

The deck holds N copies of 31 cards, normally two. Each player gets a hand, the dealer turns up the
first card as if he had played it. In turn, a card goes on a card of its colour or its number or
symbol; wilds name a colour, dragons a number. Reverses turn the direction, skips skip, draw twos
add up until somebody draws them. At any time before the next card is played, a player with the
identical card may *match*: play it out of turn, so that the player matched draws a card and play
goes on after the matcher. A player with one card must say so. When somebody has none and nobody
matches, everybody else counts the cards left; points are bad.

Words: the *top card* is the uppermost card of the *discard pile*, its *identity* the card it counts
as (a Chameleon takes one on), its *owner* the seat that played it. The *draw-two debt* is what the
player in turn must draw unless he passes it on; it *fires* once. Other *debts* name their rule. A
*Vincent* card is the card an offender draws.

``verbs``, ``deck``, ``options`` and ``rulebook`` are data; ``entry`` judges a hand of which only
the end is known; the rest judges its log, beginning with ``apply``.
"""

from zarleague.engine.games.zar.game import GAME

__all__ = ["GAME"]
