"""Templates, static files, languages, and the API."""

import zoneinfo

from django.core.exceptions import ImproperlyConfigured
from django.utils.text import capfirst
from django.utils.translation import get_language_info

from zarleague.settings.site import BASE_DIR, DEBUG, INSTALLED, env

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.jinja2.Jinja2",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": False,
        "OPTIONS": {
            "environment": "zarleague.web.rendering.jinja.environment",
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
STATICFILES_DIRS = [] if INSTALLED else [BASE_DIR / "static"]  # a wheel has the collected ones
WHITENOISE_KEEP_ONLY_HASHED_FILES = True
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG and not INSTALLED
        else "zarleague.web.rendering.storage.StaticStorage"
    },
}

LOCALE_PATHS = [BASE_DIR / "locale"]
# The source is in English; each folder in locale/ adds a language. Each is listed by its own name.
LANGUAGES = [
    (code, capfirst(get_language_info(code)["name_local"]))
    for code in ["en", *sorted(folder.parent.name for folder in LOCALE_PATHS[0].glob("*/LC_*"))]
]
LANGUAGE_CODE = env.one_of("LANGUAGE_CODE", *dict(LANGUAGES), default="en")


def _time_zone(name: str) -> str:
    """Return the name of a time zone. Raise ImproperlyConfigured if it is none."""
    try:
        return zoneinfo.ZoneInfo(name).key
    except (ValueError, OSError, zoneinfo.ZoneInfoNotFoundError) as wrong:
        raise ImproperlyConfigured(
            f"TIME_ZONE must be a name like Europe/Berlin, not {name}."
        ) from wrong


TIME_ZONE = _time_zone(env.str("TIME_ZONE", default="UTC"))
USE_TZ = True

# Requests to the API per minute: of one token, of one address (shared by all guests of a pub).
API_PER_TOKEN = env.number("API_PER_TOKEN", default=600, least=1)
API_PER_ADDRESS = env.number("API_PER_ADDRESS", default=3000, least=1)

REST_FRAMEWORK = {
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_SCHEMA_CLASS": "zarleague.api.schema.NamedSchema",
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
