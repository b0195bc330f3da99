"""Begin an account without a password, and finish it later: `leagues.unfinished`.

Whoever starts a league, or joins one by a link, is signed in to a new account on this device.
It counts against the same limit per address as signing up, and is possible where signing up is.
"""

from typing import Final

from allauth.account.adapter import get_adapter
from allauth.core.internal import ratelimit
from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, password_validation, update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from zarleague.leagues.models import User
from zarleague.leagues.names import tidy
from zarleague.leagues.selectors import account_named
from zarleague.leagues.signing_out import list_session
from zarleague.leagues.unfinished import begun, is_unfinished
from zarleague.web.accounts import known_devices, names
from zarleague.web.arriving.requests import key_of

_SALT: Final = "zarleague.unfinished-account"


def may_begin(request: HttpRequest) -> bool:
    """Return whether this visitor may begin an account here: where they may sign up."""
    return not request.user.is_authenticated and get_adapter().is_open_for_signup(request)


def begin(request: HttpRequest, name: str) -> HttpResponse | None:
    """Sign the visitor in to a new account of that name, "" for none yet; a form that is sent again
    leads to the same account. Return the answer 429 beyond the limit, else None.
    """
    # Only this browser knows both its CSRF cookie and the form's key.
    known = salted_hmac(_SALT, f"{request.META.get('CSRF_COOKIE', '')} {key_of(request)}")
    username = f"player-{int(known.hexdigest(), 16) % 10**15:015}"
    user = account_named(username)
    if user is not None and not is_unfinished(user):
        return redirect("account_login")
    # Sent again, the form makes a session again.
    if slowed := ratelimit.consume_or_429(request, app="allauth.account", action="signup"):
        return slowed
    user = user or begun(username, tidy(name))
    login(request, user, backend=settings.AUTHENTICATION_BACKENDS[0])
    list_session(request)
    vars(request).pop("actor", None)  # that of the visitor
    return None


class FinishForm(forms.Form):
    """Asks for a name, and for a password unless a passkey is to be made."""

    name = forms.CharField(
        label=_("Your name"),
        max_length=60,
        help_text=_("What the others call you. You can change it later."),
        widget=forms.TextInput({"autocomplete": "nickname"}),
    )
    password = forms.CharField(
        label=_("Password"),
        help_text=_("At least 8 characters."),
        strip=False,
        required=False,
        widget=forms.PasswordInput({"autocomplete": "new-password"}),
    )

    def clean(self) -> None:
        """Check the password by the site's rules; only a passkey goes without one."""
        password = self.cleaned_data.get("password", "")
        if "passkey" in self.data:
            return
        if not password:
            self.add_error("password", gettext("Choose a password, or use a passkey instead."))
            return
        try:
            password_validation.validate_password(
                password, User(first_name=self.cleaned_data.get("name", ""))
            )
        except forms.ValidationError as error:
            self.add_error("password", error)


@login_required
def finish_account(request: HttpRequest) -> HttpResponse:
    """Give an unfinished account its name and a password, or its name and then a passkey."""
    user = request.user
    assert isinstance(user, User)
    if not is_unfinished(user):
        return redirect("profile")
    form = FinishForm(request.POST or None, initial={"name": user.first_name})
    if request.method == "POST" and form.is_valid():
        user.first_name = tidy(form.cleaned_data["name"])
        user.username = names.free_account_name(user.first_name)
        if "passkey" in form.data:
            user.save(update_fields=["first_name", "username"])
            return redirect("mfa_add_webauthn")
        user.set_password(form.cleaned_data["password"])
        with transaction.atomic():
            user.save(update_fields=["first_name", "username", "password"])
            update_session_auth_hash(request, user)
            list_session(request)
        messages.success(
            request,
            gettext("Welcome! Your username is %(name)s. Use it to sign in.")
            % {"name": user.get_username()},
        )
        response = redirect("home")
        known_devices.remember(request, response, user.get_username())
        return response
    return render(request, "accounts/finish.html", {"form": form})
