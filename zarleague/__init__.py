"""Run a card league: enter the hand on a phone, see the standings, replay the argument.

Nothing is imported here, so that :mod:`zarleague.engine` works without Django. That package
and :mod:`zarleague.bots` are imported as compiled code if available: from the folder
``NATIVE_ENGINE``, which ``make compile`` writes, or from the installed wheel. With
``NATIVE_ENGINE=0`` the Python source is always used.
"""

import os
import sys
from pathlib import Path

__version__ = "0.1.0"

_here = Path(__file__).resolve().parent
_chosen = os.environ.get("NATIVE_ENGINE", "")
_folder = _here.parent / _chosen if _chosen else _here / "files" / "native"
if _chosen != "0" and (_chosen or _folder.is_dir()):
    # The folder contains the library that the compiled modules share.
    sys.path.insert(0, str(_folder))
    __path__.insert(0, str(_folder / "zarleague"))
