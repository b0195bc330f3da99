"""The only module that writes and counts versions of hands."""

import datetime
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db.models import Model
from django.utils.translation import gettext_noop

from zarleague.engine.entry import Evidence
from zarleague.leagues import audit, stored_a_day
from zarleague.leagues.actors import Actor
from zarleague.leagues.errors import Invalid
from zarleague.leagues.models import AuditEntry
from zarleague.leagues.selectors import aliases
from zarleague.play import notify
from zarleague.play.models import Hand, HandResult, HandVersion, JudgedLog, MatchSeat, Ruling
from zarleague.play.selectors.seats import seats_of_given_up
from zarleague.play.totals import recount
from zarleague.play.totals.confirmed import results_of
from zarleague.play.verdicts.judging import (
    HandOutcome,
    entry_from_json,
    entry_to_json,
    given_up,
    is_given_up,
)
from zarleague.play.verdicts.log_names import seats_by_match
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


class _Written(NamedTuple):
    """The versions of a hand before and after it was written, with their results."""

    before: HandVersion | None
    old: list[HandResult]
    version: HandVersion
    new: list[HandResult]


def write_version(hand: Hand, draft: Draft) -> HandVersion:
    """Write the next version of a hand, confirm it, count it instead of the last one, and announce
    it.

    The caller holds the match's lock and has checked permissions.
    """
    match = hand.match
    into = aliases(match.season.league_id)
    (written,) = _written([(hand, draft)], into)
    recount(
        match.season,
        removed=results_of(hand.pk, match, written.old, into),
        added=results_of(hand.pk, match, written.new, into),
    )
    audit.record_all([_entry(hand, draft, written)])
    notify.hand_changed(match, hand, written.version.number)
    return written.version


def write_versions(drafts: Sequence[tuple[Hand, Draft]]) -> None:
    """Write the next version of each of some hands of a league. The caller counts and announces
    them, holds the locks of their matches and has checked permissions."""
    if drafts:
        written = _written(drafts, aliases(drafts[0][0].match.season.league_id))
        audit.record_all(
            _entry(hand, draft, one) for (hand, draft), one in zip(drafts, written, strict=True)
        )


def _written(drafts: Sequence[tuple[Hand, Draft]], into: Mapping[int, int]) -> list[_Written]:
    """Write versions and confirm them."""
    before = [hand.confirmed for hand, _ in drafts]
    old = _results_by_version([version.pk for version in before if version is not None])
    versions = [_version(hand, draft) for hand, draft in drafts]
    typed = (f"{version.log}{version.entry}" for version in versions)
    stored_a_day.charge_texts(drafts[0][1].actor, *typed)
    _create(versions)
    # Logs are judged by a background task.
    _create([JudgedLog(league_id=one.league_id, version=one) for one in versions if one.log])
    new = [
        list(result_rows(version, draft.outcome, draft.seats))
        for version, (_, draft) in zip(versions, drafts, strict=True)
    ]
    for rows in new:
        if len({into.get(row.player_id, row.player_id) for row in rows}) < len(rows):
            raise Invalid(
                "seats", gettext_noop("Two of these seats now belong to the same player.")
            )
    _create([row for rows in new for row in rows])
    for start in range(0, len(drafts), sql.BATCH):
        _confirm([hand for hand, _ in drafts[start : start + sql.BATCH]])
    for (hand, _), version in zip(drafts, versions, strict=True):
        hand.confirmed = version
    return [
        _Written(last, old.get(last.pk, []) if last is not None else [], version, rows)
        for last, version, rows in zip(before, versions, new, strict=True)
    ]


def _results_by_version(versions: Sequence[int]) -> dict[int, list[HandResult]]:
    found: dict[int, list[HandResult]] = {}
    if versions:
        for row in HandResult.objects.filter(version__in=versions):
            found.setdefault(row.version_id, []).append(row)
    return found


def _create(rows: Sequence[Model]) -> None:
    for start in range(0, len(rows), sql.BATCH):
        sql.create(rows[start : start + sql.BATCH])


def _confirm(hands: Sequence[Hand]) -> None:
    """Make the last version of each hand the one that counts."""
    marks = ", ".join(["%s"] * len(hands))
    sql.run(
        "UPDATE play_hand SET confirmed_id = (SELECT id FROM play_handversion AS version"  # noqa: S608
        " WHERE version.league_id = play_hand.league_id AND version.hand_id = play_hand.id"
        f" ORDER BY number DESC LIMIT 1) WHERE league_id = %s AND id IN ({marks})",
        hands[0].league_id,
        *(hand.pk for hand in hands),
    )


def _entry(hand: Hand, draft: Draft, written: _Written) -> AuditEntry:
    return audit.entry(
        draft.service,
        hand,
        draft.actor,
        before=_kept(written.before, written.old),
        after={"match": hand.match_id, "number": hand.number} | _kept(written.version, written.new),
        why=draft.reason,
        at=draft.at,
    )


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
    (outcome,) = recorded_outcomes([(hand, version)])
    return outcome


def recorded_outcomes(
    versions: Sequence[tuple[Hand, HandVersion | None]],
) -> list[tuple[HandOutcome, Sequence[MatchSeat]]]:
    """Return outcome and seats of each of some versions. Raise Invalid if one is void."""
    giving_up = {
        hand.match_id
        for hand, version in versions
        if version is not None and is_given_up(version.entry)
    }
    sat = seats_by_match(giving_up) if giving_up else {}
    wanted = [version.pk for _, version in versions if version is not None]
    results: dict[int, list[HandResult]] = {}
    for row in HandResult.objects.filter(version__in=wanted).select_related("seat__player"):
        results.setdefault(row.version_id, []).append(row)
    return [
        _recorded(
            hand,
            version,
            results.get(version.pk, []) if version is not None else [],
            sat.get(hand.match_id, []),
        )
        for hand, version in versions
    ]


def _recorded(
    hand: Hand,
    version: HandVersion | None,
    rows: Sequence[HandResult],
    seats: Sequence[MatchSeat],
) -> tuple[HandOutcome, Sequence[MatchSeat]]:
    if version is None or version.kind == HandVersion.Kind.VOID:
        raise Invalid("version", gettext_noop("This version of the hand is empty."))
    if (gave_up := seats_of_given_up(hand, version, seats)) is not None:
        return given_up(entry_from_json(version.entry or {}), version.log), gave_up
    outcome = HandOutcome(
        tuple(row.points for row in rows),
        tuple(row.place for row in rows),
        tuple(row.won for row in rows),
        evidence=Evidence(version.evidence or Evidence.TOTALS),
        entry=entry_from_json(version.entry) if version.entry else None,
        log=version.log,
    )
    return outcome, [row.seat for row in rows]
