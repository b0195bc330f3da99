"""Security headers and cookies: content, permissions, https."""

from urllib.parse import urlsplit

from csp.constants import NONE, SELF

from zarleague.settings.site import BEHIND_PROXY, HTTPS, OIDC, env

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [NONE],
        # Signing in by an identity server begins with a form, too.
        "form-action": [SELF, "{0.scheme}://{0.netloc}".format(urlsplit(OIDC))] if OIDC else [SELF],
        "frame-ancestors": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_AGE = env.number("SESSION_DAYS", default=90, least=1) * 86400
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS
SECURE_SSL_REDIRECT = HTTPS and env.bool("SSL_REDIRECT", default=True)
# Prometheus and the checks of containers come from inside, without the proxy that ends TLS.
SECURE_REDIRECT_EXEMPT = [r"^(metrics|readyz)$"]
SECURE_HSTS_SECONDS = env.number("HSTS_SECONDS", default=31_536_000) if HTTPS else 0
# A league on the local network has no https. Subdomains and the browsers' preload list are left to
# the owner of the domain.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
if not HTTPS:
    SILENCED_SYSTEM_CHECKS += [f"security.W{number}" for number in ("004", "008", "012", "016")]
if BEHIND_PROXY:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
