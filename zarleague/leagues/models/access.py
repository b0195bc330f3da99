"""Links and tokens: secrets that grant a right; only their hashes are stored."""

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from zarleague.leagues.models.league import League
from zarleague.leagues.models.people import Player, User


class AccessLink(models.Model):
    """A secret address that lets its holder do one thing without an account, until it is revoked.

    Only a hash of the secret is stored: somebody who can read the database cannot use the link.
    """

    class Purpose(models.TextChoices):
        SCORE_MATCH = "score-match", _("Score one match")
        SCORE_EVENING = "score-evening", _("Score one evening")
        BOARD = "board", _("Watch on a big screen")
        CLAIM = "claim", _("Claim a guest’s results")
        JOIN = "join", _("Join the league")
        EMBED = "embed", _("Embed on another site")
        DEMO = "demo", _("Try the demo")
        """Of the demo league only, followed by a button on the first page: `play.demo`."""

    league = models.ForeignKey(League, models.PROTECT, related_name="links")
    purpose = models.CharField(max_length=16, choices=Purpose.choices)
    token_hash = models.CharField(max_length=64, unique=True, editable=False)
    label = models.CharField(max_length=80, blank=True)
    match_id = models.BigIntegerField(null=True, blank=True)
    """The match to score. Not a foreign key, because leagues must not depend on play."""
    evening = models.DateField(null=True, blank=True)
    player = models.ForeignKey(Player, models.PROTECT, null=True, blank=True, related_name="links")
    created_by = models.ForeignKey(User, models.PROTECT, related_name="created_links")
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    revoked_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        ordering = ["-created_at"]
        constraints = [
            models.CheckConstraint(
                condition=(Q(purpose="score-match", match_id__isnull=False))
                | (~Q(purpose="score-match") & Q(match_id__isnull=True)),
                name="link_to_score_a_match_names_it",
            ),
            models.CheckConstraint(
                condition=(Q(purpose="score-evening", evening__isnull=False))
                | (~Q(purpose="score-evening") & Q(evening__isnull=True)),
                name="link_to_score_an_evening_names_it",
            ),
            models.CheckConstraint(
                condition=(Q(purpose="claim", player__isnull=False))
                | (~Q(purpose="claim") & Q(player__isnull=True)),
                name="link_to_claim_a_guest_names_them",
            ),
        ]

    def __str__(self) -> str:
        return self.label or self.get_purpose_display()


class LinkUse(models.Model):
    """One use of a link, with the name its user gave."""

    link = models.ForeignKey(AccessLink, models.PROTECT, related_name="uses")
    name = models.CharField(max_length=60)
    first_at = models.DateTimeField(default=timezone.now)
    last_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["first_at"]
        constraints = [
            models.UniqueConstraint(fields=["link", "name"], name="one_use_per_name"),
        ]

    def __str__(self) -> str:
        return self.name


class ApiToken(models.Model):
    """A token by which a program acts for an account, until it expires.

    Only a hash of the token is stored: somebody who can read the database cannot use it.
    """

    class Scope(models.TextChoices):
        READ = "read", _("Read")
        SCORE = "score", _("Read and keep score")
        ORGANISE = "organise", _("Everything you may do yourself")

    user = models.ForeignKey(User, models.PROTECT, related_name="api_tokens")
    name = models.CharField(max_length=60)
    """The device or the program."""
    scope = models.CharField(max_length=8, choices=Scope.choices)
    token_hash = models.CharField(max_length=64, unique=True, editable=False)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    expires_at = models.DateTimeField()
    last_used_at = models.DateTimeField(null=True, editable=False)
    revoked_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        ordering = ["-created_at", "-pk"]
        constraints = [
            models.CheckConstraint(condition=~Q(name=""), name="token_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name
