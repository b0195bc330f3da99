"""The demo league: two seasons of a pub, and a games night, played by the bots.

Nothing of it is typed in: bots play every hand through the real rules, and what they had left is
entered through the same services a scorekeeper uses, in all four degrees of evidence.
"""

from zarleague.play.demo.story import ORGANISER, DemoRefused, tell

__all__ = ["ORGANISER", "DemoRefused", "tell"]
