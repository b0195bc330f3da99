"""Find the demo: the link of its visitors, and its organiser while there is nothing else."""

from functools import lru_cache

from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX, check_password

from zarleague.leagues.models import AccessLink, League, User
from zarleague.play.demo.story import ORGANISER, SLUG


def visitors_link() -> AccessLink | None:
    """Return the link of those who try the demo, None if there is no demo to try."""
    links = AccessLink.objects.filter(
        league__slug=SLUG,
        purpose=AccessLink.Purpose.DEMO,
        revoked_at=None,
        created_by__username=ORGANISER,
        created_by__is_superuser=True,
    )
    return links.select_related("league").first()


def only_league() -> League | None:
    """Return the site's league, None if it has none or several."""
    leagues = list(League.objects.all()[:2])
    return leagues[0] if len(leagues) == 1 else None


def lone_organiser() -> User | None:
    """Return the demo's organiser if it is the only account that can sign in, and only with the
    initial password."""
    others = User.objects.exclude(username=ORGANISER).filter(is_active=True)
    if others.exclude(password__startswith=UNUSABLE_PASSWORD_PREFIX).exists():
        return None
    if Authenticator.objects.exists():
        return None
    organiser = User.objects.filter(username=ORGANISER, is_active=True, is_superuser=True).first()
    file = settings.DATA_DIR / "demo_password"
    if organiser is None or not file.exists():
        return None
    return organiser if _is_password(file.read_text(), organiser.password) else None


@lru_cache(maxsize=1)  # hashing takes a tenth of a second, and the first page asks each time
def _is_password(text: str, encoded: str) -> bool:
    """Return whether the password is still the one generated for the demo."""
    return check_password(text, encoded)
