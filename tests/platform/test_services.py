"""The servers of the tests, where none is running."""

import os
import shutil

import psycopg
import pytest
import redis

from tools import services


def test_a_private_postgresql_makes_databases_and_goes_away() -> None:
    with services.temporary_postgresql() as url, psycopg.connect(url, autocommit=True) as own:
        own.execute("CREATE DATABASE made_by_a_test")
        own.execute("DROP DATABASE made_by_a_test")
    with pytest.raises(psycopg.OperationalError):
        psycopg.connect(url, connect_timeout=2)


def test_a_private_redis_answers_and_goes_away() -> None:
    with services._private_redis() as url, redis.Redis.from_url(url) as client:
        assert client.ping()
    with redis.Redis.from_url(url) as client, pytest.raises(redis.ConnectionError):
        client.ping()


def test_a_missing_program_ends_the_run_and_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    monkeypatch.setattr(os, "getuid", lambda: 1000)
    with pytest.raises(SystemExit, match="apt-get install --no-install-recommends redis-server"):
        services.program("redis-server", package="redis-server")


@pytest.mark.parametrize("variable", ["TEST_DATABASE_URL", "TEST_REDIS_URL"])
def test_a_server_that_was_named_and_is_not_there_ends_the_run(
    monkeypatch: pytest.MonkeyPatch, variable: str
) -> None:
    scheme = "postgres" if "DATABASE" in variable else "redis"
    monkeypatch.setenv(variable, f"{scheme}://nobody@127.0.0.1:{services.free_port()}/0")
    server = services.postgresql if scheme == "postgres" else services.redis
    with pytest.raises(SystemExit, match=variable), server():
        pytest.fail("a server was found where none is")
