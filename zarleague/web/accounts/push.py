"""Messages on this device: a browser is subscribed, and unsubscribed."""

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
    """Take what the browser's push service gave it: ``endpoint``, ``p256dh`` and ``auth``; with
    ``off`` forget it. A form without the script has ``page`` and gets the page again.
    """
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
