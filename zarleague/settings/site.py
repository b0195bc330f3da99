"""The kind of site, its folders and addresses, its applications and middleware."""

from pathlib import Path
from typing import Any

import environ
import platformdirs
from django.core.exceptions import ImproperlyConfigured

from zarleague.storage import private_files


class _Environment(environ.Env):
    """Variables of the environment; an error says which one is wrong."""

    def get_value(self, var: str, *args: Any, **kwargs: Any) -> Any:
        """Return the value of a variable. Raise ImproperlyConfigured if it is of another kind."""
        try:
            return super().get_value(var, *args, **kwargs)
        except ValueError as wrong:
            raise ImproperlyConfigured(f"{var} can’t be read: {wrong}") from wrong


env = _Environment()

_PACKAGE = Path(__file__).resolve().parents[1]
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
if not EMBEDDED and not SECRET_KEY:
    raise ImproperlyConfigured(
        "SECRET_KEY must be set when DATABASE_URL or REDIS_URL is. A good one: "
        "python3 -c 'import secrets; print(secrets.token_urlsafe(48))'"
    )
if EMBEDDED:
    try:
        private_files.make_folder(DATA_DIR)
        SECRET_KEY = SECRET_KEY or private_files.secret_in(DATA_DIR / "secret_key")
    except OSError as wrong:
        raise ImproperlyConfigured(
            f"The data can’t be in {DATA_DIR}: {wrong.strerror}. Let the site’s account write "
            "there, or set DATA_DIR to another folder."
        ) from wrong
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])

ALLOWED_HOSTS = env.list(
    "ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"] if EMBEDDED or DEBUG else []
)
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])

# The address of an identity server that speaks OpenID Connect. Without one its part of allauth is
# not loaded, and the library requests with it.
OIDC = env.str("OIDC_SERVER_URL", default="")

INSTALLED_APPS = [
    "zarleague.leagues",
    "zarleague.play",
    "zarleague.reports",
    "zarleague.exchange",
    "zarleague.web",
    "zarleague.api",
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
    *(["allauth.socialaccount.providers.openid_connect"] if OIDC else []),
    "allauth.usersessions",
    "rest_framework",
    "drf_spectacular",
    "csp",
]

MIDDLEWARE = [
    "zarleague.operations.metrics.measure",
    "zarleague.operations.metrics.at_any_name",
    "zarleague.web.arriving.middleware.headers",
    "zarleague.web.arriving.middleware.methods",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "zarleague.web.arriving.middleware.Packing",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "zarleague.web.arriving.versions.versions",
    "zarleague.web.arriving.failures.read_only",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "zarleague.web.arriving.middleware.viewers",
    "django.contrib.messages.middleware.MessageMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "zarleague.web.arriving.requests.SignInMiddleware",
    "zarleague.web.arriving.input.InputMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]

ROOT_URLCONF = "zarleague.urls"
WSGI_APPLICATION = "zarleague.wsgi.application"
WEB_THREADS = env.int("WEB_THREADS", default=2)
BEHIND_PROXY = env.bool("BEHIND_PROXY", default=False)
# Let visitors on this machine try the demo without its password: see web/accounts/demo.py.
DEMO_SIGN_IN = (
    EMBEDDED
    and not BEHIND_PROXY
    and env.str("HOST", default="127.0.0.1") in {"127.0.0.1", "localhost", "::1"}
)
# Behind a proxy all connections have its address, and the proxy has to limit them.
CONNECTIONS_PER_ADDRESS = env.int("CONNECTIONS_PER_ADDRESS", default=0 if BEHIND_PROXY else 256)
