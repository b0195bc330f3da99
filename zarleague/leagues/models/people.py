"""Accounts, players, and the roles of accounts in leagues."""

from typing import Any

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from zarleague.leagues.models.league import League
from zarleague.leagues.names import name_key, tidy


class User(AbstractUser):
    """An account."""


class MailChoice(models.Model):
    """The e-mails an account wants. An account without a row gets the default ones."""

    user = models.OneToOneField(User, models.CASCADE, primary_key=True, related_name="mail_choice")
    invitations = models.BooleanField(_("Invitations to leagues"), default=True, db_default=True)
    disputes = models.BooleanField(_("Disputes and rulings"), default=True)
    reports = models.BooleanField(_("Reports that are ready"), default=True)
    digest = models.BooleanField(_("What happened in the week"), default=False)
    evenings = models.BooleanField(
        _("Evenings ahead: the day before, and when one changes"), default=True, db_default=True
    )
    """Of the messages on a device, too."""

    def __str__(self) -> str:
        return str(self.user)


class Player(models.Model):
    """Somebody who plays. Names are unique among a league's players that are not merged."""

    league = models.ForeignKey(League, models.PROTECT, related_name="players")
    name = models.CharField(max_length=60)
    name_key = models.CharField(max_length=120, editable=False)
    user = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="players")
    guest = models.BooleanField(default=False)
    inactive = models.BooleanField(default=False, db_default=False)
    """Whether they no longer play: left out of lists of people to choose from, until they sit down
    again."""
    merged_into = models.ForeignKey(
        "self", models.PROTECT, null=True, blank=True, editable=False, related_name="merged"
    )
    """The player for whom this one's results count; None: for this player."""
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["name_key"]
        indexes = [
            models.Index(
                fields=["league"], condition=Q(merged_into__isnull=False), name="merged_players"
            ),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["league", "name_key"],
                condition=Q(merged_into__isnull=True),
                name="player_name_once_per_league",
            ),
            models.UniqueConstraint(
                fields=["league", "user"],
                condition=Q(user__isnull=False),
                name="one_player_per_account",
            ),
            models.CheckConstraint(condition=~Q(name_key=""), name="player_has_a_name"),
            models.CheckConstraint(
                condition=~Q(merged_into=models.F("id")), name="player_not_merged_into_itself"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def clean(self) -> None:
        self.name = tidy(self.name)
        self.name_key = name_key(self.name)

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.clean()
        super().save(*args, **kwargs)


class PlayerMerge(models.Model):
    """The record of a merge, and of undoing it."""

    guest = models.ForeignKey(Player, models.PROTECT, related_name="merges")
    into = models.ForeignKey(Player, models.PROTECT, related_name="received_merges")
    author = models.CharField(max_length=150)
    merged_at = models.DateTimeField(default=timezone.now, editable=False)
    undone_at = models.DateTimeField(null=True, editable=False)
    undone_by = models.CharField(max_length=150, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["guest"], condition=Q(undone_at__isnull=True), name="merged_only_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.guest} is {self.into}"


class Membership(models.Model):
    """The role of an account in a league."""

    class Role(models.TextChoices):
        ORGANISER = "organiser", _("Organiser")
        SCOREKEEPER = "scorekeeper", _("Scorekeeper")
        PLAYER = "player", _("Player")

    user = models.ForeignKey(User, models.PROTECT, related_name="memberships")
    league = models.ForeignKey(League, models.PROTECT, related_name="memberships")
    role = models.CharField(max_length=12, choices=Role.choices, default=Role.PLAYER)
    arbiter = models.BooleanField(default=False, db_default=False)
    """Whether they rule on disputes, in addition to the rights of their role."""
    claims = models.ForeignKey(
        Player, models.PROTECT, null=True, editable=False, db_constraint=False, related_name="+"
    )
    """The player they say they are, until an organiser answers."""
    since = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "league"], name="one_membership_per_league"),
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.role}"


class Invitation(models.Model):
    """An organiser's invitation to the league, by the name of an account or by an e-mail address.

    It is stored as typed and not looked up: whether the account exists shows only when its owner,
    signed in, accepts.
    """

    league = models.ForeignKey(League, models.PROTECT, related_name="invitations")
    account_name = models.CharField(max_length=150, db_index=True)
    """The name; of an invitation by e-mail, the address in lower case."""
    by_mail = models.BooleanField(default=False, db_default=False)
    role = models.CharField(
        max_length=12, choices=Membership.Role.choices, default=Membership.Role.PLAYER
    )
    created_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    declined_at = models.DateTimeField(null=True, editable=False)
    """Not shown to the inviter: an account that does not exist never declines either."""
    ended_at = models.DateTimeField(null=True, editable=False)
    """The moment it was accepted or withdrawn."""

    class Meta:
        ordering = ["-created_at", "-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["league", "account_name"],
                condition=Q(ended_at__isnull=True),
                name="one_open_invitation_per_name",
            ),
        ]

    def __str__(self) -> str:
        return self.account_name


class StoppedAddress(models.Model):
    """An e-mail address that wants no more invitations, in lower case."""

    address = models.CharField(max_length=150, primary_key=True)
    stopped_at = models.DateTimeField(default=timezone.now, editable=False)

    def __str__(self) -> str:
        return self.address
