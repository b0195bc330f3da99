"""Preferences for e-mails: on a page of the account, or by an unsubscribe link in an e-mail."""

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt

from zarleague.exchange import pushing
from zarleague.leagues import mail
from zarleague.leagues.models import MailChoice, User
from zarleague.web.accounts.known_devices import device
from zarleague.web.arriving.failures import DeadLink


class MailForm(forms.ModelForm):
    """Asks which e-mails an account wants."""

    class Meta:
        model = MailChoice
        fields = mail.KINDS


@login_required
def choose_mail(request: HttpRequest) -> HttpResponse:
    """Show and change which e-mails the account gets."""
    assert isinstance(request.user, User)
    form = MailForm(request.POST or None, instance=mail.choice_of(request.user))
    if request.method == "POST":
        mail.choose(request.user, {kind: kind in request.POST for kind in mail.KINDS})
        messages.success(request, _("Saved."))
        return redirect("profile")
    context = {
        "form": form,
        "unconfirmed": mail.unconfirmed_of(request.user),
        "sends_mail": settings.SENDS_MAIL,
        "push_key": pushing.public_key(),
        "browsers": pushing.browsers_of(request.user),
        "device": device,
    }
    return render(request, "accounts/mail.html", context)


@csrf_exempt  # mail programs post without a cookie; the address itself is the proof
def stop_mail(request: HttpRequest, token: str) -> HttpResponse:
    """Ask before stopping e-mails of one kind; POST stops them (one-click unsubscribe)."""
    address, found = mail.address_meant_by(token), mail.meant_by(token)
    if not address and found is None:
        raise DeadLink
    kind = found[1] if found is not None else "invitations"
    stopped = request.method == "POST"
    if stopped and found is not None:
        mail.choose(found[0], {kind: False})
    elif stopped:
        mail.stop_invitations(address)
    label = MailChoice._meta.get_field(kind).verbose_name  # type: ignore[union-attr]
    context = {"label": label, "stopped": stopped, "address": address}
    return render(request, "accounts/stop_mail.html", context)
