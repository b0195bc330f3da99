"""Receive a file for a transfer: whole with a form, or in pieces from the page's script."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect

from zarleague.exchange import transfers
from zarleague.exchange.models import Transfer
from zarleague.exchange.tasks import queue_transfer
from zarleague.leagues.errors import Refused
from zarleague.web.arriving.requests import actor_of, whole_number


def begin_upload(
    request: HttpRequest, begin: Callable[..., Transfer], page_of: Callable[[Transfer], str]
) -> HttpResponse:
    """Begin a transfer with the name and the size of a file. One that was sent with the form, of at
    most one piece, is stored; the script is told the transfer's page and how large pieces are.
    Raise Refused."""
    sent = request.FILES.get("file")
    size = sent.size if sent else whole_number(request.POST.get("size", ""))
    name = (sent.name if sent else request.POST.get("name", "")) or ""
    transfer = begin(name=name, size=size or 0)
    page = page_of(transfer)
    if not sent:
        return JsonResponse({"page": page, "piece": transfers.PIECE})
    for number, chunk in enumerate(sent.chunks(transfers.PIECE)):
        transfer = transfers.add_piece(transfer, number, chunk, actor=actor_of(request))
    queue_transfer(transfer)
    return redirect(page)


def store_piece(request: HttpRequest, transfer: Transfer, number: int) -> HttpResponse:
    """Store the next piece of a file, and tell the script the state of the transfer."""
    try:
        transfer = transfers.add_piece(transfer, number, request.body, actor=actor_of(request))
    except Refused as refused:
        return problem_for_script(refused)
    queue_transfer(transfer)
    return JsonResponse({"state": transfer.state})


def problem_for_script(refused: Refused) -> HttpResponse:
    """Tell the script why its request was refused."""
    return JsonResponse({"problem": refused.text}, status=400)
