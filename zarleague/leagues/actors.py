"""The author of a request: an account, the holder of a link, both, or an onlooker."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from zarleague.leagues.models import AccessLink, Membership, User
from zarleague.sql import entering_hand

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser


@dataclass(slots=True)
class Actor:
    """The author of one request. Caches the roles it looked up, so make one per request."""

    user: User | None = None
    link: AccessLink | None = None
    name: str = ""
    """What the holder of a link calls themselves."""
    way: str = "site"
    """By what they act, as the audit log says it: `AuditEntry.Way`."""
    _roles: dict[int, str] = field(default_factory=dict)
    _arbiter: dict[int, bool] = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        user: "User | AnonymousUser | None",
        link: AccessLink | None = None,
        name: str = "",
        way: str = "site",
    ) -> "Actor":
        """Return the actor of a request; an anonymous user is none, a revoked link is none."""
        account = user if isinstance(user, User) and user.is_active else None
        live = link if link is not None and link.revoked_at is None else None
        return cls(account, live, name, way)

    @property
    def label(self) -> str:
        """Return the name recorded with what the actor writes."""
        if self.name:
            return self.name
        if self.user is not None:
            return self.user.get_full_name() or self.user.get_username()
        return str(self.link) if self.link is not None else ""

    def role(self, league_id: int) -> str:
        """Return the membership's role in a league, organiser for a superuser, "" for none."""
        if self.user is None:
            return ""
        if self.user.is_superuser:
            return Membership.Role.ORGANISER
        if league_id not in self._roles:
            self._roles[league_id] = entering_hand.role(self.user.pk, league_id)
        return self._roles[league_id]

    def arbitrates(self, league_id: int) -> bool:
        """Return whether the account was made an arbiter of a league, beside its role."""
        if self.user is None:
            return False
        if league_id not in self._arbiter:
            self._arbiter[league_id] = Membership.objects.filter(
                user=self.user, league=league_id, arbiter=True
            ).exists()
        return self._arbiter[league_id]
