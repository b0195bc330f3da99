"""The only module that writes and counts versions of hands."""

import datetime
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_noop

from zarleague.engine.entry import Evidence
from zarleague.leagues import audit
from zarleague.leagues.actors import Actor
from zarleague.leagues.errors import Invalid
from zarleague.leagues.selectors import aliases
from zarleague.play import notify
from zarleague.play.models import Hand, HandResult, HandVersion, JudgedLog, MatchSeat, Ruling
from zarleague.play.selectors.seats import seats_of_given_up
from zarleague.play.totals import recount
from zarleague.play.totals.confirmed import results_of
from zarleague.play.verdicts.judging import HandOutcome, entry_from_json, entry_to_json, given_up
from zarleague.storage import sql


@dataclass(frozen=True, slots=True)
class Draft:
    """A version to be written. ``outcome`` is None for a voided hand; ``seats`` played it, in the
    order of the outcome. ``service`` is the name of the calling service."""

    outcome: HandOutcome | None
    seats: tuple[MatchSeat, ...]
    actor: Actor
    service: str
    at: datetime.datetime
    reason: str = ""
    ruling: Ruling | None = None


def write_version(hand: Hand, draft: Draft, *, one_of_many: bool = False) -> HandVersion:
    """Write the next version of a hand, confirm it, and count it instead of the last one. The
    caller counts and announces it if it is *one of many*.

    The caller holds the match's lock and has checked permissions.
    """
    match = hand.match
    into = aliases(match.season.league_id)
    before = hand.confirmed
    old = list(HandResult.objects.filter(version=before)) if before is not None else []
    removed = results_of(hand.pk, match, old, into)
    version = _version(hand, draft)
    sql.create([version])
    if version.log:
        sql.create(
            [JudgedLog(league_id=hand.league_id, version=version)]
        )  # judged by a background task
    rows = list(result_rows(version, draft.outcome, draft.seats))
    added = results_of(hand.pk, match, rows, into)
    if len({result.player_id for result in added}) < len(added):
        raise Invalid("seats", gettext_noop("Two of these seats now belong to the same player."))
    sql.create(rows)
    sql.run(
        "UPDATE play_hand SET confirmed_id = %s WHERE league_id = %s AND id = %s",
        version.pk,
        *hand.key,
    )
    hand.confirmed = version
    if not one_of_many:
        recount(match.season, removed=removed, added=added)
    audit.record(
        draft.service,
        hand,
        draft.actor,
        before=_kept(before, old),
        after={"match": match.pk, "number": hand.number} | _kept(version, rows),
        why=draft.reason,
        at=draft.at,
    )
    if not one_of_many:
        notify.hand_changed(match, hand, version.number)
    return version


def _kept(version: HandVersion | None, results: Iterable[HandResult]) -> dict[str, Any]:
    """Return the data of a version for the audit log; the entry is stored with the version."""
    if version is None:
        return {}
    points = [[result.player_id, result.points] for result in results]
    return {"version": version.number, "points": points}


def _version(hand: Hand, draft: Draft) -> HandVersion:
    outcome = draft.outcome
    entry = outcome.entry if outcome is not None else None
    return HandVersion(
        league_id=hand.league_id,
        hand=hand,
        number=1 if hand.confirmed is None else hand.confirmed.number + 1,
        kind=HandVersion.Kind.VOID if outcome is None else HandVersion.Kind.ENTRY,
        entry=None
        if entry is None
        else entry_to_json(entry, [seat.number for seat in draft.seats]),
        evidence=None if outcome is None else int(outcome.evidence),
        log="" if outcome is None else outcome.log,
        author=draft.actor.user,
        author_name=draft.actor.label,
        link=draft.actor.link,
        ruling=draft.ruling,
        reason=draft.reason,
        created_at=draft.at,
    )


def result_rows(
    version: HandVersion, outcome: HandOutcome | None, seats: Sequence[MatchSeat]
) -> Iterator[HandResult]:
    """Yield the results of a version, one for each seat that played, in their order; none without
    points, or of a hand given up where such hands do not count."""
    if outcome is None or outcome.points is None:
        return
    outcome.check_sheets(len(seats))
    if outcome.given_up and not version.hand.match.counts_given_up:
        return
    for order, seat in enumerate(seats):
        yield HandResult(
            league_id=version.league_id,
            version=version,
            seat=seat,
            order=order,
            player_id=seat.scores_for,
            points=outcome.points[order],
            place=outcome.places[order],
            won=outcome.won[order],
        )


def recorded_outcome(
    hand: Hand, version: HandVersion | None
) -> tuple[HandOutcome, Sequence[MatchSeat]]:
    """Return outcome and seats of a version as judged when it was written. Raise Invalid if it is
    void."""
    if version is None or version.kind == HandVersion.Kind.VOID:
        raise Invalid("version", gettext_noop("This version of the hand is empty."))
    if (seats := seats_of_given_up(hand, version)) is not None:
        return given_up(entry_from_json(version.entry or {}), version.log), seats
    rows = list(HandResult.objects.filter(version=version).select_related("seat__player"))
    outcome = HandOutcome(
        tuple(row.points for row in rows),
        tuple(row.place for row in rows),
        tuple(row.won for row in rows),
        evidence=Evidence(version.evidence or Evidence.TOTALS),
        entry=entry_from_json(version.entry) if version.entry else None,
        log=version.log,
    )
    return outcome, [row.seat for row in rows]
