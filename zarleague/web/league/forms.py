"""Forms of the league pages. They shape input; the services decide."""

from typing import Any
from urllib.parse import urlencode
from zoneinfo import available_timezones

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from zarleague.engine import KEYS, find
from zarleague.leagues.errors import Invalid, Refused
from zarleague.leagues.models import League, Membership
from zarleague.standings.rules import PRESETS

RANKINGS = [
    ("total-points", _("Total points")),
    ("average-per-hand", _("Average per hand")),
    ("hands-won", _("Hands won")),
    ("place-points", _("Points for places in each match")),
    ("best-evenings", _("Best evenings")),
    ("several-games", _("Several games, by places")),
]
"""The presets of `standings.rules`, in words."""

if {key for key, _title in RANKINGS} != set(PRESETS):
    raise LookupError("RANKINGS must name every preset of the standings, and no other")


class RefusableForm(forms.Form):
    """A form that shows a service's refusal where the mistake is."""

    def refuse(self, refused: Refused) -> None:
        """Put the refusal beside the field it speaks of, or above the form."""
        field = refused.field if isinstance(refused, Invalid) else None
        self.add_error(field if field in self.fields else None, refused.text)


def _zones() -> list[tuple[str, str]]:
    return [(zone, zone.replace("_", " ")) for zone in sorted(available_timezones())]


def _games() -> list[tuple[str, str]]:
    return [(key, find(key).title) for key in KEYS]


class LeagueForm(RefusableForm):
    """What a league is."""

    name = forms.CharField(label=_("Name"), max_length=80)
    default_game = forms.ChoiceField(label=_("What you play most"), choices=_games)
    visibility = forms.ChoiceField(label=_("Who may look"), choices=League.Visibility.choices)
    time_zone = forms.ChoiceField(
        label=_("Time zone"), choices=_zones, initial=lambda: settings.TIME_ZONE
    )


class LeagueSettingsForm(LeagueForm):
    """What an organiser may change later as well."""

    language = forms.ChoiceField(label=_("Language of reports"), choices=settings.LANGUAGES)
    objection_hours = forms.IntegerField(
        label=_("Hours to object to a hand"),
        min_value=0,
        max_value=24 * 60,
        help_text=_("Until then a hand is provisional and its scorekeeper may still change it."),
    )

    @classmethod
    def of(cls, league: League, data: Any = None) -> "LeagueSettingsForm":
        """The form with a league's present values."""
        names = list(cls.base_fields)
        return cls(data, initial={name: getattr(league, name) for name in names})


class SeasonForm(RefusableForm):
    """What a season is."""

    name = forms.CharField(label=_("Name"), max_length=80)
    starts = forms.DateField(label=_("First evening"), widget=forms.DateInput({"type": "date"}))
    ends = forms.DateField(
        label=_("Last evening"), required=False, widget=forms.DateInput({"type": "date"})
    )
    ranking = forms.ChoiceField(label=_("The table ranks by"), choices=RANKINGS)


class PlayerForm(RefusableForm):
    """Somebody's name."""

    name = forms.CharField(label=_("Name"), max_length=60)


class MemberForm(RefusableForm):
    """Somebody with an account, and what they may do."""

    username = forms.CharField(label=_("Account name"), max_length=150)
    role = forms.ChoiceField(label=_("Role"), choices=Membership.Role.choices)


class PeriodForm(forms.Form):
    """The evenings a table looks at."""

    first = forms.DateField(
        label=_("From"), required=False, widget=forms.DateInput({"type": "date"})
    )
    last = forms.DateField(
        label=_("Until"), required=False, widget=forms.DateInput({"type": "date"})
    )

    def period(self) -> dict[str, Any]:
        """The two dates as the selectors want them; an unreadable date is no bound."""
        self.is_valid()
        return {name: self.cleaned_data.get(name) for name in ("first", "last")}

    def query(self) -> str:
        """What asks for the same evenings, to be put behind an address; "" for all of them."""
        dates = {name: date.isoformat() for name, date in self.period().items() if date}
        return f"?{urlencode(dates)}" if dates else ""
