"""Run a card league: enter the hand on a phone, see the standings, replay the argument.

Nothing of it is imported here, so that :mod:`zarleague.engine` works without Django. That package
comes from the folder ``NATIVE_ENGINE``, if the environment names one: what ``make compile`` made.
"""

import os
import sys
from pathlib import Path

__version__ = "0.1.0"

if _native := os.environ.get("NATIVE_ENGINE"):
    _folder = Path(__file__).resolve().parent.parent / _native
    # The folder holds the library that the compiled modules share.
    sys.path.insert(0, str(_folder))
    __path__.insert(0, str(_folder / "zarleague"))
