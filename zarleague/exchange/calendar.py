"""A league's evenings, played and planned, as a calendar that programs subscribe to (RFC 5545)."""

import datetime
from collections.abc import Callable, Iterator
from typing import Final

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
_OCTETS: Final = 75
"""Bytes of a line; longer ones are folded."""


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
    for planned in Evening.objects.filter(league=league, date__gte=today).order_by("date")[:MOST]:
        if planned.date.toordinal() not in days:
            yield from _event(
                f"planned-{planned.pk}@{site}",
                planned.date,
                f"{league.name}: {planned.title}" if planned.title else league.name,
                _("Planned evening"),
                address_of(None, planned.date),
                planned.place,
            )
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


def _event(
    uid: str, day: datetime.date, summary: str, description: str, address: str, place: str = ""
) -> Iterator[str]:
    yield "BEGIN:VEVENT"
    yield f"UID:{uid}"
    yield f"DTSTAMP:{day:%Y%m%d}T000000Z"
    yield f"DTSTART;VALUE=DATE:{day:%Y%m%d}"
    yield f"DTEND;VALUE=DATE:{day + datetime.timedelta(1):%Y%m%d}"
    yield f"SUMMARY:{_escaped(summary)}"
    yield f"DESCRIPTION:{_escaped(description)}"
    if place:
        yield f"LOCATION:{_escaped(place)}"
    yield f"URL:{address}"
    yield "TRANSP:TRANSPARENT"
    yield "END:VEVENT"


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
