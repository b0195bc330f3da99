"""Settings of the test suite.

The site under test is the embedded one (SQLite, no Redis) unless ``DATABASE_URL`` and
``REDIS_URL`` say otherwise; ``make test`` runs both.
"""

import os
import tempfile
from pathlib import Path
from typing import Any

# Several runs may share the servers of one machine.
RUN = f"zarleague_test_{os.getpid()}"

os.environ.setdefault("SECRET_KEY", "only for tests")
os.environ.setdefault(
    "DATA_DIR", str(Path(tempfile.gettempdir()) / f"zarleague-tests-{os.getuid()}")
)
os.environ.setdefault("HTTPS", "0")
os.environ["REDIS_PREFIX"] = RUN
# Playwright keeps an event loop on the thread of the tests that use the ORM beside it.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"

from tests import compiled  # noqa: E402
from zarleague.settings import *  # noqa: E402, F403
from zarleague.settings import (  # noqa: E402
    CELERY_BROKER_TRANSPORT_OPTIONS,
    DATA_DIR,
    DATABASES,
    STORAGES,
    TEMPLATES,
)

if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    # A file, like the real one: SQLite in memory knows neither WAL nor waiting for a lock.
    DATABASES["default"]["TEST"] = {"NAME": str(DATA_DIR / f"{RUN}.sqlite3")}
    # It need not outlive a power cut, and a commit that waits for the disk takes milliseconds.
    DATABASES["default"]["OPTIONS"]["init_command"] += "PRAGMA synchronous=OFF;"
else:
    DATABASES["default"]["TEST"] = {"NAME": RUN}
# A connection kept open by a server thread would be in the way when the database is dropped.
DATABASES["default"]["CONN_MAX_AGE"] = 0

# Every test asks from the same address.
API_PER_ADDRESS = 1_000_000
ALLOWED_HOSTS = ["testserver", "localhost", "127.0.0.1"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
CELERY_TASK_ALWAYS_EAGER = True
CELERY_TASK_EAGER_PROPAGATES = True
# Embedded workers look into their queues 50 times a second, in every process that serves the site;
# hardly a test has something for them.
if "polling_interval" in CELERY_BROKER_TRANSPORT_OPTIONS:
    CELERY_BROKER_TRANSPORT_OPTIONS["polling_interval"] = 0.1
STORAGES = STORAGES | {
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
}
STATIC_ROOT = DATA_DIR / "static"
STATIC_ROOT.mkdir(parents=True, exist_ok=True)
WHITENOISE_USE_FINDERS = True
# Look for a static file when it is asked for: every test client has middleware of its own, which
# would list all of them.
WHITENOISE_AUTOREFRESH = True
# A browser that many tests have need not ask again every minute whether a file is another.
WHITENOISE_MAX_AGE = 24 * 60 * 60
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
_PAGES: dict[str, Any] = TEMPLATES[0]
TEMPLATES = [
    _PAGES | {"OPTIONS": _PAGES["OPTIONS"] | {"bytecode_cache": compiled.templates()}},
    *TEMPLATES[1:],
]
