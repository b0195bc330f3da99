"""The codes of authenticator apps that were used: each is good once."""

import re
from typing import Final

from allauth.mfa.models import Authenticator
from django.db import transaction
from django.utils.crypto import salted_hmac

from zarleague.leagues.models import User

REMEMBERED: Final = 10
"""Used codes of an app that are known to be used: more than are right at any one time."""
_USED: Final = "used"
"""Where an app's row keeps them, as digests."""


@transaction.atomic
def use_up(app_id: int, code: str) -> bool:
    """Note that a right code of an app was used; return False if it was before. allauth knows that
    for half a minute, and a code is right for a minute and a half."""
    digits = re.sub(r"\D", "", code)
    digest = salted_hmac("zarleague.used-code", digits, algorithm="sha256").hexdigest()[:16]
    held = Authenticator.objects.select_for_update(no_key=True).get(pk=app_id)
    used = held.data.get(_USED, [])
    if digest in used:
        return False
    held.data[_USED] = [*used, digest][-REMEMBERED:]
    held.save(update_fields=["data"])
    return True


def use_up_first(user: User, code: str) -> None:
    """Note that the code with which an account's app was added was used."""
    use_up(Authenticator.objects.get(user=user, type=Authenticator.Type.TOTP).pk, code)
