"""Seeded players and dealers: natural hands of any game, for demo data, benchmarks and tests.

>>> from random import Random
>>> from zarleague.bots import play_hand
>>> from zarleague.engine import find
>>> game = find("zar")
>>> log = play_hand(game, game.ruleset(), ("Ann", "Bob", "Cat"), 0, Random(1))
>>> len(log.events) > 4
True
"""

from zarleague.bots.habits import BEGINNER, CAREFUL, EXPERT, NATURAL, Habits
from zarleague.bots.table import as_recorded, play_hand
