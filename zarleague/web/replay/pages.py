"""The pages of the replay board: for a hand of a match, and for a pasted log."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from zarleague.bots import as_recorded, play_hand
from zarleague.engine import KEYS, Game, find, write
from zarleague.engine.declared import is_declared
from zarleague.engine.event import TABLE
from zarleague.engine.finding_sentences import capitalised
from zarleague.leagues.errors import Refused
from zarleague.leagues.models import Player
from zarleague.play import selectors
from zarleague.play.models import Hand
from zarleague.play.rulings.hand_accounts import DISPUTED, account_text
from zarleague.play.verdicts import hidden_hands, judging
from zarleague.replays import jobs
from zarleague.reports.drawings.table_picture import faces_of, png, table_svg
from zarleague.reports.words.replay_words import VERDICT_CLASSES, sentence
from zarleague.serving.routes import judges_logs
from zarleague.web.arriving.requests import actor_of
from zarleague.web.replay.compare import comparison
from zarleague.web.replay.document import document
from zarleague.web.table.entry.recording import recorded, recorder_for, unrecorded
from zarleague.web.table.judging import ShownLog, judged_log
from zarleague.web.table.shared import find_hand, match_page, match_url

LONGEST_LINK = 6_000
"""Length of an address, in characters, that servers and chats still accept."""

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
"""An example hand with a match and a card that does not fit, for visitors without a log."""


@judges_logs
@require_safe
def hand_replay(request: HttpRequest, league: str, match: int, number: int) -> HttpResponse:
    """Show the log of a hand on the drawn table; with ``?dispute=`` the log attached to a
    dispute, and with ``&account=`` another one told in it: `rulings.hand_accounts`."""
    requested = _requested_log(request, find_hand(request, league, match, number))
    user = actor_of(request).user
    mine = (p.name for p in requested.players if user is not None and p.user_id == user.pk)
    viewer = next(mine, "")
    context: dict[str, Any] = {"hand": requested.hand, "live": "", "problem": "", "replay": None}
    try:
        data = requested.judged(jobs.board, viewer)
    except Refused as refused:
        context["problem"] = refused.text
    else:
        seat = data["seats"].index(viewer) if viewer else TABLE
        context |= _board(request, data, seat, requested.address("hand-replay"))
        context["compare"] = requested.address("hand-compare")
        context["picture"] = requested.address("hand-picture")
    return match_page(request, "replay/hand.html", requested.hand.match, context)


@judges_logs
@require_safe
def hand_picture(request: HttpRequest, league: str, match: int, number: int) -> HttpResponse:
    """Return the table of a hand after a step as PNG, for visitors who may see the hand."""
    requested = _requested_log(request, find_hand(request, league, match, number))
    try:
        step = step_in(request)
        data = requested.judged(jobs.table, step)
    except Refused as refused:
        raise Http404(refused.text) from None
    return _picture(data)


@judges_logs
@require_safe
def hand_compare(request: HttpRequest, league: str, match: int, number: int) -> HttpResponse:
    """Show which house rules would have changed a hand; with ``?option=`` and ``&value=``, the hand
    under both."""
    requested = _requested_log(request, find_hand(request, league, match, number))
    option, value = request.GET.get("option", ""), request.GET.get("value", "")
    context: dict[str, Any] = {
        "hand": requested.hand,
        "live": "",
        "problem": "",
        "other": None,
        "text": "",
        "replay_address": requested.address("hand-replay"),
        "compare_address": requested.address("hand-compare"),
    }
    try:
        data = requested.judged(jobs.other_rules, option, value)
    except Refused as refused:
        context["problem"] = refused.text
    else:
        context["other"] = comparison(data, option, value)
    return match_page(request, "replay/hand_compare.html", requested.hand.match, context)


@dataclass(frozen=True, slots=True)
class _RequestedLog:
    """The log of a hand that an address refers to, its rules, and its players."""

    request: HttpRequest
    hand: Hand
    text: str
    players: list[Player]

    def judged(self, job: Callable[..., bytes], *given: Any) -> dict[str, Any]:
        """Return the answer of a function of `replays.jobs` about the log."""
        ruleset = selectors.ruleset_of(self.hand.match)
        names = [player.name for player in self.players]
        return judging.of_hand(job, ruleset, self.text, names, *given)

    def address(self, name: str) -> str:
        """Return the absolute address of a page about the same log."""
        path = match_url(name, self.hand.match, self.hand.number)
        return self.request.build_absolute_uri(path + _query(self.request))


def _requested_log(request: HttpRequest, hand: Hand) -> _RequestedLog:
    """Return the log that the address refers to. Raise Http404 if there is none."""
    players = [seat.player for seat in selectors.seats_for(hand.match, hand.number)]
    names = [player.name for player in players]
    text = hidden_hands.log_for(actor_of(request), hand.match, requested_text(request, hand), names)
    return _RequestedLog(request, hand, text, players)


def requested_text(request: HttpRequest, hand: Hand) -> str:
    """Return the text of the log that the address refers to; "" for a game without an engine, of
    which judging says so. Raise Http404 if there is none."""
    if is_declared(hand.match.game):
        return ""
    asked = request.GET.get("dispute", "")
    if asked:
        disputes = selectors.disputes_of(hand)
        dispute = next((one for one in disputes if str(one.pk) == asked), None)
        text = account_text(dispute, request.GET.get("account") or DISPUTED) if dispute else ""
    else:
        text = hand.confirmed.log if hand.confirmed else ""
    if not text:
        raise Http404
    return text


def _query(request: HttpRequest) -> str:
    dispute, account = request.GET.get("dispute", ""), request.GET.get("account", "")
    if not dispute.isdecimal():
        return ""
    return "?" + urlencode({"dispute": dispute} | ({"account": account} if account else {}))


def step_in(request: HttpRequest, otherwise: int = 0) -> int:
    """Return the step given in an address, *otherwise* for none."""
    asked = request.GET.get("step", "")
    return int(asked) if asked.isascii() and asked.isdecimal() and len(asked) < 7 else otherwise


def _picture(data: dict[str, Any]) -> HttpResponse:
    caption = sentence(data["clauses"]) if data["clauses"] else _("Before the first move")
    faces = faces_of(data)
    verdict = VERDICT_CLASSES.get(data["verdict"], "")
    svg = table_svg(data["table"], data["seats"], data["dealer"], faces, caption, verdict)
    return HttpResponse(png(svg), content_type="image/png")


def _board(request: HttpRequest, data: dict[str, Any], viewer: int, link: str) -> dict[str, Any]:
    """Return the context of templates/replay/board.html; *link* is the address to share, without a
    step. Without a step in the address the board opens at the first finding."""
    return {
        "replay": document(data, viewer),
        "faces": faces_of(data),
        "link": link,
        "step": min(step_in(request, data["opens"]), len(data["events"])),
    }


def example_address(game: str = "zar") -> str:
    """Return the address of an example hand of a game on the board."""
    return f"{reverse('any-replay')}?{urlencode({'log': _example(game)})}"


@cache
def _example(key: str) -> str:
    """Return the log of an example hand: of Zar the one above, of others one played by bots."""
    if key == "zar":
        return EXAMPLE
    game = find(key)
    names = _names(game)
    log = play_hand(game, game.ruleset(), names, len(names) - 1, Random(7))  # noqa: S311
    return write(as_recorded(game, log))


def _names(game: Game) -> tuple[str, ...]:
    """Return as many players as a game needs, three if it may."""
    return ("Ann", "Bob", "Cat", "Dee", "Eve")[: max(3, game.seats(game.ruleset())[0])]


def _notation(game: Game) -> dict[str, Any]:
    """Return what the page without a log needs for a game: the head of a log, its recorder, and the
    words of its lines, each with its meaning."""
    ruleset = game.ruleset()
    names = _names(game)
    return {
        "game": game,
        "head": f"game {game.key}\nseats {' '.join(names)}\ndealer {names[-1]}\n",
        "drawn": recorder_for(ruleset, names, 0, names[-1]),
        "example": example_address(game.key),
    }


@judges_logs
def any_replay(request: HttpRequest) -> HttpResponse:
    """Show a pasted log on the drawn table. Nothing is stored: it is shared by an address that
    contains the log (``?log=``)."""
    sent = request.POST if request.method == "POST" else request.GET
    text = sent.get("log", "")
    address = request.build_absolute_uri(reverse("any-replay"))
    game = request.GET.get("game", "")
    game = game if game in KEYS else KEYS[0]
    context: dict[str, Any] = {
        "text": text,
        "problem": "",
        "replay": None,
        "games": [find(key) for key in KEYS],
        **_notation(find(game)),
    }
    log = urlencode({"log": text})
    short = len(log) <= LONGEST_LINK
    if text.strip():
        try:
            data = judging.of_any_log(jobs.board, text, "")
        except Refused as refused:
            context["problem"] = capitalised(refused.text)
        else:
            if request.method == "POST" and short:
                return redirect(f"{address}?{log}")
            context |= _board(request, data, TABLE, f"{address}?{log}" if short else "")
            picture = request.build_absolute_uri(reverse("any-picture"))
            context["picture"] = f"{picture}?{log}" if short else ""
    return render(request, "replay/any.html", context)


@judges_logs
@require_POST
def any_judged(request: HttpRequest) -> HttpResponse:
    """Return the verdicts on any log while it is typed, with suggestions, as an HTML fragment."""
    try:
        data = judging.of_any_log(jobs.judge_hand, request.POST.get("log", ""), True)
    except Refused as refused:
        shown = ShownLog(problem=capitalised(refused.text))
    else:
        shown = judged_log(data)
    return render(request, "hand/judged.html", {"judged": shown})


@judges_logs
@require_POST
def any_record(request: HttpRequest) -> HttpResponse:
    """Return the verdicts on any log while it is recorded, and what can be tapped next."""
    try:
        data = judging.of_any_log(jobs.record_hand, request.POST.get("log", ""))
    except Refused as refused:
        return unrecorded(refused)
    return recorded(data)


@judges_logs
@require_safe
def any_picture(request: HttpRequest) -> HttpResponse:
    """Return the table of a log in the address (``?log=``) after a step as PNG."""
    try:
        data = judging.of_any_log(jobs.table, request.GET.get("log", ""), step_in(request))
    except Refused as refused:
        raise Http404(refused.text) from None
    return _picture(data)


@judges_logs
@require_POST
def any_compare(request: HttpRequest) -> HttpResponse:
    """Show which house rules would have changed a pasted log, and the log under one of them."""
    text = request.POST.get("log", "")
    option, _equals, value = request.POST.get("change", "").partition("=")
    context: dict[str, Any] = {"text": text, "problem": "", "other": None}
    try:
        data = judging.of_any_log(jobs.other_rules, text, option, value)
    except Refused as refused:
        context["problem"] = capitalised(refused.text)
    else:
        context["other"] = comparison(data, option, value)
    return render(request, "replay/any_compare.html", context)
