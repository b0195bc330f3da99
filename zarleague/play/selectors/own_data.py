"""Export the data the site keeps about one person."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from zarleague.leagues.models import AccessLink, AuditEntry, Membership, Player, User
from zarleague.leagues.selectors import with_merged_guests
from zarleague.play.models import Dispute, HandResult, HandVersion, Penalty

Row = Mapping[str, object]
CHUNK = 500
"""Rows read at a time: an account may have played 200,000 hands."""


def own_data(user: User) -> Iterator[tuple[str, Iterable[Row]]]:
    """Yield the name and the rows of each part of the data about an account and its players."""
    account: Any = user  # includes the rows of allauth, whose relations no type checker knows
    fields = ("username", "first_name", "last_name", "email", "date_joined", "last_login")
    yield "account", [{field: getattr(user, field) for field in fields}]
    yield (
        "sessions",
        account.usersession_set.values("created_at", "last_seen_at", "ip", "user_agent"),
    )
    yield "push_subscriptions", account.push_subscriptions.values("browser", "created_at")
    yield (
        "api_tokens",
        user.api_tokens.values(
            "name", "scope", "created_at", "expires_at", "last_used_at", "revoked_at"
        ),
    )
    yield "second_factors", account.authenticator_set.values("type", "created_at", "last_used_at")
    yield "email_addresses", account.emailaddress_set.values("email", "verified")
    yield (
        "memberships",
        Membership.objects.filter(user=user).values("league__name", "role", "since"),
    )
    yield (
        "links_made",
        AccessLink.objects.filter(created_by=user).values(
            "league__name", "purpose", "label", "created_at", "revoked_at"
        ),
    )
    players = Player.objects.filter(user=user)
    yield "players", players.values("id", "league__name", "name", "created_at")
    mine = [one for player in players for one in with_merged_guests(player)]
    yield (
        "results",
        HandResult.objects.filter(player__in=mine, version__confirmed_for__isnull=False)
        .order_by("pk")
        .values(
            "version__hand__match__season__league__name",
            "version__hand__match__season__name",
            "version__hand__match__game",
            "version__hand__match__played_on",
            "version__hand__number",
            "points",
            "place",
            "won",
        )
        .iterator(CHUNK),
    )
    yield (
        "penalties",
        Penalty.objects.filter(player__in=mine).values(
            "season__name", "evening", "points", "reason", "cancelled_at"
        ),
    )
    yield (
        "hands_written",
        HandVersion.objects.filter(author=user)
        .order_by("pk")
        .values(
            "hand__match__season__league__name",
            "hand__match_id",
            "hand__number",
            "number",
            "created_at",
            "reason",
            "entry",
            "log",
        )
        .iterator(CHUNK),
    )
    yield (
        "disputes",
        Dispute.objects.filter(opened_by=user).values(
            "hand__match_id", "hand__number", "text", "log", "opened_at", "state", "ruling"
        ),
    )
    yield (
        "changes",
        AuditEntry.objects.filter(author=user)
        .order_by("pk")
        .values("league__name", "at", "action", "about_kind", "about_id", "before", "after", "why")
        .iterator(CHUNK),
    )
