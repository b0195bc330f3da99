"""Crazy Eights: match suit or rank, name a suit with an eight, and be the first without cards.

The basic game with 52 cards, as "Crazy Eights" at Everything2 (everything2.com) describes it; the
page of rules, docs/rules/crazy-eights.md, has the other sources. The player without cards wins the
hand; the others count what they hold, and points are bad.

Words: the *top card* is the last of the discard pile, the *stock* the cards to draw from. The suit
to follow is that of the top card, or the one named with an eight.
"""

from zarleague.engine.games.crazy_eights.game import GAME

__all__ = ["GAME"]
