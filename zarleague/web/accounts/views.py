"""Views of allauth with additional context, and helpers they share."""

import datetime
from collections.abc import Iterable
from functools import partial
from operator import attrgetter
from typing import Any, Final

from allauth.account import views
from allauth.account.adapter import get_adapter
from allauth.account.decorators import secure_admin_login
from allauth.core.internal import ratelimit
from allauth.mfa.totp import views as totp
from allauth.mfa.webauthn.views import login_webauthn
from allauth.socialaccount import views as social
from allauth.socialaccount.adapter import get_adapter as get_social_adapter
from allauth.usersessions.views import ListUserSessionsView
from django.conf import settings
from django.contrib import admin
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _

from zarleague.leagues import mail
from zarleague.leagues.models import User
from zarleague.leagues.selectors import account_meant
from zarleague.leagues.signing_out import end_session, end_sessions
from zarleague.leagues.used_codes import use_up_first
from zarleague.web.accounts import known_devices
from zarleague.web.accounts.adapters import NotSent, mail_waits
from zarleague.web.arriving.requests import id_in

_admin_login = secure_admin_login(admin.site.login)


class LoginView(views.LoginView):
    """The sign-in page, with the other ways in."""

    template_name = "accounts/login.html"

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Sign in; answer 429 if too many try to from this address, apart from devices on which
        somebody has signed in to the account before."""
        account = account_meant(request.POST.get("username", ""))
        if not known_devices.device_of(request, account):
            slowed = ratelimit.consume_or_429(
                request, app="allauth.account", action="login_elsewhere"
            )
            if slowed:
                return slowed
        return super().post(request, *args, **kwargs)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Add the identity servers, and whether the visitor may make an account."""
        return super().get_context_data(**kwargs) | {
            "may_sign_up": get_adapter().is_open_for_signup(self.request),
            "providers": _providers(self.request, "login"),
        }


def admin_login(request: HttpRequest, extra_context: Any = None) -> HttpResponse:
    """Sign operators in as `LoginView` does, which limits failed attempts and asks for the second
    factor; 403 for somebody who is signed in and not an operator."""
    if request.method == "POST" and not request.user.is_authenticated:
        return LoginView.as_view()(request)
    return _admin_login(request, extra_context)


def passkey_sign_in(request: HttpRequest) -> HttpResponse:
    """Sign in with a passkey. To begin is to make a session, so answer 429 if too many begin at
    this address."""
    if request.method != "POST":
        slowed = ratelimit.consume_or_429(
            request, app="allauth.account", action="begin_passkey", limit_get=True
        )
        if slowed:
            return slowed
    answer: HttpResponse = login_webauthn(request)
    return answer


class ConnectionsView(social.ConnectionsView):
    """The page that connects the account with accounts of identity servers."""

    template_name = "accounts/connections.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Add the identity servers."""
        return super().get_context_data(**kwargs) | {
            "providers": _providers(self.request, "connect")
        }


def _providers(request: HttpRequest, process: str) -> list[tuple[str, str]]:
    """Return name and address of each identity server, for signing in or connecting."""
    return [
        (provider.name, provider.get_login_url(request, process=process))
        for provider in get_social_adapter().list_providers(request)
    ]


class SignUpView(views.SignupView):
    template_name = "accounts/sign_up.html"
    template_name_signup_closed = "accounts/sign_up_closed.html"

    def form_valid(self, form: Any) -> HttpResponse:
        """Create the account and sign in, or neither, so that the form can be sent again."""
        with mail_waits(), transaction.atomic():
            return super().form_valid(form)


_NEVER: Final = datetime.datetime.min.replace(tzinfo=datetime.UTC)
MOST_LINKS = 3
"""Accounts of which an address gets links at a time that is known to be none of theirs."""


def _most_likely(accounts: Iterable[User]) -> list[User]:
    """Return accounts of one address, those first that may be its owner's: the oldest, which no
    stranger can come before any more, then those used last, by which an owner comes before those
    that strangers had made."""
    by_age = sorted(accounts, key=attrgetter("pk"))
    by_use = sorted(by_age[1:], key=lambda one: one.last_login or _NEVER, reverse=True)
    return by_age[:1] + by_use


class PasswordResetView(views.PasswordResetView):
    """Asks for the address to send a link to; on sites without mail, says who can help."""

    template_name = "accounts/form.html"
    extra_context = {
        "title": _("Set a new password"),
        "lede": _("We’ll send you an e-mail with a link."),
        "button_text": _("Send link"),
        "kind": "",
        "back": "account_login",
    }

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Show the form only if this site can send mail."""
        if not settings.SENDS_MAIL:
            return render(request, "accounts/reset_without_mail.html")
        return super().dispatch(request, *args, **kwargs)

    def form_valid(self, form: Any) -> HttpResponse:
        """Send the e-mail, or say that it could not be sent; answer 429 if too many were asked for
        this address. One too many for its mailbox is not sent, which the answer does not tell: it
        would say whether the address has an account."""
        consume = partial(
            ratelimit.consume, self.request, app="allauth.account", action="reset_mail"
        )
        address = form.cleaned_data["email"].lower()
        if (counted := consume(key=address)) is None:
            return ratelimit.respond_429(self.request)
        consumed = [counted]
        if known := mail.known_owners(form.users, address):
            form.users = known
        else:
            # Anybody may have signed up with it, however often. It counts by mailbox, from which
            # the owner of a known address is kept by no other address of it.
            form.users = _most_likely(form.users)[:MOST_LINKS]
            kind = "typed" if form.users else "unknown"
            if (together := consume(key=f"{kind} {mail.mailbox_of(address)}")) is None:
                return redirect(self.get_success_url())
            consumed.append(together)
        try:
            return super().form_valid(form)
        except NotSent:
            for one in consumed:
                one.rollback()
            form.add_error(None, _("The e-mail could not be sent. Try again in a few minutes."))
            return self.form_invalid(form)


class ActivateTOTPView(totp.ActivateTOTPView):
    """Adds an authenticator app."""

    template_name = "accounts/totp.html"

    @transaction.atomic
    def form_valid(self, form: Any) -> HttpResponse:
        """Add the app; the code that shows that it works is good for nothing else."""
        answer = super().form_valid(form)
        use_up_first(self.request.user, form.cleaned_data["code"])
        return answer


class SessionsView(ListUserSessionsView):
    """Lists the sessions of the account; POST ends one session, or all others."""

    template_name = "accounts/sessions.html"

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """End the session whose id was sent; without an id, all other sessions."""
        assert isinstance(request.user, User)
        if request.POST.get("session"):
            end_session(request.user.pk, id_in(request, "session"))
            return redirect("usersessions_list")
        end_sessions(request.user.pk, but=request.session.session_key or "")
        return super().post(request, *args, **kwargs)  # which says so


def too_many(request: HttpRequest) -> HttpResponse:
    """Answer 429: ask somebody who tried something too often to wait."""
    answer = render(request, "accounts/too_many.html", status=429)
    answer["Retry-After"] = "300"
    return answer
