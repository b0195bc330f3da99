"""Run a card league: enter the hand on a phone, see the standings, replay the argument.

Nothing is imported here, so that :mod:`zarleague.engine` works without Django.
"""

__version__ = "1.11.0"
