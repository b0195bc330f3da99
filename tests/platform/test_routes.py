"""A request runs on threads chosen by its route: reads, writes, or waiting for a log."""

import json
from collections.abc import Iterable, Iterator

import httpx
import pytest
from django.conf import LazySettings
from django.urls import URLPattern, URLResolver, reverse

from zarleague.serving.routes import LONGEST_WITHOUT, Need, need_of
from zarleague.web.accounts import urls

ALLAUTH = ("account_", "mfa_", "socialaccount_", "usersessions_", "openid_connect_")
HAND = "/api/v1/matches/1/hands/"


@pytest.mark.parametrize(
    ("method", "path", "need"),
    [
        ("GET", "/l/any/", Need.READS),
        ("GET", "/no/such/page/", Need.READS),
        ("POST", "/l/any/settings/", Need.WRITES),
        ("GET", "/login/", Need.READS),
        ("POST", "/login/", Need.HASHES_PASSWORDS),
        ("GET", "/password/reset/", Need.READS),
        ("GET", HAND, Need.READS),
        ("POST", f"{HAND}check/", Need.READS),
        ("POST", HAND, Need.WRITES),
        ("POST", "/api/v1/matches/1/seats/1/counts/check/", Need.WRITES),
        ("POST", "/api/v1/matches/1/move/check/", Need.ADDS_UP),
        ("POST", "/api/v1/leagues/any/evenings/2026-01-09/void/check/", Need.ADDS_UP),
        ("GET", "/replay/picture.png", Need.WAITS),
        ("POST", "/api/v1/replay/", Need.WAITS),
        ("POST", f"{HAND}1/restore/", Need.WAITS),
        ("POST", "/api/v1/matches/1/restore/", Need.WAITS),
        ("POST", "/api/v1/leagues/any/evenings/2026-01-09/restore/", Need.WAITS),
        ("GET", f"{HAND}1/replay/", Need.WAITS),
        ("HEAD", f"{HAND}1/replay/", Need.WAITS),
    ],
)
def test_a_route_says_what_its_requests_need(method: str, path: str, need: Need) -> None:
    assert need_of(method, path, b"") is need


MAILING = {
    "account_change_password",
    "account_confirm_email",
    "account_email",
    "account_reset_password",
    "account_reset_password_from_key",
    "account_set_password",
    "account_signup",
    "mfa_activate_totp",
    "mfa_add_webauthn",
    "mfa_deactivate_totp",
    "mfa_generate_recovery_codes",
    "mfa_remove_webauthn",
    "socialaccount_connections",
    "socialaccount_signup",
}
"""Forms after which allauth sends an e-mail: to confirm an address, to choose another password, or
about a change of how somebody signs in."""
WITHOUT_MAIL = {
    "account_email_verification_sent",
    "account_inactive",
    "account_login",
    "account_logout",
    "account_reauthenticate",
    "account_reset_password_done",
    "account_reset_password_from_key_done",
    "mfa_authenticate",
    "mfa_download_recovery_codes",
    "mfa_edit_webauthn",
    "mfa_index",
    "mfa_list_webauthn",
    "mfa_login_webauthn",
    "mfa_reauthenticate",
    "mfa_reauthenticate_webauthn",
    "mfa_view_recovery_codes",
    "socialaccount_login_cancelled",
    "socialaccount_login_error",
    "usersessions_list",
}
_ANY = {"key": "key", "uidb36": "1", "pk": 1, "provider_id": "club"}


def test_whoever_waits_for_the_mail_server_keeps_nobody_waiting() -> None:
    """Every page of allauth says whether it sends mail, as the lists of this test do."""
    names: dict[str, bool] = {}
    for pattern in flat(urls.urlpatterns):
        if (name := pattern.name or "").startswith(ALLAUTH):
            given = {key: _ANY[key] for key in pattern.pattern.regex.groupindex}
            need = need_of("POST", reverse(name, kwargs=given), b"")
            names[name] = need is Need.WAITS
    assert {name for name, waits in names.items() if waits} == MAILING
    assert {name for name, waits in names.items() if not waits} <= WITHOUT_MAIL


def flat(patterns: Iterable[URLPattern | URLResolver]) -> Iterator[URLPattern]:
    for one in patterns:
        if isinstance(one, URLResolver):
            yield from flat(one.url_patterns)
        else:
            yield one


@pytest.mark.parametrize("page", ["login", "login/callback"])
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_whoever_waits_for_an_identity_server_keeps_nobody_waiting(
    page: str, method: str, settings: LazySettings
) -> None:
    settings.ROOT_URLCONF = tuple(urls.identity_server())
    assert need_of(method, f"/club/{page}/", b"") is Need.WAITS


@pytest.mark.parametrize(("page", "of"), [("change-match", 1), ("change-evening", "2026-01-09")])
@pytest.mark.parametrize(
    ("asked", "need"),
    [
        ("action=restore&reason=R", Need.ADDS_UP),
        ("action=void&confirmed=&note=action%3Drestore", Need.ADDS_UP),
        ("action=restore&reason=R&confirmed=1", Need.WAITS),
        ("action=void&reason=R", Need.ADDS_UP),
        ("action=void&reason=R&confirmed=1", Need.WRITES),
        ("action=move&day=2026-01-10&reason=R", Need.ADDS_UP),
        ("action=move&day=2026-01-10&reason=R&confirmed=1", Need.WRITES),
        ("action=delete", Need.WRITES),
        ("action=seat&who=1&reason=R", Need.WRITES),
    ],
)
def test_previews_of_whole_matches_add_up_their_hands(
    page: str, of: object, asked: str, need: Need
) -> None:
    """Hands that are restored may have logs besides, and rules that changed since are theirs by
    then (`rewriting.restored_each`). A change of seats is tried, as a write."""
    path = reverse(page, args=["any", of])
    assert need_of("POST", path, f"csrf=1&{asked}".encode()) is need


@pytest.mark.parametrize(
    ("asked", "need"),
    [
        ("action=rules&preset=hands-won&reason=R", Need.ADDS_UP),
        ("action=rules&preset=hands-won&reason=R&confirmed=yes", Need.WRITES),
        ("action=rules&preset=hands-won&reason=R&confirmed=yes&confirmed=", Need.ADDS_UP),
        ("action=finish", Need.WRITES),
    ],
)
def test_a_preview_of_another_ranking_adds_up_the_season(asked: str, need: Need) -> None:
    path = reverse("season-settings", args=["any", 1])
    assert need_of("POST", path, f"csrf=1&{asked}".encode()) is need


@pytest.mark.parametrize("preamble", [b"", b"This is left out.\r\n"])
def test_a_form_in_parts_may_be_a_preview(preamble: bytes) -> None:
    path = reverse("change-match", args=["any", 1])
    parts = preamble + b'--x\r\nContent-Disposition: form-data; name="action"\r\n\r\nvoid\r\n--x--'
    assert need_of("POST", path, parts) is Need.ADDS_UP


@pytest.mark.parametrize(
    ("body", "need"),
    [
        ('{"form": "totals", "log": ""}', Need.WRITES),
        ('{"form": "totals"}', Need.WRITES),
        ("no JSON", Need.WRITES),
        ("[1]", Need.WRITES),
        ("[" * LONGEST_WITHOUT, Need.WRITES),
        ('{"form": "log", "log": "deal Ann 7"}', Need.WAITS),
        (r'{"l\u006fg": "deal Ann 7"}', Need.WAITS),
        (json.dumps({"reason": "x" * LONGEST_WITHOUT}), Need.WAITS),
    ],
)
def test_a_saved_hand_waits_only_with_a_log(body: str, need: Need) -> None:
    assert need_of("POST", HAND, body.encode()) is need


def test_a_request_that_waits_for_a_log_counts_once(
    visitor: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("zarleague.api.limits.WINDOW", 10**9)  # no minute ends between the two
    log = {"log": "game zar\nseats Ann Bob\n"}
    left = [
        int(visitor.post("/api/v1/replay/", json=log).headers["ratelimit"].split(";")[1][2:])
        for _ in range(2)
    ]
    assert left[0] - left[1] == 1
