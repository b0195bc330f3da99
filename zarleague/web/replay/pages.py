"""The pages of the replay board: for a hand of a match, and for a log that anybody pastes."""

from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from zarleague.engine import NotALog, Replay, find, read, replay
from zarleague.engine.event import TABLE
from zarleague.play import judging, selectors
from zarleague.play.errors import LogRejected
from zarleague.play.models import Hand
from zarleague.web.replay.document import document
from zarleague.web.requests import actor_of
from zarleague.web.table.frame import find_hand, match_page, match_url

LONGEST_LOG = 100_000
"""Characters of a pasted log, as in the API."""
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
    judged = judged_log(request, hand)
    address = match_url("hand-replay", hand.match, number)
    link = request.build_absolute_uri(address + _query(request))
    context = {
        "hand": hand,
        "live": "",
        **board_context(request, judged, viewer_seat(request, hand, judged), link),
    }
    return match_page(request, "replay/hand.html", hand.match, context)


def judged_log(request: HttpRequest, hand: Hand) -> Replay:
    """Return the log that the address asks for, judged under the rules of its match. Raise Http404
    if there is none.
    """
    text = _text(request, hand)
    if not text:
        raise Http404
    seats = selectors.seats_for(hand.match, hand.number)
    names = [seat.player.name for seat in seats]
    try:
        return judging.replay_log(selectors.ruleset_of(hand.match), text, names)
    except LogRejected as rejected:
        raise Http404(rejected.text) from None


def _text(request: HttpRequest, hand: Hand) -> str:
    asked = request.GET.get("dispute", "")
    if asked:
        disputes = selectors.disputes_of(hand)
        return next((one.log for one in disputes if str(one.pk) == asked), "")
    return hand.confirmed.log if hand.confirmed else ""


def _query(request: HttpRequest) -> str:
    dispute = request.GET.get("dispute", "")
    return f"?dispute={dispute}" if dispute.isdecimal() else ""


def viewer_seat(request: HttpRequest, hand: Hand, judged: Replay) -> int:
    """Return the seat in the log that the asker played in, TABLE for none."""
    user = actor_of(request).user
    if user is None:
        return TABLE
    for seat in selectors.seats_for(hand.match, hand.number):
        if seat.player.user_id == user.pk:
            return judged.log.seats.index(seat.player.name)
    return TABLE


def step_in(request: HttpRequest, judged: Replay) -> int:
    """Return the step an address asks for, 0 for none."""
    asked = request.GET.get("step", "")
    if not asked.isascii() or not asked.isdecimal() or len(asked) > 6:
        return 0
    return min(int(asked), len(judged.log.events))


def board_context(request: HttpRequest, judged: Replay, viewer: int, link: str) -> dict[str, Any]:
    """Return what templates/replay/board.html needs; *link* is the address to pass on, without a
    step."""
    ruleset = judged.log.ruleset
    return {
        "replay": document(judged, viewer),
        "faces": find(ruleset.game).deck(ruleset).faces,
        "link": link,
        "step": step_in(request, judged),
    }


@gzip_page
def any_replay(request: HttpRequest) -> HttpResponse:
    """Show a log that somebody pasted on the drawn table. Nothing of it is stored: an address
    that carries the log (``?log=``) is how it is passed on."""
    sent = request.POST if request.method == "POST" else request.GET
    text = sent.get("log", "")[:LONGEST_LOG]
    address = request.build_absolute_uri(reverse("any-replay"))
    context: dict[str, Any] = {
        "text": text,
        "problem": "",
        "replay": None,
        "example": f"{address}?{urlencode({'log': EXAMPLE})}",
    }
    if text.strip():
        try:
            log = read(text)
        except NotALog as problem:
            context["problem"] = str(problem)
        else:
            link = f"{address}?{urlencode({'log': text})}"
            short = len(link) <= LONGEST_LINK
            context |= board_context(request, replay(log), TABLE, link if short else "")
    return render(request, "replay/any.html", context)
