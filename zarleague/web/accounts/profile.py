"""The page of one's own account."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from zarleague.web.accounts.forms import ProfileForm


@login_required
def profile(request: HttpRequest) -> HttpResponse:
    """Show and change one's own name; the other parts of an account have pages of their own."""
    form = ProfileForm(request.POST or None, instance=request.user)
    if request.method == "POST" and form.is_valid():
        form.save()
        messages.success(request, _("Saved."))
        return redirect("profile")
    context = {"form": form, "sends_mail": settings.SENDS_MAIL, "providers": bool(settings.OIDC)}
    return render(request, "accounts/profile.html", context)
