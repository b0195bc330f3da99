"""People and the leagues they play in.

*League*: people who play together under house rules. *Season*: a span of a league with one table.
*Player*: somebody who sits at the table, with or without an account. *Membership*: what somebody
with an account may do in a league. *Guest*: a player typed in on the spot; a guest who turns out
to be somebody else is merged into that player, and the merge can be undone.
"""

import datetime
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from django.contrib.auth.models import AbstractUser
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from zarleague.leagues.append_only import AppendOnly
from zarleague.leagues.names import name_key, tidy
from zarleague.standings.rules import RulesError, new_season_rules, rules_from_json

NIGHT_ENDS = datetime.timedelta(hours=5)
"""A hand played after midnight belongs to the evening before, until this time of day."""


def validate_time_zone(name: str) -> None:
    """Raise ValidationError unless *name* is a time zone of the IANA database."""
    if name not in available_timezones():
        raise ValidationError(_("There’s no time zone called “%(name)s”."), params={"name": name})


def validate_season_rules(data: Any) -> None:
    """Raise ValidationError unless *data* are season rules as `standings.rules` stores them."""
    try:
        rules_from_json(data)
    except (RulesError, AttributeError, TypeError) as error:
        raise ValidationError(str(error)) from error


def default_season_rules() -> dict[str, Any]:
    """Return the ranking of a new season unless its organiser chooses another."""
    return new_season_rules()


class User(AbstractUser):
    """Somebody with an account."""


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
    """How long a hand stays provisional after it was entered or corrected."""
    dispute_hours = models.PositiveSmallIntegerField(default=0, db_default=0)
    """How long a hand may be disputed after it was entered or corrected, and a ruling appealed;
    0: without limit."""
    ruling_hours = models.PositiveSmallIntegerField(default=72, db_default=72)
    """How long the arbiters have for a ruling; 0: without limit."""
    arbiters_may_play = models.BooleanField(default=False, db_default=False)
    """Whether an arbiter may rule on a hand they played themselves."""
    shares_rulings = models.BooleanField(default=False, db_default=False)
    """Whether rulings that are published may be read by everybody on this site."""
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=~Q(name=""), name="league_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name

    def evening_of(self, moment: datetime.datetime) -> datetime.date:
        """Return the evening a moment belongs to, in the league's time zone."""
        return (moment.astimezone(ZoneInfo(self.time_zone)) - NIGHT_ENDS).date()

    def evening_starts(self, evening: datetime.date) -> datetime.datetime:
        """Return the moment from which on it is that evening, in the league's time zone."""
        midnight = datetime.datetime.combine(evening, datetime.time())
        return (midnight + NIGHT_ENDS).replace(tzinfo=ZoneInfo(self.time_zone))


class LeagueGame(models.Model):
    """The preset and the house rules a league plays one game by, unless a match says otherwise."""

    league = models.ForeignKey(League, models.PROTECT, related_name="games")
    game = models.CharField(max_length=32)
    preset = models.CharField(max_length=64)
    overrides = models.JSONField(default=dict, blank=True)
    """Option key -> value, where the league differs from the preset."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["league", "game"], name="one_house_rule_per_game"),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.preset}"


class Season(models.Model):
    """A span of a league with one table."""

    class State(models.TextChoices):
        RUNNING = "running", _("Running")
        FINISHED = "finished", _("Finished")

    league = models.ForeignKey(League, models.PROTECT, related_name="seasons")
    name = models.CharField(max_length=80)
    starts = models.DateField()
    ends = models.DateField(null=True, blank=True)
    """The last evening; None while nobody has said."""
    state = models.CharField(max_length=8, choices=State.choices, default=State.RUNNING)
    rules = models.JSONField(default=default_season_rules, validators=[validate_season_rules])
    """What the table ranks by, as `standings.rules.rules_to_json` writes it."""
    lots = models.JSONField(default=list, blank=True, editable=False)
    """Drawings of lots, oldest first: ``[evening ordinal, [player ids, first drawn first]]``."""
    revision = models.PositiveBigIntegerField(default=0, db_default=0, editable=False)
    """Counts the changes of the season's results, in the transaction of each. What is derived
    from the results notes which revision it was derived from: `reports.SeasonProgress`."""
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


class Player(models.Model):
    """Somebody who sits at the table. Names are unique in a league among those not merged."""

    league = models.ForeignKey(League, models.PROTECT, related_name="players")
    name = models.CharField(max_length=60)
    name_key = models.CharField(max_length=120, editable=False)
    user = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="players")
    guest = models.BooleanField(default=False)
    merged_into = models.ForeignKey(
        "self", models.PROTECT, null=True, blank=True, editable=False, related_name="merged"
    )
    """Whom this player's results count for; None: for the player alone."""
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
    """The record of a merge, and of its undoing."""

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
    """Whether they rule on disputes, beside whatever their role lets them do."""
    since = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "league"], name="one_membership_per_league"),
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.role}"


class AccessLink(models.Model):
    """A secret address that lets its holder do one thing without an account, until revoked.

    Only a hash of the secret is stored: whoever reads the database cannot use the link.
    """

    class Purpose(models.TextChoices):
        SCORE_MATCH = "score-match", _("Score one match")
        SCORE_EVENING = "score-evening", _("Score one evening")
        BOARD = "board", _("Watch on a big screen")
        CLAIM = "claim", _("Claim a guest’s results")
        JOIN = "join", _("Join the league")

    league = models.ForeignKey(League, models.PROTECT, related_name="links")
    purpose = models.CharField(max_length=16, choices=Purpose.choices)
    token_hash = models.CharField(max_length=64, unique=True, editable=False)
    label = models.CharField(max_length=80, blank=True)
    match_id = models.BigIntegerField(null=True, blank=True)
    """The match to score. Leagues know nothing of matches, so this is no foreign key."""
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


class Receipt(AppendOnly):
    """The row a write with an idempotency key created, returned when the key comes back."""

    league = models.ForeignKey(League, models.PROTECT, db_index=False, related_name="+")
    key = models.CharField(max_length=64)
    request = models.CharField(max_length=64)
    """A hash of what was asked: the same key must ask for the same."""
    made = models.BigIntegerField()
    """The id of the row the write made."""
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["league", "key"], name="key_used_once_per_league"),
        ]

    def __str__(self) -> str:
        return self.key


class Invitation(models.Model):
    """An organiser's wish to have somebody with an account in the league, by the account's name.

    The name is kept as it was typed and looked up by nobody: whether there is such an account shows
    only when its owner, signed in, accepts.
    """

    league = models.ForeignKey(League, models.PROTECT, related_name="invitations")
    account_name = models.CharField(max_length=150, db_index=True)
    role = models.CharField(
        max_length=12, choices=Membership.Role.choices, default=Membership.Role.PLAYER
    )
    created_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    declined_at = models.DateTimeField(null=True, editable=False)
    """Whoever invited is not told: a name that nobody has never declines either."""
    ended_at = models.DateTimeField(null=True, editable=False)
    """When it was accepted or withdrawn."""

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


class AuditEntry(AppendOnly):
    """One change in a league; `leagues.audit` writes it."""

    class Topic(models.TextChoices):
        LEAGUE = "league", _("League")
        PEOPLE = "people", _("Members")
        RULES = "rules", _("Rules")
        SEASON = "season", _("Seasons")
        MATCH = "match", _("Matches")
        HAND = "hand", _("Hands")
        RULING = "ruling", _("Rulings")

    class Way(models.TextChoices):
        PAGE = "page", _("on the website")
        API = "api", _("scorepad or API")
        ADMIN = "admin", _("in the admin")
        SITE = "site", _("automatically")

    league = models.ForeignKey(League, models.PROTECT, db_index=False, related_name="+")
    at = models.DateTimeField()
    topic = models.CharField(max_length=8, choices=Topic.choices)
    action = models.CharField(max_length=32)
    """The name of the service."""
    author = models.ForeignKey(User, models.PROTECT, null=True, db_index=False, related_name="+")
    author_name = models.CharField(max_length=150, blank=True)
    """What the holder of a link called themselves; "" for somebody with an account."""
    link = models.ForeignKey(
        AccessLink, models.PROTECT, null=True, db_index=False, related_name="+"
    )
    way = models.CharField(max_length=5, choices=Way.choices)
    about_kind = models.CharField(max_length=32, blank=True)
    about_id = models.BigIntegerField(null=True)
    about_name = models.CharField(max_length=150, blank=True)
    before = models.JSONField()
    after = models.JSONField()
    why = models.TextField(blank=True)

    class Meta:
        indexes = [
            models.Index(fields=["league", "at", "id"], name="audit_by_time"),
            models.Index(fields=["league", "topic", "at", "id"], name="audit_by_topic"),
            models.Index(fields=["league", "author", "at", "id"], name="audit_by_author"),
        ]

    def __str__(self) -> str:
        return f"{self.action} {self.about_name}"
