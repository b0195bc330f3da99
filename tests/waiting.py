"""Waiting for what other threads and processes do."""

import time
from collections.abc import Callable
from typing import Any

PATIENCE = 300
"""Seconds that a loaded machine may take for anything at all."""
PAUSE = 0.02
"""Seconds between two looks."""


def until(happened: Callable[[], Any], what: str, pause: float = PAUSE) -> None:
    """Wait until something has happened; fail, and say what, if it never does."""
    deadline = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < deadline, f"in {PATIENCE} seconds it did not happen that {what}"
        time.sleep(pause)
