"""A hand, its versions, and the results of each version.

A version is one account of a hand and is never changed: a correction is the next version, and the
hand's ``confirmed`` is the one that counts. A voided hand has a confirmed version of the kind
*void*, which has no results.

Foreign keys that are the first column of a unique constraint have no index of their own.
"""

from typing import Final

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from zarleague.leagues.append_only import AppendOnly
from zarleague.leagues.models import AccessLink, Player, User
from zarleague.leagues.of_league import OfLeague
from zarleague.play.models.match import Match, MatchSeat

MAX_REASON: Final = 300
"""Characters of the reason for a correction or a penalty."""


class Hand(OfLeague):
    """One deal of a match. Hands are numbered from 1 and keep their number when voided."""

    match = models.ForeignKey(Match, models.PROTECT, db_index=False, related_name="hands")
    number = models.PositiveIntegerField()
    dealer = models.PositiveSmallIntegerField(default=0)
    """The number of the dealer's seat."""
    confirmed = models.OneToOneField(
        "HandVersion", models.PROTECT, null=True, editable=False, related_name="confirmed_for"
    )
    """The version that counts. Null only between the two inserts that make a new hand."""

    class Meta:
        ordering = ["match", "number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="hand_number_once_per_match"),
            models.CheckConstraint(condition=Q(number__gte=1), name="hands_count_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.match}, hand {self.number}"


class HandVersion(OfLeague, AppendOnly):
    """One account of a hand, by somebody, for a reason."""

    class Kind(models.TextChoices):
        ENTRY = "entry", _("Entered")
        VOID = "void", _("Voided")

    class Evidence(models.IntegerChoices):
        """The degrees of `engine.entry.Evidence`, as they are stored."""

        TOTALS = 1, _("Points only")
        COUNTS = 2, _("Card counts")
        CARDS = 3, _("Cards")
        LOG = 4, _("Log")

    hand = models.ForeignKey(Hand, models.PROTECT, db_index=False, related_name="versions")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=8, choices=Kind.choices, default=Kind.ENTRY)
    entry = models.JSONField(null=True, blank=True)
    """``{"form": key, "sheets": [one per seat], "winner": seat or null}``; None if the hand was
    entered by its log alone, or is void."""
    evidence = models.PositiveSmallIntegerField(choices=Evidence.choices, null=True, blank=True)
    log = models.TextField(blank=True)
    """The log as it was typed, "" for none."""
    author = models.ForeignKey(User, models.PROTECT, null=True, related_name="+")
    author_name = models.CharField(max_length=150)
    link = models.ForeignKey(AccessLink, models.PROTECT, null=True, related_name="+")
    """The link by which the author was admitted, if any."""
    ruling = models.ForeignKey(
        "Ruling", models.PROTECT, null=True, db_index=False, related_name="versions"
    )
    """The ruling that this version applies, if any."""
    reason = models.CharField(max_length=MAX_REASON, blank=True)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["hand", "number"]
        indexes = [
            models.Index(
                fields=["ruling"], condition=Q(ruling__isnull=False), name="versions_by_ruling"
            ),
        ]
        constraints = [
            models.UniqueConstraint(fields=["hand", "number"], name="version_number_once_per_hand"),
            models.CheckConstraint(condition=Q(number__gte=1), name="versions_count_from_one"),
            models.CheckConstraint(
                condition=Q(number=1) | ~Q(reason=""), name="correction_has_a_reason"
            ),
            models.CheckConstraint(
                condition=Q(kind="entry", evidence__isnull=False, evidence__in=[1, 2, 3, 4])
                | Q(kind="void", evidence__isnull=True, entry__isnull=True, log=""),
                name="only_void_is_without_evidence",
            ),
            models.CheckConstraint(
                condition=Q(kind="void") | Q(entry__isnull=False) | ~Q(log=""),
                name="version_says_how_the_hand_ended",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.hand}, version {self.number}"


class HandResult(OfLeague, AppendOnly):
    """The result of one seat in one version. Players who sat out have none."""

    version = models.ForeignKey(HandVersion, models.PROTECT, db_index=False, related_name="results")
    seat = models.ForeignKey(MatchSeat, models.PROTECT, related_name="results")
    order = models.PositiveSmallIntegerField()
    """Number of the sheet in the entry and of the seat in the log, from 0."""
    player = models.ForeignKey(Player, models.PROTECT, related_name="results")
    """The player at the seat; after a merge the result counts for another one, see
    `leagues.selectors.aliases`."""
    points = models.IntegerField()
    place = models.PositiveSmallIntegerField()
    """From 1; equal points share the better place."""
    won = models.BooleanField()

    class Meta:
        ordering = ["version", "order"]
        constraints = [
            models.UniqueConstraint(fields=["version", "order"], name="one_result_per_seat"),
            models.UniqueConstraint(fields=["version", "player"], name="one_result_per_player"),
            models.CheckConstraint(condition=Q(place__gte=1), name="places_count_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.player}: {self.points}"
