"""Hands written as a scorekeeper would and judged, with helpers for the tests."""

from dataclasses import dataclass

from tests.engine.conformance import judged_by_hand
from zarleague.engine import Log, Remedy, Verdict, find
from zarleague.engine.log import event_line
from zarleague.engine.replay import Replay
from zarleague.engine.view import SeatView, TableView

GAME = find("zar")


@dataclass(frozen=True)
class Hand:
    """A judged hand: its log, its replay with steps, and questions about it."""

    log: Log
    replay: Replay

    @property
    def table(self) -> TableView:
        return self.replay.steps[-1]

    def seat(self, name: str) -> SeatView:
        return self.table.seats[self.log.seats.index(name)]

    def size(self, name: str) -> int:
        return len(self.seat(name).cards) + self.seat(name).unknown

    def owes(self, name: str) -> int:
        return sum(debt.cards for debt in self.seat(name).debts)

    @property
    def turn(self) -> str:
        (acting,) = self.table.acting
        return self.log.seats[acting]

    @property
    def points(self) -> dict[str, int | None]:
        return dict(zip(self.log.seats, self.replay.points, strict=True))

    @property
    def findings(self) -> list[tuple[str, str, str]]:
        """(line, code, rule) of what is illegal."""
        return self._findings(Verdict.ILLEGAL)

    @property
    def open(self) -> list[tuple[str, str, str]]:
        """(line, code, rule) of what cannot be known."""
        return self._findings(Verdict.UNKNOWN)

    def _findings(self, verdict: Verdict) -> list[tuple[str, str, str]]:
        return [
            (event_line(self.log.events[f.event], self.log), f.code.value, f.rule)
            for f in self.replay.findings
            if f.verdict is verdict
        ]

    def fact(self, key: str) -> int | str:
        """A fact of the only finding."""
        (finding,) = self.replay.findings
        return dict(finding.about)[key]


def hand(
    text: str,
    rules: str = "zar-holland",
    seats: str = "Ann Bob Cat Dee",
    dealer: str = "Dee",
    remedy: Remedy = Remedy.RULED,
    **deals: str,
) -> Hand:
    """A hand that begins with the cards turned up in *text*. Whoever is not in *deals* is dealt
    cards nobody saw; of a hand given there, what is missing to its size is dealt unseen, too."""
    preset, *changed = rules.split()
    ruleset = GAME.ruleset(preset, dict(change.split("=") for change in changed))
    names = seats.split()
    state = GAME.start(ruleset, len(names), 0, Remedy.RULED)
    size = state.rules.deal(len(names))
    lines = [f"game zar {rules}", f"seats {seats}", f"dealer {dealer}"]
    for name in names:
        cards = deals.get(name, "").split()
        lines.append(" ".join(["deal", name, *cards, *["?"] * (size - len(cards))]))
    lines += [line.strip() for line in text.strip().splitlines()]
    judged = judged_by_hand("\n".join(lines), remedy)
    return Hand(judged.log, judged)
