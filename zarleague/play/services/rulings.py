"""Rule on disputes: preview the effect of a ruling, and write it."""

import datetime
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext, gettext_noop

from zarleague.engine.games import scored
from zarleague.leagues import access, audit, stored_a_day
from zarleague.leagues.actors import Actor
from zarleague.leagues.errors import Invalid
from zarleague.leagues.idempotency import KeyedWrite
from zarleague.play import notify
from zarleague.play.errors import LogRejected, VersionConflict
from zarleague.play.locks import lock_hand
from zarleague.play.models import (
    MAX_REASON,
    Dispute,
    Hand,
    HandResult,
    JudgedLog,
    MatchSeat,
    Notice,
    Penalty,
    Ruling,
)
from zarleague.play.rulings import notices, ruling_access
from zarleague.play.rulings.hand_accounts import Account, seat_names
from zarleague.play.rulings.ruling_record import Case, digest, record_of, rule_data
from zarleague.play.selectors.lookups import dispute_by_id
from zarleague.play.selectors.seats import ruleset_of, seats_of_hand
from zarleague.play.services.penalties import cancel_penalties_of, write_penalty
from zarleague.play.services.previews import (
    CorrectionPreview,
    preview_nothing,
    preview_penalty,
    preview_results,
    preview_void,
)
from zarleague.play.services.versions import Draft, write_version
from zarleague.play.verdicts import judging
from zarleague.play.verdicts.judging import HandOutcome

MAX_POINTS = 1_000_000
MAX_QUESTION = 200
MAX_REASONS = 8000
_TAKES_AWAY = (Ruling.Remedy.VOID, Ruling.Remedy.REPLAYED)


@dataclass(frozen=True, slots=True)
class Decision:
    """An arbiter's decision on a dispute.

    ``option`` and its ``value`` settle a contested point: a league can make that its house rule.
    ``rests_on`` is the key of the account accepted as true, "" for none. ``points`` and ``winner``
    (a seat; None: determined by the points) belong to the remedy *corrected*, ``penalised`` (a
    seat) and ``penalty`` to the remedy *penalty*.
    """

    verdict: str
    remedy: str
    question: str
    reasons: str
    rule: str = ""
    option: str = ""
    value: str = ""
    rests_on: str = ""
    points: tuple[int, ...] = ()
    winner: int | None = None
    penalised: int | None = None
    penalty: int = 0


@dataclass(frozen=True, slots=True)
class _Effect:
    """The effect of a decision: the hand's outcome if it changes, and the changes that follow."""

    outcome: HandOutcome | None
    seats: tuple[MatchSeat, ...]
    preview: CorrectionPreview


def preview_ruling(dispute: Dispute, decision: Decision) -> CorrectionPreview:
    """Return the effect of a decision. Raise Invalid if it is not complete."""
    case = Case.of(dispute)
    return _effect(dispute, _checked(dispute, decision), _account(case, decision)).preview


def rule_on_dispute(
    dispute: Dispute,
    decision: Decision,
    *,
    actor: Actor,
    key: str,
    expected_version: int,
    at: datetime.datetime | None = None,
) -> Ruling:
    """Rule on a dispute and apply the decision: the hand's new version and the penalty refer to the
    ruling. On appeal, penalties of the first ruling are cancelled unless the hand *stands*.

    ``expected_version`` is the number of the hand's version the arbiter has seen. The logs are
    judged before anything is locked. Raise Invalid, VersionConflict, NotAllowed.
    """
    write = KeyedWrite("rule-on-dispute", locals())
    found = dispute_by_id(dispute.pk)
    assert found is not None
    league = found.hand.match.season.league
    access.require(access.is_arbiter(actor, league.pk))
    if (made := write.made_in(league.pk)) is not None:
        return Ruling.objects.get(pk=made)
    access.require(ruling_access.can_rule(actor, found))
    decision = _checked(found, decision)
    case = Case.of(found)
    account = _account(case, decision)
    effect = _effect(found, decision, account)
    at = at or timezone.now()
    record = record_of(
        case,
        _decision_data(found, decision, actor, at),
        account,
        _results_data(found, effect),
        effect.preview.moved.movements,
    )
    with transaction.atomic():
        hand = lock_hand(found.hand_id)
        if (made := write.made_in(league.pk)) is not None:
            return Ruling.objects.get(pk=made)
        dispute = Dispute.objects.get(pk=found.pk)
        dispute.hand = hand
        access.require(ruling_access.can_rule(actor, dispute))
        if not dispute.is_pending:
            raise Invalid("state", gettext_noop("This dispute is already closed."))
        if hand.confirmed is None or hand.confirmed.number != expected_version:
            raise VersionConflict(hand)
        ruling = _write(dispute, decision, record, actor, at)
        _carry_out(ruling, hand, decision, effect, actor)
        write.record(league.pk, ruling.pk)
        dispute.state = decision.verdict
        dispute.closed_by_name = actor.label
        dispute.closed_at = at
        dispute.save(update_fields=["state", "closed_by_name", "closed_at"])
        audit.record(
            "rule_on_dispute",
            dispute,
            actor,
            after={
                "match": hand.match_id,
                "number": hand.number,
                "state": decision.verdict,
                "remedy": decision.remedy,
            },
            why=decision.reasons,
            at=at,
        )
        notify.dispute_changed(hand.match, dispute)
        notices.write(dispute, Notice.Kind.RULED, actor.user)
    return ruling


def _checked(dispute: Dispute, decision: Decision) -> Decision:
    """Return the decision with its texts normalised. Raise Invalid for the first invalid field."""
    game = dispute.hand.match.game
    decision = replace(
        decision, question=" ".join(decision.question.split()), reasons=decision.reasons.strip()
    )
    if decision.verdict not in Ruling.Verdict.values:
        raise Invalid("verdict", gettext_noop("Say whether the dispute is right."))
    if decision.remedy not in Ruling.Remedy.values:
        raise Invalid("remedy", gettext_noop("Say what happens to the hand."))
    if not 0 < len(decision.question) <= MAX_QUESTION:
        raise Invalid("question", gettext_noop("Say in one sentence what had to be decided."))
    if not 0 < len(decision.reasons) <= MAX_REASONS:
        raise Invalid(
            "reasons",
            gettext_noop("Give your reasons in at most {most} characters."),
            most=MAX_REASONS,
        )
    if decision.rule and decision.rule not in scored(game).rules:
        raise Invalid("rule", gettext_noop("This game has no such rule."))
    if decision.option:
        option = next((o for o in scored(game).options if o.key == decision.option), None)
        if option is None or not option.allows(decision.value):
            raise Invalid("option", gettext_noop("This game has no such house rule."))
    _check_remedy(dispute, decision)
    return decision


def _check_remedy(dispute: Dispute, decision: Decision) -> None:
    seats = len(seat_names(dispute))
    if decision.remedy == Ruling.Remedy.CORRECTED:
        within = all(abs(points) <= MAX_POINTS for points in decision.points)
        if len(decision.points) != seats or not within:
            raise Invalid("points", gettext_noop("Give every player’s points."))
        if decision.winner is not None and not 0 <= decision.winner < seats:
            raise Invalid("winner", gettext_noop("Nobody sits there."))
    if decision.remedy == Ruling.Remedy.PENALTY:
        if decision.penalised is None or not 0 <= decision.penalised < seats:
            raise Invalid("penalised", gettext_noop("Say who gets the penalty."))
        if not 1 <= decision.penalty <= MAX_POINTS:
            raise Invalid("penalty", gettext_noop("A penalty is at least one point."))


def _account(case: Case, decision: Decision) -> Account | None:
    if not decision.rests_on:
        return None
    account = case.account(decision.rests_on)
    if account is None:
        raise Invalid("rests_on", gettext_noop("There’s no such play log of this hand."))
    return account


def _effect(dispute: Dispute, decision: Decision, account: Account | None) -> _Effect:
    hand = dispute.hand
    match decision.remedy:
        case Ruling.Remedy.CORRECTED:
            seats = tuple(seats_of_hand(hand))
            outcome = judging.ruled(ruleset_of(hand.match), decision.points, decision.winner)
            outcome = _with_log(outcome, hand, account, [seat.player.name for seat in seats])
            return _Effect(outcome, seats, preview_results(hand, outcome, seats))
        case Ruling.Remedy.VOID | Ruling.Remedy.REPLAYED:
            return _Effect(None, (), preview_void(hand))
        case Ruling.Remedy.PENALTY:
            seat = seats_of_hand(hand)[decision.penalised or 0]
            return _Effect(None, (), preview_penalty(hand, seat.player_id, decision.penalty))
    return _Effect(None, (), preview_nothing(hand))


def _with_log(
    outcome: HandOutcome, hand: Hand, account: Account | None, names: Sequence[str]
) -> HandOutcome:
    """Return the outcome with the log of the account it is based on."""
    if account is None:
        return outcome
    try:
        return judging.add_log(outcome, ruleset_of(hand.match), account.text, names)
    except LogRejected:  # a log of other players: the hand's seats were corrected meanwhile
        return outcome


def _decision_data(
    dispute: Dispute, decision: Decision, actor: Actor, at: datetime.datetime
) -> dict[str, Any]:
    game = dispute.hand.match.game
    names = seat_names(dispute)
    penalised = decision.penalised
    data = asdict(decision) | {
        "points": list(decision.points),
        "rule": rule_data(game, decision.rule),
        "by": actor.label,
        "at": at.isoformat(),
        "on_appeal": dispute.state == Dispute.State.APPEALED,
    }
    if decision.remedy != Ruling.Remedy.CORRECTED:
        data |= {"points": [], "winner": None}
    is_penalty = decision.remedy == Ruling.Remedy.PENALTY and penalised is not None
    data["penalised"] = names[penalised or 0] if is_penalty else None
    data["penalty"] = decision.penalty if is_penalty else 0
    return data


def _results_data(dispute: Dispute, effect: _Effect) -> list[dict[str, Any]]:
    """Return the hand's results that count after the ruling; [] for a voided hand."""
    outcome = effect.outcome
    if outcome is not None and outcome.points is not None:
        return [
            {"player": seat.player.name, "points": points, "place": place, "won": won}
            for seat, points, place, won in zip(
                effect.seats, outcome.points, outcome.places, outcome.won, strict=True
            )
        ]
    if not effect.preview.after:
        return []
    rows = HandResult.objects.filter(version=dispute.hand.confirmed).select_related("player")
    return [
        {"player": row.player.name, "points": row.points, "place": row.place, "won": row.won}
        for row in rows.order_by("order")
    ]


def _write(
    dispute: Dispute,
    decision: Decision,
    record: dict[str, Any],
    actor: Actor,
    at: datetime.datetime,
) -> Ruling:
    rule = record["decision"]["rule"]
    words = [decision.question, decision.reasons, dispute.text, rule["text"] if rule else ""]
    stored_a_day.charge_texts(actor, str(record))
    ruling = Ruling.objects.create(
        dispute=dispute,
        number=dispute.rulings.count() + 1,
        league_id=dispute.hand.match.season.league_id,
        game=dispute.hand.match.game,
        verdict=decision.verdict,
        remedy=decision.remedy,
        rule=decision.rule,
        option=decision.option or (rule["option"] if rule else ""),
        question=decision.question,
        reasons=decision.reasons,
        words="\n".join(words).lower(),
        record=record,
        digest=digest(record),
        author=actor.user,
        author_name=actor.label,
        created_at=at,
    )
    if record["judged"] is not None:
        engine = record["engine"]["digest"]
        JudgedLog.objects.create(league_id=ruling.league_id, ruling=ruling, engine=engine)
    return ruling


def _carry_out(
    ruling: Ruling, hand: Hand, decision: Decision, effect: _Effect, actor: Actor
) -> None:
    """Write the version or the penalty that the ruling requires. The season is locked."""
    why = gettext("Ruling: %(question)s") % {"question": decision.question}
    why = why[:MAX_REASON]
    at = ruling.created_at
    if decision.remedy != Ruling.Remedy.STANDS:
        for earlier in Ruling.objects.filter(dispute=ruling.dispute, number__lt=ruling.number):
            cancel_penalties_of(earlier, actor=actor, reason=why, at=at)
    if decision.remedy == Ruling.Remedy.CORRECTED:
        write_version(
            hand, Draft(effect.outcome, effect.seats, actor, "correct_hand", at, why, ruling)
        )
    elif decision.remedy in _TAKES_AWAY:
        if hand.confirmed is not None and hand.confirmed.kind != hand.confirmed.Kind.VOID:
            write_version(hand, Draft(None, (), actor, "void_hand", at, why, ruling))
    elif decision.remedy == Ruling.Remedy.PENALTY:
        seat = seats_of_hand(hand)[decision.penalised or 0]
        write_penalty(
            Penalty(
                season=hand.match.season,
                match=hand.match,
                player_id=seat.player_id,
                evening=hand.match.played_on,
                points=decision.penalty,
                reason=why,
                author_name=actor.label,
                ruling=ruling,
                created_at=at,
            ),
            actor,
        )
