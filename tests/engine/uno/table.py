"""Helpers to write hands of Uno and to compare their findings."""

from tests.engine.conformance import judged_by_hand
from zarleague.engine import Remedy, Replay, Verdict, find
from zarleague.engine.log import event_line

NAMES = ("Ann", "Bob", "Cat", "Dee", "Eva")
SHED = "Ann rS / Ann yS / Ann gS / Ann bS / Ann bR"
"""Two players: Ann is rid of five cards (``SHEDDING`` less two) and still in turn."""
SHEDDING = "rS yS gS bS bR"
LOSER = "b9 b8 y1 y2 y3 y5 y6"
"""A hand that loses 25 points once its blue 9 is played."""


def table(
    events: str,
    *,
    seats: int = 3,
    up: str = "r9",
    deals: dict[str, str] | None = None,
    preset: str = "uno-playroom",
    remedy: Remedy = Remedy.RULED,
    **options: str,
) -> Replay:
    """A hand judged: *events* separated by slashes, after a deal in which the hands of *deals* are
    known. The last seat deals, so that Ann begins. Options have underscores for hyphens."""
    names = NAMES[:seats]
    changed = " ".join(f"{key.replace('_', '-')}={value}" for key, value in options.items())
    lines = [f"game uno {preset} {changed}", "seats " + " ".join(names), f"dealer {names[-1]}"]
    lines += [f"deal {name} {(deals or {}).get(name, '7')}" for name in names]
    lines += [f"up {card}" for card in up.split()]
    lines += [line.strip() for line in events.split("/")]
    return judged_by_hand("\n".join(lines), remedy)


def found(judged: Replay) -> list[tuple[str, str]]:
    """The events with findings and their codes, ``?`` before the code where the event cannot be
    judged. Settled questions are not listed."""
    return [
        (
            event_line(judged.log.events[finding.event], judged.log),
            ("?" if finding.verdict is Verdict.UNKNOWN else "") + finding.code.value,
        )
        for finding in judged.findings
        if finding.verdict is not Verdict.LEGAL
    ]


def moves(judged: Replay, seat: int) -> list[str]:
    """The lines of the legal moves of a seat after the last event."""
    log = judged.log
    game = find("uno")
    state = game.start(log.ruleset, len(log.seats), log.dealer, Remedy.RULED)
    for event in log.events:
        game.apply(state, event)
    return [event_line(event, log) for event in game.legal(state, seat)]


def points(judged: Replay) -> dict[str, int | None]:
    """Points by name."""
    return dict(zip(judged.log.seats, judged.points, strict=True))
