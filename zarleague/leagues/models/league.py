"""A league, the house rules of its games, and its seasons."""

import datetime
from functools import cache, cached_property
from typing import Any, Final
from zoneinfo import ZoneInfo, available_timezones

from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from zarleague.engine.declared import PREFIX
from zarleague.standings.results import LeftEarly
from zarleague.standings.rules import RulesError, new_season_rules, rules_from_json


class GivenUp(models.TextChoices):
    """What a hand counts for that was given up: nobody has won it, and no game's rules say what it
    is worth."""

    IGNORED = "ignored", _("not counted")
    LEVEL = "level", _("counted as level: no points, no winner")


NIGHT_ENDS = datetime.timedelta(hours=5)
"""A hand played after midnight belongs to the evening before, until this time of day."""


@cache
def time_zones() -> frozenset[str]:
    """Return the names of the IANA time zones, without "Factory" and "localtime", which are no
    place's. Cached: Python searches its files at every call."""
    return frozenset(available_timezones() - {"Factory", "localtime"})


def validate_time_zone(name: str) -> None:
    """Raise ValidationError unless *name* is a time zone of the IANA database."""
    if name not in time_zones():
        raise ValidationError(_("There’s no time zone called “%(name)s”."), params={"name": name})


def validate_season_rules(data: Any) -> None:
    """Raise ValidationError unless *data* are season rules in the form `standings.rules` stores."""
    try:
        rules_from_json(data)
    except (RulesError, AttributeError, TypeError) as error:
        raise ValidationError(str(error)) from error


def default_season_rules() -> dict[str, Any]:
    """Return the default ranking of a new season."""
    return new_season_rules()


LEFT_EARLY: Final = [
    (LeftEarly.BEHIND, _("behind those who played enough")),
    (LeftEarly.AVERAGE, _("everyone by points per hand")),
    (LeftEarly.UNRANKED, _("not at all")),
    (LeftEarly.ALIKE, _("by their points, like everyone")),
]


class League(models.Model):
    """People who play together under house rules."""

    class Visibility(models.TextChoices):
        PUBLIC = "public", _("Anyone can view")
        PRIVATE = "private", _("Members only")

    slug = models.SlugField(unique=True)
    name = models.CharField(max_length=80)
    visibility = models.CharField(
        max_length=8, choices=Visibility.choices, default=Visibility.PRIVATE
    )
    time_zone = models.CharField(max_length=64, default="UTC", validators=[validate_time_zone])
    language = models.CharField(max_length=8, default="en")
    default_game = models.CharField(max_length=32, default="zar")
    objection_hours = models.PositiveSmallIntegerField(default=48)
    """Hours for which a hand is provisional after it was entered or corrected."""
    dispute_hours = models.PositiveSmallIntegerField(default=0, db_default=0)
    """Hours for which a hand may be disputed after it was entered or corrected, and a ruling
    appealed; 0: without limit."""
    ruling_hours = models.PositiveSmallIntegerField(default=72, db_default=72)
    """Hours the arbiters have for a ruling; 0: without limit."""
    arbiters_may_play = models.BooleanField(default=False, db_default=False)
    """Whether an arbiter may rule on a hand they played themselves."""
    shares_rulings = models.BooleanField(default=False, db_default=False)
    """Whether rulings that are published may be read by everybody on this site."""
    hides_hands = models.BooleanField(default=False, db_default=False)
    """Whether cards that were never shown are hidden from everybody who did not see them:
    `play.hidden_hands`."""
    idle_days = models.PositiveSmallIntegerField(default=3, db_default=3)
    """Days after its evening, and after its last change, when an open match is closed; 0: never."""
    left_early = models.CharField(
        max_length=8, choices=LEFT_EARLY, default=LeftEarly.BEHIND, db_default=LeftEarly.BEHIND
    )
    """How a new match ranks players who did not play the share of its hands below."""
    hands_share = models.PositiveSmallIntegerField(
        default=100, db_default=100, validators=[MinValueValidator(1), MaxValueValidator(100)]
    )
    """Per cent of its hands that a new match asks for."""
    given_up = models.CharField(
        max_length=8, choices=GivenUp, default=GivenUp.IGNORED, db_default=GivenUp.IGNORED
    )
    """What hands given up in a new match count for."""
    reminds = models.BooleanField(default=True, db_default=True)
    """Whether its players are reminded of an evening the day before."""
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=~Q(name=""), name="league_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name

    @cached_property
    def game_names(self) -> dict[str, str]:
        """Return the present names of its own games by their keys; read once."""
        own = self.games.filter(game__startswith=PREFIX)
        return {row.game: row.own_name for row in own.only("game", "name")}

    def evening_of(self, moment: datetime.datetime) -> datetime.date:
        """Return the evening of a moment, in the league's time zone."""
        return (moment.astimezone(ZoneInfo(self.time_zone)) - NIGHT_ENDS).date()

    def evening_starts(self, evening: datetime.date) -> datetime.datetime:
        """Return the moment at which an evening begins, in the league's time zone."""
        midnight = datetime.datetime.combine(evening, datetime.time())
        return (midnight + NIGHT_ENDS).replace(tzinfo=ZoneInfo(self.time_zone))

    def moment_of(self, evening: datetime.date, time: datetime.time) -> datetime.datetime:
        """Return the moment of a time of day on an evening, in the league's time zone."""
        of_night = datetime.timedelta(hours=time.hour, minutes=time.minute) < NIGHT_ENDS
        day = evening + datetime.timedelta(days=of_night)
        return datetime.datetime.combine(day, time, ZoneInfo(self.time_zone))


class LeagueGame(models.Model):
    """The preset and the house rules of one game, the default for the league's matches."""

    league = models.ForeignKey(League, models.PROTECT, related_name="games")
    game = models.CharField(max_length=32)
    preset = models.CharField(max_length=64)
    overrides = models.JSONField(default=dict, blank=True)
    """Option key -> value, where the league differs from the preset."""
    name = models.CharField(max_length=28, blank=True, default="", db_default="")
    """The name of a game of the league's own since it was renamed; "": the one in its key."""
    inactive = models.BooleanField(default=False, db_default=False)
    """Of a game of the league's own, whether it is no longer played: left out of lists of games to
    choose from."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["league", "game"], name="one_house_rule_per_game"),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.preset}"

    @property
    def own_name(self) -> str:
        """Return the present name of a game of the league's own."""
        return self.name or self.game.removeprefix(PREFIX)


class Season(models.Model):
    """A span of a league with one table."""

    class State(models.TextChoices):
        RUNNING = "running", _("Running")
        FINISHED = "finished", _("Finished")

    league = models.ForeignKey(League, models.PROTECT, related_name="seasons")
    name = models.CharField(max_length=80)
    starts = models.DateField()
    ends = models.DateField(null=True, blank=True)
    """The last evening; None until it is set."""
    state = models.CharField(max_length=8, choices=State.choices, default=State.RUNNING)
    rules = models.JSONField(default=default_season_rules, validators=[validate_season_rules])
    """The ranking of the table, in the form of `standings.rules.rules_to_json`."""
    game = models.CharField(max_length=32, blank=True, default="", db_default="")
    """The game that its matches are mostly of; "": the league's."""
    weekday = models.PositiveSmallIntegerField(
        null=True, blank=True, validators=[MaxValueValidator(6)]
    )
    """The day of its evenings, Monday is 0; None: any. It tells seasons side by side apart."""
    final_of = models.OneToOneField(
        "self", models.PROTECT, null=True, blank=True, editable=False, related_name="final"
    )
    """The season of which this is the final; None for any other season."""
    qualified = models.JSONField(default=list, db_default=[], blank=True, editable=False)
    """Of a final ``[player id, [numerator, denominator] carried over]``, best of the season first.
    Of a division that follows another who was placed in it, with nothing carried over."""
    final_seats = models.PositiveSmallIntegerField(null=True, blank=True, editable=False)
    """Of a final decided by matches won, the players at a table: all of them in a best of, 2 or 4
    in a bracket. None: its table decides."""
    final_wins = models.PositiveSmallIntegerField(null=True, blank=True, editable=False)
    """With `final_seats`, how many matches have to be won at a table."""
    withdrawn = models.JSONField(default=list, db_default=[], blank=True, editable=False)
    """Of a final the ids of those who do not play it, or not to its end."""
    above = models.OneToOneField(
        "self",
        models.PROTECT,
        null=True,
        blank=True,
        editable=False,
        related_name="below",
        db_constraint=False,
    )
    """The division above this one; None for the highest, and without divisions."""
    moves = models.PositiveSmallIntegerField(null=True, blank=True, editable=False)
    """With `above`, how many move up into it at the end, and as many down from it."""
    follows = models.OneToOneField(
        "self",
        models.PROTECT,
        null=True,
        blank=True,
        editable=False,
        related_name="following",
        db_constraint=False,
    )
    """The division whose place this one took when the next seasons were started."""
    lots = models.JSONField(default=list, blank=True, editable=False)
    """Drawings of lots, oldest first: ``[evening ordinal, [player ids, first drawn first]]``."""
    revision = models.PositiveBigIntegerField(default=0, db_default=0, editable=False)
    """Counts the changes of the season's results, incremented in the transaction of each. Data
    derived from the results store the revision they were derived from: `reports.SeasonProgress`."""
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["-starts", "-id"]
        constraints = [
            models.UniqueConstraint(fields=["league", "name"], name="season_name_once_per_league"),
            models.CheckConstraint(
                condition=Q(ends__isnull=True) | Q(ends__gte=models.F("starts")),
                name="season_ends_after_it_starts",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def key(self) -> tuple[int, int]:
        """Return the ids of the league and of the season, by which plain SQL finds its rows."""
        return self.league_id, self.pk
