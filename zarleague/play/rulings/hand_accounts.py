"""The accounts of a hand: the recorded log, and the logs that people submit in a dispute."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from zarleague.engine.ruleset import Ruleset
from zarleague.leagues.actors import Actor
from zarleague.leagues.errors import Refused
from zarleague.play.models import Dispute, HandResult, HandVersion
from zarleague.play.selectors.match_status import seats_for
from zarleague.play.selectors.seats import ruleset_of
from zarleague.play.verdicts import hidden_hands, judging
from zarleague.play.verdicts.log_names import with_present_names

RECORDED = "recorded"
DISPUTED = "dispute"


@dataclass(frozen=True, slots=True)
class Account:
    """One account of a hand. ``key`` names it in forms; ``judged`` is its replay as returned by
    `judging.replay_log`, None if the text is no log of this hand, and ``problem`` says why."""

    key: str
    author: str
    text: str
    judged: dict[str, Any] | None
    problem: str = ""

    @property
    def lines(self) -> list[str]:
        """Return the events as canonical lines."""
        return [row["text"] for row in self.judged["events"]] if self.judged else []


def accounts_of(dispute: Dispute, reader: Actor | None = None) -> list[Account]:
    """Return every account of the disputed hand that is a log: first the recorded one, then that of
    the dispute, then those of the statements. With a *reader*, masked as that reader may read
    them."""
    written = _written(dispute)
    ruleset = ruleset_of(dispute.hand.match)
    names = seat_names(dispute)
    match = dispute.hand.match
    accounts = []
    for key, author, text in written:
        if reader is None:
            shown = with_present_names(match, text, names)
        else:
            shown = hidden_hands.log_for(reader, match, text, names)
        if shown.strip():
            accounts.append(_account(key, author, shown, ruleset, names))
    return accounts


def account_text(dispute: Dispute, key: str) -> str:
    """Return the log of the account with that key, "" if there is none."""
    return next((text for account, _, text in _written(dispute) if account == key), "")


def _written(dispute: Dispute) -> list[tuple[str, str, str]]:
    """Return key, author and text of every account, also of those without a log."""
    version = dispute.version or dispute.hand.confirmed
    written: list[tuple[str, str, str]] = []
    if version is not None:
        written.append((RECORDED, version.author_name, version.log))
    written.append((DISPUTED, dispute.opened_by_name, dispute.log))
    written += [
        (f"statement-{statement.pk}", statement.author_name, statement.log)
        for statement in dispute.statements.all()
    ]
    return written


def seat_names(dispute: Dispute) -> list[str]:
    """Return the players' names in the disputed hand, in the order of its results."""
    version = dispute.version or dispute.hand.confirmed
    names = [row.seat.player.name for row in results_before(version)]
    return names or [
        seat.player.name for seat in seats_for(dispute.hand.match, dispute.hand.number)
    ]


def results_before(version: HandVersion | None) -> list[HandResult]:
    """Return the results of a version in the order of its sheets, empty if it is void."""
    if version is None:
        return []
    return list(version.results.select_related("player", "seat__player").order_by("order"))


def first_difference(accounts: Sequence[Sequence[str]]) -> int | None:
    """Return the index, from 0, of the first event at which the accounts, as canonical lines,
    differ; None if they never do. An account that ends before the others differs where it ends."""
    for index in range(max(map(len, accounts), default=0)):
        if len({lines[index] if index < len(lines) else None for lines in accounts}) > 1:
            return index
    return None


def _account(key: str, author: str, text: str, ruleset: Ruleset, names: list[str]) -> Account:
    try:
        return Account(key, author, text, judging.replay_log(ruleset, text, names))
    except Refused as refused:
        return Account(key, author, text, None, refused.text)
