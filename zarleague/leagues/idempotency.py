"""Idempotency keys: a write that is sent twice is applied once.

A phone that got no response repeats its request under the same key. The service finds the receipt
of the first request and returns the row created then; nothing is written twice. The receipt stores
a digest of the whole request, its sender included, so the same key with other content is refused.

Every service takes a key if repeating its write, or repeating it late, would have another effect.
Those that set a value (names, roles, rankings, settings), and `links.create_link`, take none; if
such a request has a key nevertheless, `apply_write` applies it.

A service looks for the receipt after it has locked what it writes to, so that of two concurrent
equal requests the second finds the receipt of the first; and after it has asked whether the actor
may write, so that somebody who no longer may is refused. A service that judges logs before it locks
asks for both before that, too. It checks what the rows are like by now only after both.
"""

import datetime
import hashlib
import json
import uuid
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Model
from django.utils.translation import gettext_noop

from zarleague.leagues.actors import Actor
from zarleague.leagues.errors import Invalid, KeyReused
from zarleague.leagues.models import League, Receipt
from zarleague.storage import sql

MAX_KEY = 64


def new_key() -> str:
    return uuid.uuid4().hex


def check_key(key: str) -> None:
    """Raise Invalid unless a key has 1 to 64 characters."""
    if not 0 < len(key) <= MAX_KEY or "\0" in key:
        raise Invalid("key", gettext_noop("The key must be 1 to 64 characters long."))


class KeyedWrite:
    """One write under an idempotency key.

    Create it in the first line of the service, from ``locals()``: then the digest covers every
    argument of the service. Of an argument that a later release adds, the service takes out the
    default, so that a request repeated after the upgrade is still the same request.
    """

    def __init__(self, service: str, arguments: Mapping[str, Any]) -> None:
        """Raise Invalid unless ``arguments["key"]`` has 1 to 64 characters."""
        self.service = service.replace("-", "_")
        self.key: str = arguments["key"]
        check_key(self.key)
        asked = {name: value for name, value in arguments.items() if name != "key"}
        text = json.dumps([service, asked], sort_keys=True, default=_plain, ensure_ascii=False)
        self.digest = hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()

    def made_in(self, league_id: int) -> int | None:
        """Return the id of the row that an earlier call created in the league, None if this is the
        first.

        Raise KeyReused if the earlier call had other arguments or another sender.
        """
        for digest, made in sql.rows(
            "SELECT request, made FROM leagues_receipt WHERE league_id = %s AND key = %s",
            league_id,
            self.key,
        ):
            if digest != self.digest:
                raise KeyReused
            return int(made)
        return None

    def record(self, league_id: int, made: int) -> None:
        """Write the receipt. Raise KeyReused if another request has used the key meanwhile."""
        receipt = Receipt(league_id=league_id, key=self.key, request=self.digest, made=made)
        try:
            sql.create([receipt])
        except IntegrityError as taken:  # the transaction of the service ends here
            raise KeyReused from taken


@transaction.atomic
def apply_write(
    league_id: int,
    name: str,
    *,
    key: str,
    actor: Actor,
    asked: Mapping[str, Any],
    check: Callable[[], None],
    write: Callable[[], int],
) -> int:
    """Apply a write of a league under a key; return the id of the row it creates, or created
    before.

    ``asked`` identifies the request. ``check`` is called before the first write, while the league
    is locked; an exception it raises aborts the write.
    """
    keyed = KeyedWrite(name, {"key": key, "actor": actor, **asked})
    League.objects.select_for_update(no_key=True).get(pk=league_id)
    if (made := keyed.made_in(league_id)) is not None:
        return made
    check()
    made = write()
    keyed.record(league_id, made)
    return made


def _plain(value: Any) -> Any:
    """Serialise a service's argument: rows as their ids, an actor as account and link. The actor's
    name is left out, since a sender who corrects its spelling is the same sender."""
    if isinstance(value, Actor):
        return [value.user and value.user.pk, value.link and value.link.pk]
    if isinstance(value, Model):
        return [value._meta.label, value.pk]
    if is_dataclass(value):
        return {field.name: getattr(value, field.name) for field in fields(value)}
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, datetime.date | datetime.time):  # a datetime is a date, too
        return value.isoformat()
    raise TypeError(f"{type(value).__name__} cannot be part of a request's digest")
