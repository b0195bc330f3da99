"""Optional e-mails, as plain text and HTML, with an unsubscribe link.

Mail programs show a button for it: RFC 2369 defines the header, RFC 8058 one-click unsubscription.
"""

import datetime
import logging
import re
import smtplib
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, TypeVar
from urllib.parse import urlsplit

from allauth.account.models import EmailAddress
from allauth.socialaccount.models import SocialAccount
from django.conf import settings
from django.core.cache import cache
from django.core.mail import DNS_NAME, EmailMessage, EmailMultiAlternatives, get_connection
from django.core.signing import BadSignature, Signer
from django.db import transaction
from django.db.models import Exists, F, OuterRef, QuerySet
from django.db.models.functions import Lower
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _

from zarleague.background.sending import Attempt, Channel, Outgoing
from zarleague.leagues.models import MailChoice, StoppedAddress, User

REMEMBERED: Final = 3 * 86400
"""Seconds for which it is known who got a letter: longer than one is tried."""
_NO_SUCH_ADDRESS: Final = re.compile(r"5\.(1\.([1236]|10)|2\.1)\b")
"""What a refusal begins with that is about the recipient (RFC 3463, RFC 7505). Any other may be
about the sender or the site's settings: it is for good only if somebody else got the letter."""

_Letter = TypeVar("_Letter", bound=Outgoing)

logger = logging.getLogger(__name__)

KINDS: Final = ("invitations", "disputes", "reports", "digest", "evenings")
"""The kinds of optional e-mails; the fields of `MailChoice`."""


def site_host(request: HttpRequest | None = None) -> str:
    """Return the host name of ``SITE_URL`` in ASCII; without one that of the request, else ""."""
    address = settings.SITE_URL or (request.build_absolute_uri("/") if request else "")
    return (urlsplit(address).hostname or "").encode("idna").decode()


def name_the_site() -> None:
    """Have the Message-IDs of all e-mails name the site, not a machine or a container, which says
    nothing to those who read them and looks like spam."""
    if host := site_host():
        DNS_NAME._fqdn = host


def choice_of(user: User) -> MailChoice:
    """Return the e-mails that an account wants."""
    return MailChoice.objects.filter(user=user).first() or MailChoice(user=user)


@transaction.atomic
def choose(user: User, wanted: Mapping[str, bool]) -> MailChoice:
    """Set which e-mails an account wants; kinds that are not given keep their values."""
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
    choice = choice_of(user)
    for kind in KINDS:
        setattr(choice, kind, wanted.get(kind, getattr(choice, kind)))
    choice.save()
    return choice


def mailbox_of(address: str) -> str:
    """Return what counts as one mailbox: an address in lower case, without what follows a plus."""
    name, _, host = address.lower().rpartition("@")
    return f"{name.partition('+')[0]}@{host}"


def has_confirmed(user: User | None, address: str) -> bool:
    """Return whether an account has confirmed an address."""
    own = EmailAddress.objects.filter(user=user, email=address.lower(), verified=True)
    return user is not None and own.exists()


def unconfirmed_of(user: User) -> str:
    """Return the address of an account that it has not confirmed, "" if it has, or has none."""
    return "" if reachable(User.objects.filter(pk=user.pk)).exists() else user.email


def wanting(kind: str, accounts: Iterable[int | None]) -> list[User]:
    """Return the accounts, of those given, that can be written to and want e-mails of a kind."""
    return list(reachable(who_want(kind, accounts)).order_by("pk"))


def reachable(people: QuerySet[User]) -> QuerySet[User]:
    """Return the accounts that can be written to. An address that somebody has typed and nobody has
    confirmed may be a stranger's; one that the operator or the identity server gave an account is
    taken as right."""
    # allauth marks the address of a sign-up as primary; one that it finds in an account, when its
    # page is opened, it adds without that.
    typed = EmailAddress.objects.filter(
        user=OuterRef("pk"), email=Lower(OuterRef("email")), primary=True, verified=False
    )
    known_elsewhere = SocialAccount.objects.filter(user=OuterRef("pk"))
    return people.exclude(email="").exclude(Exists(typed) & ~Exists(known_elsewhere))


def known_owners(accounts: Iterable[User], address: str) -> list[User]:
    """Return those of some accounts whose own an address is known to be: anybody may sign up with
    it, or be about to change theirs to it."""
    found = User.objects.filter(pk__in=[account.pk for account in accounts])
    confirmed = EmailAddress.objects.filter(
        user=OuterRef("pk"), email=address.lower(), verified=True
    )
    known = reachable(found).filter(email__iexact=address) | found.filter(Exists(confirmed))
    return list(known.order_by("pk"))


def who_want(kind: str, accounts: Iterable[int | None]) -> QuerySet[User]:
    """Return the accounts, of those given, that want messages of a kind."""
    asked = [account for account in accounts if account is not None]
    people = User.objects.filter(pk__in=asked, is_active=True)
    if getattr(MailChoice(), kind):
        return people.exclude(**{f"mail_choice__{kind}": False})
    return people.filter(**{f"mail_choice__{kind}": True})


def message(
    user: User, kind: str, subject: str, paragraphs: Sequence[str], page: str
) -> EmailMultiAlternatives:
    """Return an e-mail to an account; *page* is the path of the page it is about. Without
    ``SITE_URL`` it contains no links."""
    return _made(user.email, subject, paragraphs, page, stop=token_of(user, kind))


def invitation_to(
    address: str, subject: str, paragraphs: Sequence[str], page: str
) -> EmailMultiAlternatives:
    """Return an invitation to an address, whether somebody has an account with it or not."""
    return _made(address, subject, paragraphs, page, stop=_address_signer().sign_object(address))


def _made(
    address: str, subject: str, paragraphs: Sequence[str], page: str, *, stop: str
) -> EmailMultiAlternatives:
    site = settings.SITE_URL
    link = f"{site}{page}" if site else ""
    stop = f"{site}{reverse('stop-mail', args=[stop])}" if site else ""
    text = "\n\n".join([*paragraphs, *([link] if link else [])])
    if stop:
        text += f"\n\n-- \n{_('No more e-mails of this kind:')} {stop}"
    subject = " ".join(subject.split())
    headers = (
        {"List-Unsubscribe": f"<{stop}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
        if stop
        else {}
    )
    made = EmailMultiAlternatives(subject, f"{text}\n", to=[address], headers=headers)
    context = {"subject": subject, "paragraphs": paragraphs, "link": link, "stop": stop}
    made.attach_alternative(render_to_string("mail/message.html", context), "text/html")
    return made


def of_leagues(
    model: type[_Letter],
    messages: Callable[[_Letter], Sequence[EmailMessage]],
    *,
    owner: F,
    related: tuple[str, ...],
) -> Channel[_Letter]:
    """Return the channel of a kind of letters, given the e-mails that each is sent as. Without a
    mail server letters count as sent."""
    return Channel(
        model=model,
        attempt=lambda letter: _deliver(letter, messages(letter) if settings.SENDS_MAIL else []),
        kind_of_owner="league",
        owner=owner,
        waits=(datetime.timedelta(minutes=5),),
        lasts=datetime.timedelta(days=2),
        claim=datetime.timedelta(minutes=5),
        related=related,
    )


def _deliver(letter: Outgoing, messages: Sequence[EmailMessage]) -> Attempt:
    """Send a letter's e-mails, each to one address, by the site's mail server.

    An address that is refused for good gets none. One that is refused for now, and all that were
    still to come when the server went away, get theirs by the next attempt, which repeats none of
    those sent: until then the cache knows who got theirs.
    """
    if not messages:
        return Attempt(Outgoing.State.SENT, count=0)
    name = f"mailed-{letter._meta.label_lower}-{letter.pk}"
    got: dict[str, bool] = cache.get(name, {})
    before = sum(got.values())
    is_complete = True
    try:
        with get_connection() as server:
            for message in messages:
                (address,) = message.to
                if address not in got:
                    is_complete &= _send(server, message, letter, got)
                    cache.set(name, got, REMEMBERED)
    except OSError as error:  # every smtplib.SMTPException is one
        logger.warning("%s: the mail server can’t be used: %s", letter, error)
        is_complete = False
    count = sum(got.values()) - before
    if not is_complete:
        return Attempt(Outgoing.State.WAITING, count=count)
    cache.delete(name)
    is_sent = any(got.values())
    return Attempt(Outgoing.State.SENT if is_sent else Outgoing.State.GIVEN_UP, count=count)


def _send(server: Any, message: EmailMessage, letter: Outgoing, got: dict[str, bool]) -> bool:
    """Send an e-mail and note in *got* whether its address got it; return False, and note nothing,
    if it is refused for now. Raise OSError if the server cannot be used."""
    (address,) = message.to
    try:
        got[address] = bool(server.send_messages([message]))
    except (smtplib.SMTPRecipientsRefused, smtplib.SMTPDataError) as refusal:
        code, reply = _reply(refusal)
        logger.warning("%s: %s is refused: %s %s", letter, address, code, reply)
        if code < 500 or not (any(got.values()) or _NO_SUCH_ADDRESS.match(reply)):
            return False
        got[address] = False
    return True


def _reply(refusal: smtplib.SMTPRecipientsRefused | smtplib.SMTPDataError) -> tuple[int, str]:
    """Return the code and the text with which the mail server refused an e-mail to one address."""
    if isinstance(refusal, smtplib.SMTPDataError):
        code, text = refusal.smtp_code, refusal.smtp_error
    else:
        ((code, text),) = refusal.recipients.values()
    return code, text.decode(errors="replace") if isinstance(text, bytes) else text


def token_of(user: User, kind: str) -> str:
    """Return the signed token of an unsubscribe link, for an account and a kind of e-mails."""
    return _signer().sign(f"{user.pk}.{kind}")


def meant_by(token: str) -> tuple[User, str] | None:
    """Return the account and the kind of e-mails of a token, None if its signature is not valid."""
    try:
        account, kind = _signer().unsign(token).split(".")
    except (BadSignature, ValueError):
        return None
    user = User.objects.filter(pk=int(account), is_active=True).first()
    return (user, kind) if user is not None and kind in KINDS else None


def address_meant_by(token: str) -> str:
    """Return the address that a token stops invitations to, "" if it is not such a token."""
    try:
        return str(_address_signer().unsign_object(token))
    except BadSignature:
        return ""


def stop_invitations(address: str) -> None:
    """Send no more invitations to an address. Doing it again changes nothing."""
    StoppedAddress.objects.get_or_create(address=address)


def _address_signer() -> Signer:
    return Signer(salt="zarleague.mail.address")


def _signer() -> Signer:
    return Signer(salt="zarleague.mail")
