"""The codes of a second factor: how often they may be guessed, and that each is good once."""

from allauth.account.adapter import get_adapter
from allauth.core import context
from allauth.core.internal import ratelimit
from allauth.mfa.base import forms as allauth_forms
from allauth.mfa.models import Authenticator

from zarleague.leagues.models import User
from zarleague.leagues.used_codes import use_up
from zarleague.web.accounts import known_devices


class _CodeForm(allauth_forms.BaseAuthenticateForm):
    """Asks for a code of an authenticator app, or a recovery code."""

    user: User

    def clean_code(self) -> str:
        """Return a right code, and count a wrong one: on a device on which somebody has signed in
        to the account before, of those typed there; elsewhere of all others. So a stranger who
        knows the password, and guesses, does not keep the owner out. With another password
        the count begins anew. Raise ValidationError; end the request with 429 beyond the limits.
        """
        device = known_devices.device_of(context.request, self.user.get_username())
        counted = ratelimit.consume(
            context.request,
            app="allauth.account",
            action="code_failed",
            key=f"{self.user.pk} {self.user.password} {device}",
        )
        if counted is None:
            raise get_adapter().validation_error("too_many_login_attempts")
        code: str = super().clean_code()
        is_of_app = self.authenticator.type == Authenticator.Type.TOTP
        if is_of_app and not use_up(self.authenticator.pk, code):
            raise get_adapter().validation_error("incorrect_code")
        counted.rollback()
        return code


class SignInCodeForm(_CodeForm, allauth_forms.AuthenticateForm):
    """Asks for a code at the sign-in page."""


class ConfirmingCodeForm(_CodeForm, allauth_forms.ReauthenticateForm):
    """Asks somebody who is signed in for a code."""
