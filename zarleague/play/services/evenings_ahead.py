"""Plan evenings ahead, say where and when they are, cancel them; and answer by a link."""

import datetime
from collections.abc import Sequence
from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop

from zarleague.leagues import access, audit
from zarleague.leagues.actors import Actor
from zarleague.leagues.errors import Invalid
from zarleague.leagues.idempotency import KeyedWrite
from zarleague.leagues.models import League, Player
from zarleague.leagues.names import tidy
from zarleague.leagues.services import lock_league
from zarleague.leagues.services.rows import check_row
from zarleague.play.models import Attendance, Evening
from zarleague.play.reasons import checked_reason
from zarleague.play.selectors import evening as found
from zarleague.play.services.evenings import (
    check_answers,
    check_held,
    check_not_here,
    evening_row,
    notify_evening,
    write_states,
)

MOST_PLANNED: Final = 60
"""Evenings that one request plans."""
_FARTHEST: Final = datetime.timedelta(days=731)


@transaction.atomic
def plan_evenings(
    league: League,
    days: Sequence[datetime.date],
    *,
    title: str = "",
    place: str = "",
    starts_at: datetime.time | None = None,
    actor: Actor,
    key: str,
) -> list[Evening]:
    """Plan evenings on these days, from today on, and return them in order. One that is planned
    already stays as it is."""
    write = KeyedWrite("plan-evenings", locals())
    league = lock_league(league.pk)
    access.require(access.can_organise(actor, league))
    planned = Evening.objects.filter(league=league, date__in=days).order_by("date")
    if write.made_in(league.pk) is not None:
        return list(planned)
    today = league.evening_of(timezone.now())
    if not 0 < len(days) <= MOST_PLANNED:
        raise Invalid(
            "days", gettext_noop("Plan from one to {most} evenings at once."), most=MOST_PLANNED
        )
    if not all(today <= day <= today + _FARTHEST for day in days):
        raise Invalid("days", gettext_noop("Plan evenings from today on, at most two years ahead."))
    known = set(planned.values_list("date", flat=True))
    title, place, starts_at = tidy(title), tidy(place), _minute(starts_at)
    made = [
        Evening(league=league, date=day, title=title, place=place, starts_at=starts_at)
        for day in sorted(set(days) - known)
    ]
    for evening in made:
        check_row(evening, among=False)
    Evening.objects.bulk_create(made)
    said = ("title", "place", "starts_at")
    audit.record_all(
        audit.entry("plan_evenings", evening, actor, after=audit.values(evening, *said))
        for evening in made
    )
    if made:
        notify_evening(made[0])  # every page of the league looks again, whichever it names
    found_now = list(planned.all())
    write.record(league.pk, found_now[0].pk)
    return found_now


@transaction.atomic
def name_evening(
    league: League,
    day: datetime.date,
    *,
    title: str,
    place: str,
    starts_at: datetime.time | None = None,
    actor: Actor,
) -> Evening:
    """Give an evening a title, a place and a time of day; each may be left out."""
    league = lock_league(league.pk)
    access.require(access.can_start(actor, league, day))
    evening = evening_row(league, day)
    fields = ("title", "place", "starts_at")
    before = audit.values(evening, *fields)
    evening.title, evening.place = tidy(title), tidy(place)
    evening.starts_at = _minute(starts_at)
    check_row(evening)
    evening.save(update_fields=fields)
    after = audit.values(evening, *fields)
    audit.record("name_evening", evening, actor, before=before, after=after)
    notify_evening(evening)
    return evening


def _minute(time: datetime.time | None) -> datetime.time | None:
    return None if time is None else time.replace(second=0, microsecond=0)


@transaction.atomic
def cancel_evening(
    league: League, day: datetime.date, *, reason: str, actor: Actor, key: str
) -> Evening:
    """Cancel an evening that is planned. Its answers stay, and nobody can answer. Organisers only.

    Raise Invalid if none is planned, it is over or cancelled already, or a match was started.
    """
    write = KeyedWrite("cancel-evening", locals())
    evening, made = _planned(league, day, actor, write)
    if made:
        return evening
    reason = checked_reason(reason)
    check_held(evening)
    if found.matches_on(league, day).exists():
        raise Invalid("evening", gettext_noop("Matches were started on this evening."))
    evening.cancelled_at, evening.cancelled_why = timezone.now(), reason
    _write_cancelled("cancel_evening", evening, actor, why=reason)
    write.record(league.pk, evening.pk)
    return evening


@transaction.atomic
def reinstate_evening(league: League, day: datetime.date, *, actor: Actor, key: str) -> Evening:
    """Let a cancelled evening take place after all, with the answers it had. Organisers only.
    Raise Invalid if it is over or not cancelled."""
    write = KeyedWrite("reinstate-evening", locals())
    evening, made = _planned(league, day, actor, write)
    if made:
        return evening
    if evening.cancelled_at is None:
        raise Invalid("evening", gettext_noop("This evening isn’t cancelled."))
    evening.cancelled_at, evening.cancelled_why = None, ""
    _write_cancelled("reinstate_evening", evening, actor)
    write.record(league.pk, evening.pk)
    return evening


@transaction.atomic
def turn_off_answer_links(league: League, day: datetime.date, *, actor: Actor, key: str) -> Evening:
    """Turn off all links to answer for an evening; its page shows new ones. What was answered
    stays. Organisers only."""
    write = KeyedWrite("turn-off-answer-links", locals())
    evening, made = _planned(league, day, actor, write)
    if made:
        return evening
    evening.links_ended += 1
    evening.received = []
    evening.save(update_fields=["links_ended", "received"])
    audit.record("turn_off_answer_links", evening, actor)
    write.record(league.pk, evening.pk)
    return evening


def _planned(
    league: League, day: datetime.date, actor: Actor, write: KeyedWrite
) -> tuple[Evening, bool]:
    """Return the planned evening of a day for an organiser, with the league locked, and whether the
    same request has changed it already. Raise Invalid if it is over."""
    league = lock_league(league.pk)
    access.require(access.can_organise(actor, league))
    made = write.made_in(league.pk) is not None
    if not made and day < league.evening_of(timezone.now()):
        raise Invalid("evening", gettext_noop("This evening is over."))
    evening = found.evening_of(league, day)
    if evening is None:
        raise Invalid("evening", gettext_noop("No evening is planned on this day."))
    return evening, made


def _write_cancelled(action: str, evening: Evening, actor: Actor, *, why: str = "") -> None:
    evening.save(update_fields=["cancelled_at", "cancelled_why"])
    audit.record(action, evening, actor, why=why)
    notify_evening(evening)


@transaction.atomic
def answer_by_link(evening: Evening, player: Player, state: str) -> None:
    """Say for the holder of a player's link to an evening whether they will come. Raise Invalid
    when the evening is over or cancelled, or once they are here."""
    league = lock_league(evening.league_id)
    evening = Evening.objects.get(pk=evening.pk)
    if state not in Attendance.ANSWERS:
        raise Invalid("state", gettext_noop("Say yes, maybe or no."))
    check_answers(league, evening.date, [state])
    check_held(evening)
    before = found.states_of(evening)
    check_not_here(before, [player])
    if before.get(player.pk) != state:
        write_states(evening, {player: state}, Actor(name=player.name), timezone.now())
