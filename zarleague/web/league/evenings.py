"""The evenings ahead: who will come, and more of them planned."""

import datetime
from collections.abc import Iterable
from typing import Any, Final

from django import forms
from django.contrib import messages
from django.forms.renderers import BaseRenderer
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from zarleague.leagues import access
from zarleague.play import selectors, services
from zarleague.play.models import Attendance
from zarleague.play.services.evenings_ahead import MOST_PLANNED
from zarleague.web.arriving.paging import requested_date
from zarleague.web.arriving.requests import actor_of, key_of, league_or_404, tonight
from zarleague.web.league.context import show
from zarleague.web.league.forms import DayInput, RefusableForm
from zarleague.web.table.shared import require


class DaysInput(DayInput):
    """Several dates, each in an input of its own; a script adds another when the last is filled."""

    def render(
        self, name: str, value: Any, attrs: Any = None, renderer: BaseRenderer | None = None
    ) -> SafeString:
        """Return an input for each value, and an empty one."""
        days = [*(str(one) for one in value or ()), ""]
        first = super().render(name, days[0], attrs, renderer)
        another = {"aria-label": _("Another day")}
        others = [super(DaysInput, self).render(name, day, another, renderer) for day in days[1:]]
        inputs = format_html_join("", "{}", ((one,) for one in [first, *others]))
        return format_html('<span class="days" data-days="{}">{}</span>', _("Another day"), inputs)

    def value_from_datadict(self, data: Any, files: Any, name: str) -> list[str]:
        """Return all values that were sent."""
        return [one for one in data.getlist(name) if one]


class DaysField(forms.DateField):
    """Several dates."""

    widget = DaysInput

    def to_python(self, value: Any) -> Any:
        """Return the dates. Raise ValidationError for anything else."""
        return [super(DaysField, self).to_python(one) for one in value or ()]


class EveningsForm(RefusableForm):
    """One evening, or one every so many weeks; other days beside them, and days to skip."""

    days = forms.DateField(label=_("First evening"), widget=DayInput())
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
    until = forms.DateField(label=_("Until"), widget=DayInput(), required=False)
    also = DaysField(
        label=_("Also on these days"),
        required=False,
        help_text=_("Evenings that don’t follow the rule above."),
    )
    skip = DaysField(
        label=_("Not on these days"), required=False, help_text=_("Holidays, for instance.")
    )
    starts_at = forms.TimeField(
        label=_("Begins at"), widget=forms.TimeInput({"type": "time"}), required=False
    )
    title = forms.CharField(label=_("Title"), max_length=80, required=False)
    place = forms.CharField(label=_("Where"), max_length=120, required=False)

    def clean(self) -> dict[str, Any]:
        """Require a last day where evenings are repeated."""
        given = super().clean() or {}
        if given.get("weeks") and not given.get("until") and "until" not in self.errors:
            self.add_error("until", _("Choose the last day."))
        return given


_OF_DAYS: Final = ("days", "weeks", "until", "also", "skip")
"""The fields that say on which days."""


def _days(
    days: datetime.date,
    weeks: int,
    until: datetime.date | None,
    also: Iterable[datetime.date],
    skip: Iterable[datetime.date],
) -> list[datetime.date]:
    """Return the days from the first to the last, so many weeks apart, and others, without those to
    skip: none of the rule if its end comes before it, and one more at most than can be planned at
    once."""
    by_rule = [days]
    if weeks and until is not None:
        count = min((until - days).days // (7 * weeks) + 1, MOST_PLANNED + 1)
        by_rule = [days + datetime.timedelta(weeks=weeks * number) for number in range(count)]
    return sorted({*by_rule, *also} - {*skip})


def evenings(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the evenings ahead, or go to that of ``?day=``; POST plans more. Organisers only."""
    league = league_or_404(request, slug)
    actor = actor_of(request)
    today = tonight(league)
    if (asked := requested_date(request, "day")) is not None:
        return redirect("evening", slug, asked.isoformat())
    form = EveningsForm(request.POST or None, initial={"days": today})
    if request.method == "POST":
        require(request, access.can_organise(actor, league))
        if form.is_valid():
            given = form.cleaned_data
            with form.showing_refusals():
                planned = services.plan_evenings(
                    league,
                    _days(**{name: given[name] for name in _OF_DAYS}),
                    starts_at=given["starts_at"],
                    title=given["title"],
                    place=given["place"],
                    actor=actor,
                    key=key_of(request),
                )
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
