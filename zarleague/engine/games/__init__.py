"""The games, by key. This is the only list of them; each is imported on first use."""

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from zarleague.engine.game import Game

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
