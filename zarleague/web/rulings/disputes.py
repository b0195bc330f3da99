"""The page of one dispute: the claim, the accounts side by side, the rulings."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _

from zarleague.leagues import access
from zarleague.leagues import services as leagues
from zarleague.play import match_access, selectors, services
from zarleague.play.models import Dispute
from zarleague.play.rulings import ruling_access
from zarleague.play.rulings.hand_accounts import Account
from zarleague.play.rulings.ruling_record import Case
from zarleague.serving.routes import judges_logs
from zarleague.web.arriving.requests import act, actor_of, found_or_404, key_of, league_or_404
from zarleague.web.league.context import show
from zarleague.web.rendering.words import local_time
from zarleague.web.table.entry.recording import recorder_of
from zarleague.web.table.judging import ShownLog, judged_log


@dataclass(frozen=True, slots=True)
class ShownAccount:
    """One account with its lines in words."""

    key: str
    author: str
    judged: ShownLog


def dispute_of(request: HttpRequest, slug: str, dispute_id: int) -> Dispute:
    """Return the dispute of an address. Raise Http404 if the visitor may not see its league."""
    league = league_or_404(request, slug)
    found = found_or_404(selectors.dispute_by_id(dispute_id))
    own = found if found.hand.match.season.league_id == league.pk else None
    return found_or_404(own)


@judges_logs
def dispute(request: HttpRequest, slug: str, dispute_id: int) -> HttpResponse:
    """Show a dispute; POST adds a statement, withdraws it, appeals, or publishes its rulings."""
    found = dispute_of(request, slug, dispute_id)
    if request.method == "POST":
        act(request, _ACTIONS, found)
        return redirect("dispute", slug, dispute_id)
    match = found.hand.match
    return show(
        request,
        "rulings/dispute.html",
        match.season.league,
        "rulings",
        channels=(f"match-{match.pk}",),
        **_context(request, found),
    )


def _context(request: HttpRequest, dispute: Dispute) -> dict[str, Any]:
    actor, hand = actor_of(request), dispute.hand
    league = hand.match.season.league
    case = Case.of(dispute, actor)
    rulings = list(selectors.rulings_of(dispute))
    version = dispute.version or hand.confirmed
    can_appeal = bool(rulings) and not dispute.is_pending and dispute.appealed_at is None
    return {
        "dispute": dispute,
        "hand": hand,
        "match": hand.match,
        "version": version,
        "results": selectors.results_of_version(version) if version else (),
        "accounts": shown_accounts(case),
        "parts_at": case.parts_at,
        "statements": dispute.statements.all(),
        "rulings": rulings,
        "overdue": dispute.is_pending and bool(dispute.due_at and dispute.due_at < timezone.now()),
        "moment": partial(local_time, league),
        "may_rule": dispute.is_pending and ruling_access.can_rule(actor, dispute),
        "nobody_rules": dispute.is_pending and not ruling_access.can_anyone_rule(dispute),
        "may_organise": access.can_organise(actor, league),
        "may_speak": dispute.is_pending and match_access.can_dispute(actor, hand.match),
        "drawn": recorder_of(hand.match, hand.number, selectors.dealer_of(hand)),
        "may_withdraw": dispute.is_pending and ruling_access.can_withdraw(actor, dispute),
        "may_appeal": can_appeal and ruling_access.can_appeal(actor, dispute),
        "may_publish": bool(rulings)
        and league.shares_rulings
        and ruling_access.can_publish(actor, dispute),
    }


def shown_accounts(case: Case) -> list[ShownAccount]:
    """Return the accounts of a case in the form pages show."""
    return [ShownAccount(one.key, one.author, _judged(one)) for one in case.accounts]


def _judged(account: Account) -> ShownLog:
    if account.judged is None:
        return ShownLog(problem=account.problem)
    return judged_log(account.judged)


def _state(request: HttpRequest, dispute: Dispute) -> None:
    services.add_statement(
        dispute,
        text=request.POST.get("text", ""),
        log=request.POST.get("log", ""),
        actor=actor_of(request),
        key=key_of(request),
    )


def _withdraw(request: HttpRequest, dispute: Dispute) -> None:
    services.withdraw_dispute(
        dispute, reason=request.POST.get("reason", ""), actor=actor_of(request), key=key_of(request)
    )


def _appeal(request: HttpRequest, dispute: Dispute) -> None:
    services.appeal_ruling(
        dispute, text=request.POST.get("text", ""), actor=actor_of(request), key=key_of(request)
    )


def _publish(request: HttpRequest, dispute: Dispute) -> None:
    services.publish_rulings(
        dispute, request.POST.get("published") == "yes", actor=actor_of(request)
    )


def _allow_players(request: HttpRequest, dispute: Dispute) -> None:
    league = dispute.hand.match.season.league
    leagues.update_league(league, actor=actor_of(request), arbiters_may_play=True)
    messages.success(request, _("Organisers and arbiters may now rule on hands they played."))


_ACTIONS: dict[str, Callable[[HttpRequest, Dispute], None]] = {
    "statement": _state,
    "withdraw": _withdraw,
    "appeal": _appeal,
    "publish": _publish,
    "allow-players": _allow_players,
}
