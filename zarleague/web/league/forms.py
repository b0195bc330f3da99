"""Forms of the league pages. They parse input; services validate it."""

import re
from typing import Any, Final
from urllib.parse import urlencode

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from zarleague.engine import KEYS, find
from zarleague.leagues.errors import Invalid, Refused
from zarleague.leagues.models import League, Membership, time_zones
from zarleague.reports.words.ranking_words import PRESET_TITLES
from zarleague.standings.rules import new_season_rules


class RefusableForm(forms.Form):
    """A form that shows the error of a service next to the field it is about."""

    def refuse(self, refused: Refused) -> None:
        """Add the error of a service to the field it is about, or above the form."""
        field = refused.field if isinstance(refused, Invalid) else None
        self.add_error(field if field in self.fields else None, refused.text)


_REGIONS: Final = (
    *("Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia"),
    *("Europe", "Indian", "Pacific"),
)


def _zones() -> list[tuple[str, str]]:
    """Return the time zones to choose from: those named after places, and UTC."""
    places = (zone for zone in time_zones() if zone.split("/")[0] in _REGIONS)
    return [(zone, zone.replace("_", " ")) for zone in sorted({*places, "UTC"})]


def _games() -> list[tuple[str, str]]:
    return [(key, find(key).title) for key in KEYS]


class LeagueForm(RefusableForm):
    """The fields of a league."""

    name = forms.CharField(label=_("Name"), max_length=80)
    default_game = forms.ChoiceField(label=_("Main game"), choices=_games)
    visibility = forms.ChoiceField(label=_("Who can view"), choices=League.Visibility.choices)
    time_zone = forms.ChoiceField(
        label=_("Time zone"), choices=_zones, initial=lambda: settings.TIME_ZONE
    )


class NewLeagueForm(LeagueForm):
    """The fields of a league, its first people, and the ranking of its first season."""

    plays_as = forms.CharField(
        label=_("Your name"),
        max_length=60,
        required=False,
        help_text=_("You run the league, and you’re its first player. Empty if you don’t play."),
        widget=forms.TextInput({"autocomplete": "nickname"}),
    )
    players = forms.CharField(
        label=_("Who plays with you?"),
        max_length=2000,
        required=False,
        help_text=_("Their names, with commas between them. They need no account."),
        widget=forms.TextInput({"autocomplete": "off"}),
    )
    arbiters_may_play = forms.BooleanField(
        label=_("Arbiters may rule on hands they played"),
        required=False,
        initial=True,
        help_text=_("Until there is another arbiter, only you can rule on disputes."),
    )
    field_order = ["name", "plays_as", "players", "default_game"]

    ranking = forms.ChoiceField(
        label=_("Ranking method"),
        choices=list(PRESET_TITLES.items()),
        initial=new_season_rules()["preset"],
    )

    def clean_players(self) -> list[str]:
        """Return the names of the other players, separated by commas or in lines."""
        names = [name.strip() for name in re.split("[,;\n]", self.cleaned_data["players"])]
        if any(len(name) > 60 for name in names):
            raise forms.ValidationError(_("A name can have 60 characters at most."))
        return list(filter(None, names))


class LeagueSettingsForm(LeagueForm):
    """The fields of a league, and those only its settings page has."""

    language = forms.ChoiceField(label=_("Language of reports"), choices=settings.LANGUAGES)
    objection_hours = forms.IntegerField(
        label=_("Hours a hand stays provisional"),
        min_value=0,
        max_value=24 * 60,
        help_text=_("Until then its scorekeeper can still change it."),
    )
    dispute_hours = forms.IntegerField(
        label=_("Hours to dispute a hand or appeal a ruling"),
        min_value=0,
        max_value=24 * 365,
        help_text=_("0: no limit."),
    )
    ruling_hours = forms.IntegerField(
        label=_("Hours for a ruling"),
        min_value=0,
        max_value=24 * 365,
        help_text=_("Then the arbiters are reminded. 0: no limit."),
    )
    arbiters_may_play = forms.BooleanField(
        label=_("Arbiters may rule on hands they played"), required=False
    )
    shares_rulings = forms.BooleanField(
        label=_("Share rulings with the other leagues of this site"),
        required=False,
        help_text=_("Only those you publish, with the names of the players."),
    )
    hides_hands = forms.BooleanField(
        label=_("Keep cards hidden that nobody showed"),
        required=False,
        help_text=_(
            "In replays, rulings and logs, players then see their own cards and what lay open; "
            "organisers, scorekeepers and arbiters see everything."
        ),
    )

    idle_days = forms.IntegerField(
        label=_("Days until an open match is closed"),
        min_value=0,
        max_value=365,
        help_text=_("After its evening and its last hand. It can be reopened. 0: never."),
    )

    @classmethod
    def of(cls, league: League, data: Any = None) -> "LeagueSettingsForm":
        """Return the form filled with a league's present values."""
        names = list(cls.base_fields)
        form = cls(data, initial={name: getattr(league, name) for name in names})
        zones = form.fields["time_zone"]
        assert isinstance(zones, forms.ChoiceField)
        offered = _zones()
        if league.time_zone not in dict(offered):
            zones.choices = [(league.time_zone, league.time_zone), *offered]
        return form


class SeasonForm(RefusableForm):
    """The name and dates of a season."""

    name = forms.CharField(label=_("Name"), max_length=80)
    starts = forms.DateField(label=_("First evening"), widget=forms.DateInput({"type": "date"}))
    ends = forms.DateField(
        label=_("Last evening"), required=False, widget=forms.DateInput({"type": "date"})
    )
    ranking = forms.ChoiceField(
        label=_("Ranking method"),
        choices=list(PRESET_TITLES.items()),
        initial=new_season_rules()["preset"],
    )

    def rules(self) -> dict[str, Any]:
        """Return the rules of the new season in their stored form."""
        return new_season_rules(self.cleaned_data["ranking"])


class PlayerForm(RefusableForm):
    """The name of a player."""

    name = forms.CharField(label=_("Name"), max_length=60)


class MemberForm(RefusableForm):
    """An account, or an e-mail address where the site can send to one, and a role."""

    username = forms.CharField(label=_("Username"), max_length=150)
    role = forms.ChoiceField(
        label=_("Role"), choices=Membership.Role.choices, initial=Membership.Role.PLAYER
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if settings.SENDS_MAIL and settings.SITE_URL:
            self.fields["username"].label = _("Username or e-mail address")


class PeriodForm(forms.Form):
    """The first and last evening of a table, both optional."""

    first = forms.DateField(
        label=_("From"), required=False, widget=forms.DateInput({"type": "date"})
    )
    last = forms.DateField(
        label=_("Until"), required=False, widget=forms.DateInput({"type": "date"})
    )

    def period(self) -> dict[str, Any]:
        """Return the period for the selectors; a date that cannot be parsed is ignored."""
        self.is_valid()
        return {name: self.cleaned_data.get(name) for name in ("first", "last")}

    def query(self) -> str:
        """Return the query string for the same period; "" for all evenings."""
        dates = {name: date.isoformat() for name, date in self.period().items() if date}
        return f"?{urlencode(dates)}" if dates else ""
