"""Run Typst in a process of its own, which ends with the document.

Typst takes some 170 MB for a report, however many players it has, and keeps what it has made for
the next document. So the worker's memory does not grow, and a document that takes too long is given
up.
"""

import json
import subprocess
import sys
from datetime import datetime
from pathlib import Path
from typing import Final

LONGEST: Final = 300.0
"""Seconds after which a document is given up."""


class TypesettingError(RuntimeError):
    """Raised if Typst fails; its text is what Typst says."""


def typeset(form: Path, data: str, made_at: datetime, *, longest: float = LONGEST) -> bytes:
    """Return the PDF of a form, a ``.typ`` file that reads the JSON text ``data`` as its input
    ``report``. The bytes depend on nothing else but ``made_at``.

    Raise TypesettingError if Typst fails, and `subprocess.TimeoutExpired` after ``longest``
    seconds.
    """
    order = {"form": str(form), "timestamp": int(made_at.timestamp()), "data": data}
    done = subprocess.run(  # noqa: S603 (our own program)
        # -P: or the modules beside this one would be imported for those of Python's library.
        [sys.executable, "-P", __file__],
        input=json.dumps(order).encode(),
        capture_output=True,
        timeout=longest,
        start_new_session=True,  # Ctrl-C ends the site, which lets the document be finished
    )
    if done.returncode:
        raise TypesettingError(done.stderr.decode(errors="replace").strip()[-2000:])
    return done.stdout


def _main() -> None:
    import typst  # in this process only

    order = json.load(sys.stdin)
    made = typst.compile(
        order["form"],
        root=str(Path(order["form"]).parent),
        format="pdf",
        ignore_system_fonts=True,
        timestamp=order["timestamp"],
        sys_inputs={"report": order["data"]},
    )
    sys.stdout.buffer.write(bytes(made))


if __name__ == "__main__":
    _main()
