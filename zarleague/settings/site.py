"""The kind of site, its folders and addresses, its applications and middleware."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import environ
import platformdirs
from django.core.exceptions import ImproperlyConfigured

from zarleague.storage import private_files


class _Environment(environ.Env):
    """Variables of the environment. ImproperlyConfigured says which one is wrong."""

    def get_value(self, var: str, *args: Any, **kwargs: Any) -> Any:
        """Return the value of a variable, which must be of the kind that is asked for."""
        with reading(var):
            return super().get_value(var, *args, **kwargs)

    def one_of(self, var: str, *words: str, default: str) -> str:
        """Return the value of a variable, which must be one of *words*."""
        value: str = self.str(var, default=default)
        if value not in words:
            raise ImproperlyConfigured(
                f"{var} must be {', '.join(words[:-1])} or {words[-1]}, not {value}."
            )
        return value

    def number(self, var: str, *, default: int, least: int = 0) -> int:
        """Return a number, which must be *least* or more."""
        value: int = self.int(var, default=default)
        if value < least:
            raise ImproperlyConfigured(f"{var} must be {least} or more, not {value}.")
        return value

    def address(self, var: str, *schemes: str) -> str:
        """Return an address, "" without one; it must begin with one of *schemes*."""
        value: str = self.str(var, default="")
        if value and value.partition("://")[0] not in schemes:  # not shown: it may have a password
            begins = " or ".join(f"{scheme}://" for scheme in schemes)
            raise ImproperlyConfigured(f"{var} must begin with {begins}.")
        return value

    def names(self, var: str, *, default: Sequence[str] = ()) -> list[str]:
        """Return a list, separated by commas and perhaps spaces."""
        return [*self.list(var, cast=str.strip, default=[*default])]


@contextmanager
def reading(var: str) -> Iterator[None]:
    """Read the value of a variable in the block; an error there is one of this variable."""
    try:
        yield
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

DATABASE_URL = env.address("DATABASE_URL", "postgres", "postgresql", "psql", "pgsql", "sqlite")
REDIS_URL = env.address("REDIS_URL", "redis", "rediss")
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
SECRET_KEY_FALLBACKS = env.names("SECRET_KEY_FALLBACKS")

ALLOWED_HOSTS = env.names(
    "ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"] if EMBEDDED or DEBUG else []
)
CSRF_TRUSTED_ORIGINS = env.names("CSRF_TRUSTED_ORIGINS")
if not all(origin.startswith(("https://", "http://")) for origin in CSRF_TRUSTED_ORIGINS):
    raise ImproperlyConfigured(
        "CSRF_TRUSTED_ORIGINS must be addresses like https://league.example, separated by commas."
    )

# The address of an identity server that speaks OpenID Connect. Without one its part of allauth is
# not loaded, and the library requests with it.
OIDC = env.address("OIDC_SERVER_URL", "https", "http")

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
WEB_THREADS = env.number("WEB_THREADS", default=2, least=1)
BEHIND_PROXY = env.bool("BEHIND_PROXY", default=False)
# Let visitors on this machine try the demo without its password: see web/accounts/demo.py.
DEMO_SIGN_IN = (
    EMBEDDED
    and not BEHIND_PROXY
    and env.str("HOST", default="127.0.0.1") in {"127.0.0.1", "localhost", "::1"}
)
# Behind a proxy all connections have its address, and the proxy has to limit them.
CONNECTIONS_PER_ADDRESS = env.number("CONNECTIONS_PER_ADDRESS", default=0 if BEHIND_PROXY else 256)
