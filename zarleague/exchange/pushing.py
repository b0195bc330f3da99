"""Web push: a browser that subscribed shows "your hand was disputed" while no page is open.

Off until a user turns it on for a device. The message is encrypted for the browser (RFC 8291) and
goes through the push service of the browser's maker, which sees neither text nor address.
"""

import base64
import datetime
import json
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from zarleague.background.sending import FAILED, GIVEN_UP, SENT, Attempt, Channel
from zarleague.exchange import addresses, evening_letters
from zarleague.exchange.addresses import Reply
from zarleague.exchange.models import EveningPush, Push, PushKey, PushSubscription
from zarleague.leagues.errors import Invalid
from zarleague.leagues.models import AuditEntry, User
from zarleague.play.models import Dispute
from zarleague.play.rulings import notices
from zarleague.play.rulings.ruling_access import accounts_of_players
from zarleague.storage import deadlocks

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

# The libraries of encryption take 8 MB, and few sites ever need them: functions load them.

MOST: Final = 10
"""Browsers of one account, at most."""
ONCE_MORE: Final = (408, 429)
"""Status codes that say nothing about the message: it is sent again, as after 5xx."""
GONE: Final = (404, 410)
"""The browser is gone (RFC 8030, section 7.3)."""
NOT_FROM_HERE: Final = 403
"""The browser was subscribed with another key than the site has now (RFC 8292, section 4.2)."""
SECRET: Final = 16
"""Bytes of a browser's authentication secret (RFC 8291, section 3.2)."""
LASTS: Final = 24 * 3600
"""Seconds for which a push service keeps a message for a phone that is off."""


def public_key() -> str:
    """Return the site's public key in the form browsers expect; it is created on first use."""
    return _public_text(_site_key())


def _site_key() -> "EllipticCurvePrivateKey":
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    kept = PushKey.objects.filter(pk=1).first()
    if kept is None:
        made = ec.generate_private_key(ec.SECP256R1()).private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
        # If two processes create one at the same time, the first one stays.
        kept, _made = PushKey.objects.get_or_create(pk=1, defaults={"private": made.decode()})
    key = serialization.load_pem_private_key(kept.private.encode(), None)
    assert isinstance(key, ec.EllipticCurvePrivateKey)
    return key


def _public_text(key: "EllipticCurvePrivateKey") -> str:
    from cryptography.hazmat.primitives import serialization

    public = key.public_key().public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    )
    return base64.urlsafe_b64encode(public).decode().rstrip("=")


class NotABrowsersKeysError(ValueError):
    """Nothing can be encrypted with the keys of a subscription."""


@transaction.atomic
def subscribe(
    user: User, *, endpoint: str, p256dh: str, auth: str, browser: str
) -> PushSubscription:
    """Subscribe a browser; a subscription of another account moves to this one. Raise Invalid."""
    addresses.checked(endpoint)
    if len(endpoint) > 1000 or len(p256dh) > 100 or len(auth) > 40:
        raise Invalid("endpoint", gettext_noop("This isn’t an address."))
    new = PushSubscription(
        user=user, endpoint=endpoint, p256dh=p256dh, auth=auth, browser=browser[:200]
    )
    try:
        _encrypted(new, b"test")
    except NotABrowsersKeysError as error:
        raise Invalid("keys", gettext_noop("These aren’t a browser’s keys.")) from error
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
    PushSubscription.objects.filter(endpoint=endpoint).delete()
    for old in PushSubscription.objects.filter(user=user).order_by("-pk")[MOST - 1 :]:
        old.delete()
    new.save()
    return new


def unsubscribe(user: User, endpoint: str) -> None:
    """Unsubscribe a browser. Repeating it changes nothing."""
    PushSubscription.objects.filter(user=user, endpoint=endpoint).delete()


def browsers_of(user: User) -> list[PushSubscription]:
    return list(PushSubscription.objects.filter(user=user))


def note_changes(entries: Sequence[AuditEntry], **_kwargs: Any) -> None:
    """Write a message to the browsers of everybody whose hand is disputed, except the person who
    disputes it; none where no more notices are written either."""
    for entry in entries:
        if entry.action == "open_dispute":
            _note_dispute(entry)


def _note_dispute(entry: AuditEntry) -> None:
    assert entry.about_id is not None
    dispute = Dispute.objects.select_related("hand").get(pk=entry.about_id)
    if not notices.may_tell(dispute, entry.author_id):
        return
    people = accounts_of_players(dispute.hand) - {entry.author_id}
    subscriptions = PushSubscription.objects.filter(
        user__in=people, user__is_active=True, ended_at=None
    )
    Push.objects.bulk_create(Push(subscription=one, dispute=dispute) for one in subscriptions)


def _attempt(push: Push | EveningPush) -> Attempt:
    """Send a message.

    If a push service reports that a browser is gone, its subscription is removed; if it refuses the
    site, the subscription is ended; if it names a time for the next request (RFC 8030, section
    8.4), nothing is sent to it for any browser until then. Any other refusal, of a message too long
    or not understood, would be repeated: the message is given up, and the account's page says so.
    """
    to = push.subscription
    try:
        answer = addresses.send("POST", to.endpoint, _encrypted(to, _text(push)), _headers(to))
    except (addresses.Unreachable, NotABrowsersKeysError):
        return FAILED
    if answer.status in GONE:
        to.delete()
        return GIVEN_UP
    if answer.status >= 500 or answer.status in ONCE_MORE:
        _pause_service(to.endpoint, answer.wait)
        return FAILED
    _note_answer(to, answer)
    return SENT if answer.status < 300 else GIVEN_UP


def _attempt_of_evening(push: EveningPush) -> Attempt:
    """Send a message about an evening, unless it is no longer so."""
    return GIVEN_UP if evening_letters.is_outdated(push.letter) else _attempt(push)


def _ended(push: Push | EveningPush) -> None:
    type(push)._default_manager.filter(pk=push.pk).delete()


def _may_be_pushed_to(now: datetime.datetime) -> Q:
    """Return the condition for messages whose push service asks for no wait; one that is longer
    than is ever accepted was noted by a clock that was ahead."""
    until = "subscription__wait_until"
    longest = now + addresses.LONGEST_WAIT
    return Q((until, None)) | Q((f"{until}__lte", now)) | Q((f"{until}__gt", longest))


PUSHES: Final[Channel[Any]] = Channel(
    model=Push,
    attempt=_attempt,
    kind_of_owner="account",
    owner=F("subscription__user"),
    waits=(datetime.timedelta(minutes=2),),
    lasts=datetime.timedelta(hours=6),  # then a dispute is no longer worth a notification
    claim=datetime.timedelta(seconds=45),
    related=("subscription", "dispute__hand__match__season__league"),
    ready=_may_be_pushed_to,
    same_way=lambda push: Q(subscription=push.subscription_id),
    ended=_ended,
)
EVENING_PUSHES: Final[Channel[Any]] = replace(
    PUSHES,
    model=EveningPush,
    attempt=_attempt_of_evening,
    related=("subscription", "letter__league", "letter__evening__league"),
)


def _pause_service(endpoint: str, wait: datetime.timedelta) -> None:
    """Send nothing to the push service of a browser for as long as it asks."""
    if wait:
        parts = urlsplit(endpoint)
        asked = PushSubscription.objects.filter(
            endpoint__startswith=f"{parts.scheme}://{parts.netloc}/"
        )
        asked.update(wait_until=timezone.now() + wait)


def _note_answer(to: PushSubscription, answer: Reply) -> None:
    """Store the push service's response to the last message."""
    now = timezone.now()
    refused = answer.status >= 300
    to.refused_at = now if refused else None
    to.refusal = " ".join(f"{answer.status} {answer.text}".split())[:200] if refused else ""
    to.ended_at = now if answer.status == NOT_FROM_HERE else None
    to.save(update_fields=["refused_at", "refusal", "ended_at"])
    if to.ended_at is not None:
        deadlocks.delete_in_order(to.pushes.all())
        deadlocks.delete_in_order(to.evening_pushes.all())


def _text(push: Push | EveningPush) -> bytes:
    """Return what the browser shows, in the language of the league."""
    if isinstance(push, EveningPush):
        with translation.override(push.letter.league.language):
            title, paragraphs, page = evening_letters.words(push.letter)
        text = " ".join(paragraphs[1:])
    else:
        dispute, league = push.dispute, push.dispute.hand.match.season.league
        with translation.override(league.language):
            title = _("Your hand %(number)s was disputed") % {"number": dispute.hand.number}
            page = reverse("dispute", args=[league.slug, dispute.pk])
        text = f"{league.name}: {dispute.text}"
    return json.dumps({"title": title, "body": text[:300], "page": page}).encode()


def _encrypted(to: PushSubscription, text: bytes) -> bytes:
    """Return a text that only this browser can read. Raise `NotABrowsersKeysError`."""
    import http_ece
    from cryptography.hazmat.primitives.asymmetric import ec

    try:
        public, secret = _bytes_of(to.p256dh), _bytes_of(to.auth)
        if len(secret) != SECRET:
            raise NotABrowsersKeysError
        key = ec.generate_private_key(ec.SECP256R1())
        return bytes(
            http_ece.encrypt(
                text, private_key=key, dh=public, auth_secret=secret, version="aes128gcm"
            )
        )
    except (http_ece.ECEException, ValueError, TypeError) as error:
        raise NotABrowsersKeysError from error


def _bytes_of(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _headers(to: PushSubscription) -> dict[str, str]:
    import jwt

    parts = urlsplit(to.endpoint)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "sub": settings.SITE_URL or "mailto:nobody@localhost",
        "exp": int(timezone.now().timestamp()) + LASTS // 2,
    }
    key = _site_key()
    token = jwt.encode(claims, key, "ES256")  # RFC 8292
    return {
        "Authorization": f"vapid t={token},k={_public_text(key)}",
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(LASTS),
        "Urgency": "normal",
    }
