"""Python runs this when it starts, if the folder is on its path: the process follows the clock that
the file ``CHAOS_CLOCK`` names, whose text is by how many seconds it is wrong.
"""

import os
import threading
import time
from pathlib import Path

import time_machine


class WrongClock:
    """The clock of this process and of those forked from it, which start with its time."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._wrong_by = 0
        self._travel: time_machine.travel | None = None
        self._changing = threading.Lock()
        os.register_at_fork(
            before=self._changing.acquire,
            after_in_parent=self._changing.release,
            after_in_child=self._start_in_child,
        )

    def start(self) -> None:
        """Follow the file in a thread."""
        threading.Thread(target=self._follow, name="wrong clock", daemon=True).start()

    def _start_in_child(self) -> None:
        self._changing.release()
        self.start()

    def _follow(self) -> None:
        while self._file.exists():
            asked = int(self._file.read_text() or 0)
            with self._changing:
                if asked != self._wrong_by:
                    self._jump(asked)
            time.sleep(0.2)

    def _jump(self, seconds: int) -> None:
        now = time.time() - self._wrong_by
        if self._travel:
            self._travel.stop()
            self._travel = None
        if seconds:
            self._travel = time_machine.travel(now + seconds)
            self._travel.start()
        self._wrong_by = seconds


WrongClock(Path(os.environ["CHAOS_CLOCK"])).start()
