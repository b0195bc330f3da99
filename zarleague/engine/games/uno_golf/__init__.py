"""UNO Golf (UNO Zero).

Each player has six cards face down in a grid of two rows and three columns, which nobody has seen;
one each, or two, is turned up to begin with. A turn is: take the top card of the stock or of the
discard pile and put it in the place of a grid card, which goes to the discard pile; or discard
the card just drawn and turn up a grid card. An action card that tops the pile at the end of a turn
acts: reverse, skip, draw two (a face-down column for the next player), double draw two (two
columns, to one or two others). A column whose two face-up cards share colour or number may be
cleared onto the discard pile. A player with one face-down card left says "UNO", or adds a column if
caught. The round ends when a grid is all face up; what is left in the grids is counted. Over nine
rounds the lowest total wins.
"""

from zarleague.engine.games.uno_golf.game import GAME

__all__ = ["GAME"]
