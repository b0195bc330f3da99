"""Passkeys in a real browser, with an authenticator that Chromium simulates."""

from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests import factories

PASSWORD = "correct horse battery"

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.own_browser]


@pytest.fixture
def local(page: Page, live_app: str) -> Any:
    """Return ``local(name)``, the address of a view on localhost, where passkeys work over http."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    kind = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
    }
    devtools.send("WebAuthn.addVirtualAuthenticator", {"options": kind})
    return lambda name: live_app.replace("127.0.0.1", "localhost") + reverse(name)


def test_a_passkey_is_made_and_signs_in(page: Page, local: Any) -> None:
    factories.user("ann")
    page.goto(local("account_login"))
    page.get_by_label("Username").fill("ann")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.wait_for_url(local("home"))
    page.goto(local("mfa_add_webauthn"))
    page.get_by_label("Name").fill("My phone")
    page.get_by_role("button", name="Add passkey").click()
    expect(page.get_by_role("heading", name="Recovery codes")).to_be_visible()
    page.context.clear_cookies()
    page.goto(local("account_login"))
    page.get_by_role("button", name="Sign in with a passkey").click()
    page.wait_for_url(local("home"))
    page.goto(local("mfa_list_webauthn"))
    expect(page.get_by_text("My phone")).to_be_visible()


def test_the_account_name_follows_the_name_that_is_typed(page: Page, local: Any) -> None:
    page.goto(local("account_signup"))
    number = page.locator("[name=username]").input_value().removeprefix("player-")
    page.get_by_label("Your name").fill("Zoë B.")
    expect(page.locator("[name=username]")).to_have_value(f"zoë-b-{number}")
    for label in ("Password", "Password (again)"):
        page.get_by_label(label, exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Create account").click()
    expect(page.get_by_text(f"Your username is zoë-b-{number}")).to_be_visible()
