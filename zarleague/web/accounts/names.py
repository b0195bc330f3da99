"""Account names, used to sign in: a name and a number, as in ``ann-4821``.

The site picks the number. So several people may be called Ann, and the sign-up form never has to
say that a name is taken, which would reveal who has an account here.
"""

import re
import secrets

from django.core import signing

from zarleague.leagues.selectors import account_named

MAX_BASE = 40
TRIES = 20
"""Attempts to find a free name with a number of four digits before longer numbers are tried."""
_SIGNER = signing.Signer(salt="account-number")


def new_number() -> str:
    """Return a signed number for the account that a form is about to create."""
    return _SIGNER.sign(str(secrets.randbelow(9000) + 1000))


def number_in(signed: str) -> str:
    """Return the number that `new_number` signed, "" if the signature is not valid."""
    try:
        return _SIGNER.unsign(signed)
    except signing.BadSignature:
        return ""


def base_of(name: str) -> str:
    """Return the part of an account name before the number, made from a person's name."""
    return re.sub(r"\W+", "-", name.lower()).strip("-_")[:MAX_BASE] or "player"


def free_account_name(name: str) -> str:
    """Return an unused account name made from a person's name."""
    base = base_of(name)
    for attempt in range(2 * TRIES):
        digits = 4 if attempt < TRIES else 12
        found = f"{base}-{secrets.randbelow(9 * 10 ** (digits - 1)) + 10 ** (digits - 1)}"
        if account_named(found) is None:
            return found
    raise RuntimeError("no account name is free")  # 20 numbers of twelve digits were taken
