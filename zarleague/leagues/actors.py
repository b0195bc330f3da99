"""The author of a request: an account, the holder of a link, both, or an onlooker."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from zarleague.leagues.models import AccessLink, Membership, User
from zarleague.storage import sql

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser


@dataclass(slots=True)
class Actor:
    """The author of one request. Caches the roles it loads, so create one per request."""

    user: User | None = None
    link: AccessLink | None = None
    name: str = ""
    """The name that the holder of a link gave."""
    way: str = "site"
    """The means by which they act, for the audit log: `AuditEntry.Way`."""
    only_scores: bool = False
    """Whether they act by a token of the scope "score", which limits every role to scorekeeper."""
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
        """Return the actor of a request; anonymous users and revoked links count as none."""
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

    @property
    def author(self) -> str:
        """Return what tells the actor from others who use the same browser, "" for an onlooker."""
        if self.user is not None:
            return f"user-{self.user.pk}"
        return f"link-{self.link.pk}-{self.name}" if self.link is not None else ""

    def role(self, league_id: int) -> str:
        """Return the actor's role in a league: organiser for a superuser, "" for none."""
        if self.user is None:
            return ""
        if league_id not in self._roles:
            role = Membership.Role.ORGANISER.value
            if not self.user.is_superuser:
                found = sql.rows(
                    "SELECT role FROM leagues_membership WHERE user_id = %s AND league_id = %s",
                    self.user.pk,
                    league_id,
                )
                role = str(found[0][0]) if found else ""
            if self.only_scores and role == Membership.Role.ORGANISER:
                role = Membership.Role.SCOREKEEPER.value
            self._roles[league_id] = role
        return self._roles[league_id]

    def arbitrates(self, league_id: int) -> bool:
        """Return whether the account is an arbiter of a league, in addition to its role."""
        if self.user is None or self.only_scores:
            return False
        if league_id not in self._arbiter:
            self._arbiter[league_id] = Membership.objects.filter(
                user=self.user, league=league_id, arbiter=True
            ).exists()
        return self._arbiter[league_id]
