"""URLs of accounts. allauth reverses names in account, mfa, usersessions and socialaccount."""

from typing import Any

from allauth.account import views
from allauth.mfa.base import views as mfa
from allauth.mfa.recovery_codes import views as recovery
from allauth.mfa.totp import views as totp
from allauth.mfa.webauthn import views as passkeys
from allauth.socialaccount import views as social
from django.conf import settings
from django.urls import URLPattern, URLResolver, include, path, re_path
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from zarleague.serving.routes import asks_a_server, hashes_passwords, sends_mail
from zarleague.web.accounts.beginning import finish_account
from zarleague.web.accounts.demo import try_demo, visit_demo
from zarleague.web.accounts.mail import choose_mail, stop_mail
from zarleague.web.accounts.profile import data_file, delete, profile
from zarleague.web.accounts.push import push
from zarleague.web.accounts.tokens import api_tokens, revoke_token
from zarleague.web.accounts.views import (
    ActivateTOTPView,
    ConnectionsView,
    LoginView,
    PasswordResetView,
    SessionsView,
    SignUpView,
    passkey_sign_in,
)

Words = str | Promise


def _page(view: Any, template: str) -> Any:
    return view.as_view(template_name=template)


def _form(
    view: Any,
    title: Words,
    button: Words,
    *,
    lede: Words = "",
    back: str = "profile",
    kind: str = "",
) -> Any:
    """Return a view that shows its form on a page of its own; ``back`` names its parent page."""
    words = {"title": title, "button_text": button, "lede": lede, "back": back, "kind": kind}
    return view.as_view(template_name="accounts/form.html", extra_context=words)


def _note(view: Any, title: Words, text: Words, *, back: str = "account_login") -> Any:
    """Return a view that shows a notice."""
    words = {"title": title, "text": text, "back": back}
    return view.as_view(template_name="accounts/note.html", extra_context=words)


_PASSWORD = [
    path(
        "",
        sends_mail(_form(views.PasswordChangeView, _("Change password"), _("Change password"))),
        name="account_change_password",
    ),
    path(
        "set/",
        sends_mail(_form(views.PasswordSetView, _("Choose a password"), _("Save password"))),
        name="account_set_password",
    ),
    path("reset/", sends_mail(PasswordResetView.as_view()), name="account_reset_password"),
    path(
        "reset/sent/",
        _note(
            views.PasswordResetDoneView,
            _("Check your e-mail"),
            _(
                "If there’s an account with this address, a link to reset the password is on "
                "its way. If it doesn’t arrive within a few minutes, check your spam folder."
            ),
        ),
        name="account_reset_password_done",
    ),
    path(
        "reset/done/",
        _note(
            views.PasswordResetFromKeyDoneView,
            _("Password changed"),
            _("Sign in with your new password."),
        ),
        name="account_reset_password_from_key_done",
    ),
    re_path(
        r"^reset/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$",
        sends_mail(_page(views.PasswordResetFromKeyView, "accounts/reset_from_key.html")),
        name="account_reset_password_from_key",
    ),
]

_EMAIL = [
    path("", sends_mail(_page(views.EmailView, "accounts/email.html")), name="account_email"),
    path(
        "confirm/",
        _note(
            views.EmailVerificationSentView,
            _("Check your e-mail"),
            _("We’ve sent you an e-mail. Open the link in it to confirm your address."),
            back="profile",
        ),
        name="account_email_verification_sent",
    ),
    path(
        "confirm/<str:key>/",
        sends_mail(_page(views.ConfirmEmailView, "accounts/email_confirm.html")),
        name="account_confirm_email",
    ),
]

_TWO_FACTOR = [
    path("", _page(mfa.IndexView, "accounts/two_factor.html"), name="mfa_index"),
    path(
        "sign-in/",
        _page(mfa.AuthenticateView, "accounts/second_factor.html"),
        name="mfa_authenticate",
    ),
    path(
        "confirm/",
        _form(mfa.ReauthenticateView, _("Please confirm it’s you"), _("Confirm")),
        name="mfa_reauthenticate",
    ),
    path(
        "app/",
        sends_mail(ActivateTOTPView.as_view()),
        name="mfa_activate_totp",
    ),
    path(
        "app/remove/",
        sends_mail(
            _form(
                totp.DeactivateTOTPView,
                _("Remove authenticator app"),
                _("Remove"),
                lede=_("You’ll no longer be asked for its codes when you sign in."),
                back="mfa_index",
                kind="danger",
            )
        ),
        name="mfa_deactivate_totp",
    ),
    path(
        "recovery-codes/",
        _page(recovery.ViewRecoveryCodesView, "accounts/recovery_codes.html"),
        name="mfa_view_recovery_codes",
    ),
    path(
        "recovery-codes/new/",
        sends_mail(
            _form(
                recovery.GenerateRecoveryCodesView,
                _("New recovery codes"),
                _("Create new codes"),
                lede=_("The old ones will stop working."),
                back="mfa_index",
            )
        ),
        name="mfa_generate_recovery_codes",
    ),
    path(
        "recovery-codes/download/",
        recovery.download_recovery_codes,
        name="mfa_download_recovery_codes",
    ),
]

_PASSKEYS = [
    path("", _page(passkeys.ListWebAuthnView, "accounts/passkeys.html"), name="mfa_list_webauthn"),
    path(
        "new/",
        sends_mail(_page(passkeys.AddWebAuthnView, "accounts/passkey_new.html")),
        name="mfa_add_webauthn",
    ),
    path("sign-in/", passkey_sign_in, name="mfa_login_webauthn"),
    path(
        "confirm/",
        _page(passkeys.ReauthenticateWebAuthnView, "accounts/passkey_confirm.html"),
        name="mfa_reauthenticate_webauthn",
    ),
    path(
        "<int:pk>/",
        _form(passkeys.EditWebAuthnView, _("Rename passkey"), _("Save"), back="mfa_index"),
        name="mfa_edit_webauthn",
    ),
    path(
        "<int:pk>/remove/",
        sends_mail(
            _form(
                passkeys.RemoveWebAuthnView,
                _("Remove passkey"),
                _("Remove"),
                lede=_("You won’t be able to sign in with it any more."),
                back="mfa_index",
                kind="danger",
            )
        ),
        name="mfa_remove_webauthn",
    ),
]

_FAILED = _("That didn’t work. Please try again or sign in another way.")

_CONNECTIONS = [
    path("", sends_mail(ConnectionsView.as_view()), name="socialaccount_connections"),
    path(
        "new/",
        sends_mail(_form(social.SignupView, _("Create account"), _("Create account"), back="home")),
        name="socialaccount_signup",
    ),
    path(
        "cancelled/",
        _note(social.LoginCancelledView, _("Not signed in"), _FAILED),
        name="socialaccount_login_cancelled",
    ),
    path(
        "error/",
        _note(social.LoginErrorView, _("Not signed in"), _FAILED),
        name="socialaccount_login_error",
    ),
]


def identity_server() -> list[URLPattern]:
    """Return the addresses for signing in through an identity server. Both ask it, and after the
    answer an e-mail may be sent."""
    from allauth.socialaccount.providers.openid_connect import views as identity

    return [
        path(
            f"<str:provider_id>/{page}", asks_a_server(view), name=f"openid_connect_{view.__name__}"
        )
        for page, view in (("login/", identity.login), ("login/callback/", identity.callback))
    ]


if settings.OIDC:
    _CONNECTIONS += identity_server()

urlpatterns: list[URLPattern | URLResolver] = [
    path("login/", hashes_passwords(LoginView.as_view()), name="account_login"),
    path("logout/", _form(views.LogoutView, _("Sign out"), _("Sign out")), name="account_logout"),
    path("sign-up/", sends_mail(SignUpView.as_view()), name="account_signup"),
    path(
        "inactive/",
        _note(
            views.AccountInactiveView,
            _("This account is disabled"),
            _("Please contact whoever runs this site."),
        ),
        name="account_inactive",
    ),
    path(
        "confirm-password/",
        hashes_passwords(
            _form(views.ReauthenticateView, _("Please confirm it’s you"), _("Confirm"))
        ),
        name="account_reauthenticate",
    ),
    path("demo/", try_demo, name="try-demo"),
    path("demo/visit/", visit_demo, name="visit-demo"),
    path("profile/", profile, name="profile"),
    path("profile/finish/", hashes_passwords(finish_account), name="finish-account"),
    path("profile/data/", data_file, name="own-data"),
    path("profile/delete/", delete, name="delete-account"),
    path("profile/mail/", choose_mail, name="choose-mail"),
    path("profile/push/", push, name="push"),
    path("mail/<str:token>/", stop_mail, name="stop-mail"),
    path("password/", include(_PASSWORD)),
    path("email/", include(_EMAIL)),
    path("two-factor/", include(_TWO_FACTOR)),
    path("passkeys/", include(_PASSKEYS)),
    path("sessions/", SessionsView.as_view(), name="usersessions_list"),
    path("tokens/", api_tokens, name="api-tokens"),
    path("tokens/<int:token_id>/revoke/", revoke_token, name="revoke-token"),
    path("connections/", include(_CONNECTIONS)),
]
