"""The files in ``deploy/``: units of systemd, containers."""

import re
from pathlib import Path

import pytest
import yaml
from django.conf import LazySettings, settings
from django.test import Client

DEPLOY = Path(settings.BASE_DIR) / "deploy"
UNITS = sorted((DEPLOY / "systemd").glob("*.service"))
ONCE = {"migrate"}
"""Services that end by themselves, so that nothing checks their health."""


HARDENED = {
    "CapabilityBoundingSet=",
    "LockPersonality=yes",
    "NoNewPrivileges=yes",
    "PrivateDevices=yes",
    "PrivateTmp=yes",
    "ProtectClock=yes",
    "ProtectControlGroups=yes",
    "ProtectHome=yes",
    "ProtectHostname=yes",
    "ProtectKernelLogs=yes",
    "ProtectKernelModules=yes",
    "ProtectKernelTunables=yes",
    "ProtectProc=invisible",
    "ProtectSystem=strict",
    "RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX",
    "RestrictNamespaces=yes",
    "RestrictRealtime=yes",
    "RestrictSUIDSGID=yes",
    "StateDirectoryMode=0700",
    "SystemCallArchitectures=native",
    "SystemCallFilter=@system-service",
    "UMask=0077",
}
"""What each unit says at least; with it `systemd-analyze security --offline=yes` gives 1.7, OK."""


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.stem)
def test_a_unit_may_do_little_and_writes_where_only_its_account_reads(unit: Path) -> None:
    assert set(unit.read_text().splitlines()) >= HARDENED


def test_every_service_says_how_it_is_and_has_all_settings() -> None:
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    services = compose["services"]
    assert {name for name, service in services.items() if "healthcheck" not in service} == ONCE
    own = [service for service in services.values() if service["image"] == "zarleague"]
    assert len(own) == 6
    assert all(service["env_file"] == ".env" for service in own)
    used = {volume.split(":")[0] for one in services.values() for volume in one.get("volumes", ())}
    assert {name for name in used if "/" not in name} == set(compose["volumes"])


@pytest.mark.parametrize("file", ["compose.env", "environment"])
def test_the_variables_of_an_example_are_described(file: str) -> None:
    named = set(re.findall(r"^#?([A-Z_]+)=", (DEPLOY / file).read_text(), re.M))
    described = (DEPLOY.parent / "docs" / "deploy.md").read_text()
    own = {"POSTGRES_PASSWORD", "SITE"}  # of compose.yaml
    assert len(named) > 3
    assert [name for name in named - own if f"| `{name}` |" not in described] == []


def test_an_image_is_built_without_data_and_environments() -> None:
    """Everything is left out but what is named, and none of that is or holds data."""
    lines = (DEPLOY.parent / ".dockerignore").read_text().splitlines()
    rules = [line for line in lines if line and not line.startswith("#")]
    assert rules[0] == "*"
    named = {rule[1:] for rule in rules if rule.startswith("!")}
    assert named.isdisjoint({"var", ".venv", "build", "node_modules", ".git", "deploy"})


def test_an_unknown_name_is_named_with_the_setting(
    client: Client, settings: LazySettings, caplog: pytest.LogCaptureFixture
) -> None:
    settings.ALLOWED_HOSTS = ["league.example"]
    answer = client.get("/", headers={"Host": "raspberrypi.local:8000"})
    assert answer.status_code == 400
    assert "the name raspberrypi.local. Its operator" in answer.text  # the setting has no ports
    assert "ALLOWED_HOSTS" in answer.text
    [record] = [record for record in caplog.records if "DisallowedHost" in record.name]
    assert "'raspberrypi.local'" in record.getMessage()
    assert record.exc_info is None
