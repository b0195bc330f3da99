"""Find the demo: the link of its visitors, and its organiser while there is nothing else."""

from contextlib import suppress
from functools import lru_cache
from pathlib import Path

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
    return organiser if organiser is not None and first_password(organiser) else None


def first_password(organiser: User) -> str:
    """Return the password generated for the demo, "" if it is no longer its organiser's."""
    file = settings.DATA_DIR / "demo_password"
    if not file.exists():
        return ""
    password: str = file.read_text()
    return password if _is_password(password, organiser.password, settings.DATA_DIR) else ""


@lru_cache(maxsize=1)  # the first page asks each time
def _is_password(text: str, encoded: str, folder: Path) -> bool:
    """Hashing takes 0.3 s and 100 MB, so the hash found right is kept beside the password."""
    right = folder / "demo_password_hash"
    with suppress(OSError):
        if right.read_text() == encoded:
            return True
    if not check_password(text, encoded):
        return False
    with suppress(OSError):  # no room: the next start hashes again
        right.touch(mode=0o600)
        right.write_text(encoded)
    return True
