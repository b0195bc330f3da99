"""Accounts: passwords, sign-up and sign-in, an identity server."""

from zarleague.settings.site import BEHIND_PROXY, HTTPS, OIDC, env

AUTH_USER_MODEL = "leagues.User"
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"

SIGN_UP = env.one_of("SIGN_UP", "open", "invited", "closed", default="open")
SIGN_UPS_PER_HOUR = env.number("SIGN_UPS_PER_HOUR", default=20)
ADMIN = env.bool("ADMIN", default=True)

# Read by allauth. The address is that of the client before one trusted proxy, if there is one.
ALLAUTH_TRUSTED_PROXY_COUNT = int(BEHIND_PROXY)
ACCOUNT_ADAPTER = "zarleague.web.accounts.adapters.AccountAdapter"
ACCOUNT_FORMS = {
    "add_email": "zarleague.web.accounts.forms.AddEmailForm",
    "login": "zarleague.web.accounts.forms.LoginForm",
    "signup": "zarleague.web.accounts.forms.SignUpForm",
}
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*", "password2*"]
ACCOUNT_CHANGE_EMAIL = True
# Signing up with an address that has an account says nothing of it: the new one has it unconfirmed,
# and only the owner of the mailbox can confirm it, for one account.
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_REAUTHENTICATION_TIMEOUT = 1800  # seconds
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if HTTPS else "http"
# Attempts in a period, per address (ip) or by what `web.accounts.adapters` counts (key). All guests
# of a pub share one address: what one of them does must not keep the others out.
ACCOUNT_RATE_LIMITS = {
    "login": "",  # by the next
    "login_elsewhere": "120/m/ip",
    "login_failed": "",  # by the next four
    "login_failed_here": "5/5m/key",
    "login_failed_elsewhere": "300/10m/ip,200/h/key",
    "login_failed_known": "10/5m/key",
    "code_failed": "5/5m/key,100/d/key",
    "signup": f"{SIGN_UPS_PER_HOUR}/h/ip",
    "reset_password": "60/h/ip",
    # E-mails to a mailbox, which may be anybody's: links to a new password, others to an address
    # that nobody has confirmed.
    "reset_mail": "3/h/key,6/d/key",
    "mail_from_here": "3/d/key",
    "mail": "12/d/key",
    "manage_email": "10/h/user",
    # Each makes a session.
    "visit_demo": "120/h/ip",
    "come_by_link": "600/h/ip",
    "begin_passkey": "600/h/ip",
}
MFA_RATE_LIMITS = {"webauthn_login": "120/m/ip"}  # nobody guesses a passkey
MFA_FORMS = {
    "authenticate": "zarleague.web.accounts.second_factor.SignInCodeForm",
    "reauthenticate": "zarleague.web.accounts.second_factor.ConfirmingCodeForm",
}
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_ISSUER = "zarleague"
MFA_TOTP_TOLERANCE = 1  # tolerance for a phone's clock, which may be half a minute off
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not HTTPS  # browsers allow http only on localhost

# The identity server, named OIDC_NAME on the sign-in page.
SOCIALACCOUNT_ADAPTER = "zarleague.web.accounts.adapters.SocialAccountAdapter"
SOCIALACCOUNT_OPENID_CONNECT_URL_PREFIX = ""
SOCIALACCOUNT_PROVIDERS = (
    {
        "openid_connect": {
            "OAUTH_PKCE_ENABLED": True,
            "APPS": [
                {
                    "provider_id": "oidc",
                    "name": env.str("OIDC_NAME", default="OpenID Connect"),
                    "client_id": env.str("OIDC_CLIENT_ID", default=""),
                    "secret": env.str("OIDC_CLIENT_SECRET", default=""),
                    "settings": {"server_url": OIDC},
                }
            ],
        }
    }
    if OIDC
    else {}
)
