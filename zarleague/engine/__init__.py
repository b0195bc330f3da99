"""The rules of the games: decks, logs, replays, verdicts. Standard library only, and pure.

>>> from zarleague.engine import read, replay
>>> log = read(text)                # doctest: +SKIP
>>> replay(log).verdict             # doctest: +SKIP
"""

from zarleague.engine.findings import Code, Finding, Verdict
from zarleague.engine.game import Game, Remedy
from zarleague.engine.games import KEYS, find
from zarleague.engine.log import Log, NotALog, read, write
from zarleague.engine.replay import Comparison, Replay, compare, observe, replay
from zarleague.engine.ruleset import Ruleset, RulesetError
