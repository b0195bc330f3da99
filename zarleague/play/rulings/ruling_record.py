"""The grounds of a ruling as plain data that can be read without the engine of its day.

The record is written once, with the ruling. Its keys:

``league``, ``season``, ``match``, ``played_on``, ``hand``: where it happened. ``players``: names in
the order of the seats. ``dispute``: claim, event, who and when. ``statements``: the same of others.
``recorded``: the version that was disputed, with its results. ``ruleset``: game, preset and every
option, and ``rules_text``, the line of the match. ``engine``: version and digest. ``log``: what the
ruling rests on, and ``judged``, the same as `engine.report.replay_data` has it, or None.
``accounts``: who told which log, with the verdicts and points of each, and ``parts_at``, the first
event at which they differ. ``decisive``: the table after the event that decided, as
`engine.board.table_data` has it, with the codes of the ``faces`` it numbers; None without a log.
``decision``: verdict, remedy, rule with its text and source, option with its meaning, reasons.
``after``: the results that count from then on. ``moved``: the players whose place changed.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from zarleague.engine import report
from zarleague.engine.games import scored
from zarleague.engine.ruleset import Ruleset
from zarleague.leagues.actors import Actor
from zarleague.leagues.selectors import names_of
from zarleague.play.models import Dispute, HandVersion
from zarleague.play.rulings.hand_accounts import (
    Account,
    accounts_of,
    first_difference,
    results_before,
    seat_names,
)
from zarleague.play.selectors.seats import ruleset_of
from zarleague.play.verdicts import engine_version, judging
from zarleague.play.verdicts.log_names import with_present_names
from zarleague.replays import jobs
from zarleague.standings.series import Movement

FORMAT: Final = 1


@dataclass(frozen=True, slots=True)
class Case:
    """A dispute with its statements, judged by the installed engine."""

    dispute: Dispute
    accounts: tuple[Account, ...]

    @classmethod
    def of(cls, dispute: Dispute, reader: Actor | None = None) -> "Case":
        """Return the case of a dispute loaded with its hand, match, season and league; with a
        *reader*, the accounts are masked as that reader may read them."""
        return cls(dispute, tuple(accounts_of(dispute, reader)))

    @property
    def parts_at(self) -> int | None:
        """Return the first event, from 0, at which the readable accounts differ."""
        return first_difference([one.lines for one in self.accounts if one.judged])

    def account(self, key: str) -> Account | None:
        """Return the account with that key if it can be read."""
        return next((one for one in self.accounts if one.key == key and one.judged), None)


def record_of(
    case: Case,
    decision: Mapping[str, Any],
    account: Account | None,
    after: Sequence[Mapping[str, Any]],
    moved: Sequence[Movement],
) -> dict[str, Any]:
    """Return the record of a ruling that is based on ``account``."""
    dispute = case.dispute
    match = dispute.hand.match
    league = match.season.league
    ruleset, players = ruleset_of(match), seat_names(dispute)
    reranked = [one for one in moved if one.rank_before != one.rank_after]
    named = names_of(league, [one.player_id for one in reranked])
    return {
        "format": FORMAT,
        "league": league.name,
        "season": match.season.name,
        "match": match.pk,
        "played_on": match.played_on.isoformat(),
        "hand": dispute.hand.number,
        "players": players,
        "dispute": {
            "claim": dispute.text,
            "event": dispute.event,
            "by": dispute.opened_by_name,
            "at": dispute.opened_at.isoformat(),
            "appeal": dispute.appeal,
            "appealed_by": dispute.appealed_by_name,
        },
        "statements": [
            {"text": one.text, "by": one.author_name, "at": one.created_at.isoformat()}
            for one in dispute.statements.all()
        ],
        "recorded": _version_data(dispute.version or dispute.hand.confirmed, players),
        "ruleset": report.ruleset_data(ruleset),
        "rules_text": match.rules_text,
        "options": options_data(ruleset),
        "engine": {"version": engine_version.version(), "digest": engine_version.digest()},
        "log": account.text if account else "",
        "judged": account.judged if account else None,
        "rests_on": account.key if account else "",
        "decisive": _decisive_data(case, account, ruleset) if account else None,
        "accounts": [_account_data(one) for one in case.accounts],
        "parts_at": case.parts_at,
        "decision": dict(decision),
        "after": list(after),
        "moved": [
            {
                "player": named.get(one.player_id, ""),
                "before": one.rank_before,
                "after": one.rank_after,
            }
            for one in reranked
        ],
    }


def _decisive_data(case: Case, account: Account, ruleset: Ruleset) -> dict[str, Any]:
    """Return the table after the disputed event; without one, after the first event at which the
    accounts differ, else the first illegal one, else the last."""
    events = account.judged["events"] if account.judged else []
    bad = next((n for n, row in enumerate(events, 1) if row["verdict"] == "illegal"), len(events))
    step = case.dispute.event or (bad if case.parts_at is None else case.parts_at + 1)
    names = seat_names(case.dispute)
    table = judging.of_hand(jobs.table, ruleset, account.text, names, step)
    faces = scored(ruleset.game).deck(ruleset).faces
    return table | {"faces": [face.code for face in faces]}


def digest(record: Mapping[str, Any]) -> str:
    """Return the SHA-256 of a record: its JSON with sorted keys and no spaces, as UTF-8."""
    text = json.dumps(record, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()


def rule_data(game: str, key: str) -> dict[str, Any] | None:
    """Return a rule of a game in the form of a record, None if there is no such rule."""
    rule = scored(game).rules.get(key)
    return None if rule is None else report.rule_data(rule)


def options_data(ruleset: Ruleset) -> list[dict[str, str]]:
    """Return every option of a ruleset with its title, its value and what the value means."""
    return [
        {
            "key": option.key,
            "title": option.title,
            "value": ruleset[option.key],
            "meaning": dict(option.choices).get(ruleset[option.key], ""),
        }
        for option in scored(ruleset.game).options
    ]


def _version_data(version: HandVersion | None, names: Sequence[str]) -> dict[str, Any] | None:
    if version is None:
        return None
    return {
        "version": version.number,
        "by": version.author_name,
        "at": version.created_at.isoformat(),
        "log": with_present_names(version.hand.match, version.log, names),
        "results": [
            {"player": row.player.name, "points": row.points, "place": row.place, "won": row.won}
            for row in results_before(version)
        ],
    }


def _account_data(account: Account) -> dict[str, Any]:
    judged = account.judged
    return {
        "key": account.key,
        "by": account.author,
        "log": account.text,
        "problem": account.problem,
        "verdicts": [row["verdict"] for row in judged["events"]] if judged else [],
        "points": judged["points"] if judged else {},
    }
