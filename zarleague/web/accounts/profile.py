"""The page of the user's own account."""

import json
from collections.abc import Iterator

from allauth.account.decorators import reauthentication_required
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.core.serializers.json import DjangoJSONEncoder
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from zarleague.leagues.depersonalising import delete_account
from zarleague.leagues.errors import Refused
from zarleague.leagues.models import User
from zarleague.play.selectors.own_data import own_data
from zarleague.web.accounts.forms import ProfileForm


@login_required
def profile(request: HttpRequest) -> HttpResponse:
    """Show and change the user's display name; the rest of the account has other pages."""
    form = ProfileForm(request.POST or None, instance=request.user)
    if request.method == "POST" and form.is_valid():
        form.save()
        messages.success(request, _("Saved."))
        return redirect("profile")
    context = {"form": form, "sends_mail": settings.SENDS_MAIL, "providers": bool(settings.OIDC)}
    return render(request, "accounts/profile.html", context)


@require_safe
@login_required
def data_file(request: HttpRequest) -> StreamingHttpResponse:
    """Stream all data that the site keeps about the account and its players, as JSON."""
    assert isinstance(request.user, User)
    answer = StreamingHttpResponse(_json(request.user), content_type="application/json")
    answer["Content-Disposition"] = 'attachment; filename="zarleague-data.json"'
    return answer


def _json(user: User) -> Iterator[str]:
    """Yield a JSON object with a list for each part, row by row, because the lists may be long."""
    begin = "{"
    for part, rows in own_data(user):
        yield f"{begin}{json.dumps(part)}: ["
        begin = ",\n"
        comma = "\n"
        for row in rows:
            readable = {_name(key): value for key, value in row.items()}
            yield comma + json.dumps(readable, cls=DjangoJSONEncoder, ensure_ascii=False)
            comma = ",\n"
        yield "]"
    yield "}\n"


def _name(column: str) -> str:
    """Return a column's name for a lookup: ``league__name`` becomes ``league_name``."""
    return "_".join(column.split("__")[-2:])


@login_required
@reauthentication_required
def delete(request: HttpRequest) -> HttpResponse:
    """Ask for confirmation; delete the account once its name was typed."""
    assert isinstance(request.user, User)
    problem = ""
    if request.method == "POST":
        if request.POST.get("name", "").strip() != request.user.get_username():
            problem = _("That isn’t your username.")
        else:
            try:
                delete_account(request.user)
            except Refused as refused:
                problem = refused.text
            else:
                logout(request)
                messages.success(request, _("Your account has been deleted."))
                return redirect("home")
    return render(request, "accounts/delete.html", {"problem": problem})
