"""Settings, all from environment variables; docs/deploy.md describes each of them.

Without ``DATABASE_URL`` and ``REDIS_URL`` the league runs *embedded*: one process on SQLite,
with the background tasks, the cache and the live updates inside it.
"""

from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import environ
import platformdirs
from celery.schedules import crontab
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.utils.text import capfirst
from django.utils.translation import get_language_info
from pythonjsonlogger.core import RESERVED_ATTRS

from zarleague import secret_file

env = environ.Env()

_PACKAGE = Path(__file__).resolve().parent
INSTALLED = (_PACKAGE / "files").is_dir()
"""Installed from a wheel, which carries templates, static files and translations inside."""
BASE_DIR = _PACKAGE / "files" if INSTALLED else _PACKAGE.parent
DATA_DIR = Path(
    env.str(
        "DATA_DIR",
        default=platformdirs.user_data_dir("zarleague") if INSTALLED else str(BASE_DIR / "var"),
    )
).resolve()

DATABASE_URL = env.str("DATABASE_URL", default="")
REDIS_URL = env.str("REDIS_URL", default="")
EMBEDDED = not DATABASE_URL and not REDIS_URL

DEBUG = env.bool("DEBUG", default=False)
# Embedded, the league is usually reached as plain http on the local network.
HTTPS = env.bool("HTTPS", default=not (EMBEDDED or DEBUG))

SECRET_KEY = env.str("SECRET_KEY", default="")
if not SECRET_KEY:
    if not EMBEDDED:
        raise ImproperlyConfigured(
            "SECRET_KEY must be set when DATABASE_URL or REDIS_URL is. A good one: "
            "python3 -c 'import secrets; print(secrets.token_urlsafe(48))'"
        )
    SECRET_KEY = secret_file.load_or_create(DATA_DIR / "secret_key")
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])

ALLOWED_HOSTS = env.list(
    "ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"] if EMBEDDED or DEBUG else []
)
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])

INSTALLED_APPS = [
    "zarleague.leagues",
    "zarleague.play",
    "zarleague.reports",
    "zarleague.exchange",
    "zarleague.web",
    "zarleague.api",
    "zarleague.live",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.socialaccount",
    "allauth.socialaccount.providers.openid_connect",
    "allauth.usersessions",
    "rest_framework",
    "drf_spectacular",
    "csp",
]

MIDDLEWARE = [
    "zarleague.operations.metrics.measure",
    "zarleague.web.middleware.headers",
    "zarleague.web.middleware.methods",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "zarleague.web.middleware.Packing",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "zarleague.web.middleware.viewers",
    "django.contrib.messages.middleware.MessageMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "zarleague.web.requests.SignInMiddleware",
    "zarleague.web.input.InputMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]

ROOT_URLCONF = "zarleague.urls"
WSGI_APPLICATION = "zarleague.wsgi.application"
WEB_THREADS = env.int("WEB_THREADS", default=2)
BEHIND_PROXY = env.bool("BEHIND_PROXY", default=False)
# Let visitors from this machine try the demo without its password: see web/accounts/demo.py.
DEMO_SIGN_IN = (
    EMBEDDED
    and not BEHIND_PROXY
    and env.str("HOST", default="127.0.0.1") in {"127.0.0.1", "localhost", "::1"}
)
# Behind a proxy all connections come from its address, and it is the proxy that counts them.
CONNECTIONS_PER_ADDRESS = env.int("CONNECTIONS_PER_ADDRESS", default=0 if BEHIND_PROXY else 256)

# --- Data -------------------------------------------------------------------------------------


def _database(address: str) -> dict[str, Any]:
    database: dict[str, Any] = env.db_url_config(address)
    database |= {"CONN_MAX_AGE": None, "CONN_HEALTH_CHECKS": True}
    if database["ENGINE"].endswith("sqlite3"):
        # IMMEDIATE: a transaction takes the write lock when it begins and waits for it up to
        # `timeout` seconds. With SQLite's default, two that read before they write fail at once.
        database["OPTIONS"] = {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            # FULL: a commit is on the disk before it is acknowledged, since the phone forgets a
            # hand then. It costs one fsync for each commit.
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
            "PRAGMA cache_size=-16000; PRAGMA temp_store=MEMORY;",
        }
    elif database["ENGINE"] == "django.db.backends.postgresql":
        # The server plans a statement once for a connection and not every time.
        prepared = {"server_side_binding": True, "prepare_threshold": 1}
        database["OPTIONS"] = prepared | database.get("OPTIONS", {})
    return database


DATABASES = {"default": _database(DATABASE_URL or f"sqlite:///{DATA_DIR / 'zarleague.sqlite3'}")}
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    DATA_DIR.mkdir(parents=True, exist_ok=True)
# Pages that somebody opens are read from here: see read_replica.py.
REPLICA_URL = env.str("REPLICA_URL", default="")
if REPLICA_URL:
    DATABASES["replica"] = _database(REPLICA_URL)
    if {one["ENGINE"] for one in DATABASES.values()} != {"django.db.backends.postgresql"}:
        raise ImproperlyConfigured("REPLICA_URL needs PostgreSQL, in DATABASE_URL as well.")
    DATABASE_ROUTERS = ["zarleague.read_replica.Router"]
    # Before all that reads, sessions among it.
    MIDDLEWARE.insert(0, "zarleague.read_replica.ReplicaMiddleware")
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# With a folder the clock makes a backup every day; with a store it goes there, too.
BACKUP_DIR = env.str("BACKUP_DIR", default="")
BACKUP_STORE = env.str("BACKUP_STORE", default="")

# Keys in Redis begin with this, so that several sites can share one server.
REDIS_PREFIX = env.str("REDIS_PREFIX", default="zarleague")
# Never cache.clear(): it empties the whole Redis database, with the tasks that wait in it.
CACHES = {
    "default": {
        "BACKEND": "zarleague.leagues.redis_cache.RedisCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": f"{REDIS_PREFIX}:cache",
        "OPTIONS": {"socket_connect_timeout": 2, "socket_timeout": 2},
    }
    if REDIS_URL
    else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
}

# --- Background tasks -------------------------------------------------------------------------

# Read by Celery under the prefix CELERY_. Every task may run twice or late and ends in the same
# state, so a task is acknowledged only when it is done: a worker that dies loses nothing.
CELERY_BROKER_URL = REDIS_URL or "memory://localhost/"
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any] = (
    {
        "visibility_timeout": 600,
        # In braces, so that all queues have one slot of a Redis Cluster: Celery asks several of
        # them with one command.
        "global_keyprefix": f"{{{REDIS_PREFIX}}}:celery:",
        "socket_connect_timeout": 2,
    }
    if REDIS_URL
    else {"polling_interval": 0.02}  # seconds
)
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_SOFT_TIME_LIMIT = 240
CELERY_TASK_TIME_LIMIT = 300
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 2, "interval_start": 0.1, "interval_max": 0.5}
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_SEND_TASK_EVENTS = False
CELERY_TIMEZONE = "UTC"
CELERY_BEAT_SCHEDULER = "zarleague.clock:KeptClock"
# Seconds, or a time of day in UTC: when most leagues sleep.
CELERY_BEAT_SCHEDULE: dict[str, Any] = {
    "end-seasons": {"task": "zarleague.reports.tasks.end_seasons", "schedule": 600},
    "judge-logs": {"task": "zarleague.play.tasks.judge_logs_behind", "schedule": 30},
    "send-notices": {"task": "zarleague.play.tasks.send_notices", "schedule": 30},
    "take-up-lost-work": {"task": "zarleague.reports.tasks.take_up_lost_work", "schedule": 15},
    "check-derived-data": {
        "task": "zarleague.reports.tasks.check_derived_data",
        "schedule": crontab(hour=3, minute=30),
    },
    "take-up-transfers": {"task": "zarleague.exchange.tasks.take_up_transfers", "schedule": 30},
    "take-up-forgetting": {
        "task": "zarleague.exchange.tasks.take_up_forgetting",
        "schedule": 30,
    },
    "send-pushes": {"task": "zarleague.exchange.tasks.send_pushes", "schedule": 15},
    "send-letters": {"task": "zarleague.exchange.tasks.send_letters", "schedule": 60},
    "write-digests": {
        "task": "zarleague.exchange.tasks.write_digests",
        "schedule": crontab(hour=6, minute=0),
    },
    "send-webhooks": {"task": "zarleague.exchange.tasks.send_webhooks", "schedule": 15},
    "back-up": {"task": "zarleague.exchange.tasks.back_up", "schedule": crontab(hour=2, minute=30)},
    "clean-up-webhooks": {
        "task": "zarleague.exchange.tasks.clean_up_webhooks",
        "schedule": crontab(hour=4, minute=20),
    },
    "clean-up": {"task": "zarleague.reports.tasks.clean_up", "schedule": crontab(hour=4, minute=0)},
}

# --- Pages ------------------------------------------------------------------------------------

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.jinja2.Jinja2",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": False,
        "OPTIONS": {
            "environment": "zarleague.web.jinja.environment",
            "context_processors": ["django.contrib.messages.context_processors.messages"],
        },
    },
    {  # the admin's own templates
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

STATIC_URL = "static/"
STATIC_ROOT = BASE_DIR / "build" / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "zarleague.web.storage.StaticStorage"
    },
}

LANGUAGE_CODE = env.str("LANGUAGE_CODE", default="en")
LOCALE_PATHS = [BASE_DIR / "locale"]
# English is in the source; a folder in locale/ is a language more. Each is listed by its own name.
LANGUAGES = [
    (code, capfirst(get_language_info(code)["name_local"]))
    for code in ["en", *sorted(folder.parent.name for folder in LOCALE_PATHS[0].glob("*/LC_*"))]
]
TIME_ZONE = env.str("TIME_ZONE", default="UTC")
USE_TZ = True

# Requests to the API in a minute: of one token, of one address (a pub is one).
API_PER_TOKEN = env.int("API_PER_TOKEN", default=600)
API_PER_ADDRESS = env.int("API_PER_ADDRESS", default=3000)

REST_FRAMEWORK = {
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "zarleague",
    "DESCRIPTION": "Leagues, matches and hands; logs judged by the rules. See docs/api.md.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.1",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "SERVE_INCLUDE_SCHEMA": False,
    "POSTPROCESSING_HOOKS": ["zarleague.api.schema.complete"],
}

# --- Accounts and security --------------------------------------------------------------------

AUTH_USER_MODEL = "leagues.User"
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"

SIGN_UP = env.str("SIGN_UP", default="open")
if SIGN_UP not in ("open", "invited", "closed"):
    raise ImproperlyConfigured("SIGN_UP must be open, invited or closed.")
SIGN_UPS_PER_HOUR = env.int("SIGN_UPS_PER_HOUR", default=20)
ADMIN = env.bool("ADMIN", default=True)

# Read by allauth. An address is that of the client before one trusted proxy, if there is one.
ALLAUTH_TRUSTED_PROXY_COUNT = int(BEHIND_PROXY)
ACCOUNT_ADAPTER = "zarleague.web.accounts.adapters.AccountAdapter"
ACCOUNT_FORMS = {
    "login": "zarleague.web.accounts.forms.LoginForm",
    "signup": "zarleague.web.accounts.forms.SignUpForm",
}
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*", "password2*"]
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if HTTPS else "http"
# Attempts in a period, for each address (ip) or account (key). A pub is one address.
ACCOUNT_RATE_LIMITS = {
    "login": "60/m/ip",
    "login_failed": "30/10m/ip,5/5m/key",
    "signup": f"{SIGN_UPS_PER_HOUR}/h/ip",
    "reset_password": "10/h/ip,3/h/key",
}
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_ISSUER = "zarleague"
MFA_TOTP_TOLERANCE = 1  # a phone's clock may be half a minute off
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not HTTPS  # browsers allow http on localhost only

# An identity server that speaks OpenID Connect, named OIDC_NAME on the sign-in page.
OIDC = env.str("OIDC_SERVER_URL", default="")
SOCIALACCOUNT_ADAPTER = "zarleague.web.accounts.adapters.SocialAccountAdapter"
SOCIALACCOUNT_OPENID_CONNECT_URL_PREFIX = ""
SOCIALACCOUNT_PROVIDERS = {
    "openid_connect": {
        "OAUTH_PKCE_ENABLED": True,
        "APPS": [
            {
                "provider_id": "oidc",
                "name": env.str("OIDC_NAME", default="OpenID Connect"),
                "client_id": env.str("OIDC_CLIENT_ID", default=""),
                "secret": env.str("OIDC_CLIENT_SECRET", default=""),
                "settings": {"server_url": OIDC},
            }
        ]
        if OIDC
        else [],
    }
}

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [NONE],
        # The way to an identity server begins with a form, too.
        "form-action": [SELF, "{0.scheme}://{0.netloc}".format(urlsplit(OIDC))] if OIDC else [SELF],
        "frame-ancestors": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_AGE = env.int("SESSION_DAYS", default=90) * 86400
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS
SECURE_SSL_REDIRECT = HTTPS and env.bool("SSL_REDIRECT", default=True)
SECURE_HSTS_SECONDS = env.int("HSTS_SECONDS", default=31_536_000) if HTTPS else 0
# A league on the local network has no https. Subdomains and the browsers' preload list are for the
# owner of the domain to decide.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
if not HTTPS:
    SILENCED_SYSTEM_CHECKS += [f"security.W{number}" for number in ("004", "008", "012", "016")]
if BEHIND_PROXY:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

METRICS_TOKEN = env.str("METRICS_TOKEN", default="")
SECURITY_CONTACT = env.str("SECURITY_CONTACT", default="")

SENDS_MAIL = bool(env.str("EMAIL_URL", default=""))
EMAIL_CONFIG = env.email_url("EMAIL_URL", default="consolemail://")
vars().update(EMAIL_CONFIG)
# Where e-mails say the site is, such as https://cards.example; without it they have no links.
SITE_URL = env.str("SITE_URL", default="").rstrip("/")
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="zarleague@localhost")

LOG_FORMAT = env.str("LOG_FORMAT", default="line")
if LOG_FORMAT not in ("line", "json"):
    raise ImproperlyConfigured("LOG_FORMAT must be line or json.")
# Let webhooks go to http addresses and to machines of the site's own network.
WEBHOOKS_TO_PRIVATE_ADDRESSES = env.bool("WEBHOOKS_TO_PRIVATE_ADDRESSES", default=False)

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"format": "{asctime} {levelname} {request_id} {name}: {message}", "style": "{"},
        "json": {
            "()": "pythonjsonlogger.json.JsonFormatter",
            "fmt": ["asctime", "levelname", "name", "message", "request_id", "process"],
            "rename_fields": {"asctime": "time", "levelname": "level"},
            # Django adds the request itself, whose text says nothing more than the message.
            "reserved_attrs": [*RESERVED_ATTRS, "request"],
        },
    },
    # 503 says "later" to a sender; whoever says it because of a fault logs that fault.
    "filters": {
        "faults": {
            "()": "django.utils.log.CallbackFilter",
            "callback": lambda record: getattr(record, "status_code", None) != 503,
        },
        "request": {"()": "zarleague.request_ids.WithRequest"},
    },
    "loggers": {"django.request": {"filters": ["faults"]}},
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "formatter": LOG_FORMAT,
            "filters": ["request"],
        }
    },
    "root": {"handlers": ["console"], "level": env.str("LOG_LEVEL", default="WARNING")},
}
