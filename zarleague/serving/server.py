"""``python -m zarleague.serving.server``: the web processes of a site on many machines.

``HOST`` and ``PORT`` choose the address, ``WEB_PROCESSES`` the number of processes. A league on one
machine (``python -m zarleague``) is served with the same limits.
"""

import os
import re
import sys
import tempfile
from typing import Any

from zarleague.storage import one_site, private_files

GRACE = 30
"""Seconds that requests get to finish when the server stops; the body of one may take as long."""
SETTINGS: dict[str, Any] = {
    "http": "zarleague.serving.protocol:LimitedProtocol",
    "ws": "none",
    "log_config": None,  # its records go through Django's logging settings
    "log_level": "warning",
    "timeout_graceful_shutdown": GRACE,
}
"""Options of uvicorn wherever the site is served."""


def number(name: str, default: int, least: int, most: int) -> int:
    """Return the number in a variable of the environment; exit with a message if it is none."""
    text = os.environ.get(name, str(default))
    if not re.fullmatch(r"[0-9]{1,5}", text) or not least <= int(text) <= most:
        sys.exit(f"{name} must be a number from {least} to {most}, not {text}.")
    return int(text)


def port() -> int:
    """Return the port to listen on; 0 is any free one."""
    return number("PORT", 8000, 0, 65_535)


def main() -> None:
    """Serve until interrupted."""
    private_files.keep_new_files_private()
    import uvicorn  # not above: the processes that judge logs import this module as well
    from django.conf import settings

    from zarleague.background import loading

    loading.load_settings()
    workers = number("WEB_PROCESSES", 1, 1, 999)
    if not settings.REDIS_URL:
        if workers > 1:
            sys.exit("WEB_PROCESSES needs REDIS_URL: without it one process does all the work.")
        try:
            one_site.claim(settings.DATA_DIR)
        except one_site.FolderInUse as refused:
            sys.exit(str(refused))
    with tempfile.TemporaryDirectory(prefix="zarleague-metrics-") as folder:
        if workers > 1:  # each of them answers Prometheus with the figures of all
            os.environ.setdefault("PROMETHEUS_MULTIPROC_DIR", folder)
        uvicorn.run(
            "zarleague.asgi:application",
            host=os.environ.get("HOST", "127.0.0.1"),
            port=port(),
            workers=workers,
            **SETTINGS,
        )


if __name__ == "__main__":
    main()
