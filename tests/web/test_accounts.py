"""Accounts: who may create one, what a stranger can find out, limits on guessing."""

import base64
import datetime
import hmac
import re
import struct
import time
from types import SimpleNamespace

import pytest
from allauth.account.authentication import AUTHENTICATION_METHODS_SESSION_KEY
from allauth.account.models import EmailAddress
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from allauth.socialaccount.models import SocialAccount
from allauth.usersessions.models import UserSession
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.core.mail.backends.locmem import EmailBackend
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests import factories
from zarleague.leagues import audiences, links, mail, signing_out
from zarleague.leagues.models import League, User
from zarleague.web.accounts.adapters import SocialAccountAdapter

pytestmark = pytest.mark.django_db

PASSWORD = "correct horse battery"
PLAIN_PAGES = [
    "account_login",
    "account_signup",
    "account_reset_password",
    "account_reset_password_done",
    "account_reset_password_from_key_done",
    "account_email_verification_sent",
    "account_inactive",
    "socialaccount_login_cancelled",
]
OWN_PAGES = [
    "profile",
    "account_change_password",
    "account_email",
    "account_logout",
    "account_reauthenticate",
    "mfa_index",
    "mfa_list_webauthn",
    "usersessions_list",
    "socialaccount_connections",
]
CONFIRMED_PAGES = [
    "api-tokens",
    "mfa_activate_totp",
    "mfa_add_webauthn",
    "mfa_generate_recovery_codes",
]


def sign_up(client, name="Zoe", **fields):
    page = client.get(reverse("account_signup")).content.decode()
    given = {
        "name": name,
        "number": re.search(r'name="number" value="([^"]+)"', page)[1],
        "username": re.search(r'name="username" value="([^"]+)"', page)[1],
        "password1": PASSWORD,
        "password2": PASSWORD,
    }
    return client.post(reverse("account_signup"), given | fields)


def log_in(client, name, password=PASSWORD, **fields):
    given = {"username": name, "password": password}
    return client.post(reverse("account_login"), given | fields)


def one_time_code(secret):
    """Return what an authenticator app shows now: RFC 6238 over RFC 4226, six digits."""
    counter = struct.pack(">Q", int(time.time()) // 30)
    digest = hmac.digest(base64.b32decode(secret), counter, "sha1")
    at = digest[-1] & 15
    number = int.from_bytes(digest[at : at + 4]) & 0x7FFFFFFF
    return f"{number % 10**6:06}"


@pytest.mark.parametrize("name", PLAIN_PAGES)
def test_a_visitor_sees_the_pages_that_lead_in(name):
    assert Client().get(reverse(name)).status_code == 200


@pytest.mark.parametrize("name", OWN_PAGES)
def test_the_pages_of_an_account_are_for_its_owner(name):
    client = Client()
    answer = client.get(reverse(name))
    assert answer.status_code == 302
    client.force_login(factories.user("ann"))
    assert client.get(reverse(name)).status_code == 200


@pytest.mark.parametrize("name", CONFIRMED_PAGES)
def test_what_changes_how_one_signs_in_asks_for_the_password_after_half_an_hour(name):
    factories.user("ann")
    client = Client()
    log_in(client, "ann")
    assert client.get(reverse(name)).status_code == 200
    session = client.session
    session[AUTHENTICATION_METHODS_SESSION_KEY][-1]["at"] -= 30 * 60
    session.save()
    answer = client.get(reverse(name))
    assert answer.url.startswith(reverse("account_reauthenticate"))
    assert client.post(answer.url, {"password": PASSWORD}).url == reverse(name)
    assert client.get(reverse(name)).status_code == 200


def test_signing_up_takes_a_name_and_a_password():
    client = Client()
    assert sign_up(client, "Zoe").status_code == 302
    zoe = User.objects.get()
    assert zoe.first_name == "Zoe"
    assert re.fullmatch(r"player-\d{4}", zoe.username)  # as the page showed it, without a script
    assert client.get(reverse("profile")).status_code == 200


def test_the_account_name_the_script_made_is_kept():
    client = Client()
    page = client.get(reverse("account_signup")).content.decode()
    digits = re.search(r'name="username" value="player-(\d{4})"', page)[1]
    number = re.search(r'name="number" value="([^"]+)"', page)[1]
    sign_up(client, "Zoë", number=number, username=f"zoë-{digits}")
    assert User.objects.get().username == f"zoë-{digits}"


def test_nobody_can_ask_by_signing_up_whether_an_account_exists():
    factories.user("ann-1234")
    answer = sign_up(Client(), "Ann", username="ann-1234", number="1234:forged")
    assert answer.status_code == 302
    made = User.objects.exclude(username="ann-1234").get()
    assert re.fullmatch(r"ann-\d{4}", made.username)


def test_a_sign_up_sent_twice_makes_one_account():
    client = Client()
    page = client.get(reverse("account_signup")).content.decode()
    number = re.search(r'name="number" value="([^"]+)"', page)[1]
    username = re.search(r'name="username" value="([^"]+)"', page)[1]
    for _ in range(2):
        fields = {"number": number, "username": username}
        assert sign_up(Client(), **fields).status_code == 302
    assert User.objects.count() == 1


def test_many_sign_ups_in_a_row_are_slowed():
    def sign_up_as(number):
        # With the number and the password of another it would be that one's form, sent again.
        password = f"{PASSWORD} {number}"
        sent = {"password1": password, "password2": password}
        return sign_up(Client(), f"Player {number}", **sent).status_code

    assert [sign_up_as(number) for number in range(25)] == [302] * 20 + [429] * 5
    assert User.objects.count() == 20


def start_league(client, name="Kitchen Table", key=None, **fields):
    form = {"name": name, "plays_as": "Mia", "players": "Tom, Ann", "default_game": "zar"}
    form |= {"visibility": "private", "time_zone": "Europe/Berlin", "ranking": "place-points"}
    return client.post(reverse("new-league"), form | {"key": key or factories.key()} | fields)


def finish(client, **fields):
    form = {"name": "Mia", "password": PASSWORD} | fields
    return client.post(reverse("finish-account"), form)


def test_a_league_is_started_without_an_account_which_is_finished_later():
    client = Client()
    assert start_league(client).status_code == 302
    league = League.objects.get()
    mia = User.objects.get()
    assert not mia.has_usable_password()
    assert list(league.players.values_list("name", "user", "guest").order_by("pk")) == [
        ("Mia", mia.pk, False),
        ("Tom", None, False),
        ("Ann", None, False),
    ]
    # She runs it as anybody would run theirs.
    assert client.get(reverse("league-settings", args=[league.slug])).status_code == 200
    assert "this device" in client.get(reverse("usersessions_list")).content.decode()
    assert finish(client).status_code == 302
    assert "this device" in client.get(reverse("usersessions_list")).content.decode()
    mia.refresh_from_db()
    assert re.fullmatch(r"mia-\d{4}", mia.username)
    assert client.get(reverse("league-settings", args=[league.slug])).status_code == 200
    assert log_in(Client(), mia.username).status_code == 302
    assert finish(client, password="another one by far").url == reverse("profile")
    assert not log_in(Client(), mia.username, "another one by far").wsgi_request.user.pk


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"password": "1234"}, "too short"),
        ({"password": ""}, "Choose a password, or use a passkey instead."),
        ({"name": ""}, "This field is required."),
    ],
)
def test_an_account_is_finished_with_what_signing_up_asks_for(fields, said):
    client = Client()
    start_league(client)
    assert said in finish(client, **fields).content.decode()
    assert not User.objects.get().has_usable_password()


def test_a_passkey_may_take_the_place_of_the_password():
    client = Client()
    start_league(client)
    answer = finish(client, password="", passkey="1")
    assert answer.url == reverse("mfa_add_webauthn")
    assert client.get(answer.url).status_code == 200  # nothing to confirm it with yet


def test_a_league_sent_twice_by_a_visitor_is_one_with_one_account():
    client = Client()
    client.get(reverse("new-league"))
    again = Client()
    again.cookies["csrftoken"] = client.cookies["csrftoken"].value
    for one in (client, again):
        assert start_league(one, key="0" * 32).status_code == 302
    assert (User.objects.count(), League.objects.count()) == (1, 1)
    # Somebody else's key is no key to the account.
    start_league(Client(), key="0" * 32)
    assert User.objects.count() == 2


def test_a_form_that_begins_an_account_counts_each_time_it_is_sent(settings):
    """Each time it makes a session."""
    settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | {"signup": "2/h/ip"}
    client = Client()
    client.get(reverse("new-league"))
    answers = []
    for _ in range(3):
        again = Client()
        again.cookies["csrftoken"] = client.cookies["csrftoken"].value
        answers.append(start_league(again, key="0" * 32).status_code)
    assert answers == [302, 302, 429]
    assert (User.objects.count(), UserSession.objects.count()) == (1, 2)


def test_accounts_begun_without_a_password_count_as_sign_ups_and_have_few_leagues():
    client = Client()
    answers = [start_league(client).status_code for _ in range(5)]
    assert answers == [302] * 3 + [200] * 2  # an unfinished account may have three leagues
    sign_up(Client(), "Zoe")
    answers = [start_league(Client()).status_code for _ in range(20)]
    assert answers == [302] * 18 + [429] * 2  # with the two above they are twenty


def test_where_nobody_may_sign_up_nobody_begins_an_account(settings):
    for settings.SIGN_UP in ("invited", "closed"):
        assert start_league(Client()).url.startswith(reverse("account_login"))
    assert not User.objects.exists()


def is_slowed(answer):
    """Return whether an answer asks to wait; if it does not, it must not say so either."""
    if answer.status_code != 429:
        assert "Too many" not in answer.content.decode()
        return False
    assert int(answer["Retry-After"]) > 0
    assert "Too many attempts. Nothing is lost: try again" in answer.content.decode()
    return True


def guess(number, name, address="127.0.0.1", **fields):
    """Return whether an attempt was slowed; every other one goes to the admin's page."""
    way = ("/login/", "/admin/login/")[number % 2]
    given = {"username": name, "password": "guess"} | fields
    return is_slowed(Client(REMOTE_ADDR=address).post(way, given))


def test_guessing_is_slowed_by_account_and_address():
    factories.user("boss", is_staff=True, is_superuser=True)
    answers = [guess(n, "boss") for n in range(7)]
    assert answers == [False] * 5 + [True] * 2
    # Now not even the right password is taken there, so that guessing on tells nothing.
    assert guess(7, "boss", password=PASSWORD)
    assert guess(8, "boss", password=PASSWORD)
    assert not guess(9, "boss", password=PASSWORD, address="192.0.2.1")
    assert not guess(10, "ann")  # nor does it keep out those who share the address


def test_guessing_at_an_account_from_many_addresses_is_slowed(settings):
    limits = settings.ACCOUNT_RATE_LIMITS | {"login_failed_elsewhere": "300/10m/ip,3/h/key"}
    settings.ACCOUNT_RATE_LIMITS = limits
    answers = [guess(n, "boss", address=f"192.0.2.{n}") for n in range(4)]
    assert answers == [False] * 3 + [True]


def test_guessing_at_many_names_is_slowed_by_address(settings):
    limits = settings.ACCOUNT_RATE_LIMITS | {"login_failed_elsewhere": "3/10m/ip"}
    settings.ACCOUNT_RATE_LIMITS = limits
    assert [guess(n, f"name-{n}") for n in range(4)] == [False] * 3 + [True]


def test_nobody_keeps_an_owner_out_of_a_device_they_signed_in_on(settings):
    factories.user("ann-1234")
    owner = Client()
    log_in(owner, "ann-1234")
    (cookie,) = [one for name, one in owner.cookies.items() if name.startswith("device-")]
    assert cookie["httponly"]
    owner.post(reverse("account_logout"))
    limits = {"login_elsewhere": "8/m/ip", "login_failed_elsewhere": "7/10m/ip,7/h/key"}
    settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | limits
    answers = [guess(n, "ann-1234", password="wrong") for n in range(9)]
    assert answers == [False] * 5 + [True] * 4  # a stranger at the same address
    assert log_in(owner, "ann", password="a slip").status_code == 200
    assert log_in(owner, "ann").status_code == 302  # the name without its number, as one may


def test_a_known_device_is_slowed_itself_and_known_for_one_account_only():
    for name in ("ann", "eve"):
        factories.user(name)
    eve = Client()
    log_in(eve, "eve")
    eve.post(reverse("account_logout"))
    own = [is_slowed(log_in(eve, "eve", password="guess")) for _ in range(11)]
    assert own == [False] * 10 + [True]
    others = [is_slowed(log_in(eve, "ann", password="guess")) for _ in range(6)]
    assert others == [False] * 5 + [True]


def test_asking_for_a_new_password_is_slowed_by_account_and_address(settings):
    settings.SENDS_MAIL = True

    def ask(account, address):
        client = Client(REMOTE_ADDR=address)
        return client.post(reverse("account_reset_password"), {"email": account})

    of_one = [is_slowed(ask("ann@example.org", f"192.0.2.{n}")) for n in range(4)]
    assert of_one == [False] * 3 + [True]
    limits = settings.ACCOUNT_RATE_LIMITS | {"reset_password": "2/h/ip"}
    settings.ACCOUNT_RATE_LIMITS = limits
    of_many = [is_slowed(ask(f"name-{n}@example.org", "198.51.100.1")) for n in range(3)]
    assert of_many == [False] * 2 + [True]


def test_no_mailbox_is_filled_with_links_to_a_new_password(settings, mailoutbox):
    """What follows a plus in an address leads to the same mailbox."""
    settings.SENDS_MAIL = True

    def ask(address, network):
        client = Client(REMOTE_ADDR=f"192.0.2.{network}")
        return is_slowed(client.post(reverse("account_reset_password"), {"email": address}))

    assert [ask(f"Ann+{n}@example.org", n) for n in range(4)] == [False] * 4
    assert len(mailoutbox) == 3
    limits = settings.ACCOUNT_RATE_LIMITS | {"reset_mail": "9/h/key,4/d/key"}
    settings.ACCOUNT_RATE_LIMITS = limits
    assert [ask("bob@example.org", n) for n in range(5)] == [False] * 4 + [True]
    assert len(mailoutbox) == 3 + 4


def test_nobody_is_kept_from_a_new_password_by_other_addresses_of_the_mailbox(settings, mailoutbox):
    """Not the owner of an address that is known, nor of one that was typed and not confirmed."""
    settings.SENDS_MAIL = True
    factories.user("ann", email="ann@example.org")
    bob = factories.user("bob", email="bob@example.org")
    EmailAddress.objects.create(user=bob, email=bob.email, primary=True)

    def ask(address, network):
        client = Client(REMOTE_ADDR=f"192.0.2.{network}")
        return is_slowed(client.post(reverse("account_reset_password"), {"email": address}))

    for name in ("ann", "bob"):
        assert not any(ask(f"{name}+{n}@example.org", n) for n in range(4))
        assert len(mailoutbox) == 3
        mailoutbox.clear()
        own = [ask(f"{name.title()}@example.org", n) for n in range(4)]
        assert own == [False] * 3 + [True]
        assert ["/password/reset/" in one.body for one in mailoutbox] == [True] * 3
        mailoutbox.clear()


def test_of_one_mailbox_accounts_that_nobody_confirmed_count_together(settings, mailoutbox):
    settings.SENDS_MAIL = True
    for number in range(4):
        eve = factories.user(f"eve-{number}", email=f"ann+{number}@example.org")
        EmailAddress.objects.create(user=eve, email=eve.email, primary=True)

    def ask(number):
        client, address = Client(), f"ann+{number}@example.org"
        return is_slowed(client.post(reverse("account_reset_password"), {"email": address}))

    assert not any(ask(number) for number in range(4))
    assert len(mailoutbox) == 3


def test_a_link_that_could_not_be_sent_does_not_count(no_mail_server):
    def ask():
        return Client().post(reverse("account_reset_password"), {"email": "ann@example.org"})

    assert not any(is_slowed(ask()) for _ in range(4))


def test_no_mailbox_is_filled_by_new_accounts(settings, mailoutbox):
    settings.SENDS_MAIL = True
    settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | {"mail": "4/d/key"}
    pages = []
    for number, network in enumerate((1, 1, 1, 1, 2, 3)):
        client = Client(REMOTE_ADDR=f"192.0.2.{network}")
        answer = sign_up(client, email=f"bob+{number}@example.org")
        pages.append(client.get(answer.url, follow=True).content.decode())
    refused = ["Too many e-mails were sent" in page for page in pages]
    assert refused == [False, False, False, True, False, True]
    assert len(mailoutbox) == 4
    assert User.objects.count() == 6


def test_signing_up_tells_nobody_whose_address_has_an_account(settings, mailoutbox):
    """The account is made, and its owner written to, in both cases, and as often; the address stays
    that of the account which has confirmed it."""
    settings.SENDS_MAIL = True
    settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | {"confirm_email": ""}
    ann = factories.user("ann", email="ann@example.org")
    EmailAddress.objects.create(user=ann, email=ann.email, verified=True, primary=True)

    def are_refused(address):
        for _ in range(4):
            client = Client()
            answer = sign_up(client, email=address)
            assert answer.status_code == 302
            page = client.get(answer.url, follow=True).content.decode()
            assert f"sent to {address}" in page
            yield "Too many e-mails were sent" in page

    for address in ("ann@example.org", "nobody@example.org"):
        assert list(are_refused(address)) == [False, False, False, True]
    assert [one.to for one in mailoutbox] == [["ann@example.org"]] * 3 + [
        ["nobody@example.org"]
    ] * 3
    way = re.search(r"http://testserver(/email/confirm/\S+)", mailoutbox[0].body)[1]
    Client().post(way)
    assert EmailAddress.objects.get(verified=True).user == ann


def test_notices_tell_nobody_whose_address_has_an_account(settings, mailoutbox):
    """Of an account that has the address unconfirmed, with the one that asks to confirm it."""
    settings.SENDS_MAIL = True
    ann = factories.user("ann", email="ann@example.org")
    EmailAddress.objects.create(user=ann, email=ann.email, verified=True, primary=True)
    for address in ("ann@example.org", "nobody@example.org"):
        client = Client()
        sign_up(client, email=address)
        password = PASSWORD
        for number in range(4):
            new = f"another horse battery {number}"
            given = {"oldpassword": password, "password1": new, "password2": new}
            assert client.post(reverse("account_change_password"), given).status_code == 302
            password = new
    assert [one.to for one in mailoutbox] == [["ann@example.org"]] * 3 + [
        ["nobody@example.org"]
    ] * 3


def test_an_account_of_the_identity_server_is_not_made_beside_that_of_its_address(rf):
    """Its owner signs in and connects it; a stranger's who only signed up with it is no reason."""
    ann = factories.user("ann", email="ann@example.org")
    EmailAddress.objects.create(user=ann, email=ann.email, primary=True)
    request = rf.get("/")
    request.session = {}
    request._messages = FallbackStorage(request)
    login = SimpleNamespace(
        email_addresses=[EmailAddress(email="Ann@example.org", verified=True)],
        provider=SimpleNamespace(name="The Club"),
    )
    eve = factories.user("eve", email="eve@example.org")
    EmailAddress.objects.create(user=eve, email=eve.email, primary=True, verified=True)
    EmailAddress.objects.create(user=eve, email=ann.email)  # which she would like to change hers to
    adapter = SocialAccountAdapter(request)
    assert adapter.is_auto_signup_allowed(request, login)
    EmailAddress.objects.filter(user=ann).update(verified=True)
    with pytest.raises(ImmediateHttpResponse) as answer:
        adapter.is_auto_signup_allowed(request, login)
    assert answer.value.response.url == reverse("account_login")
    assert "connect your The Club account" in str(next(iter(request._messages)))


def names_in(letters):
    """The account that each letter to Ann's address is about."""
    names = "ann|eve|eva|evi|evo|other"
    return [re.search(names, one.body.replace(one.to[0], ""))[0] for one in letters]


def test_nobody_is_sent_the_links_of_strangers_who_signed_up_with_the_address(settings, mailoutbox):
    """The operator gave Ann hers; the others typed it, later, four to have an account with it, one
    to change to it."""
    settings.SENDS_MAIL = True
    factories.user("ann", email="ann@example.org")
    for name in ("eve", "eva", "evi", "evo"):
        one = factories.user(name, email="ann@example.org")
        EmailAddress.objects.create(user=one, email=one.email, primary=True)
    other = factories.user("other", email="other@example.org")
    EmailAddress.objects.create(user=other, email=other.email, primary=True, verified=True)
    EmailAddress.objects.create(user=other, email="ann@example.org")
    client = Client()
    client.post(reverse("account_reset_password"), {"email": "ann@example.org"})
    User.objects.filter(username="ann").delete()
    client.post(reverse("account_reset_password"), {"email": "ann@example.org"})
    assert names_in(mailoutbox) == ["ann", "eve", "eva", "evi"]


def test_of_an_unconfirmed_address_the_first_and_the_last_used_get_the_links(settings, mailoutbox):
    """Ann's is found among those that strangers made before, and Eve's, who made the first, among
    those made after it."""
    settings.SENDS_MAIL = True
    days = {"eve": 1, "eva": 2, "evi": None, "evo": 3, "ann": 4}
    for name, day in days.items():
        one = factories.user(name, email="ann@example.org")
        one.last_login = day and datetime.datetime(2026, 3, day, tzinfo=datetime.UTC)
        one.save()
        EmailAddress.objects.create(user=one, email=one.email, primary=True)
    Client().post(reverse("account_reset_password"), {"email": "ann@example.org"})
    assert names_in(mailoutbox) == ["eve", "ann", "evo"]


@pytest.mark.parametrize("confirmed", [True, False])
def test_owners_are_told_of_a_new_password_however_many_others_asked(
    settings, mailoutbox, confirmed
):
    settings.SENDS_MAIL = True
    settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | {"mail": "0/d/key"}
    ann = factories.user("ann", email="ann@example.org")
    EmailAddress.objects.create(user=ann, email=ann.email, verified=confirmed, primary=True)
    client = Client()
    log_in(client, "ann")
    new = "another horse battery"
    given = {"oldpassword": PASSWORD, "password1": new, "password2": new}
    assert client.post(reverse("account_change_password"), given).status_code == 302
    assert len(mailoutbox) == confirmed


def test_whoever_has_not_confirmed_their_address_is_told_that_leagues_send_nothing(settings):
    settings.SENDS_MAIL = True
    ann = factories.user("ann", email="ann@example.org")
    client = Client()
    client.force_login(ann)
    said = "ann@example.org isn’t confirmed yet."
    assert said not in client.get(reverse("choose-mail")).content.decode()  # the operator gave it
    client.get(reverse("account_email"))  # allauth notes the address
    assert said not in client.get(reverse("choose-mail")).content.decode()
    EmailAddress.objects.all().delete()
    address = EmailAddress.objects.create(user=ann, email=ann.email, primary=True)
    assert said in client.get(reverse("choose-mail")).content.decode()
    server = SocialAccount.objects.create(user=ann, provider="oidc", uid="1")
    assert said not in client.get(reverse("choose-mail")).content.decode()  # the server gave it
    server.delete()
    address.verified = True
    address.save()
    assert said not in client.get(reverse("choose-mail")).content.decode()


def test_an_address_typed_at_sign_up_gets_no_letters_until_it_is_confirmed(settings):
    """Not by opening the page either, nor by another address; the page sends the link again."""
    settings.SENDS_MAIL = True
    client = Client()
    sign_up(client, email="Zoe@Example.org")
    (zoe,) = User.objects.all()

    def is_reached():
        return mail.reachable(User.objects.all()).exists()

    assert not is_reached()
    page = client.get(reverse("account_email")).content.decode()
    assert 'name="action_send"' in page
    assert not is_reached()
    client.post(reverse("account_email"), {"email": "other@example.org", "action_add": ""})
    client.get(reverse("account_email"))
    assert not is_reached()
    client.post(reverse("account_email"), {"email": "zoe@example.org", "action_add": ""})
    client.post(reverse("account_email"), {"email": "zoe@example.org", "action_primary": ""})
    client.get(reverse("account_email"))
    zoe.refresh_from_db()
    assert zoe.email == "zoe@example.org"
    assert not is_reached()
    EmailAddress.objects.update(verified=True)
    assert is_reached()


def test_the_link_that_confirms_an_address_is_sent_again(settings, mailoutbox):
    settings.SENDS_MAIL = True
    ann = factories.user("ann", email="ann@example.org")
    EmailAddress.objects.create(user=ann, email=ann.email, primary=True)
    client = Client()
    client.force_login(ann)
    client.post(reverse("account_email"), {"email": ann.email, "action_send": ""})
    assert [one.to for one in mailoutbox] == [["ann@example.org"]]
    assert re.search(r"http://testserver(/email/confirm/\S+)", mailoutbox[0].body)


def test_the_operators_sign_in_on_the_page_of_everybody():
    factories.user("boss", is_staff=True, is_superuser=True)
    asked = Client().get("/admin/login/?next=/admin/")
    assert asked.url == reverse("account_login") + "?next=%2Fadmin%2F"
    client = Client()
    assert log_in(client, "boss", next="/admin/").url == "/admin/"
    assert client.get("/admin/").status_code == 200


def test_the_admin_is_for_operators():
    client = Client()
    client.force_login(factories.user("ann"))
    assert client.get("/admin/login/").status_code == 403
    assert client.get("/admin/").status_code == 302


def test_an_unknown_name_and_a_wrong_password_look_the_same():
    factories.user("zoe-1")
    pages = []
    for name in ("zoe-1", "zoe-2"):
        page = log_in(Client(), name, "wrong").content.decode()
        page = re.sub(r'name="csrfmiddlewaretoken" value="[^"]+"', "", page)
        pages.append(page.replace(name, "…"))
    assert pages[0] == pages[1]


@pytest.mark.parametrize("wish", ["closed", "invited"])
def test_the_operator_says_who_may_sign_up(settings, wish):
    settings.SIGN_UP = wish
    page = Client().get(reverse("account_signup")).content.decode()
    assert "You need an invitation" in page
    Client().post(
        reverse("account_signup"), {"name": "Zoe", "password1": PASSWORD, "password2": PASSWORD}
    )
    assert not User.objects.exists()
    assert reverse("account_signup") not in Client().get(reverse("account_login")).content.decode()


def test_a_link_to_join_invites_its_holder(settings):
    club = factories.club()
    link, token = links.create_link(club.league, "join", actor=club.boss)
    settings.SIGN_UP = "invited"
    way = reverse("join-by-link", args=[token])
    client = Client()
    assert "Your account is made on the way" in client.get(way).content.decode()
    form = {"name": "Zoe", "password1": PASSWORD, "password2": PASSWORD, "next": way}
    assert client.post(reverse("account_signup"), form).url == way
    links.revoke_link(link, actor=club.boss)
    assert Client().post(reverse("account_signup"), form).status_code == 200
    assert User.objects.filter(first_name="Zoe").count() == 1


def test_a_password_is_changed_and_other_sessions_end():
    ann = factories.user("ann")
    here, there = Client(), Client()
    log_in(here, "ann")
    there.force_login(ann)
    new = "another horse battery"
    answer = here.post(
        reverse("account_change_password"),
        {"oldpassword": PASSWORD, "password1": new, "password2": new},
    )
    assert answer.url == reverse("profile")
    assert here.get(reverse("profile")).status_code == 200
    assert there.get(reverse("profile")).status_code == 302
    assert log_in(Client(), "ann", new).status_code == 302


def test_without_mail_the_reset_page_says_who_helps(settings):
    settings.SENDS_MAIL = False
    page = Client().get(reverse("account_reset_password")).content.decode()
    assert "<form" not in page
    assert "organiser" in page


def test_a_new_password_is_set_by_mail(settings, mailoutbox):
    settings.SENDS_MAIL = True
    factories.user("ann", email="ann@example.org")
    client = Client()
    for address in ("ann@example.org", "nobody@example.org"):
        answer = client.post(reverse("account_reset_password"), {"email": address})
        assert answer.url == reverse("account_reset_password_done")
    # Somebody without an account is told so by mail, not by the page.
    assert [one.to for one in mailoutbox] == [["ann@example.org"], ["nobody@example.org"]]
    way = re.search(r"http://testserver(/password/reset/\S+)", mailoutbox[0].body)[1]
    form = client.get(way).url
    new = "another horse battery"
    assert client.post(form, {"password1": new, "password2": new}).status_code == 302
    assert log_in(Client(), "ann", new).status_code == 302
    assert "already been used" in Client().get(way, follow=True).content.decode()


@pytest.fixture
def no_mail_server(settings):
    """A site whose mail server does not answer."""
    settings.SENDS_MAIL = True
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1


@pytest.mark.parametrize("address", ["ann@example.org", "nobody@example.org"])
def test_without_the_mail_server_no_link_to_a_new_password_is_promised(no_mail_server, address):
    factories.user("ann", email="ann@example.org")
    answer = Client().post(reverse("account_reset_password"), {"email": address})
    assert answer.status_code == 200
    assert "The e-mail could not be sent." in answer.content.decode()


def test_without_the_mail_server_an_account_is_made_and_told_so(no_mail_server):
    client = Client()
    answer = sign_up(client, email="zoe@example.org")
    assert answer.status_code == 302
    page = client.get(answer.url, follow=True).content.decode()
    assert "The e-mail to zoe@example.org could not be sent." in page
    assert "sent to zoe@example.org" not in page
    assert User.objects.get().check_password(PASSWORD)


def test_without_the_mail_server_a_password_is_changed(no_mail_server):
    ann = factories.user("ann", email="ann@example.org")
    EmailAddress.objects.create(user=ann, email=ann.email, verified=True, primary=True)
    client = Client()
    log_in(client, "ann")
    new = "another horse battery"
    given = {"oldpassword": PASSWORD, "password1": new, "password2": new}
    assert client.post(reverse("account_change_password"), given).status_code == 302
    page = client.get(reverse("profile")).content.decode()
    assert "The e-mail to ann@example.org could not be sent." in page
    assert log_in(Client(), "ann", new).status_code == 302


def test_no_transaction_waits_for_the_mail_server(settings, mailoutbox, monkeypatch):
    settings.SENDS_MAIL = True
    outside = len(connection.savepoint_ids)
    open_then = []
    send = EmailBackend.send_messages

    def noting(backend, mails):
        open_then.append(len(connection.savepoint_ids) - outside)
        return send(backend, mails)

    monkeypatch.setattr(EmailBackend, "send_messages", noting)
    client = Client()
    answer = sign_up(client, email="zoe@example.org")
    assert open_then == [0]
    assert [one.to for one in mailoutbox] == [["zoe@example.org"]]
    assert "sent to zoe@example.org" in client.get(answer.url, follow=True).content.decode()


def test_an_address_counts_when_it_is_confirmed(settings, mailoutbox):
    settings.SENDS_MAIL = True
    ann = factories.user("ann")
    client = Client()
    client.force_login(ann)
    client.post(reverse("account_email"), {"email": "ann@example.org", "action_add": ""})
    way = re.search(r"http://testserver(/email/confirm/\S+)", mailoutbox[0].body)[1]
    assert client.get(way).status_code == 200
    assert client.post(way).url == reverse("profile")
    ann.refresh_from_db()
    assert ann.email == "ann@example.org"
    # So it is when she changes it, of which the old one gets an e-mail.
    client.post(reverse("account_email"), {"email": "new@example.org", "action_add": ""})
    way = re.search(r"http://testserver(/email/confirm/\S+)", mailoutbox[1].body)[1]
    assert client.post(way).url == reverse("profile")
    ann.refresh_from_db()
    assert ann.email == "new@example.org"
    assert mailoutbox[2].to == ["ann@example.org"]
    assert "new@example.org" in mailoutbox[2].body


def test_sessions_are_listed_and_ended():
    factories.user("ann")
    here, there = Client(), Client(HTTP_USER_AGENT="Mozilla/5.0 (Android 14) Firefox/130.0")
    log_in(here, "ann")
    log_in(there, "ann")
    page = here.get(reverse("usersessions_list")).content.decode()
    assert "Firefox, Android" in page
    (other,) = re.findall(r'name="session" value="(\d+)"', page)
    here.post(reverse("usersessions_list"), {"session": other})
    assert there.get(reverse("profile")).status_code == 302
    assert here.get(reverse("profile")).status_code == 200


def test_nobody_ends_the_session_of_another():
    factories.user("ann")
    factories.user("bob")
    ann, bob = Client(), Client()
    log_in(ann, "ann")
    log_in(bob, "bob")
    own = UserSession.objects.get(user__username="ann").pk
    for somebody in (bob, Client()):
        for session in (str(own), "all", "9" * 30, ""):
            somebody.post(reverse("usersessions_list"), {"session": session})
    assert ann.get(reverse("profile")).status_code == 200
    assert bob.get(reverse("profile")).status_code == 200


def with_sessions(user, number):
    """Give an account sessions that an earlier release listed; return a client that is signed in
    to it."""
    client = Client()
    log_in(client, user.username)
    stores = [SessionStore() for _ in range(number)]
    for store in stores:
        store.create()
    UserSession.objects.bulk_create(
        UserSession(user=user, ip="192.0.2.1", session_key=store.session_key) for store in stores
    )
    return client


def told(monkeypatch):
    """Collect the accounts whose streams are ended."""
    ended = []
    monkeypatch.setattr(audiences, "end_account", ended.append)
    return ended


def test_however_many_sessions_are_ended_by_few_statements(monkeypatch):
    bob = Client()
    factories.user("bob")
    log_in(bob, "bob")
    asked, ended = [], told(monkeypatch)
    for name, number in (("ann", 2), ("eve", 30)):
        client = with_sessions(factories.user(name), number)
        with CaptureQueriesContext(connection) as one:
            chosen = UserSession.objects.filter(user__username=name).latest("pk")
            client.post(reverse("usersessions_list"), {"session": chosen.pk})
        with CaptureQueriesContext(connection) as all_others:
            answer = client.post(reverse("usersessions_list"))
        asked.append((len(one), len(all_others)))
        assert UserSession.objects.filter(user__username=name).count() == 1
        page = client.get(answer.url).content.decode()
        assert "Signed out of all other sessions." in page
    assert asked[0] == asked[1]
    assert len(ended) == 4
    # Those of Ann, Eve and Bob.
    assert Session.objects.count() == UserSession.objects.count() == 3
    assert bob.get(reverse("profile")).status_code == 200


def test_the_next_session_ends_the_oldest(monkeypatch):
    monkeypatch.setattr(signing_out, "MOST", 2)
    for name in ("ann", "bob"):
        factories.user(name)
    bob, *clients = (Client() for _ in range(5))
    log_in(bob, "bob")
    for client in clients:
        log_in(client, "ann")
    clients.append(bob)
    signed_in = [client.get(reverse("profile")).status_code == 200 for client in clients]
    assert signed_in == [False, False, True, True, True]


def test_sessions_of_an_earlier_release_are_ended_before_anybody_looks_at_each(monkeypatch):
    monkeypatch.setattr(signing_out, "MOST", 2)
    ann = factories.user("ann")
    with_sessions(ann, 30)
    with CaptureQueriesContext(connection) as asked:
        log_in(Client(), "ann")
    assert len([one for one in asked if "django_session" in one["sql"]]) < 15
    assert ann.usersession_set.count() == 1  # allauth removes those with nobody signed in


def test_guessing_codes_is_slowed_by_account():
    ann = factories.user("ann")
    TOTP.activate(ann, generate_totp_secret())

    def guessed(address):
        client = Client(REMOTE_ADDR=address)
        client.force_login(ann)
        return client.post(reverse("mfa_reauthenticate"), {"code": "000000x"})

    assert [is_slowed(guessed(f"192.0.2.{n}")) for n in range(6)] == [False] * 5 + [True]


def with_an_app(name="ann"):
    """Make an account with an authenticator app and recovery codes; return it, the secret of the
    app and the codes."""
    user = factories.user(name)
    secret = generate_totp_secret()
    TOTP.activate(user, secret)
    return user, secret, RecoveryCodes.activate(user).generate_codes()


def log_in_by_code(client, name, code, password=PASSWORD):
    """Type a right password, then a code; return the answer to the code."""
    assert log_in(client, name, password).url == reverse("mfa_authenticate")
    return client.post(reverse("mfa_authenticate"), {"code": code})


def test_whoever_knows_the_password_and_guesses_codes_does_not_keep_the_owner_out():
    ann, _, codes = with_an_app()
    owner = Client()
    assert log_in_by_code(owner, "ann", codes[0]).status_code == 302
    owner.post(reverse("account_logout"))
    for number in range(6):
        stranger = Client(REMOTE_ADDR=f"192.0.2.{number}")
        assert is_slowed(log_in_by_code(stranger, "ann", "000000x")) == (number == 5)
    assert not is_slowed(log_in_by_code(owner, "ann", "a slip"))
    assert log_in_by_code(owner, "ann", codes[1]).status_code == 302
    # On a device that is new the owner waits, or chooses another password.
    assert is_slowed(log_in_by_code(Client(), "ann", codes[2]))
    ann.set_password("another horse battery")
    ann.save()
    answer = log_in_by_code(Client(), "ann", codes[2], "another horse battery")
    assert answer.status_code == 302


def test_guessing_codes_goes_on_for_a_hundred_a_day(settings):
    with_an_app()
    limits = {"code_failed": "1000/5m/key,3/d/key"}
    settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | limits
    answers = [is_slowed(log_in_by_code(Client(), "ann", "000000x")) for _ in range(4)]
    assert answers == [False] * 3 + [True]


def test_a_code_is_taken_once():
    """A code of the app is right for a minute and a half, of which allauth remembers half a
    minute."""
    _, secret, codes = with_an_app()
    code = one_time_code(secret)
    assert log_in_by_code(Client(), "ann", code).status_code == 302
    cache.clear()
    for again in (code, f"{code[:3]} {code[3:]}"):
        assert log_in_by_code(Client(), "ann", again).status_code == 200
    assert log_in_by_code(Client(), "ann", codes[0]).status_code == 302
    assert log_in_by_code(Client(), "ann", codes[0]).status_code == 200


def test_signing_in_with_passkeys_is_slowed_by_address(settings):
    settings.MFA_RATE_LIMITS = {"webauthn_login": "2/m/ip"}
    way = reverse("mfa_login_webauthn")
    answers = [is_slowed(Client().post(way, {"credential": "{}"})) for _ in range(3)]
    assert answers == [False] * 2 + [True]


def test_passkeys_are_asked_for_so_often_from_an_address(settings):
    """Everybody who asks for one gets a session."""
    settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | {"begin_passkey": "2/h/ip"}
    way, script = reverse("mfa_login_webauthn"), {"X-Requested-With": "XMLHttpRequest"}
    answers = [Client().get(way, headers=script).status_code for _ in range(3)]
    assert answers == [200, 200, 429]
    assert Session.objects.count() == 2


def test_a_second_factor_is_asked_for():
    factories.user("ann")
    client = Client()
    log_in(client, "ann")
    page = client.get(reverse("mfa_activate_totp")).content.decode()
    secret = re.search(r'<code id="[^"]+">([A-Z2-7]+)</code>', page)[1]

    code = one_time_code(secret)
    done = client.post(reverse("mfa_activate_totp"), {"code": code})
    assert done.url == reverse("mfa_view_recovery_codes")
    codes = re.findall(r"<code>(\w+)</code>", client.get(done.url).content.decode())
    assert len(codes) == 10
    again = Client()
    assert log_in(again, "ann").url == reverse("mfa_authenticate")
    assert again.get(reverse("profile")).status_code == 302
    assert again.get(reverse("mfa_authenticate")).status_code == 200
    assert again.post(reverse("mfa_authenticate"), {"code": "000000x"}).status_code == 200
    assert again.post(reverse("mfa_authenticate"), {"code": code}).status_code == 200  # is used
    again.post(reverse("mfa_authenticate"), {"code": codes[0]})
    assert again.get(reverse("profile")).status_code == 200


def test_the_only_one_of_a_name_may_leave_out_the_number():
    factories.user("ann-1234")
    assert log_in(Client(), "Ann").status_code == 302
    factories.user("ann-5678")
    assert log_in(Client(), "ann").status_code == 200
    assert log_in(Client(), "ann-5678").status_code == 302
