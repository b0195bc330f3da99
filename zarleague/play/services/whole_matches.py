"""Change a match as a whole: void and restore its hands, move it to another evening or season, and
delete an empty one.
"""

import datetime
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from operator import attrgetter
from typing import Any, Final, NamedTuple

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop

from zarleague.leagues import access, audit
from zarleague.leagues.actors import Actor
from zarleague.leagues.errors import Invalid
from zarleague.leagues.idempotency import KeyedWrite
from zarleague.leagues.models import AccessLink, Season
from zarleague.leagues.selectors import aliases
from zarleague.play import match_access, notify
from zarleague.play.locks import lock_match, lock_seasons
from zarleague.play.models import Hand, HandResult, HandVersion, Match, MatchSeat, Penalty
from zarleague.play.reasons import checked_reason
from zarleague.play.services.large_changes import large_change
from zarleague.play.services.matches import check_day, check_direction, check_final
from zarleague.play.services.rewriting import (
    Change,
    Recount,
    by_hand,
    check_length,
    confirmed_results,
    hands_of,
    hands_that_count,
    has_scored,
    restored_each,
    until_it_fits,
)
from zarleague.play.totals.confirmed import penalty_points
from zarleague.play.verdicts.judging import HandOutcome
from zarleague.play.verdicts.log_names import seats_by_match
from zarleague.standings.results import PenaltyPoints, Result

MOST_MOVED: Final = 2000
"""Hands of a match or an evening that is moved: they are only counted elsewhere."""


@large_change
@transaction.atomic
def void_match(
    match: Match, *, reason: str, actor: Actor, key: str, at: datetime.datetime | None = None
) -> Match:
    """Void all hands of a match that count, for one reason, and close it. Raise Invalid if none
    counts, NotAllowed if one can no longer be changed."""
    write = KeyedWrite("void-match", locals())
    match = lock_match(match.pk)
    if not has_scored(match, actor, write):
        void_locked([match], checked_reason(reason), actor, at or timezone.now())
        write.record(match.league_id, match.pk)
    return match


def void_locked(matches: Sequence[Match], reason: str, actor: Actor, at: datetime.datetime) -> None:
    """Void the matches of an evening whose seasons the caller has locked."""
    hands = hands_that_count(matches)
    if not hands:
        raise Invalid("match", gettext_noop("No hand of this match counts."))
    check_length(len(hands))
    count = Recount()
    count.note(matches, confirmed_results(matches), sign=-1)
    Change(actor, "void_hand", at, reason).write([(hand, None, ()) for hand in hands])
    count.write()
    still_open = [match for match in matches if match.state == Match.State.OPEN]
    closed = {"state": Match.State.CLOSED, "closed_at": at}
    Match.objects.filter(pk__in=[match.pk for match in still_open]).update(**closed)
    for match in still_open:
        match.state, match.closed_at = Match.State.CLOSED, at
    _note_each("void_match", matches, hands, reason, actor)


def _note_each(
    action: str, matches: Sequence[Match], hands: Sequence[Hand], reason: str, actor: Actor
) -> None:
    """Record of each match how many of its hands were changed, and announce it."""
    changed = Counter(hand.match_id for hand in hands)
    audit.record_all(
        audit.entry(action, match, actor, after={"hands": changed[match.pk]}, why=reason)
        for match in matches
    )
    notify.matches_changed(matches)


@large_change
def restore_match(
    match: Match, *, reason: str, actor: Actor, key: str, at: datetime.datetime | None = None
) -> Match:
    """Restore a match's hands that were voided together last. Raise Invalid without any."""
    write = KeyedWrite("restore-match", locals())
    now = at or timezone.now()

    def attempt() -> Match | None:
        found = Match.objects.select_related("season__league").get(pk=match.pk)
        if has_scored(found, actor, write):
            return found
        judged = JudgedBefore.of([found], actor, now)
        with transaction.atomic():
            found = lock_match(match.pk)
            if has_scored(found, actor, write):
                return found
            if not restore_locked([found], judged, checked_reason(reason), actor, now):
                return None
            write.record(found.league_id, found.pk)
            return found

    return until_it_fits(attempt)


class JudgedBefore(NamedTuple):
    """The outcomes of hands that are to be restored, which were judged without a lock, and what
    they rest on."""

    hands: list[Hand]
    seats: Mapping[int, list[MatchSeat]]
    accounts: list[tuple[HandOutcome, list[MatchSeat]]]

    @classmethod
    def of(cls, matches: Sequence[Match], actor: Actor, at: datetime.datetime) -> "JudgedBefore":
        """Judge the hands of some matches. Raise NotAllowed if one may not be restored."""
        ids = [match.pk for match in matches]
        now = Match.objects.filter(pk__in=ids).select_related("season__league").order_by("pk")
        hands = hands_voided_last(list(now))
        check_length(len(hands))
        Change(actor, "restore_hand", at, "").check(hands)
        last, seats = _last_entries(hands), seats_by_match(ids)
        accounts = restored_each([(hand, last.get(hand.pk)) for hand in hands], seats)
        return cls(hands, seats, accounts)

    def fits(self, hands: Sequence[Hand], matches: Sequence[Match]) -> bool:
        """Return whether these are still the hands, their rules and those who sat there."""
        seats = seats_by_match([match.pk for match in matches])
        return [_grounds(hand, seats) for hand in hands] == [
            _grounds(hand, self.seats) for hand in self.hands
        ]


def _grounds(hand: Hand, seats: Mapping[int, list[MatchSeat]]) -> tuple[Any, ...]:
    """Return what the outcome of a restored hand rests on."""
    sat = [
        (one.pk, one.number, one.from_hand, one.until_hand, one.scores_for, one.player.name)
        for one in sorted(seats.get(hand.match_id, []), key=attrgetter("pk"))
    ]
    return hand.pk, hand.confirmed_id, hand.match.frozen_at, hand.match.rules, sat


def restore_locked(
    matches: Sequence[Match],
    judged: JudgedBefore,
    reason: str,
    actor: Actor,
    at: datetime.datetime,
) -> bool:
    """Restore the hands voided last of the matches of an evening whose seasons the caller has
    locked; return False if they are others than were judged."""
    hands = hands_voided_last(matches)
    if not hands:
        raise Invalid("match", gettext_noop("No hand of this match was voided."))
    check_length(len(hands))
    if not judged.fits(hands, matches):
        return False
    Change(actor, "restore_hand", at, reason).write(
        [(hand, *account) for hand, account in zip(hands, judged.accounts, strict=True)]
    )
    count = Recount()
    count.note(matches, confirmed_results(matches, [hand.pk for hand in hands]), sign=1)
    count.write()
    _note_each("restore_match", matches, hands, reason, actor)
    return True


def _last_entries(hands: Sequence[Hand]) -> dict[int, HandVersion]:
    """Return the last version of each hand that is not void, by the hand's id."""
    entries = HandVersion.objects.filter(hand__in=hands, kind=HandVersion.Kind.ENTRY)
    return {entry.hand_id: entry for entry in entries.order_by("hand", "number")}


def hands_voided_last(matches: Collection[Match]) -> list[Hand]:
    """Return the hands of each match that were voided together last, in order."""
    voided = hands_of(matches, HandVersion.Kind.VOID)
    last: dict[int, datetime.datetime] = {}
    for hand in voided:
        at = _confirmed_at(hand)
        last[hand.match_id] = max(at, last.get(hand.match_id, at))
    return [hand for hand in voided if _confirmed_at(hand) == last[hand.match_id]]


def _confirmed_at(hand: Hand) -> datetime.datetime:
    assert hand.confirmed is not None  # every hand that is found has one
    return hand.confirmed.created_at


@large_change
@transaction.atomic
def move_match(
    match: Match,
    *,
    played_on: datetime.date,
    reason: str,
    actor: Actor,
    key: str,
    season: Season | None = None,
) -> Match:
    """Move a match to another evening, or to another season of its league. Organisers only, of a
    match without hands also scorekeepers.

    Its hands keep their versions. Raise Invalid if the season does not contain the evening, or adds
    up points of the other direction.
    """
    write = KeyedWrite("move-match", locals())
    league_id = match.league_id
    target = season or match.season
    locked = {one.pk: one for one in lock_seasons({match.season_id, target.pk})}
    match = lock_match(match.pk)
    season = None if season is None else locked[season.pk]
    is_empty = not Hand.objects.filter(match=match).exists()
    access.require(
        access.can_organise(actor, match.season.league)
        or (is_empty and access.is_scorekeeper(actor, league_id))
    )
    if write.made_in(league_id) is not None:
        return match
    reason = checked_reason(reason)
    day = match.played_on
    move_locked([match], season, played_on, reason, actor)
    if match.round_id is not None and day != played_on:
        match.round, match.table = None, None  # its round stays where it was drawn
        match.save(update_fields=["round", "table"])
    write.record(league_id, match.pk)
    return match


def check_moves(matches: Sequence[Match], season: Season | None, played_on: datetime.date) -> None:
    """Raise Invalid unless matches may be moved to that evening, and season unless None."""
    check_length(Hand.objects.filter(match__in=matches).count(), MOST_MOVED)
    seats: Mapping[int, list[MatchSeat]] = {}
    if season is not None and season.final_of_id is not None:
        seats = seats_by_match([match.pk for match in matches])
    for match in matches:
        target = season or match.season
        if target.league_id != match.league_id:
            raise Invalid("season", gettext_noop("This league has no such season."))
        check_day(target, played_on)
        check_direction(target, high_wins=match.high_wins)
        if target.pk != match.season_id:
            check_final(target, [seat.player_id for seat in seats.get(match.pk, ())])
        if (target.pk, played_on) == (match.season_id, match.played_on):
            raise Invalid("played_on", gettext_noop("The match is already on that evening."))


def move_locked(
    matches: Sequence[Match],
    season: Season | None,
    played_on: datetime.date,
    reason: str,
    actor: Actor,
) -> None:
    """Move the matches of an evening, with their penalties, to another, and to a season unless
    None; the caller has locked all of their seasons."""
    check_moves(matches, season, played_on)
    before = [_where(match) for match in matches]
    hands, penalties = confirmed_results(matches), penalties_of(matches)
    count = Recount()
    count.note(matches, hands, penalties, sign=-1)
    to: dict[str, Any] = {} if season is None else {"season": season}
    ids = [match.pk for match in matches]
    Match.objects.filter(pk__in=ids).update(played_on=played_on, **to)
    Penalty.objects.filter(match__in=ids).update(evening=played_on, **to)
    for match in matches:
        match.season, match.played_on = season or match.season, played_on
    there = [moved_hand(hand, played_on) for hand in hands]
    count.note(matches, there, moved_penalties(penalties, played_on), sign=1)
    count.write()
    audit.record_all(
        audit.entry("move_match", match, actor, before=was, after=_where(match), why=reason)
        for match, was in zip(matches, before, strict=True)
    )
    notify.matches_changed(matches)


def _where(match: Match) -> dict[str, Any]:
    return {"evening": match.played_on.isoformat(), "season": match.season_id}


def moved_hand(hand: Iterable[Result], played_on: datetime.date) -> tuple[Result, ...]:
    """Return the results of a hand as they are when its match is moved to that evening."""
    return tuple(result._replace(evening=played_on.toordinal()) for result in hand)


def moved_penalties(
    penalties: Iterable[tuple[int, PenaltyPoints]], played_on: datetime.date
) -> list[tuple[int, PenaltyPoints]]:
    """Return the penalties of `penalties_of` as they are on that evening."""
    evening = played_on.toordinal()
    return [(match, penalty._replace(evening=evening)) for match, penalty in penalties]


def penalties_of(matches: Collection[Match]) -> list[tuple[int, PenaltyPoints]]:
    """Return the penalties of matches of one league that are not cancelled, with the ids of the
    matches."""
    found = Penalty.objects.filter(match__in=matches, cancelled_at=None)
    into = aliases(next(iter(matches)).league_id) if matches else {}
    return [
        (penalty.match_id, penalty_points(penalty, into)) for penalty in found if penalty.match_id
    ]


def voided_results(hands: Sequence[Hand]) -> list[tuple[Result, ...]]:
    """Return the results that some voided hands would have if they were restored."""
    last = [entry.pk for entry in _last_entries(hands).values()]
    matches = {hand.match_id: hand.match for hand in hands}
    return by_hand(matches.values(), HandResult.objects.filter(version__in=last))


@transaction.atomic
def delete_match(match: Match, *, actor: Actor) -> None:
    """Delete a match without hands and penalties. Raise Invalid if it has some."""
    match = lock_match(match.pk)
    access.require(match_access.can_score(actor, match))
    if Hand.objects.filter(match=match).exists() or Penalty.objects.filter(match=match).exists():
        raise Invalid(
            "match", gettext_noop("Only a match without hands can be deleted. Void it instead.")
        )
    season = match.season
    audit.record("delete_match", match, actor, before={"evening": match.played_on.isoformat()})
    AccessLink.objects.filter(match_id=match.pk).delete()
    MatchSeat.objects.filter(match=match).delete()
    match.delete()
    notify.season_table_changed(season)
