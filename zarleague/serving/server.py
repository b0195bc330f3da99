"""``python -m zarleague.serving.server``: the web processes of a site on many machines.

``HOST`` and ``PORT`` choose the address, ``WEB_PROCESSES`` the number of processes. A league on one
machine (``python -m zarleague``) is served with the same limits.
"""

import os
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


def main() -> None:
    """Serve until interrupted."""
    private_files.keep_new_files_private()
    import uvicorn  # not above: the processes that judge logs import this module as well

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "zarleague.settings")
    from django.conf import settings

    workers = int(os.environ.get("WEB_PROCESSES", "1"))
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
            port=int(os.environ.get("PORT", "8000")),
            workers=workers,
            **SETTINGS,
        )


if __name__ == "__main__":
    main()
