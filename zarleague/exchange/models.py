"""Files of leagues being exported and imported, and the pending work on them.

A file is stored in the database in pieces, because the process that receives it and the one that
works on it may run on two machines. It is removed a day later.
"""

import uuid

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from zarleague.background.lease import Leased
from zarleague.background.sending import Outgoing
from zarleague.leagues.models import Invitation, League, Season, User
from zarleague.play.models import Dispute, Evening


class Transfer(Leased):
    """One league's file, being exported or imported.

    A row is a job, not a process: if the process that has its lease dies, another one starts it
    again.
    """

    class Direction(models.TextChoices):
        OUT = "out", _("Out")
        IN = "in", _("In")
        PAST = "past", _("Past results")
        """A spreadsheet, with a `HistoryImport`."""

    class State(models.TextChoices):
        ARRIVING = "arriving", _("Arriving")
        WAITING = "waiting", _("Waiting")
        RUNNING = "running", _("Running")
        DONE = "done", _("Done")
        FAILED = "failed", _("Failed")
        REPLACED = "replaced", _("Replaced")
        """Its account has uploaded another file before this one was imported."""

    OPEN = (State.WAITING, State.RUNNING)
    """The states in which work remains to be done."""

    key = models.UUIDField(unique=True, default=uuid.uuid4, editable=False)
    """Its address."""
    direction = models.CharField(max_length=4, choices=Direction.choices)
    asked_by = models.ForeignKey(User, models.CASCADE, related_name="transfers")
    league = models.ForeignKey(League, models.SET_NULL, null=True, related_name="transfers")
    """The exported league; for an import, the new league, unfinished until ``arrived``."""
    arrived = models.BooleanField(default=False)
    """Whether the new league is visible."""
    name = models.CharField(max_length=120, blank=True)
    """The name of the file."""
    size = models.PositiveBigIntegerField(default=0)
    """Bytes of the whole file; for an export, 0 until it is done."""
    state = models.CharField(max_length=8, choices=State.choices)
    attempts = models.PositiveSmallIntegerField(default=0)
    """Processes that have begun the work: more than one if they died."""
    total = models.PositiveIntegerField(default=0)
    """Records to read or write; 0 until they are counted."""
    problem = models.CharField(max_length=500, blank=True)
    """A sentence, untranslated."""
    differing = models.JSONField(default=list)
    """The kinds of record in which the new league differs from its file."""
    asked_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=~Q(direction="out") | ~Q(state="arriving"), name="only_what_comes_arrives"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_direction_display()}: {self.name or self.league}"

    @property
    def is_open(self) -> bool:
        """Return whether work remains to be done."""
        return self.state in self.OPEN


class Piece(models.Model):
    """A part of a file's bytes. Pieces are numbered from 0."""

    transfer = models.ForeignKey(Transfer, models.CASCADE, db_index=False, related_name="pieces")
    number = models.PositiveIntegerField()
    content = models.BinaryField()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["transfer", "number"], name="piece_number_once"),
        ]

    def __str__(self) -> str:
        return f"{self.transfer}, {self.number}"


class HistoryImport(models.Model):
    """An import of past results from a spreadsheet: what was recognised and chosen, its state."""

    class Stage(models.TextChoices):
        CHECK = "check", _("Being checked")
        WRITE = "write", _("Being imported")
        WRITTEN = "written", _("Imported")
        UNDONE = "undone", _("Undone")

    transfer = models.OneToOneField(
        Transfer, models.SET_NULL, null=True, related_name="history_import"
    )
    """The file, which is kept for a day."""
    league = models.ForeignKey(League, models.PROTECT, related_name="history_imports")
    season = models.ForeignKey(Season, models.SET_NULL, null=True, related_name="+")
    """The imported season."""
    author = models.ForeignKey(User, models.PROTECT, related_name="+")
    name = models.CharField(max_length=120)
    """The name of the file."""
    address = models.CharField(max_length=1000, blank=True, default="", db_default="")
    """Where the table is published; "" for an uploaded file."""
    stage = models.CharField(max_length=8, choices=Stage.choices, default=Stage.CHECK)
    layout = models.JSONField(default=dict)
    """The use of each column, see `exchange.history.layout`; empty until it is recognised."""
    chosen = models.JSONField(default=dict)
    """``{"game": key, "season": name, "names": {name in the file: player's name}}``, and if given
    ``"answers": {question: answer}`` and ``"leave_out": [kind of problem]``."""
    found = models.JSONField(default=dict)
    """The result of the last check, see `exchange.history.checking`."""
    unseen = models.BigIntegerField(null=True)
    """The hidden league in which a season is being written, or is kept until it is removed."""
    new_players = models.JSONField(default=list)
    """The ids of the players it added."""
    made_at = models.DateTimeField(default=timezone.now)
    undone_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-made_at", "-id"]
        indexes = [
            models.Index(
                fields=["id"], condition=Q(unseen__isnull=False), name="imports_to_clean_up"
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Webhook(models.Model):
    """An address of another program that receives the events of a league."""

    class Shape(models.TextChoices):
        STANDARD = "standard", _("Standard Webhooks (JSON)")
        DISCORD = "discord", "Discord"
        SLACK = "slack", "Slack"
        MATRIX = "matrix", "Matrix"
        TELEGRAM = "telegram", "Telegram"

    league = models.ForeignKey(League, models.PROTECT, related_name="webhooks")
    label = models.CharField(max_length=80)
    shape = models.CharField(max_length=10, choices=Shape.choices, default=Shape.STANDARD)
    address = models.CharField(max_length=1000)
    extra = models.CharField(max_length=500, blank=True)
    """For Telegram the chat, for Matrix the access token."""
    secret = models.CharField(max_length=80)
    """The key that signs deliveries."""
    events = models.JSONField(default=list)
    active = models.BooleanField(default=True)
    problem = models.CharField(max_length=300, blank=True)
    """The reason the site switched it off."""
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return self.label


class Delivery(Outgoing):
    """One message to a webhook, written in the transaction of its event."""

    webhook = models.ForeignKey(Webhook, models.CASCADE, db_index=False, related_name="deliveries")
    key = models.CharField(max_length=40, unique=True)
    """The id of the message, the same for all attempts."""
    event = models.CharField(max_length=20)
    data = models.JSONField()
    """The ids and numbers of the event; names are added when it is sent."""
    body = models.TextField(blank=True)
    """The body sent: rendered for the first attempt, repeated unchanged for all others."""
    status = models.PositiveSmallIntegerField(null=True)
    """The status of the last response."""
    answer = models.CharField(max_length=500, blank=True)
    """The beginning of the last response, or why there was none."""

    class Meta:
        verbose_name_plural = "deliveries"
        ordering = ["-id"]
        indexes = [
            models.Index(fields=["webhook", "-id"], name="deliveries_of_a_webhook"),
            models.Index(
                fields=["next_at"], condition=Q(state="waiting"), name="deliveries_waiting"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event} {self.key}"


class Letter(Outgoing):
    """An e-mail to the members of a league who want it, or to an invited person, stored before it
    is sent."""

    class Kind(models.TextChoices):
        INVITATION = "invite", _("Invitation")
        REPORT = "report", _("Report")
        DIGEST = "digest", _("Digest of the week")
        REMINDER = "reminder", _("Reminder of an evening")
        CANCELLED = "off", _("Evening cancelled")
        REINSTATED = "on", _("Evening takes place after all")
        MOVED = "moved", _("Evening moved")

    CHANGES = (Kind.CANCELLED, Kind.REINSTATED, Kind.MOVED)
    """What changes in an evening; a later letter takes the place of one that is still waiting."""

    league = models.ForeignKey(League, models.PROTECT, related_name="letters")
    kind = models.CharField(max_length=8, choices=Kind.choices)
    season = models.ForeignKey(Season, models.CASCADE, null=True, related_name="+")
    """For a report, its season."""
    monday = models.DateField(null=True)
    """For a digest, the first day of its week."""
    invitation = models.ForeignKey(Invitation, models.CASCADE, null=True, related_name="+")
    """For an invitation, the invitation."""
    evening = models.ForeignKey(
        Evening,
        models.CASCADE,
        null=True,
        db_constraint=False,
        db_index=False,
        related_name="letters",
    )
    """For what is said of an evening to one account, the evening."""
    account = models.ForeignKey(
        User, models.CASCADE, null=True, db_constraint=False, db_index=False, related_name="letters"
    )
    """The account to which that is said."""
    day = models.DateField(null=True)
    """The day of the evening when the letter was written; of one that was moved, the day before
    that."""

    class Meta:
        ordering = ["id"]
        indexes = [
            models.Index(fields=["next_at"], condition=Q(state="waiting"), name="letters_to_send"),
            models.Index(
                fields=["evening"], condition=Q(evening__isnull=False), name="letters_of_evening"
            ),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["league", "monday"],
                condition=Q(kind="digest"),
                name="one_digest_of_a_week",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.league}: {self.get_kind_display()}"


class Forgetting(models.Model):
    """Names that are being removed from a league's data. When that is done, the row is cleared of
    them, too."""

    league = models.ForeignKey(League, models.PROTECT, related_name="forgettings")
    names = models.JSONField()
    new_name = models.CharField(max_length=60)
    account = models.BigIntegerField(null=True)
    """The id of the account that wrote under those names."""
    asked_at = models.DateTimeField(default=timezone.now)
    done_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            models.Index(fields=["id"], condition=Q(done_at__isnull=True), name="names_to_forget"),
        ]

    def __str__(self) -> str:
        return self.new_name


class PushKey(models.Model):
    """The key that identifies the site to push services (VAPID, RFC 8292). One row, created on
    first use."""

    private = models.TextField()
    """PEM."""

    def __str__(self) -> str:
        return "the site's key for push services"


class PushSubscription(models.Model):
    """A browser subscribed to web push: the address its push service gave it, and its keys."""

    user = models.ForeignKey(User, models.CASCADE, related_name="push_subscriptions")
    endpoint = models.CharField(max_length=1000, unique=True)
    p256dh = models.CharField(max_length=100)
    auth = models.CharField(max_length=40)
    browser = models.CharField(max_length=200, blank=True)
    """The browser's name from its user agent."""
    created_at = models.DateTimeField(default=timezone.now)
    refused_at = models.DateTimeField(null=True)
    refusal = models.CharField(max_length=200, blank=True, db_default="")
    """The reason the push service gave for refusing the last message; "" if it accepted it."""
    ended_at = models.DateTimeField(null=True)
    """The time when the push service refused the site itself: nothing is sent from then on."""
    wait_until = models.DateTimeField(null=True)
    """The push service asked for no more requests until then."""

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.user}: {self.browser}"


class Push(Outgoing):
    """A message about a dispute to one browser, written in the transaction of its event."""

    subscription = models.ForeignKey(PushSubscription, models.CASCADE, related_name="pushes")
    dispute = models.ForeignKey(Dispute, models.CASCADE, related_name="pushes")

    class Meta:
        verbose_name_plural = "pushes"
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.subscription}, {self.dispute}"


class EveningPush(Outgoing):
    """A letter about an evening, as a message to one browser of its account."""

    subscription = models.ForeignKey(
        PushSubscription, models.CASCADE, db_constraint=False, related_name="evening_pushes"
    )
    letter = models.ForeignKey(
        Letter, models.CASCADE, db_constraint=False, related_name="evening_pushes"
    )

    class Meta:
        verbose_name_plural = "evening pushes"
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.subscription}, {self.letter}"
