"""The user's own account, and the audit log of a league."""

import datetime
from typing import Any

from rest_framework import serializers
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request

from zarleague.api.base import LEAGUE, Endpoint
from zarleague.api.fields import MOST, DayField, DigitsField, OneOfField
from zarleague.api.inputs import Input
from zarleague.api.schema import lists, reads
from zarleague.leagues.models import AuditEntry, User
from zarleague.leagues.selectors import AuditFilter


class AccountShape(serializers.ModelSerializer):
    """The signed-in account; for requests with a token, the token's name, scope and expiry."""

    name = serializers.CharField(source="get_full_name")
    token = serializers.CharField(allow_null=True)
    scope = serializers.CharField(allow_null=True)
    expires_at = serializers.DateTimeField(allow_null=True)

    class Meta:
        model = User
        fields = ("id", "username", "name", "token", "scope", "expires_at")


class AuditShape(serializers.ModelSerializer):
    """One change in a league: who made it, when, by which means, old and new values, and the
    reason."""

    author = serializers.CharField(source="author.username", default=None, allow_null=True)
    link = serializers.IntegerField(source="link_id", allow_null=True)

    class Meta:
        model = AuditEntry
        fields = (
            "id",
            "at",
            "topic",
            "action",
            "author",
            "author_name",
            "link",
            "way",
            "about_kind",
            "about_id",
            "about_name",
            "before",
            "after",
            "why",
        )
        ref_name = "AuditEntry"


class AuditQuery(Input):
    """Filters for changes: a topic, an account (id), the days from first to last."""

    topic = OneOfField(AuditEntry.Topic.choices, required=False)
    author = DigitsField(required=False, min_value=1, max_value=MOST)
    first = DayField(required=False)
    last = DayField(required=False)


class OwnAccount(Endpoint):
    @reads("read_account", AccountShape)
    def get(self, request: Request) -> object:
        """Return the account that sent the request; 401 without one."""
        user, token = self.actor.user, request.auth
        if user is None:
            raise NotAuthenticated
        about: dict[str, Any] = {
            "token": token and token.name,
            "scope": token and token.scope,
            "expires_at": token and token.expires_at,
        }
        own = {"id": user.pk, "username": user.username, "get_full_name": user.get_full_name()}
        return own | about


class AuditLog(Endpoint):
    @lists("list_changes", AuditShape, AuditQuery)
    def get(self, request: Request, slug: str) -> object:
        """Return the changes, latest first. Organisers only."""
        league, asked = self.organised(slug), self.query(AuditQuery)
        first, last = asked.get("first"), asked.get("last")
        chosen = AuditFilter(
            topic=asked.get("topic", ""),
            author=asked.get("author"),
            first=league.evening_starts(first) if first else None,
            last=league.evening_starts(_after(last)) if last else None,
        )
        return chosen.of(league)


def _after(day: datetime.date) -> datetime.date:
    return day + datetime.timedelta(days=1) if day < datetime.date.max else day


urlpatterns = [
    OwnAccount.at("account/", "account"),
    AuditLog.at(f"{LEAGUE}changes/", "changes"),
]
