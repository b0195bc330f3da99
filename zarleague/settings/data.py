"""Databases, the cache and backups."""

from typing import Any

from django.core.exceptions import ImproperlyConfigured

from zarleague.settings.site import DATA_DIR, DATABASE_URL, REDIS_URL, env, reading
from zarleague.storage import object_store, private_files


def _database(address: str) -> dict[str, Any]:
    database: dict[str, Any] = env.db_url_config(address)
    database |= {"CONN_MAX_AGE": None, "CONN_HEALTH_CHECKS": True}
    if database["ENGINE"].endswith("sqlite3"):
        # IMMEDIATE: a transaction takes the write lock when it begins and waits for it up to
        # `timeout` seconds. With SQLite's default, two that read before they write fail at once.
        database["OPTIONS"] = {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            # FULL: a commit is on the disk before it is acknowledged, since the phone deletes its
            # copy of a hand then. It costs one fsync per commit.
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
            "PRAGMA cache_size=-16000; PRAGMA temp_store=MEMORY;",
        }
    elif database["ENGINE"] == "django.db.backends.postgresql":
        # Prepared statements: the server plans a statement once per connection and not every time.
        prepared = {"server_side_binding": True, "prepare_threshold": 1}
        database["OPTIONS"] = prepared | database.get("OPTIONS", {})
    return database


with reading("DATABASE_URL"):
    DATABASES = {
        "default": _database(DATABASE_URL or f"sqlite:///{DATA_DIR / 'zarleague.sqlite3'}")
    }
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    private_files.make_folder(DATA_DIR)
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"


def _store(name: str) -> str:
    """Return the address of an object store, "" without one. Raise ImproperlyConfigured."""
    address: str = env.str(name, default="")
    try:
        if address:
            object_store.read(address, name)
    except ValueError as wrong:
        raise ImproperlyConfigured(str(wrong)) from wrong
    return address


# If the folder is set, a periodic task makes a backup every day; if a store is set, uploads it.
BACKUP_DIR = env.str("BACKUP_DIR", default="")
BACKUP_STORE = _store("BACKUP_STORE")
# If it is set, a periodic task moves the PDFs of reports there:
# reports/season_report/files/pdf_storage.py.
REPORT_STORE = _store("REPORT_STORE")

# Prefix of keys in Redis, so that several sites can share one server.
REDIS_PREFIX = env.str("REDIS_PREFIX", default="zarleague")


def _cache(name: str, most: int) -> dict[str, Any]:
    """Return a cache; in the memory of a process it keeps at most so many entries, those that were
    used last. In Redis entries end by their time alone, so none throws out another there."""
    if not REDIS_URL:
        backend = "django.core.cache.backends.locmem.LocMemCache"
        return {"BACKEND": backend, "LOCATION": name, "max_entries": most}
    return {
        "BACKEND": "zarleague.leagues.redis_cache.RedisCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": f"{REDIS_PREFIX}:{name}",
        "OPTIONS": {"socket_connect_timeout": 2, "socket_timeout": 2},
        "max_entries": most,
    }


# Megabytes that one account may enter in a day: leagues/stored_a_day.py.
STORED_A_DAY = env.number("STORED_A_DAY", default=500, least=1)

# Counters apart from what can be made again (storage/kept_pages.py). A network can add some 240
# counters of failed sign-ins a minute, which last an hour at most, and a few hundred an hour of
# e-mails and codes, which last a day: four networks fill it in an hour, with some 25 MB. Without
# Redis the third that was used longest ago goes then, and what it counted is counted anew, the
# e-mails to a mailbox for example; what is being guessed or asked for again and again stays.
CACHES = {"default": _cache("cache", 50_000), "pages": _cache("pages", 300)}
