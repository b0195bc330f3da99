"""An evening of a league: who is here, and the rounds of tables drawn."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from zarleague.leagues.models import Player, Season
from zarleague.leagues.of_league import OfLeague


class Evening(OfLeague):
    """One evening of a league; one with a date ahead is planned.

    The matches of that day are its matches, whatever their season. A day without a row is an
    evening all the same: the row is created with the first answer, attendance or round.
    """

    date = models.DateField()
    title = models.CharField(max_length=80, blank=True)
    place = models.CharField(max_length=120, blank=True)
    starts_at = models.TimeField(null=True, blank=True)
    """The time of day in the league's time zone; one after midnight and before the night ends is
    the next day's. None: it was not said."""
    cancelled_at = models.DateTimeField(null=True, blank=True, editable=False)
    cancelled_why = models.CharField(max_length=300, blank=True, default="", db_default="")
    """The reason; "" unless it is cancelled."""
    links_ended = models.PositiveSmallIntegerField(default=0, db_default=0, editable=False)
    """How often the links to answer were turned off; those of earlier counts do not work."""
    received = models.JSONField(default=list, db_default=[], blank=True, editable=False)
    """``[id, links_ended]`` of each evening that was moved to this day; its links lead here."""
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["-date"]
        constraints = [
            models.UniqueConstraint(fields=["league", "date"], name="one_evening_a_day"),
        ]

    def __str__(self) -> str:
        return self.date.isoformat()


class Attendance(OfLeague):
    """Whether a player is here on an evening, or before it whether they will come."""

    class State(models.TextChoices):
        HERE = "here", _("Here")
        LATE = "late", _("Comes later")
        LEFT = "left", _("Went home")
        AWAY = "away", _("Not here")
        YES = "yes", _("Says yes")
        MAYBE = "maybe", _("Says maybe")
        NO = "no", _("Says no")

    ANSWERS = (State.YES, State.MAYBE, State.NO)
    """What a player says of an evening before it begins."""
    LISTED = (State.HERE, State.LATE, State.LEFT)
    """What is said of somebody on the list of those who came, or come later."""

    evening = models.ForeignKey(Evening, models.PROTECT, related_name="attendance")
    player = models.ForeignKey(Player, models.PROTECT, related_name="attendance")
    state = models.CharField(max_length=8, choices=State.choices, default=State.HERE)
    since = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["evening", "player"], name="one_attendance_an_evening"),
        ]

    def __str__(self) -> str:
        return f"{self.player}, {self.evening}: {self.state}"


class EveningRound(OfLeague):
    """One draw of all tables of an evening, with the game to be played at them."""

    evening = models.ForeignKey(Evening, models.PROTECT, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    """From 1 in each evening."""
    season = models.ForeignKey(Season, models.PROTECT, related_name="rounds")
    game = models.CharField(max_length=32)
    preset = models.CharField(max_length=64, blank=True)
    """The preset of the matches; "": the league's house rules."""
    size = models.PositiveSmallIntegerField(default=4)
    """Players at a table, as asked."""
    way = models.CharField(max_length=16)
    """How the tables were drawn: a `zarleague.draws.Way`."""
    seed = models.PositiveBigIntegerField()
    repeats = models.PositiveIntegerField(default=0)
    """Pairs at one table who had shared a table of the season before, as drawn."""
    draws = models.PositiveSmallIntegerField(default=1)
    """How often this round was drawn before it was started."""
    changed = models.BooleanField(default=False)
    """Whether seats were changed by hand after the draw."""
    drawn_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["evening", "number"]
        constraints = [
            models.UniqueConstraint(fields=["evening", "number"], name="one_round_per_number"),
        ]

    def __str__(self) -> str:
        return f"{self.evening}, {self.number}"


class DrawnSeat(OfLeague):
    """A player's seat at a table of a round; tables and seats are numbered from 0."""

    round = models.ForeignKey(EveningRound, models.PROTECT, related_name="seats")
    table = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, models.PROTECT, related_name="drawn_seats")

    class Meta:
        ordering = ["table", "number"]
        constraints = [
            models.UniqueConstraint(fields=["round", "table", "number"], name="one_player_drawn"),
            models.UniqueConstraint(fields=["round", "player"], name="drawn_to_one_seat"),
        ]

    def __str__(self) -> str:
        return f"{self.round}: {self.table}.{self.number}"
