"""The games, by key. This is the only list of them; each is imported on first use."""

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from zarleague.engine.game import Game, ScoredGame

KEYS: Final = ("zar", "uno", "zuits", "uno-golf", "crazy-eights")
"""The games, in the order pages list them."""


@cache
def find(key: str) -> "Game":
    """Return the game with that key. Raise KeyError with a message that lists the games."""
    if key not in KEYS:
        raise KeyError(f"there is no game {key[:60]!r}; there are {', '.join(KEYS)}")
    module = import_module(f"{__name__}.{key.replace('-', '_')}")
    game: Game = module.GAME
    return game


def scored(key: str) -> "ScoredGame":
    """Return what scores the hands of the game with that key, be it one of :data:`KEYS` or a
    league's own. Raise KeyError as `find`."""
    declared = import_module("zarleague.engine.declared")
    if declared.is_declared(key):
        own: ScoredGame = declared.declared_game(key)
        return own
    return find(key)
