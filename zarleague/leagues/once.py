"""Writes that may be repeated: a key made by the sender, and a receipt for what it made.

A service looks for the receipt after it has locked what it writes to, so that of two equal
requests at once the second finds the first one's receipt.
"""

import hashlib
import json
from typing import Any

from django.db import IntegrityError
from django.utils.translation import gettext_noop

from zarleague.leagues import sql
from zarleague.leagues.errors import Invalid, KeyReused
from zarleague.leagues.models import Receipt

MAX_KEY = 64


class Once:
    """One write under a key.

    ``asked`` is whatever the write is made of, as JSON-able data: the same key has to ask for the
    same.
    """

    def __init__(self, league_id: int, key: str, *asked: Any) -> None:
        if not 0 < len(key) <= MAX_KEY:
            raise Invalid("key", gettext_noop("The key must have 1 to 64 characters."))
        self.league_id = league_id
        self.key = key
        text = json.dumps(asked, sort_keys=True, default=str, ensure_ascii=False)
        self.request = hashlib.sha256(text.encode()).hexdigest()

    def made(self) -> int | None:
        """The id of the row an earlier call made, None if this is the first. Raises KeyReused."""
        found = sql.rows(
            "SELECT request, made FROM leagues_receipt WHERE league_id = %s AND key = %s",
            self.league_id,
            self.key,
        )
        if not found:
            return None
        ((request, made),) = found
        if request != self.request:
            raise KeyReused
        return int(made)

    def remember(self, made: int) -> None:
        """Write the receipt. Raises KeyReused if another request took the key meanwhile."""
        receipt = Receipt(league_id=self.league_id, key=self.key, request=self.request, made=made)
        try:
            sql.create([receipt])
        except IntegrityError as taken:  # the service's transaction ends here
            raise KeyReused from taken
