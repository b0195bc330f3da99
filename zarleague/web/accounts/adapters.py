"""Adapters for allauth: sign-up permission, redirects, messages, e-mails, and the answer to
guessing."""

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial
from typing import Any, Final
from urllib.parse import urlsplit

from allauth.account import app_settings
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.authentication import get_authentication_records
from allauth.account.utils import filter_users_by_email
from allauth.core import context
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.core.internal import ratelimit
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from django.conf import settings
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import Resolver404, resolve, reverse
from django.utils.translation import gettext as _

from zarleague.leagues import mail, mailed_invitations
from zarleague.leagues.links import find_link
from zarleague.leagues.unfinished import is_unfinished
from zarleague.replays.gate import network_of
from zarleague.web.accounts import known_devices

CONFIRM: Final = "account/messages/email_confirmation_sent.txt"
UNSHOWN = {"account/messages/logged_in.txt", "account/messages/logged_out.txt", CONFIRM}
"""Messages of allauth that repeat what the page shows anyway, or say that an e-mail was sent, which
is known only later."""
INVITATIONS = {"join-by-link", "claim-by-link"}
"""Views of links that allow their holder to sign up."""
TOO_OFTEN = {"too_many_login_attempts", "rate_limited"}
"""allauth's errors for passwords and codes tried too often."""
NEEDED: Final = {"account/email/password_reset_key", "account/email/unknown_account"}
"""E-mails without which a request has done nothing."""
CONFIRMING: Final = ("account/email/email_confirmation", "account/email/account_already_exists")
"""E-mails that ask somebody to confirm an address, as the page says, or who has one already."""
_waiting: ContextVar[list[Callable[[], None]] | None] = ContextVar("waiting", default=None)

logger = logging.getLogger(__name__)


class NotSent(Exception):
    """An e-mail without which the request has done nothing could not be sent."""


@contextmanager
def mail_waits() -> Iterator[None]:
    """Send the e-mails of the block after it, so that no transaction in it waits for the mail
    server; none if it raises."""
    waiting: list[Callable[[], None]] = []
    before = _waiting.set(waiting)
    try:
        yield
    finally:
        _waiting.reset(before)
    for send in waiting:
        send()


class AccountAdapter(DefaultAccountAdapter):
    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Return whether this visitor may sign up, according to the setting SIGN_UP."""
        if settings.SIGN_UP == "invited":
            next_page = request.POST.get("next") or request.GET.get("next", "")
            return any(map(_leads_to_an_invitation, (next_page, request.path)))
        return bool(settings.SIGN_UP == "open")

    def is_reauthentication_required(self, *, app: str, **kwargs: Any) -> bool:
        """Return whether the password is asked for again: not soon after signing in with it, which
        allauth does not count, and not while the account has none."""
        if not super().is_reauthentication_required(app=app, **kwargs):
            return False
        request = context.request
        if is_unfinished(request.user):
            return False
        records = get_authentication_records(request, request.user)
        latest = max((record["at"] for record in records), default=0.0)
        return bool(time.time() - latest >= app_settings.REAUTHENTICATION_TIMEOUT)

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count an attempt; allauth takes it back once the password turns out right. End the
        request with 429 beyond the limits: on a device where this account has signed in before, of
        attempts made there; elsewhere, of attempts at this account from this network, and from
        anywhere.
        """
        account = str(credentials.get("username", "")).lower()
        if device := known_devices.device_of(request, account):
            limits = [("login_failed_known", f"{account} {device}")]
        else:
            network = network_of(self.get_client_ip(request))
            limits = [
                ("login_failed_here", f"{account} {network}"),
                ("login_failed_elsewhere", account),
            ]
        counted = ratelimit.RateLimitUsage([])
        for action, key in limits:
            one = ratelimit.consume(request, app="allauth.account", action=action, key=key)
            if one is None:
                counted.rollback()
                raise self.validation_error("too_many_login_attempts")
            counted.usage += one.usage
        self._login_failed_rl_usage = counted

    def post_login(self, request: HttpRequest, user: Any, **about: Any) -> HttpResponse:
        """Return where to go after signing in, and remember the device."""
        response = super().post_login(request, user, **about)
        known_devices.remember(request, response, user.get_username())
        return response

    def validation_error(self, code: str, *args: Any) -> ValidationError:
        """Return the error of a form; end the request with 429 if something was tried too often."""
        if code in TOO_OFTEN:
            raise ImmediateHttpResponse(ratelimit.respond_429(context.request))
        return super().validation_error(code, *args)

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        """Return the address of the account page."""
        return reverse("profile")

    def get_email_verification_redirect_url(self, email_address: Any) -> str:
        """Return the address of the account page, by way of the sign-in page for strangers."""
        return reverse("profile")

    def add_message(
        self,
        request: HttpRequest,
        level: int,
        message_template: str | None = None,
        *args: Any,
        **kwargs: Any,
    ) -> None:
        """Show a message on the next page, unless it is one of `UNSHOWN`."""
        if message_template not in UNSHOWN:
            super().add_message(request, level, message_template, *args, **kwargs)

    def send_notification_mail(
        self, template_prefix: str, user: Any, context: Any = None, email: str | None = None
    ) -> None:
        """Send a notice, which is about the ``user``, like other e-mails to somebody's account."""
        about = {**(context or {}), "user": user}
        super().send_notification_mail(template_prefix, user, about, email)

    def send_mail(self, template_prefix: str, email: str, about: dict[str, Any]) -> None:
        """Send an e-mail about an account. Without it, the next page says so; raise NotSent for
        one of `NEEDED`."""
        send = partial(self._send, template_prefix, email, about)
        if (waiting := _waiting.get()) is None:
            send()
        else:
            waiting.append(send)

    def _send(self, template_prefix: str, email: str, about: dict[str, Any]) -> None:
        request = context.request
        asks = template_prefix.startswith(CONFIRMING)
        is_free = template_prefix in NEEDED
        is_free = is_free or (not asks and mail.has_confirmed(about.get("user"), email))
        if not is_free and not self._may_get_more(email):
            said = _("Too many e-mails were sent to %(address)s today. Try again tomorrow.")
            messages.warning(request, said % {"address": email})
            return
        try:
            super().send_mail(template_prefix, email, about)
        except OSError as error:  # every smtplib.SMTPException is one
            logger.warning("%s: no e-mail to %s: %s", template_prefix, email, error)
            if template_prefix in NEEDED:
                raise NotSent from error
            said = _("The e-mail to %(address)s could not be sent.") % {"address": email}
            messages.warning(request, said)
            return
        if asks:
            super().add_message(request, messages.INFO, CONFIRM, {"email": email})

    def _may_get_more(self, email: str) -> bool:
        """Return whether one more e-mail may be sent to an address that the account it is about has
        not confirmed, and which may be a stranger's: some a day, and few of them from one network.
        Whether another account has confirmed it makes no difference: that would tell who has an
        account."""
        request, mailbox = context.request, mail.mailbox_of(email)
        network = network_of(self.get_client_ip(request))
        limits = (("mail_from_here", f"{mailbox} {network}"), ("mail", mailbox))
        return all(
            ratelimit.consume(
                request, app="allauth.account", action=action, key=key, limit_get=True
            )
            for action, key in limits
        )


class SocialAccountAdapter(DefaultSocialAccountAdapter):
    """Adapter for accounts of the identity server that the operator configured."""

    def is_open_for_signup(self, request: HttpRequest, sociallogin: Any) -> bool:
        """Return True: the identity server decides who may sign in."""
        return True

    def is_auto_signup_allowed(self, request: HttpRequest, sociallogin: Any) -> bool:
        """Return True; have somebody sign in first whose address an account has."""
        addresses = [one.email for one in sociallogin.email_addresses]
        if any(mail.known_owners(filter_users_by_email(one), one) for one in addresses):
            taken = self.error_messages["email_taken"] % sociallogin.provider.name
            messages.error(request, taken)
            raise ImmediateHttpResponse(redirect("account_login"))
        return True

    def save_user(self, request: HttpRequest, sociallogin: Any, form: Any = None) -> Any:
        """Create the account together with its connection to the identity server."""
        with transaction.atomic():
            return super().save_user(request, sociallogin, form)


def _leads_to_an_invitation(path: str) -> bool:
    """Return whether a path belongs to a valid link that invites people."""
    try:
        found = resolve(urlsplit(path).path)
    except (Resolver404, ValueError):
        return False
    token = found.kwargs.get("token", "")
    if found.url_name == "answer-letter":
        return mailed_invitations.waiting(token) is not None
    return found.url_name in INVITATIONS and find_link(token) is not None
