"""Zuits, a trick-taking game with the Zont deck for four.

Everybody gets thirteen cards and sets two aside, face down: their values add up to the number of
cards to collect, their colours say of which colour. In ten tricks the leader's card gives the
colour; the others follow with it or with a wild, and only a player with neither plays something
else, without effect. The first card a player plays in a trick acts by its suit: an Art lets its
player add a card, a Change removes the card played before, a Favors turns highest into lowest, a
Giglet copies the effect of another card, and a Great Zont is neither removed nor copied. The best
value wins the trick, collects its cards and leads the next. At the end the cards collected in the
objective colour are compared with the number wanted; every card too many or too few costs a point.
Over four hands the lowest total wins.

In a log the dealer is the start player, who leads the first trick.
"""

from zarleague.engine.games.zuits.game import GAME

__all__ = ["GAME"]
