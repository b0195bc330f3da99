"""The settings of both kinds of site, loaded in processes of their own."""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache

from zarleague.storage.kept_pages import kept_pages

MANY = {
    "DATABASE_URL": "postgres://league:pw@db.example:5433/league",
    "REDIS_URL": "redis://cache.example:6379/0",
    "SECRET_KEY": "a key for this test",
}


def read(
    *names: str, data: Path, variables: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Print some settings as JSON in a process that has only ``variables`` in its environment."""
    program = (
        "import json, sys; from zarleague import settings;"
        "print(json.dumps({name: getattr(settings, name) for name in sys.argv[1:]}, default=str))"
    )
    environment = {"PATH": os.environ["PATH"], "DATA_DIR": str(data)} | (variables or {})
    command = [sys.executable, "-c", program, *names]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


def settings(*names: str, data: Path, variables: dict[str, str] | None = None) -> dict[str, Any]:
    """Return some settings of a site with ``variables``."""
    done = read(*names, data=data, variables=variables)
    assert done.returncode == 0, done.stderr
    values: dict[str, Any] = json.loads(done.stdout)
    return values


def test_without_variables_the_site_is_embedded(tmp_path: Path) -> None:
    names = ("EMBEDDED", "DATABASES", "CACHES", "CELERY_BROKER_URL", "DEBUG", "ALLOWED_HOSTS")
    site = settings(*names, data=tmp_path)
    assert site["EMBEDDED"] is True
    assert site["DATABASES"]["default"]["ENGINE"] == "django.db.backends.sqlite3"
    assert Path(site["DATABASES"]["default"]["NAME"]).parent == tmp_path
    assert site["CACHES"]["default"]["BACKEND"].endswith("LocMemCache")
    assert site["CELERY_BROKER_URL"].startswith("memory:")
    assert site["DEBUG"] is False
    assert "*" not in site["ALLOWED_HOSTS"]


def test_an_embedded_site_makes_its_own_secret_key_once(tmp_path: Path) -> None:
    first = settings("SECRET_KEY", data=tmp_path / "one")["SECRET_KEY"]
    again = settings("SECRET_KEY", data=tmp_path / "one")["SECRET_KEY"]
    other = settings("SECRET_KEY", data=tmp_path / "two")["SECRET_KEY"]
    assert len(first) >= 50
    assert first == again
    assert first != other
    assert (tmp_path / "one" / "secret_key").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("variable", ["DATABASE_URL", "REDIS_URL"])
def test_any_other_site_refuses_to_start_without_a_secret_key(
    tmp_path: Path, variable: str
) -> None:
    done = read("DEBUG", data=tmp_path, variables={variable: MANY[variable]})
    assert done.returncode != 0
    assert "SECRET_KEY must be set" in done.stderr
    assert not (tmp_path / "secret_key").exists()


def test_servers_are_taken_from_the_environment(tmp_path: Path) -> None:
    names = ("EMBEDDED", "DATABASES", "CACHES", "CELERY_BROKER_URL", "CELERY_TASK_ACKS_LATE")
    site = settings(*names, data=tmp_path, variables=MANY)
    database = site["DATABASES"]["default"]
    assert site["EMBEDDED"] is False
    assert database["ENGINE"] == "django.db.backends.postgresql"
    assert (database["HOST"], database["PORT"], database["NAME"]) == ("db.example", 5433, "league")
    assert site["CACHES"]["default"]["LOCATION"] == MANY["REDIS_URL"]
    assert site["CELERY_BROKER_URL"] == MANY["REDIS_URL"]
    assert site["CELERY_TASK_ACKS_LATE"] is True


def test_an_address_of_a_database_may_have_options(tmp_path: Path) -> None:
    address = f"{MANY['DATABASE_URL']}?sslmode=require&server_side_binding=false"
    site = settings("DATABASES", data=tmp_path, variables=MANY | {"DATABASE_URL": address})
    options = site["DATABASES"]["default"]["OPTIONS"]
    assert options["sslmode"] == "require"
    assert options["server_side_binding"] == "false"  # no prepared statements, for a pooler


WRONG = {
    "API_PER_TOKEN": "0",
    "BACKUP_STORE": "s3://key@host/bucket",
    "CSRF_TRUSTED_ORIGINS": "https://league.example, cards.example",
    "DATABASE_URL": "mysql://db.example/league",
    "DATA_DIR": __file__,
    "EMAIL_URL": "mail.example",
    "LANGUAGE_CODE": "it",
    "LOG_FORMAT": "xml",
    "LOG_LEVEL": "LOUD",
    "REDIS_URL": "cache.example:6379",
    "REPORT_STORE": "s3.example/bucket",
    "SESSION_DAYS": "many",
    "SIGN_UP": "maybe",
    "SITE_URL": "cards.example",
    "TIME_ZONE": "Nowhere",
    "WEB_THREADS": "0",
}


LOAD_EACH = """
import json, os, sys
from django.core.exceptions import ImproperlyConfigured

right = dict(os.environ)
sites, names = map(json.loads, sys.argv[1:])
for variables in sites:
    os.environ.clear()
    os.environ.update(right | variables)
    try:
        from zarleague import settings
    except ImproperlyConfigured as wrong:
        print(json.dumps(str(wrong)))
    else:
        print(json.dumps([getattr(settings, name) for name in names]))
    for module in [one for one in sys.modules if one.startswith("zarleague")]:
        del sys.modules[module]
"""


def of_each(sites: Sequence[dict[str, str]], names: Sequence[str], data: Path) -> list[Any]:
    """Return some settings of each site, given by its variables, or the sentence that refuses it;
    one process loads them one after another."""
    environment = {"PATH": os.environ["PATH"], "DATA_DIR": str(data)}
    command = [sys.executable, "-c", LOAD_EACH, json.dumps(sites), json.dumps(names)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_a_wrong_setting_is_named(tmp_path: Path) -> None:
    sites = [{"SECRET_KEY": "a key", name: value} for name, value in WRONG.items()]
    for name, said in zip(WRONG, of_each(sites, (), tmp_path), strict=True):
        assert name in said


def test_names_may_have_spaces_between_them(tmp_path: Path) -> None:
    variables = {"ALLOWED_HOSTS": "league.example, raspberrypi.local"}
    names = settings("ALLOWED_HOSTS", data=tmp_path, variables=variables)["ALLOWED_HOSTS"]
    assert names == ["league.example", "raspberrypi.local"]


SECURITY = ("SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "SECURE_SSL_REDIRECT")


SITES: list[tuple[dict[str, str], bool]] = [
    ({}, False),  # one machine in the pub, plain http
    ({"HTTPS": "1"}, True),
    (MANY, True),
    (MANY | {"HTTPS": "0"}, False),
    (MANY | {"DEBUG": "1"}, False),
]
"""Variables of a site, and whether it is reached by https alone."""


def test_cookies_are_secure_where_there_is_https(tmp_path: Path) -> None:
    names = (*SECURITY, "SECURE_HSTS_SECONDS")
    for (variables, secure), values in zip(
        SITES, of_each([site for site, _ in SITES], names, tmp_path), strict=True
    ):
        *found, seconds = values
        assert found == [secure] * 3, variables
        assert (seconds > 0) is secure, variables


@pytest.mark.table(one_in=2)
@pytest.mark.parametrize("variables", [{}, {"HTTPS": "1"}])
def test_django_has_nothing_to_say_of_its_security(
    tmp_path: Path, variables: dict[str, str]
) -> None:
    """Of one machine; of a site for many see `test_postgresql`."""
    environment = {"PATH": os.environ["PATH"], "DATA_DIR": str(tmp_path)} | variables
    command = [sys.executable, "manage.py", "check", "--deploy", "--fail-level=WARNING"]
    folder = Path(__file__).parent.parent.parent
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_passwords_are_hashed_with_argon2_and_scripts_come_from_files(tmp_path: Path) -> None:
    site = settings("PASSWORD_HASHERS", "CONTENT_SECURITY_POLICY", data=tmp_path)
    assert site["PASSWORD_HASHERS"][0].endswith("Argon2PasswordHasher")
    assert "unsafe" not in json.dumps(site["CONTENT_SECURITY_POLICY"])
    assert site["CONTENT_SECURITY_POLICY"]["DIRECTIVES"]["default-src"] == ["'self'"]


def test_pages_and_pictures_throw_out_no_counter() -> None:
    """To ask for more of them than are kept resets no count of failures."""
    cache.set("login_failed", 5)
    for number in range(400):
        kept_pages.set(f"picture-{number}", b"PNG")
    assert cache.get("login_failed") == 5
    assert cache.get("picture-399") is None
