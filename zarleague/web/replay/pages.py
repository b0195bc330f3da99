"""The pages of the replay board: for a hand of a match, and for a log that anybody pastes."""

from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from zarleague.engine import find
from zarleague.engine.event import TABLE
from zarleague.engine.finding_sentences import capitalised
from zarleague.leagues.errors import Refused
from zarleague.play import judging, selectors
from zarleague.play.models import Hand
from zarleague.web.replay.document import document, ruleset_of
from zarleague.web.requests import actor_of
from zarleague.web.table.frame import find_hand, match_page, match_url

LONGEST_LINK = 6_000
"""Characters of an address that servers and chats still take."""

EXAMPLE = """\
game zar
seats Ann Bob Cat
dealer Cat
deal Ann b2 g3 b1 b6 W1 yS b5
deal Bob 7
deal Cat 7
up b4
Ann b2
Cat! b2
Cat draw ?
Bob W2 green
Cat gR
Bob g5
Ann g3
Bob draw ?
Cat y4
"""
"""A hand with a match and a card that does not fit, to look at without a log of one's own."""


@require_safe
@gzip_page  # one document for the whole hand: some hundred kilobytes, of which a tenth are sent
def hand_replay(request: HttpRequest, league: str, match: int, number: int) -> HttpResponse:
    """Show the log of a hand on the drawn table; ``?dispute=`` the log that came with a dispute."""
    hand = find_hand(request, league, match, number)
    text = log_asked_for(request, hand)
    address = match_url("hand-replay", hand.match, number)
    link = request.build_absolute_uri(address + _query(request))
    seats = [seat.player for seat in selectors.seats_for(hand.match, hand.number)]
    names = [player.name for player in seats]
    user = actor_of(request).user
    viewer = next((p.name for p in seats if user is not None and p.user_id == user.pk), "")
    context: dict[str, Any] = {"hand": hand, "live": "", "problem": "", "replay": None}
    try:
        data = judging.board_of_hand(selectors.ruleset_of(hand.match), text, names, viewer)
    except Refused as refused:
        context["problem"] = refused.text
    else:
        seat = data["seats"].index(viewer) if viewer else TABLE
        context |= _board(request, data, seat, link)
    return match_page(request, "replay/hand.html", hand.match, context)


def log_asked_for(request: HttpRequest, hand: Hand) -> str:
    """Return the log that the address asks for. Raise Http404 if there is none."""
    asked = request.GET.get("dispute", "")
    if asked:
        disputes = selectors.disputes_of(hand)
        text = next((one.log for one in disputes if str(one.pk) == asked), "")
    else:
        text = hand.confirmed.log if hand.confirmed else ""
    if not text:
        raise Http404
    return text


def _query(request: HttpRequest) -> str:
    dispute = request.GET.get("dispute", "")
    return f"?dispute={dispute}" if dispute.isdecimal() else ""


def step_in(request: HttpRequest, last: int) -> int:
    """Return the step an address asks for, 0 for none, at most *last*."""
    asked = request.GET.get("step", "")
    if not asked.isascii() or not asked.isdecimal() or len(asked) > 6:
        return 0
    return min(int(asked), last)


def _board(request: HttpRequest, data: dict[str, Any], viewer: int, link: str) -> dict[str, Any]:
    """Return what templates/replay/board.html needs; *link* is the address to pass on, without a
    step."""
    ruleset = ruleset_of(data)
    return {
        "replay": document(data, viewer),
        "faces": find(ruleset.game).deck(ruleset).faces,
        "link": link,
        "step": step_in(request, len(data["events"])),
    }


@gzip_page
def any_replay(request: HttpRequest) -> HttpResponse:
    """Show a log that somebody pasted on the drawn table. Nothing of it is stored: an address
    that carries the log (``?log=``) is how it is passed on."""
    sent = request.POST if request.method == "POST" else request.GET
    text = sent.get("log", "")
    address = request.build_absolute_uri(reverse("any-replay"))
    context: dict[str, Any] = {
        "text": text,
        "problem": "",
        "replay": None,
        "example": f"{address}?{urlencode({'log': EXAMPLE})}",
    }
    if text.strip():
        try:
            data = judging.board(text)
        except Refused as refused:
            context["problem"] = capitalised(refused.text)
        else:
            link = f"{address}?{urlencode({'log': text})}"
            context |= _board(request, data, TABLE, link if len(link) <= LONGEST_LINK else "")
    return render(request, "replay/any.html", context)
