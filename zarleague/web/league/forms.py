"""Forms of the league pages. They parse input; services validate it."""

import datetime
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final
from urllib.parse import urlencode

from django import forms
from django.conf import settings
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext_lazy as _

from zarleague.engine import KEYS, find
from zarleague.engine.declared import key_of, to_data
from zarleague.engine.declared.examples import examples
from zarleague.leagues.errors import Invalid, Refused
from zarleague.leagues.models import AccessLink, League, Membership, Season, time_zones
from zarleague.leagues.models.league import LEFT_EARLY, GivenUp
from zarleague.leagues.selectors import game_title, games_of, unclaimed_guests
from zarleague.reports.words.ranking_words import PRESET_TITLES
from zarleague.standings.rules import new_season_rules
from zarleague.web.league.season_names import following_name


class DayInput(forms.DateInput):
    """A date as browsers exchange it, 2026-11-26, in whatever language the page is."""

    def __init__(self) -> None:
        super().__init__({"type": "date"}, format="%Y-%m-%d")


ANOTHER_GAME: Final = "another"
"""The choice of a new league's main game for one that is made next."""


class RefusableForm(forms.Form):
    """A form that shows the error of a service next to the field it is about."""

    def refuse(self, refused: Refused) -> None:
        """Add the error of a service to the field it is about, or above the form."""
        field = refused.field if isinstance(refused, Invalid) else None
        self.add_error(field if field in self.fields else None, refused.text)

    @contextmanager
    def showing_refusals(self) -> Iterator[None]:
        """If the block is refused, leave it and add the error."""
        try:
            yield
        except Refused as refused:
            self.refuse(refused)


_REGIONS: Final = (
    *("Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia"),
    *("Europe", "Indian", "Pacific"),
)


def _zones() -> list[tuple[str, str]]:
    """Return the time zones to choose from: those named after places, and UTC."""
    places = (zone for zone in time_zones() if zone.split("/")[0] in _REGIONS)
    return [(zone, zone.replace("_", " ")) for zone in sorted({*places, "UTC"})]


def _games(league: League) -> list[tuple[str, str]]:
    """Return the games a league can play, its own among them."""
    return [(key, game_title(league, key)) for key in games_of(league)]


def _first_games() -> list[tuple[Any, Any]]:
    """Return the games that a new league can begin with: everybody's, the examples, and one that
    its founder makes."""
    return [
        *((key, find(key).title) for key in KEYS),
        (_("Ready to add"), [(key_of(one), one.name) for one in examples()]),
        (ANOTHER_GAME, _("Another game: make it on the next page")),
    ]


class LeagueForm(RefusableForm):
    name = forms.CharField(label=_("Name"), max_length=80)
    default_game = forms.ChoiceField(label=_("Main game"))
    visibility = forms.ChoiceField(label=_("Who can view"), choices=League.Visibility.choices)
    time_zone = forms.ChoiceField(
        label=_("Time zone"), choices=_zones, initial=lambda: settings.TIME_ZONE
    )


class NewLeagueForm(LeagueForm):
    """The fields of a league, its first people, and the ranking of its first season."""

    default_game = forms.ChoiceField(label=_("Main game"), choices=_first_games)

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

    def main_game(self) -> dict[str, Any]:
        """Return the main game as `create_league` takes it: nothing for one that is made next."""
        game = self.cleaned_data["default_game"]
        if own := next((to_data(one) for one in examples() if key_of(one) == game), None):
            return {"own_game": own}
        return {} if game == ANOTHER_GAME else {"default_game": game}

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
    left_early = forms.ChoiceField(
        label=_("Players who leave a match early are ranked"),
        choices=LEFT_EARLY,
        help_text=_("Each match can have a rule of its own. Points are kept in any case."),
    )
    hands_share = forms.IntegerField(
        label=_("Share of the hands a player needs, in per cent"),
        min_value=1,
        max_value=100,
        help_text=_("100: all of them. A substitute’s hands count for the same place."),
    )
    given_up = forms.ChoiceField(
        label=_("Hands given up are"),
        choices=GivenUp.choices,
        help_text=_("Hands that nobody ended. Each match can have a rule of its own."),
    )
    reminds = forms.BooleanField(
        label=_("Remind players of evenings ahead"),
        required=False,
        help_text=_("The day before, by e-mail or on their device. Everyone can turn it off."),
    )

    @classmethod
    def of(cls, league: League, data: Any = None) -> "LeagueSettingsForm":
        """Return the form filled with a league's present values."""
        names = list(cls.base_fields)
        form = cls(data, initial={name: getattr(league, name) for name in names})
        zones, games = form.fields["time_zone"], form.fields["default_game"]
        assert isinstance(zones, forms.ChoiceField)
        assert isinstance(games, forms.ChoiceField)
        games.choices = _games(league)
        offered = _zones()
        if league.time_zone not in dict(offered):
            zones.choices = [(league.time_zone, league.time_zone), *offered]
        return form


def _weekdays() -> list[tuple[str, Any]]:
    return [("", _("Any day")), *((str(day), name) for day, name in WEEKDAYS.items())]


class SeasonNameForm(RefusableForm):
    """The name of a season, its first and last day, its usual game and the day of its evenings."""

    name = forms.CharField(label=_("Name"), max_length=80)
    starts = forms.DateField(label=_("First evening"), widget=DayInput())
    ends = forms.DateField(label=_("Last evening"), required=False, widget=DayInput())
    game = forms.ChoiceField(
        label=_("Game"), required=False, help_text=_("The game a new match is offered with.")
    )
    weekday = forms.TypedChoiceField(
        label=_("Evenings on"),
        choices=_weekdays,
        required=False,
        coerce=int,
        empty_value=None,
        help_text=_("With several seasons side by side, a match goes to the season of its day."),
    )

    @classmethod
    def of(cls, season: Season, data: Any = None) -> "SeasonNameForm":
        """Return the form filled with a season's present values."""
        form = cls(data, initial={name: getattr(season, name) for name in cls.base_fields})
        form.offer_games(season.league, season.game)
        return form

    def offer_games(self, league: League, present: str = "") -> None:
        """Offer the games of a league, and the present one of a season if it is inactive."""
        games = self.fields["game"]
        assert isinstance(games, forms.ChoiceField)
        offered = dict(_games(league))
        if present and present not in offered:
            offered[present] = game_title(league, present)
        games.choices = [("", _("Main game of the league")), *offered.items()]


class SeasonForm(SeasonNameForm):
    """A new season, by default a copy of the last one that is no final."""

    like = forms.ChoiceField(label=_("Ranked as"), required=False)
    ranking = forms.ChoiceField(
        label=_("Ranking method"),
        choices=list(PRESET_TITLES.items()),
        initial=new_season_rules()["preset"],
        required=False,
    )
    field_order = ("name", "starts", "ends", "game", "weekday", "like", "ranking")

    def __init__(
        self, league: League, data: Any, seasons: Sequence[Season], today: datetime.date
    ) -> None:
        offered = [season for season in seasons if season.final_of_id is None]
        last = offered[0] if offered else None
        initial = {"starts": today} if last is None else _after(last, seasons, today)
        super().__init__(data, initial=initial)
        self.offer_games(league)
        if last is None:
            del self.fields["like"]
        else:
            self.fields["like"].choices = [  # type: ignore[attr-defined]
                *((str(season.pk), season.name) for season in offered),
                ("", _("Another ranking, chosen below")),
            ]

    def copied(self) -> int | None:
        """Return the id of the season whose ranking is taken, None for a ranking of its own."""
        return int(self.cleaned_data.get("like") or 0) or None

    def rules(self) -> dict[str, Any] | None:
        """Return the rules of the new season in their stored form, None for those copied."""
        return None if self.copied() else new_season_rules(self.cleaned_data["ranking"])


def _after(last: Season, seasons: Sequence[Season], today: datetime.date) -> dict[str, Any]:
    """Return what a season that follows another is offered with: a free name, the days after it and
    as many of them."""
    starts = today if last.ends is None else max(today, last.ends + datetime.timedelta(days=1))
    return {
        "name": following_name(last, starts, {season.name for season in seasons}),
        "starts": starts,
        "ends": None if last.ends is None else starts + (last.ends - last.starts),
        "game": last.game,
        "weekday": "" if last.weekday is None else last.weekday,
        "like": last.pk,
    }


class PlayerForm(RefusableForm):
    """The name of a player."""

    name = forms.CharField(label=_("Name"), max_length=60)


class InvitationForm(RefusableForm):
    """How somebody is invited: by the name of an account, or an e-mail address where the site can
    send to one, or with a link. Each way has fields of its own."""

    ACCOUNT: Final = "account"

    how = forms.ChoiceField(label=_("How"), initial=AccessLink.Purpose.JOIN)
    username = forms.CharField(label=_("Username"), max_length=150, required=False)
    role = forms.ChoiceField(label=_("Role"), choices=Membership.Role.choices, required=False)
    player = forms.ChoiceField(label=_("Guest"), required=False)
    label = forms.CharField(
        label=_("Name for the link"),
        max_length=80,
        required=False,
        help_text=_("Who or what it’s for."),
    )

    @classmethod
    def of(cls, league: League, data: Any = None) -> "InvitationForm":
        """Return the form of a league, with its guests."""
        form = cls(data)
        guests = [(str(guest.pk), guest.name) for guest in unclaimed_guests(league)]
        form._offer("player", guests)
        by_name = _("By their username")
        if settings.SENDS_MAIL and settings.SITE_URL:
            form.fields["username"].label = _("Username or e-mail address")
            by_name = _("By their username or e-mail address")
        ways = [
            (AccessLink.Purpose.JOIN, _("With a link to join; they need no account yet")),
            (cls.ACCOUNT, by_name),
            (
                AccessLink.Purpose.CLAIM,
                _("A guest who has played: link their hands to their account"),
            ),
            (AccessLink.Purpose.SCORE_EVENING, _("To keep score tonight, without an account")),
            (AccessLink.Purpose.BOARD, _("To watch on a big screen, without an account")),
            (
                AccessLink.Purpose.EMBED,
                _("Another site or a chat, to show the standings and players"),
            ),
        ]
        form._offer("how", [way for way in ways if guests or way[0] != AccessLink.Purpose.CLAIM])
        return form

    def _offer(self, name: str, choices: Sequence[tuple[str, Any]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices

    def clean(self) -> dict[str, Any]:
        """Require a name and a role where somebody is invited by name."""
        given = super().clean() or {}
        if given.get("how") == self.ACCOUNT and not given.get("username"):
            self.add_error("username", _("Whom? Enter a name."))
        given["role"] = given.get("role") or Membership.Role.PLAYER
        return given


class PeriodForm(forms.Form):
    """The first and last evening of a table, both optional."""

    first = forms.DateField(label=_("From"), required=False, widget=DayInput())
    last = forms.DateField(label=_("Until"), required=False, widget=DayInput())

    def period(self) -> dict[str, Any]:
        """Return the period for the selectors; a date that cannot be parsed is ignored."""
        self.is_valid()
        return {name: self.cleaned_data.get(name) for name in ("first", "last")}

    def query(self) -> str:
        """Return the query string for the same period; "" for all evenings."""
        dates = {name: date.isoformat() for name, date in self.period().items() if date}
        return f"?{urlencode(dates)}" if dates else ""
