"""Settings of operation: metrics, e-mails, webhooks, logging."""

import logging

from pythonjsonlogger.core import RESERVED_ATTRS

from zarleague.settings.site import env, reading

METRICS_TOKEN = env.str("METRICS_TOKEN", default="")
SECURITY_CONTACT = env.str("SECURITY_CONTACT", default="")

SENDS_MAIL = bool(env.address("EMAIL_URL", *env.EMAIL_SCHEMES))
with reading("EMAIL_URL"):
    EMAIL_CONFIG = env.email_url("EMAIL_URL", default="consolemail://")
vars().update(EMAIL_CONFIG)
EMAIL_TIMEOUT = 20  # seconds
# The address of the site in e-mails, such as https://cards.example; without it they have no links.
SITE_URL = env.address("SITE_URL", "https", "http").rstrip("/")
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="zarleague@localhost")

LOG_FORMAT = env.one_of("LOG_FORMAT", "line", "json", default="line")
LOG_LEVEL = env.one_of("LOG_LEVEL", "DEBUG", "INFO", "WARNING", "ERROR", default="WARNING")
# Allow webhooks to http addresses and to machines of the site's own network.
WEBHOOKS_TO_PRIVATE_ADDRESSES = env.bool("WEBHOOKS_TO_PRIVATE_ADDRESSES", default=False)


def _without_traceback(record: logging.LogRecord) -> bool:
    record.exc_info = None
    record.levelno, record.levelname = logging.WARNING, "WARNING"
    return True


LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"format": "{asctime} {levelname} {request_id} {name}: {message}", "style": "{"},
        "json": {
            "()": "pythonjsonlogger.json.JsonFormatter",
            "fmt": ["asctime", "levelname", "name", "message", "request_id", "process"],
            "rename_fields": {"asctime": "time", "levelname": "level"},
            # Django logs the request itself, whose text says nothing more than the message.
            "reserved_attrs": [*RESERVED_ATTRS, "request"],
        },
    },
    # 503 means "try again later"; code that answers it because of a fault logs that fault itself.
    "filters": {
        "faults": {
            "()": "django.utils.log.CallbackFilter",
            "callback": lambda record: getattr(record, "status_code", None) != 503,
        },
        "request": {"()": "zarleague.serving.request_ids.WithRequest"},
        # The message names the host and the setting; any stranger can send such a request.
        "briefly": {"()": "django.utils.log.CallbackFilter", "callback": _without_traceback},
    },
    "loggers": {
        "django.request": {"filters": ["faults"]},
        "django.security.DisallowedHost": {"filters": ["briefly"]},
        # Each attempt to reach an object store; what comes of them is logged, or raised, once.
        "urllib3.connectionpool": {"level": "ERROR"},
    },
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "formatter": LOG_FORMAT,
            "filters": ["request"],
        }
    },
    "root": {"handlers": ["console"], "level": LOG_LEVEL},
}
