"""The page of the user's API tokens."""

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from zarleague.leagues import tokens
from zarleague.leagues.models import ApiToken, User
from zarleague.web.arriving.requests import actor_of, found_or_404, showing_refusals, whole_number

USUAL_LIFETIME = 90


@login_required
@reauthentication_required
def api_tokens(request: HttpRequest) -> HttpResponse:
    """List the tokens that have not expired; POST creates one and shows it, only this once."""
    assert isinstance(request.user, User)
    made, secret = None, ""
    if request.method == "POST":
        with showing_refusals(request):
            made, secret = tokens.create_token(
                actor=actor_of(request),
                name=request.POST.get("name", ""),
                scope=request.POST.get("scope", ""),
                days=whole_number(request.POST.get("days", "")) or 0,
            )
    context = {
        "made": made,
        "secret": secret,
        "tokens": tokens.live_tokens(request.user),
        "scopes": ApiToken.Scope.choices,
        "lifetimes": tokens.LIFETIMES,
        "usual_lifetime": USUAL_LIFETIME,
    }
    return render(request, "accounts/tokens.html", context)


@login_required
@require_POST
def revoke_token(request: HttpRequest, token_id: int) -> HttpResponse:
    assert isinstance(request.user, User)
    token = found_or_404(tokens.token_of(request.user, token_id))
    tokens.revoke_token(token, actor=actor_of(request))
    messages.success(request, _("Token turned off."))
    return redirect("api-tokens")
