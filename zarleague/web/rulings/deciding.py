"""The page on which an arbiter rules: enter, preview its effect, confirm."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from zarleague.engine.games import scored
from zarleague.play import selectors, services
from zarleague.play.models import Dispute, Ruling
from zarleague.play.rulings import ruling_access
from zarleague.play.rulings.hand_accounts import RECORDED, seat_names
from zarleague.play.rulings.ruling_record import Case
from zarleague.play.services import Decision
from zarleague.reports.questions.correction_effects import Effect, effect_of
from zarleague.serving.routes import judges_logs
from zarleague.web.arriving.requests import actor_of, key_of, showing_refusals
from zarleague.web.league.context import show
from zarleague.web.rulings.disputes import dispute_of, shown_accounts
from zarleague.web.table.shared import require


@judges_logs
def decide(request: HttpRequest, slug: str, dispute_id: int) -> HttpResponse:
    """Ask for the decision, preview its effect, and save the ruling.

    A ruling is saved only after its effect was shown: the form carries a digest of the decision
    that was previewed.
    """
    dispute = dispute_of(request, slug, dispute_id)
    require(request, ruling_access.can_rule(actor_of(request), dispute))
    if not dispute.is_pending:  # as after a form that was sent twice: the ruling is shown there
        return redirect("dispute", slug, dispute_id)
    form: Mapping[str, str] = request.POST.dict()
    effect, shown = None, ""
    if request.method == "POST":
        decision = _decision(dispute, form)
        seen = form.get("version", "")
        with showing_refusals(request):
            if form.get("shown") == _digest(decision, seen) and "give" in form:
                ruling = services.rule_on_dispute(
                    dispute,
                    decision,
                    actor=actor_of(request),
                    key=key_of(request),
                    expected_version=int(seen) if seen.isdecimal() else 0,
                )
                return redirect("ruling", slug, ruling.pk)
            effect = effect_of(dispute.hand, services.preview_ruling(dispute, decision))
            shown = _digest(decision, seen)
    return show(
        request,
        "rulings/decide.html",
        dispute.hand.match.season.league,
        "rulings",
        **_context(dispute, form or _first_guess(dispute), effect, shown),
    )


def _context(
    dispute: Dispute, form: Mapping[str, str], effect: Effect | None, shown: str
) -> dict[str, Any]:
    game = scored(dispute.hand.match.game)
    case = Case.of(dispute)
    version = dispute.hand.confirmed
    return {
        "dispute": dispute,
        "hand": dispute.hand,
        "game": game,
        "accounts": shown_accounts(case),
        "parts_at": case.parts_at,
        "names": seat_names(dispute),
        "form": form,
        "version": form.get("version") or (version.number if version else 0),
        "effect": effect,
        "shown": shown,
        "verdicts": Ruling.Verdict.choices,
        "remedies": Ruling.Remedy.choices,
        "settles": [
            (option, [(f"{option.key}={value}", meaning) for value, meaning in option.choices])
            for option in game.options
            if option.choices
        ],
    }


def _first_guess(dispute: Dispute) -> dict[str, str]:
    """Return the form's initial values: the recorded points, and the rule that the engine names for
    the disputed event."""
    results = selectors.results_of_version(dispute.hand.confirmed) if dispute.hand.confirmed else ()
    form = {f"points-{seat}": str(row.points) for seat, row in enumerate(results)}
    form["remedy"] = Ruling.Remedy.STANDS
    case = Case.of(dispute)
    account = case.account(RECORDED) or next((a for a in case.accounts if a.judged), None)
    if account is None or account.judged is None:
        return form
    form["rests_on"] = account.key
    events = account.judged["events"]
    meant = events if dispute.event is None else events[dispute.event - 1 : dispute.event]
    cited = (finding["rule"] for event in meant for finding in event["findings"])
    form["rule"] = next((rule["key"] for rule in cited if rule), "")
    return form


def _decision(dispute: Dispute, form: Mapping[str, str]) -> Decision:
    """Return the decision in the form; the service validates it."""
    seats = range(len(seat_names(dispute)))
    points = [_number(form.get(f"points-{seat}", "")) for seat in seats]
    complete = tuple(total for total in points if total is not None)
    option, _equals, value = form.get("settles", "").partition("=")
    return Decision(
        verdict=form.get("verdict", ""),
        remedy=form.get("remedy", ""),
        question=form.get("question", ""),
        reasons=form.get("reasons", ""),
        rule=form.get("rule", ""),
        option=option,
        value=value,
        rests_on=form.get("rests_on", ""),
        points=complete if form.get("remedy") == Ruling.Remedy.CORRECTED else (),
        winner=_number(form.get("winner", "")),
        penalised=_number(form.get("penalised", "")),
        penalty=_number(form.get("penalty", "")) or 0,
    )


def _number(text: str) -> int | None:
    text = text.strip()
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdecimal() and len(digits) < 10 else None


def _digest(decision: Decision, version: str) -> str:
    """Return a digest of the decision, to check that its effect was shown."""
    text = json.dumps([asdict(decision), version], sort_keys=True)
    return hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()
