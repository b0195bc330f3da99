"""Invitations sent to an e-mail address, whether or not an account has it.

The holder of the letter may answer, and so may an account that has confirmed the address. The
sender does not learn whether there is such an account.
"""

import datetime
from typing import Final

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.signing import BadSignature, Signer
from django.core.validators import validate_email
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_noop

from zarleague.leagues.errors import Invalid
from zarleague.leagues.models import Invitation, StoppedAddress, User

A_DAY: Final = 20
"""Invitations to e-mail addresses that one account may make in a day, in all its leagues."""


def address_in(whom: str) -> str:
    """Return a typed e-mail address in lower case. Raise Invalid if it is not an address, or if
    the site has no `EMAIL_URL` or no `SITE_URL`.
    """
    if not (settings.SENDS_MAIL and settings.SITE_URL):
        raise Invalid(
            "username",
            gettext_noop("This site can’t send invitations by e-mail. Create a link to join."),
        )
    try:
        validate_email(whom)
    except ValidationError as error:
        raise Invalid("username", gettext_noop("This isn’t an e-mail address.")) from error
    return whom.lower()


def check_quota(user: User) -> None:
    """Raise Invalid for an account that has invited too many addresses in a day."""
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
    made = Invitation.objects.filter(
        created_by=user, by_mail=True, created_at__gt=timezone.now() - datetime.timedelta(days=1)
    )
    if made.count() >= A_DAY:
        raise Invalid(
            "username",
            gettext_noop("You’ve invited many e-mail addresses today. Try again tomorrow."),
        )


def addresses_of(user: User) -> list[str]:
    """Return the e-mail addresses that an account has confirmed."""
    return list(
        EmailAddress.objects.filter(user=user, verified=True).values_list("email", flat=True)
    )


def meant_for(user: User) -> Q:
    """Return the filter for invitations of an account, by its name or a confirmed address."""
    confirmed = EmailAddress.objects.filter(user=user, verified=True)
    return Q(by_mail=False, account_name=user.username) | Q(
        by_mail=True, account_name__in=confirmed.values("email")
    )


def token_of(invitation: Invitation) -> str:
    """Return the signed token in the URL of the page that answers a letter."""
    return _signer().sign(str(invitation.pk))


def meant_by(token: str) -> Invitation | None:
    """Return the invitation of a token, pending or not; None if the signature is wrong."""
    try:
        pk = int(_signer().unsign(token))
    except (BadSignature, ValueError):
        return None
    found = Invitation.objects.filter(pk=pk, by_mail=True)
    return found.select_related("league", "created_by").first()


def waiting(token: str) -> Invitation | None:
    """Return the pending invitation of a token; None if it has ended or the signature is wrong."""
    found = meant_by(token)
    return found if found is not None and found.ended_at is None else None


def wants_letters(address: str) -> bool:
    """Return whether an address accepts invitations: they were stopped neither by the link in one
    nor in the settings of an account that has confirmed the address.
    """
    accounts = User.objects.filter(emailaddress__email=address, emailaddress__verified=True)
    unwanted = accounts.filter(mail_choice__invitations=False)
    return not (StoppedAddress.objects.filter(address=address).exists() or unwanted.exists())


def _signer() -> Signer:
    return Signer(salt="zarleague.invitation")
