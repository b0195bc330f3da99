"""Decisions beyond the scores of the hands: penalties, disputes and the rulings on them."""

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from zarleague.background.sending import Outgoing
from zarleague.leagues.append_only import AppendOnly
from zarleague.leagues.models import AccessLink, League, Player, Season, User
from zarleague.play.models.hand import MAX_REASON, Hand, HandVersion
from zarleague.play.models.match import Match


class Penalty(models.Model):
    """Points against a player, in addition to the scores of the hands. Can be cancelled."""

    season = models.ForeignKey(Season, models.PROTECT, related_name="penalties")
    match = models.ForeignKey(
        Match, models.PROTECT, null=True, blank=True, related_name="penalties"
    )
    player = models.ForeignKey(Player, models.PROTECT, related_name="penalties")
    evening = models.DateField()
    points = models.PositiveIntegerField()
    """Always against the player, whichever way the game counts."""
    reason = models.CharField(max_length=MAX_REASON)
    author_name = models.CharField(max_length=150)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    ruling = models.ForeignKey(
        "Ruling", models.PROTECT, null=True, editable=False, related_name="penalties"
    )
    """The ruling that imposed it, if one did."""
    cancelled_at = models.DateTimeField(null=True, editable=False)
    cancelled_by = models.CharField(max_length=150, blank=True)
    cancel_reason = models.CharField(max_length=MAX_REASON, blank=True)

    class Meta:
        verbose_name_plural = "penalties"
        ordering = ["created_at", "id"]
        constraints = [
            models.CheckConstraint(condition=Q(points__gte=1), name="penalty_costs_something"),
            models.CheckConstraint(condition=~Q(reason=""), name="penalty_has_a_reason"),
        ]

    def __str__(self) -> str:
        return f"{self.player}: {self.points}"


class Dispute(models.Model):
    """An objection to the record of a hand, or to one of its events.

    It is *open* until an arbiter rules. It can be appealed once; another arbiter's ruling is then
    final.
    """

    class State(models.TextChoices):
        OPEN = "open", _("Open")
        UPHELD = "upheld", _("Upheld")
        REJECTED = "rejected", _("Rejected")
        UNDECIDED = "undecided", _("Can’t be decided")
        WITHDRAWN = "withdrawn", _("Withdrawn")
        APPEALED = "appealed", _("Appealed")

    PENDING = (State.OPEN, State.APPEALED)
    """The states in which a ruling is awaited and the hand is marked."""

    league = models.ForeignKey(
        League, models.PROTECT, db_index=False, editable=False, related_name="disputes"
    )
    """The league of the hand's match; `play.triggers` rejects another one."""
    hand = models.ForeignKey(Hand, models.PROTECT, related_name="disputes")
    version = models.ForeignKey(HandVersion, models.PROTECT, null=True, related_name="+")
    """The version that was confirmed when the dispute was opened; None for disputes from before
    this field."""
    event = models.PositiveIntegerField(null=True, blank=True)
    """The number of the disputed event in the log, from 1; None: the hand as a whole."""
    text = models.TextField()
    log = models.TextField(blank=True)
    """The hand as the author of the dispute remembers it, as a log; "" for none."""
    opened_by = models.ForeignKey(User, models.PROTECT, null=True, related_name="+")
    opened_by_name = models.CharField(max_length=150)
    opened_at = models.DateTimeField(default=timezone.now, editable=False)
    due_at = models.DateTimeField(null=True, editable=False)
    """The league's deadline for a ruling; None: without limit."""
    state = models.CharField(max_length=10, choices=State.choices, default=State.OPEN)
    ruling = models.TextField(blank=True)
    """The reason for withdrawing it; for disputes closed before rulings had rows of their own, the
    ruling."""
    closed_by_name = models.CharField(max_length=150, blank=True)
    closed_at = models.DateTimeField(null=True, editable=False)
    """The time when it was withdrawn, or last ruled on."""
    appeal = models.TextField(blank=True)
    """The reason for the appeal."""
    appealed_by_name = models.CharField(max_length=150, blank=True)
    appealed_at = models.DateTimeField(null=True, editable=False)
    published = models.BooleanField(default=False, db_default=False)
    """Whether other leagues of the site may read its rulings, if the league shares any."""

    class Meta:
        ordering = ["-opened_at", "-id"]
        indexes = [
            models.Index(fields=["league", "state"], name="disputes_of_a_league"),
            models.Index(
                fields=["due_at"], condition=Q(state__in=["open", "appealed"]), name="dispute_due"
            ),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(state="open", closed_at__isnull=True)
                | (~Q(state="open") & Q(closed_at__isnull=False)),
                name="dispute_closed_at_some_time",
            ),
            models.CheckConstraint(
                condition=~Q(state="appealed") | Q(appealed_at__isnull=False),
                name="dispute_appealed_at_some_time",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.hand}: {self.get_state_display()}"

    @property
    def is_pending(self) -> bool:
        """Return whether the dispute awaits a ruling."""
        return self.state in self.PENDING


class Statement(AppendOnly):
    """A statement about a disputed hand: in words, as a log of it, or both."""

    dispute = models.ForeignKey(Dispute, models.PROTECT, related_name="statements")
    text = models.TextField(blank=True)
    log = models.TextField(blank=True)
    author = models.ForeignKey(User, models.PROTECT, null=True, related_name="+")
    author_name = models.CharField(max_length=150)
    link = models.ForeignKey(AccessLink, models.PROTECT, null=True, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["created_at", "id"]
        constraints = [
            models.CheckConstraint(
                condition=~Q(text="") | ~Q(log=""), name="statement_says_something"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.author_name}: {self.text[:60]}"


class Ruling(AppendOnly):
    """An arbiter's decision on a dispute. It is never changed; an appeal adds a second one.

    ``record`` is a snapshot of everything it is based on, so that the page can be read without the
    engine of that day: see `play.ruling_record`.
    """

    class Verdict(models.TextChoices):
        UPHELD = "upheld", _("Dispute upheld")
        REJECTED = "rejected", _("Dispute rejected")
        UNDECIDED = "undecided", _("We can’t tell")

    class Remedy(models.TextChoices):
        STANDS = "stands", _("The hand stands")
        CORRECTED = "corrected", _("The points are corrected")
        REPLAYED = "replayed", _("The hand is played again")
        VOID = "void", _("The hand doesn’t count")
        PENALTY = "penalty", _("The hand stands, with a penalty")

    dispute = models.ForeignKey(Dispute, models.PROTECT, db_index=False, related_name="rulings")
    number = models.PositiveSmallIntegerField()
    """1; 2 on appeal."""
    league = models.ForeignKey(League, models.PROTECT, db_index=False, related_name="rulings")
    game = models.CharField(max_length=32)
    verdict = models.CharField(max_length=10, choices=Verdict.choices)
    remedy = models.CharField(max_length=10, choices=Remedy.choices)
    rule = models.CharField(max_length=64, blank=True)
    """The key of the rule cited, in the rulebook of the game; "" for none."""
    option = models.CharField(max_length=64, blank=True)
    """The option that decides how the rule is played in the league; "" for none."""
    question = models.CharField(max_length=200)
    """The question that was decided, as a sentence to search for."""
    reasons = models.TextField()
    words = models.TextField(editable=False)
    """The text that the casebook searches: question, reasons, claim and rule, in lower case."""
    record = models.JSONField()
    digest = models.CharField(max_length=64)
    """SHA-256 of the record in its canonical form."""
    author = models.ForeignKey(User, models.PROTECT, null=True, related_name="+")
    author_name = models.CharField(max_length=150)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["-created_at", "-id"]
        indexes = [
            models.Index(fields=["league", "game", "-id"], name="rulings_of_a_league"),
            models.Index(fields=["game", "rule"], name="rulings_on_a_rule"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["dispute", "number"], name="one_ruling_and_one_appeal"),
            models.CheckConstraint(
                condition=Q(number__in=[1, 2]), name="ruling_is_the_first_or_on_appeal"
            ),
            models.CheckConstraint(condition=~Q(reasons=""), name="ruling_has_reasons"),
        ]

    def __str__(self) -> str:
        return self.question


class Notice(Outgoing):
    """An e-mail about a dispute, to be sent to the people concerned. It is written in the
    transaction of its event."""

    class Kind(models.TextChoices):
        OPENED = "opened", _("Opened")
        STATED = "stated", _("Statement added")
        RULED = "ruled", _("Ruled on")
        WITHDRAWN = "withdrawn", _("Withdrawn")
        APPEALED = "appealed", _("Appealed")
        OVERDUE = "overdue", _("Overdue")

    dispute = models.ForeignKey(Dispute, models.PROTECT, related_name="notices")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    author = models.ForeignKey(User, models.PROTECT, null=True, related_name="+")
    """The account that caused it, which gets no notice of it."""

    class Meta:
        ordering = ["id"]
        indexes = [
            models.Index(fields=["next_at"], condition=Q(state="waiting"), name="notices_to_send"),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["dispute", "kind"],
                condition=Q(kind="overdue"),
                name="told_once_that_a_ruling_is_overdue",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.dispute}: {self.get_kind_display()}"
