"""A league's evenings, played and planned, as a calendar that programs subscribe to (RFC 5545)."""

import datetime
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from typing import Final
from zoneinfo import ZoneInfo

from django.core.signing import BadSignature, Signer
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from zarleague.leagues import access
from zarleague.leagues.actors import Actor
from zarleague.leagues.models import League, Season, User
from zarleague.play.models import Evening, SeasonEvening

_AddressOf = Callable[[Season | None, datetime.date], str]

MOST: Final = 500
"""Evenings in a feed, at most; the latest ones."""
LASTS: Final = datetime.timedelta(hours=4)
"""How long an evening takes in a calendar, of which only the beginning is known."""
MOST_YEARS: Final = 5
"""Years for which a feed describes its time zone; evenings later than that have its name alone."""
_OCTETS: Final = 75
"""Bytes of a line; longer ones are folded."""
_MOMENT: Final = "%Y%m%dT%H%M%S"
_DAY: Final = datetime.timedelta(days=1)
_SECOND: Final = datetime.timedelta(seconds=1)


def key_for(league: League, user: User) -> str:
    """Return a signed key by which a calendar program reads a league's evenings for a member.

    It is valid as long as the member may see the league.
    """
    return _signer().sign(f"{league.pk}-{user.pk}")


def may_read(league: League, key: str) -> bool:
    """Return whether the owner of a key may see the league."""
    try:
        of, user = _signer().unsign(key).split("-")
    except (BadSignature, ValueError):
        return False
    owner = User.objects.filter(pk=int(user)).first()
    return int(of) == league.pk and access.can_see(Actor.of(owner), league)


def feed(league: League, site: str, today: datetime.date, address_of: _AddressOf) -> str:
    """Return the calendar of a league; ``address_of`` returns the page of an evening's table, or
    without a season that of the evening itself. Planned are the evenings from ``today`` on.

    *site* is the host name of the site, which makes the events' UIDs unique among all sites.
    """
    lines = _lines(league, site, today, address_of)
    return "".join(f"{part}\r\n" for line in lines for part in _folded(line))


def _lines(
    league: League, site: str, today: datetime.date, address_of: _AddressOf
) -> Iterator[str]:
    yield "BEGIN:VCALENDAR"
    yield "VERSION:2.0"
    yield "PRODID:-//zarleague//evenings//EN"
    yield f"X-WR-CALNAME:{_escaped(league.name)}"
    ahead = Evening.objects.filter(league=league, date__gte=today).order_by("date")[:MOST]
    if timed := [planned.date for planned in ahead if planned.starts_at is not None]:
        yield from _zone(league.time_zone, timed[0], timed[-1])
    played = SeasonEvening.objects.filter(season__league=league, hands__gt=0)
    for one in played.select_related("season").order_by("-evening", "-season")[:MOST]:
        day = datetime.date.fromordinal(one.evening)
        hands = ngettext("%(num)s hand", "%(num)s hands", one.hands) % {"num": one.hands}
        yield from _event(
            f"evening-{one.season_id}-{one.evening}@{site}",
            day,
            league.name,
            f"{one.season.name}: {hands}",
            address_of(one.season, day),
        )
    days = set(played.filter(evening__gte=today.toordinal()).values_list("evening", flat=True))
    for planned in ahead:
        if planned.date.toordinal() not in days:
            yield from _planned(league, planned, site, address_of(None, planned.date))
    for season in Season.objects.filter(league=league, ends__isnull=False).order_by("pk"):
        assert season.ends is not None
        yield from _event(
            f"end-{season.pk}@{site}",
            season.ends,
            f"{league.name}: {_('last evening of the season')}",
            season.name,
            address_of(season, season.ends),
        )
    yield "END:VCALENDAR"


def _planned(league: League, planned: Evening, site: str, address: str) -> Iterator[str]:
    """Yield the event of an evening ahead: a whole day unless the time is known."""
    more = []
    if planned.place:
        more.append(f"LOCATION:{_escaped(planned.place)}")
    if planned.cancelled_at is not None:
        more.append("STATUS:CANCELLED")
    times = None
    if planned.starts_at is not None:
        begins = league.moment_of(planned.date, planned.starts_at)
        ends = (begins.astimezone(datetime.UTC) + LASTS).astimezone(begins.tzinfo)
        times = [
            f"{name};TZID={league.time_zone}:{moment:{_MOMENT}}"
            for name, moment in (("DTSTART", begins), ("DTEND", ends))
        ]
    yield from _event(
        f"planned-{planned.pk}@{site}",
        planned.date,
        f"{league.name}: {planned.title}" if planned.title else league.name,
        _("Cancelled: %(reason)s") % {"reason": planned.cancelled_why}
        if planned.cancelled_at is not None
        else _("Planned evening"),
        address,
        times=times,
        more=more,
    )


def _event(
    uid: str,
    day: datetime.date,
    summary: str,
    description: str,
    address: str,
    *,
    times: Sequence[str] | None = None,
    more: Sequence[str] = (),
) -> Iterator[str]:
    """Yield an event; *times* are its lines of beginning and end, by default those of the day."""
    yield "BEGIN:VEVENT"
    yield f"UID:{uid}"
    yield f"DTSTAMP:{day:%Y%m%d}T000000Z"
    yield from times or (
        f"DTSTART;VALUE=DATE:{day:%Y%m%d}",
        f"DTEND;VALUE=DATE:{day + datetime.timedelta(1):%Y%m%d}",
    )
    yield f"SUMMARY:{_escaped(summary)}"
    yield f"DESCRIPTION:{_escaped(description)}"
    yield from more
    yield f"URL:{address}"
    yield "TRANSP:TRANSPARENT"
    yield "END:VEVENT"


def _zone(name: str, first: datetime.date, last: datetime.date) -> Iterator[str]:
    """Yield a time zone as the ``TZID`` of an event needs it (RFC 5545, 3.6.5): its offset at the
    beginning of the first year, and each change of it until the end of the last, or of
    `MOST_YEARS`: an evening can be put thousands of years ahead."""
    zone = ZoneInfo(name)
    day = datetime.datetime(first.year, 1, 1, tzinfo=datetime.UTC)
    years = min(last.year + 1 - first.year, MOST_YEARS)
    end = datetime.datetime(first.year + years, 1, 2, tzinfo=datetime.UTC)
    offset = _offset(zone, day)
    yield "BEGIN:VTIMEZONE"
    yield f"TZID:{name}"
    yield from _observance(datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC), offset, offset)
    while day < end:
        if (after := _offset(zone, day + _DAY)) != offset:
            seconds = bisect_left(
                range(_DAY // _SECOND),
                True,
                key=lambda second: _offset(zone, day + second * _SECOND) != offset,
            )
            local = day + seconds * _SECOND + offset
            yield from _observance(local, offset, after)
            offset = after
        day += _DAY
    yield "END:VTIMEZONE"


def _offset(zone: ZoneInfo, moment: datetime.datetime) -> datetime.timedelta:
    return moment.astimezone(zone).utcoffset() or datetime.timedelta(0)


def _observance(
    begins: datetime.datetime, before: datetime.timedelta, after: datetime.timedelta
) -> Iterator[str]:
    """Yield the time from a moment on, which is given in the time before."""
    kind = "DAYLIGHT" if after > before else "STANDARD"
    yield f"BEGIN:{kind}"
    yield f"DTSTART:{begins:{_MOMENT}}"
    yield f"TZOFFSETFROM:{_signed(before)}"
    yield f"TZOFFSETTO:{_signed(after)}"
    yield f"END:{kind}"


def _signed(offset: datetime.timedelta) -> str:
    minutes = round(offset / datetime.timedelta(minutes=1))
    return f"{'-' if minutes < 0 else '+'}{abs(minutes) // 60:02}{abs(minutes) % 60:02}"


def _escaped(text: str) -> str:
    for mark in ("\\", ";", ","):
        text = text.replace(mark, f"\\{mark}")
    return " ".join(text.split())


def _folded(line: str) -> Iterator[str]:
    """Yield a line folded into parts of at most `_OCTETS` bytes without splitting a character."""
    part = ""
    for letter in line:
        if len((part + letter).encode()) > _OCTETS:
            yield part
            part = " "
        part += letter
    yield part


def _signer() -> Signer:
    return Signer(salt="zarleague.calendar")
