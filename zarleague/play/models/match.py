"""A match: a series of hands of one game by the same players under one frozen ruleset."""

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from zarleague.engine.declared import unit_of
from zarleague.leagues.models import Player, Season
from zarleague.leagues.models.league import LEFT_EARLY, GivenUp
from zarleague.leagues.of_league import OfLeague
from zarleague.play.models.evening import EveningRound
from zarleague.standings.results import LeftEarly, PartPlayed


class Match(OfLeague):
    """A series of hands of one game on one evening.

    The rules can be changed until the first hand is entered.
    """

    class State(models.TextChoices):
        OPEN = "open", _("Playing now")
        CLOSED = "closed", _("Finished")

    season = models.ForeignKey(Season, models.PROTECT, related_name="matches")
    game = models.CharField(max_length=32)
    rules = models.JSONField()
    """The complete ruleset: ``{"preset": key, "values": {option key: value}}``."""
    rules_text = models.TextField()
    """The same in one line, as in the ``game`` line of a log: preset, and the options that differ
    from it."""
    frozen_at = models.DateTimeField(null=True, editable=False)
    played_on = models.DateField()
    """The evening, in the league's time zone."""
    state = models.CharField(max_length=8, choices=State.choices, default=State.OPEN)
    end_hands = models.PositiveSmallIntegerField(default=0)
    """The match is over after this many hands; 0: without limit."""
    end_limit = models.PositiveIntegerField(default=0)
    """The match is over when a total reaches this; 0: without limit."""
    eliminates = models.BooleanField(default=False)
    """A player who reaches the limit is eliminated, and the others continue."""
    high_wins = models.BooleanField(default=False)
    ties_by_wins = models.BooleanField(default=False)
    """Of players with the same total, the one who has won more hands is ahead."""
    left_early = models.CharField(
        max_length=8, choices=LEFT_EARLY, default=LeftEarly.ALIKE, db_default=LeftEarly.ALIKE
    )
    """How players are ranked who did not play the share of hands that the match asks for."""
    hands_share = models.PositiveSmallIntegerField(default=100, db_default=100)
    """Per cent of the match's hands that a player needs."""
    given_up = models.CharField(
        max_length=8, choices=GivenUp, default=GivenUp.IGNORED, db_default=GivenUp.IGNORED
    )
    """What hands given up count for."""
    shares_places = models.BooleanField(default=False, db_default=False)
    """Whether some players take one place together: `MatchSeat.shares_with`."""
    first_dealer = models.PositiveSmallIntegerField(default=0)
    """The number of the seat that deals the first hand."""
    note = models.CharField(max_length=200, blank=True)
    round = models.ForeignKey(
        EveningRound, models.PROTECT, null=True, blank=True, db_index=False, related_name="matches"
    )
    """The round for which it was drawn; None for a match that was started by itself."""
    table = models.PositiveSmallIntegerField(null=True, blank=True)
    """The table of that round, from 0."""
    started_at = models.DateTimeField(default=timezone.now, editable=False)
    closed_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        verbose_name_plural = "matches"
        indexes = [
            models.Index(fields=["league", "played_on", "id"], name="match_of_a_league"),
            # The state first, or SQLite might take it for those of all states as well.
            models.Index(
                fields=["state", "league", "played_on", "id"], name="match_of_a_league_by_state"
            ),
            models.Index(fields=["season", "played_on"], name="match_by_evening"),
            models.Index(fields=["season", "game"], name="match_by_game"),
            models.Index(
                fields=["season", "state", "played_on", "started_at"], name="match_by_state_and_day"
            ),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["round", "table"],
                condition=Q(round__isnull=False),
                name="one_match_at_a_drawn_table",
            ),
            models.CheckConstraint(
                condition=Q(hands_share__gte=1) & Q(hands_share__lte=100),
                name="match_asks_for_a_share",
            ),
            models.CheckConstraint(
                condition=Q(state="open", closed_at__isnull=True)
                | Q(state="closed", closed_at__isnull=False),
                name="match_closed_at_some_time",
            ),
        ]

    @property
    def unit(self) -> int:
        """Return how many stored points make one point: 1, but for a league's own game in parts."""
        return unit_of(self.rules["values"])

    def __str__(self) -> str:
        return f"{self.game}, {self.played_on}"

    @property
    def counts_given_up(self) -> bool:
        """Return whether hands given up count."""
        return self.given_up == GivenUp.LEVEL

    @property
    def part_played(self) -> PartPlayed:
        """Return the rule for players who played only a part of the match."""
        limit = self.end_limit if self.eliminates else 0
        return PartPlayed(LeftEarly(self.left_early), self.hands_share, limit)


class MatchSeat(OfLeague):
    """A player's seat in a match, for a range of hands.

    Seats are numbered clockwise from 0. A substitute gets the number of the player who left; a late
    joiner gets a new number. A player who comes back has a second row.
    """

    match = models.ForeignKey(Match, models.PROTECT, related_name="seats")
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, models.PROTECT, related_name="seats")
    from_hand = models.PositiveIntegerField(default=1)
    until_hand = models.PositiveIntegerField(null=True, blank=True)
    """The last hand played from this seat; None while they sit there."""
    counts_for = models.ForeignKey(
        Player,
        models.PROTECT,
        null=True,
        blank=True,
        db_index=False,
        db_constraint=False,
        related_name="+",
    )
    """The player for whom the hands played from this seat count, if another one."""
    shares_with = models.ForeignKey(
        Player,
        models.PROTECT,
        null=True,
        blank=True,
        db_index=False,
        db_constraint=False,
        related_name="+",
    )
    """The player with whom this one takes one place in the match, each with their own hands."""

    class Meta:
        ordering = ["number", "from_hand"]
        constraints = [
            models.UniqueConstraint(
                fields=["match", "number"],
                condition=Q(until_hand__isnull=True),
                name="one_player_at_a_seat",
            ),
            models.UniqueConstraint(
                fields=["match", "player"],
                condition=Q(until_hand__isnull=True),
                name="one_seat_for_a_player",
            ),
            models.CheckConstraint(condition=Q(from_hand__gte=1), name="seat_from_a_hand"),
            models.CheckConstraint(
                condition=Q(until_hand__isnull=True) | Q(until_hand__gte=F("from_hand") - 1),
                name="seat_left_after_it_was_taken",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number}: {self.player}"

    @property
    def scores_for(self) -> int:
        """Return the id of the player for whom the hands played from this seat count."""
        return self.counts_for_id or self.player_id
