"""The evenings ahead: who will come, and more of them planned."""

import datetime
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from zarleague.leagues import access
from zarleague.leagues.errors import Refused
from zarleague.play import selectors, services
from zarleague.play.models import Attendance
from zarleague.play.services.evenings import MOST_PLANNED
from zarleague.web.arriving.requests import actor_of, key_of, league_or_404, tonight
from zarleague.web.league.context import show
from zarleague.web.league.forms import RefusableForm
from zarleague.web.table.shared import require


class EveningsForm(RefusableForm):
    """One evening, or one every so many weeks."""

    days = forms.DateField(label=_("First evening"), widget=forms.DateInput({"type": "date"}))
    weeks = forms.TypedChoiceField(
        label=_("Then"),
        choices=[
            ("0", _("only this one")),
            ("1", _("every week")),
            ("2", _("every two weeks")),
            ("4", _("every four weeks")),
        ],
        coerce=int,
        initial="1",
    )
    until = forms.DateField(
        label=_("Until"), widget=forms.DateInput({"type": "date"}), required=False
    )
    title = forms.CharField(label=_("Title"), max_length=80, required=False)
    place = forms.CharField(label=_("Where"), max_length=120, required=False)

    def clean(self) -> dict[str, Any]:
        """Require a last day where evenings are repeated."""
        given = super().clean() or {}
        if given.get("weeks") and not given.get("until") and "until" not in self.errors:
            self.add_error("until", _("Choose the last day."))
        return given


def _days(first: datetime.date, weeks: int, until: datetime.date | None) -> list[datetime.date]:
    """Return the days from the first to the last, so many weeks apart: none if that comes before
    it, and one more at most than can be planned at once."""
    if not weeks or until is None:
        return [first]
    count = min((until - first).days // (7 * weeks) + 1, MOST_PLANNED + 1)
    return [first + datetime.timedelta(weeks=weeks * number) for number in range(count)]


def evenings(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the evenings ahead; POST plans more. Organisers only."""
    league = league_or_404(request, slug)
    actor = actor_of(request)
    today = tonight(league)
    form = EveningsForm(request.POST or None, initial={"days": today})
    if request.method == "POST":
        require(request, access.can_organise(actor, league))
        if form.is_valid():
            given = form.cleaned_data
            try:
                planned = services.plan_evenings(
                    league,
                    _days(given["days"], given["weeks"], given["until"]),
                    title=given["title"],
                    place=given["place"],
                    actor=actor,
                    key=key_of(request),
                )
            except Refused as refused:
                form.refuse(refused)
            else:
                text = ngettext(
                    "%(num)s evening is planned.", "%(num)s evenings are planned.", len(planned)
                )
                messages.success(request, text % {"num": len(planned)})
                return redirect("evenings", league.slug)
    yes, maybe, no = Attendance.ANSWERS
    return show(
        request,
        "league/evenings.html",
        league,
        "league",
        planned=[
            (evening, answers[yes], answers[maybe], answers[no])
            for evening, answers in selectors.evenings_ahead(league, today)
        ],
        today=today,
        is_member=bool(actor.role(league.pk)),
        form=form,
    )
