"""Web push on this device: subscribe and unsubscribe the browser."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from zarleague.exchange import pushing
from zarleague.leagues.errors import Refused
from zarleague.leagues.models import User


@login_required
@require_POST
def push(request: HttpRequest) -> HttpResponse:
    """Store the browser's push subscription: ``endpoint``, ``p256dh`` and ``auth``; with ``off``
    delete it. A form sent without the script has ``page`` and is redirected to the page again."""
    assert isinstance(request.user, User)
    sent = request.POST
    endpoint = sent.get("endpoint", "")
    if "off" in sent:
        pushing.unsubscribe(request.user, endpoint)
        return redirect("choose-mail") if "page" in sent else JsonResponse({})
    try:
        pushing.subscribe(
            request.user,
            endpoint=endpoint,
            p256dh=sent.get("p256dh", ""),
            auth=sent.get("auth", ""),
            browser=request.headers.get("User-Agent", ""),
        )
    except Refused as refused:
        return JsonResponse({"problem": refused.text}, status=400)
    return JsonResponse({})
