"""Addresses below ``/.well-known/`` that tools look for on every site (RFC 8615)."""

import datetime

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import path
from django.utils import timezone
from django.views.decorators.http import require_safe
from django.views.generic import RedirectView

VALID_FOR = datetime.timedelta(days=180)
"""The time a copy of ``security.txt`` is valid; the standard asks for less than a year."""


@require_safe
def security_txt(request: HttpRequest) -> HttpResponse:
    """Return the contact for security reports (RFC 9116); 404 unless the operator has set one."""
    if not settings.SECURITY_CONTACT:
        raise Http404
    expires = (timezone.now() + VALID_FOR).astimezone(datetime.UTC)
    lines = [
        f"Contact: {settings.SECURITY_CONTACT}",
        f"Expires: {expires:%Y-%m-%dT%H:%M:%SZ}",
        f"Preferred-Languages: {', '.join(code for code, _ in settings.LANGUAGES)}",
        f"Canonical: {request.build_absolute_uri()}",
    ]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")


urlpatterns = [
    path(".well-known/security.txt", security_txt),
    path(
        ".well-known/change-password", RedirectView.as_view(pattern_name="account_change_password")
    ),
]
