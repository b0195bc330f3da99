"""Refusals of services: errors of the user, not of the program."""

import datetime
from typing import TYPE_CHECKING, ClassVar

from django.utils.translation import gettext, gettext_noop

from zarleague.leagues.formats import isolated, long_day

if TYPE_CHECKING:
    from zarleague.leagues.models import Player


class Refused(Exception):
    """A write was refused and nothing was changed.

    ``code`` is stable and meant for programs, ``text`` is a sentence in the active language.
    """

    code: ClassVar[str] = "refused"
    sentence: ClassVar[str] = ""
    """The msgid of those that have one sentence."""

    def __init__(self, msgid: str = "", **params: str | int | datetime.date) -> None:
        super().__init__(msgid)
        self.msgid = msgid or self.sentence
        self.params = params

    @property
    def text(self) -> str:
        """Return the sentence in the active language, with dates as they are written in it."""
        return gettext(self.msgid).format(
            **{name: _written(value) for name, value in self.params.items()}
        )

    def __str__(self) -> str:
        return self.text


def _written(value: str | int | datetime.date) -> str | int:
    if isinstance(value, datetime.date):
        return long_day(value)
    return isolated(value) if isinstance(value, str) else value


class NotAllowed(Refused):
    """The actor may not do this."""

    code = "not-allowed"
    sentence = gettext_noop("You’re not allowed to do this.")


class Invalid(Refused):
    """A value is not valid; ``field`` says which."""

    code = "invalid"

    def __init__(self, field: str, msgid: str, **params: str | int | datetime.date) -> None:
        super().__init__(msgid, **params)
        self.field = field


class NameTaken(Refused):
    """Another player of the league has this name."""

    code = "name-taken"

    def __init__(self, player: "Player") -> None:
        super().__init__(gettext_noop("There’s already a player called {name}."), name=player.name)
        self.player = player


class KeyReused(Refused):
    """An idempotency key was used before for a different request."""

    code = "key-reused"
    sentence = gettext_noop("This was already sent with different contents.")


class CannotMerge(Refused):
    """The guest and the player cannot be the same person."""

    code = "cannot-merge"


class LastOrganiser(Refused):
    """The last organiser cannot leave: a league needs at least one."""

    code = "last-organiser"
    sentence = gettext_noop("A league needs at least one organiser.")
