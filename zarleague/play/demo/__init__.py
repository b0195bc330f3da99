"""The demo league: two seasons of a pub and a games night, played by the bots.

No result is made up: bots play every hand by the real rules, and its result is entered through the
services a scorekeeper uses, in all four degrees of evidence.
"""

from zarleague.play.demo.story import ORGANISER, DemoRefused, evening_at, tell, tell_again

__all__ = ["ORGANISER", "DemoRefused", "evening_at", "tell", "tell_again"]
