"""Build the request to a webhook: headers, signature and body, in the format its program expects.

https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
"""

import base64
import binascii
import datetime
import hashlib
import hmac
import html
import json
import secrets
from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import quote

from django.conf import settings
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from zarleague.engine.declared import is_declared
from zarleague.exchange.models import Delivery, Webhook
from zarleague.leagues import selectors
from zarleague.leagues.formats import points_text
from zarleague.leagues.models import League
from zarleague.play import selectors as match_selectors

EVENTS: Final = (
    "hand.saved",
    "hand.corrected",
    "hand.disputed",
    "hand.ruled",
    "season.ended",
    "report.ready",
)
TEST: Final = "webhook.test"
_PREFIX: Final = "whsec_"
_MOST: Final = 1900
"""Characters of a message to a chat; Discord accepts 2000."""


def new_secret() -> str:
    """Return a new secret: 32 random bytes, in the encoding of Standard Webhooks."""
    return _PREFIX + base64.b64encode(secrets.token_bytes(32)).decode()


def signature(secret: str, key: str, timestamp: int, body: str) -> str:
    """Return the signature of a message, version 1: HMAC-SHA256 of ``id.timestamp.body``."""
    try:
        signer = base64.b64decode(secret.removeprefix(_PREFIX))
    except binascii.Error as error:
        raise ValueError("a webhook's secret is Base64") from error
    signed = hmac.digest(signer, f"{key}.{timestamp}.{body}".encode(), hashlib.sha256)
    return f"v1,{base64.b64encode(signed).decode()}"


def headers(delivery: Delivery, at: datetime.datetime) -> dict[str, str]:
    webhook, timestamp = delivery.webhook, int(at.timestamp())
    found = {
        "Content-Type": "application/json",
        "User-Agent": "zarleague",
        "webhook-id": delivery.key,
        "webhook-timestamp": str(timestamp),
        "webhook-signature": signature(webhook.secret, delivery.key, timestamp, delivery.body),
    }
    if webhook.shape == Webhook.Shape.MATRIX:
        found["Authorization"] = f"Bearer {webhook.extra}"
    return found


def request_of(delivery: Delivery) -> tuple[str, str]:
    """Return method and address. Matrix accepts a message only once for each transaction id in the
    address."""
    webhook = delivery.webhook
    if webhook.shape == Webhook.Shape.MATRIX:
        return "PUT", f"{webhook.address.rstrip('/')}/{quote(delivery.key)}"
    return "POST", webhook.address


def body_of(delivery: Delivery) -> str:
    """Return the body of a delivery in the format of its webhook's program."""
    webhook = delivery.webhook
    data = _data(delivery)
    body: dict[str, Any]
    if webhook.shape == Webhook.Shape.STANDARD:
        at = delivery.created_at.astimezone(datetime.UTC).isoformat().replace("+00:00", "Z")
        body = {"type": delivery.event, "timestamp": at, "data": data}
    else:
        body = _chat(webhook, _sentence(webhook.league, delivery.event, data))
    return json.dumps(body, ensure_ascii=False, separators=(",", ":"))


def _chat(webhook: Webhook, text: str) -> dict[str, Any]:
    text = text[:_MOST]
    match webhook.shape:
        case Webhook.Shape.DISCORD:
            return {"content": text, "allowed_mentions": {"parse": []}}
        case Webhook.Shape.SLACK:
            return {"text": html.escape(text, quote=False)}
        case Webhook.Shape.MATRIX:
            return {"msgtype": "m.notice", "body": text}
        case _:
            return {"chat_id": webhook.extra, "text": text}


def _data(delivery: Delivery) -> dict[str, Any]:
    """Return the body of a message: the stored ids, with names and an address."""
    league, data = delivery.webhook.league, dict(delivery.data)
    body: dict[str, Any] = {"league": league.slug, **data}
    if "points" in data:
        names = selectors.names_of(league, [player for player, _ in data["points"]])
        body["points"] = [
            {"player": player, "name": names.get(player, ""), "points": points}
            for player, points in data["points"]
        ]
        if match := match_selectors.match_by_id(data["match"]):
            body |= {"game": match.game, "unit": match.unit}
    body["address"] = settings.SITE_URL + _path(league, delivery.event, data)
    return body


def _path(league: League, event: str, data: Mapping[str, Any]) -> str:
    match event:
        case "hand.disputed" | "hand.ruled":
            return reverse("dispute", args=[league.slug, data["dispute"]])
        case "season.ended":
            return reverse("season", args=[league.slug, data["season"]])
        case "report.ready":
            return reverse("season-reports", args=[league.slug, data["season"]])
        case _ if "match" in data:
            return reverse("hand", args=[league.slug, data["match"], data["number"]])
        case _:
            return reverse("league", args=[league.slug])


def _sentence(league: League, event: str, data: Mapping[str, Any]) -> str:
    with translation.override(league.language):
        number, name = data.get("number", ""), data.get("name", "")
        sentences = {
            "hand.saved": _("Hand %(number)s was entered."),
            "hand.corrected": _("Hand %(number)s was corrected."),
            "hand.disputed": _("Hand %(number)s is disputed."),
            "hand.ruled": _("There is a ruling on hand %(number)s."),
            "season.ended": _("The season %(name)s is over."),
            "report.ready": _("The report on %(name)s is ready."),
            TEST: _("This is a test."),
        }
        text = f"{league.name}: {sentences[event] % {'number': number, 'name': name}}"
    unit = data.get("unit", 1)
    results = ", ".join(
        f"{one['name']} {points_text(one['points'], unit)}" for one in data.get("points", ())
    )
    if results and is_declared(data["game"]):
        results = f"{selectors.game_title(league, data['game'])}: {results}"
    lines = [text, results, data["address"] if settings.SITE_URL else ""]
    return "\n".join(line for line in lines if line)
