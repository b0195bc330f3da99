"""The evenings of a league as an iCalendar feed; calendar programs cannot sign in."""

import datetime

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from zarleague.exchange import calendar
from zarleague.leagues import mail, selectors
from zarleague.leagues.models import Season
from zarleague.web.arriving.requests import found_or_404, league_or_404, tonight


@require_safe
def evenings(request: HttpRequest, slug: str) -> HttpResponse:
    """Send the calendar; ``?key=`` identifies the member who copied the address."""
    key = request.GET.get("key")
    if key is None:
        league = league_or_404(request, slug)
    else:
        league = found_or_404(selectors.league_at(slug))
        if not calendar.may_read(league, key):
            raise Http404

    def address(season: Season | None, day: datetime.date) -> str:
        if season is None:
            return request.build_absolute_uri(reverse("evening", args=[league.slug, day]))
        page = reverse("season", args=[league.slug, season.pk])
        return request.build_absolute_uri(f"{page}?last={day.isoformat()}")

    text = calendar.feed(league, mail.site_host(request), tonight(league), address)
    return HttpResponse(text, content_type="text/calendar; charset=utf-8")
