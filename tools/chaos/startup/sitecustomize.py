"""Python runs this when it starts, if the folder is on its path: the process follows the clock that
the file ``CHAOS_CLOCK`` names, whose text is by how many seconds it is wrong.
"""

import os
import threading
import time
from pathlib import Path

import time_machine


def follow(file: Path) -> None:
    """Let this process have the time of the file."""
    right = time_machine.escape_hatch.time
    wrong_by, traveller = 0, None
    while file.exists():
        asked = int(file.read_text() or 0)
        if asked != wrong_by:
            if traveller:
                traveller.stop()
                traveller = None
            wrong_by = asked
            if wrong_by:
                traveller = time_machine.travel(right.time() + wrong_by)
                traveller.start()
        time.sleep(0.2)


def begin() -> None:
    """Follow the file beside everything else; in a process that is forked, too."""
    file = Path(os.environ["CHAOS_CLOCK"])
    threading.Thread(target=follow, args=[file], name="wrong clock", daemon=True).start()


begin()
os.register_at_fork(after_in_child=begin)
