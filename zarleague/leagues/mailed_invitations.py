"""Invitations that go to an e-mail address, whether or not somebody has an account with it.

Who has the letter may answer, since it reached the address; so may an account that has confirmed
the address. Nobody else learns whether there is such an account.
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
    """Return the e-mail address that was typed, in lower case. Raise Invalid if it is none, or if
    this site sends no e-mail or cannot say in one where it is.
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
    """Return the condition that an invitation is for an account: for its name, or for an address
    it has confirmed.
    """
    confirmed = EmailAddress.objects.filter(user=user, verified=True)
    return Q(by_mail=False, account_name=user.username) | Q(
        by_mail=True, account_name__in=confirmed.values("email")
    )


def token_of(invitation: Invitation) -> str:
    """Return what stands in the address of the page where a letter is answered."""
    return _signer().sign(str(invitation.pk))


def meant_by(token: str) -> Invitation | None:
    """Return the invitation a token is for, over or not, None if the token was made up."""
    try:
        pk = int(_signer().unsign(token))
    except (BadSignature, ValueError):
        return None
    found = Invitation.objects.filter(pk=pk, by_mail=True)
    return found.select_related("league", "created_by").first()


def waiting(token: str) -> Invitation | None:
    """Return the invitation a token is for, None if it was accepted, withdrawn or made up."""
    found = meant_by(token)
    return found if found is not None and found.ended_at is None else None


def wants_letters(address: str) -> bool:
    """Return whether invitations may be sent to an address: neither was that stopped by a link in
    one, nor by the account that has confirmed the address.
    """
    accounts = User.objects.filter(emailaddress__email=address, emailaddress__verified=True)
    unwanted = accounts.filter(mail_choice__invitations=False)
    return not (StoppedAddress.objects.filter(address=address).exists() or unwanted.exists())


def _signer() -> Signer:
    return Signer(salt="zarleague.invitation")
