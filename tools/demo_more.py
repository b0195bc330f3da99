"""``python -m tools.demo_more``: give the demo league what its story leaves out but pages show: an
evening to answer to, one whose tables are drawn, a game of its own, and a history to import.

Prints the values that addresses in docs/design.md stand for, as JSON.
"""

import datetime
import json
import os
import sys
from pathlib import Path
from typing import Final

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "zarleague.settings")
django.setup()

from django.conf import settings  # noqa: E402
from django.utils import timezone  # noqa: E402

from zarleague.engine.declared import PREFIX, to_text  # noqa: E402
from zarleague.engine.declared.examples import examples  # noqa: E402
from zarleague.exchange import transfers  # noqa: E402
from zarleague.exchange.history import services as history  # noqa: E402
from zarleague.leagues.actors import Actor  # noqa: E402
from zarleague.leagues.models import League, Player, User  # noqa: E402
from zarleague.leagues.selectors import running_seasons  # noqa: E402
from zarleague.leagues.services import declare_game  # noqa: E402
from zarleague.play import selectors, services  # noqa: E402
from zarleague.play.demo import ORGANISER  # noqa: E402
from zarleague.play.models import Attendance  # noqa: E402

SAMPLE: Final = Path(settings.BASE_DIR) / "static" / "samples" / "history" / "wide.csv"
YES, MAYBE, NO = Attendance.ANSWERS
ANSWERS: Final = (YES, YES, MAYBE, YES, NO)


def main() -> None:
    """Add them, and print where they are."""
    league = League.objects.get()
    actor = Actor.of(User.objects.get(username=ORGANISER))
    tonight = league.evening_of(timezone.now())
    people = list(league.players.filter(merged_into=None).order_by("pk")[:9])
    ahead = tonight + datetime.timedelta(weeks=1)
    known = {
        "tonight": _drawn(league, tonight, people, actor),
        "ahead": ahead.isoformat(),
        "answer": _announced(league, ahead, people, actor),
        "own": declare_game(league, to_text(examples()[0]), actor=actor).game.removeprefix(PREFIX),
        "import": _history(league, actor),
    }
    json.dump(known, sys.stdout)


def _announced(league: League, day: datetime.date, people: list[Player], actor: Actor) -> str:
    """Announce an evening that some have answered to; return the token of somebody's link."""
    services.name_evening(
        league, day, title="Birthday evening", place="At the Fox, upstairs", actor=actor
    )
    answers = list(zip(people, ANSWERS, strict=False))
    evening = services.set_attendance(league, day, answers, actor=actor, key="pictures-answers")
    return selectors.answer_token(evening, people[-1])


def _drawn(league: League, day: datetime.date, people: list[Player], actor: Actor) -> str:
    """Draw the first round of an evening."""
    here = [(player, Attendance.State.HERE) for player in people]
    services.set_attendance(league, day, here, actor=actor, key="pictures-here")
    services.draw_round(
        league,
        day,
        season=running_seasons(league, day)[0],
        game=league.default_game,
        size=4,
        way="chance",
        seed=7,
        actor=actor,
        key="pictures-draw",
    )
    return day.isoformat()


def _history(league: League, actor: Actor) -> str:
    """Upload a spreadsheet, look at it, and return the key of its import."""
    content = SAMPLE.read_bytes()
    transfer = history.begin(league, actor=actor, name=SAMPLE.name, size=len(content))
    transfer = transfers.add_piece(transfer, 0, content, actor=actor)
    transfers.carry_out(transfer.pk)
    return transfer.key.hex


if __name__ == "__main__":
    main()
