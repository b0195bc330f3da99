"""Errors of play's services: each refuses a request and says why."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from django.utils.translation import gettext_noop

from zarleague.leagues.errors import Refused

if TYPE_CHECKING:
    from zarleague.play.models import Hand
    from zarleague.play.verdicts.wording import Remark


class HandConflict(Refused):
    """Somebody else has entered a hand with this number; ``saved`` is that hand."""

    code = "hand-conflict"

    def __init__(self, saved: "Hand") -> None:
        super().__init__(
            gettext_noop("{author} has just saved hand {number}."),
            number=saved.number,
            author=saved.confirmed.author_name if saved.confirmed else "",
        )
        self.saved = saved


class WrongNumber(Refused):
    """The number is not that of the next hand, which is ``expected``."""

    code = "wrong-number"

    def __init__(self, expected: int) -> None:
        super().__init__(gettext_noop("The next hand is number {expected}."), expected=expected)
        self.expected = expected


class VersionConflict(Refused):
    """The hand has changed since the given version; ``hand`` is its present state."""

    code = "version-conflict"

    def __init__(self, hand: "Hand") -> None:
        super().__init__(
            gettext_noop("{author} has just changed hand {number}."),
            number=hand.number,
            author=hand.confirmed.author_name if hand.confirmed else "",
        )
        self.hand = hand


class EntryRejected(Refused):
    """The entry cannot be right; ``remarks`` say where and why."""

    code = "entry-rejected"

    def __init__(self, remarks: "tuple[Remark, ...]") -> None:
        super().__init__(
            "{problem}", problem=" ".join(remark.text for remark in remarks if remark.blocks)
        )
        self.remarks = remarks


class LogRejected(Refused):
    """The text is not a log of this hand, or does not say how the hand ended."""

    code = "log-rejected"


class LogTooHeavy(Refused):
    """Judging the log was aborted because it took too much time, memory or text."""

    code = "log-too-heavy"
    sentence = gettext_noop(
        "Checking this log takes too long. Send a shorter one, with just one hand."
    )


class ReplaysBusy(Refused):
    """Too many logs are being judged; try again after ``seconds``."""

    code = "busy"

    def __init__(self, seconds: int) -> None:
        super().__init__(
            gettext_noop(
                "Too many logs are being checked right now. Try again in {seconds} seconds."
            ),
            seconds=seconds,
        )
        self.seconds = seconds


class TooManyLogs(Refused):
    """The sender has used up its share of judging; it may continue after ``seconds``."""

    code = "too-many-logs"

    def __init__(self, seconds: int) -> None:
        super().__init__(
            gettext_noop("You’ve sent too many logs. Try again in {seconds} seconds."),
            seconds=seconds,
        )
        self.seconds = seconds


class TooManyTries(Refused):
    """The sender has used up its share of the time for large changes, made or tried; it may
    continue after ``seconds``."""

    code = "too-many-tries"

    def __init__(self, seconds: int) -> None:
        super().__init__(
            gettext_noop("Too many large changes at once. Try again in {seconds} seconds."),
            seconds=seconds,
        )
        self.seconds = seconds


class SeasonBusy(Refused):
    """The season was changed each time that its totals, or what a change of it rests on, had been
    worked out."""

    code = "season-busy"

    sentence = gettext_noop(
        "This season is being changed faster than your change can be worked out. Nothing of it "
        "has been saved. Try again when the tables pause."
    )


class RulesFrozen(Refused):
    """A hand cannot be scored by other rules, so those of its match stay."""

    code = "rules-frozen"


class MatchClosed(Refused):
    """The match is closed; reopen it first."""

    code = "match-closed"
    sentence = gettext_noop("This match is over.")


class MatchIsOver(Refused):
    """The match has ended by its own rules."""

    code = "match-over"
    sentence = gettext_noop(
        "This match has come to its end. End it on the scorepad, or correct a hand first if one is "
        "wrong."
    )


class AskAgain(Refused):
    """A match looks like one that was started before; ``questions`` say why. Repeat the request
    with ``anyway`` to start it."""

    code = "start-again"

    def __init__(self, questions: Sequence[Refused]) -> None:
        super().__init__("{questions}", questions=" ".join(question.text for question in questions))
        self.questions = tuple(questions)
