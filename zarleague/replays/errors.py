"""Exceptions: the reasons a log was not judged."""


class NotJudged(Exception):
    """The log was not judged."""


class TooHeavy(NotJudged):
    """Judging the log exceeded a limit of time, memory or length and was ended."""


class Busy(NotJudged):
    """All processes are busy and enough senders are waiting. Try again after ``seconds``."""

    seconds = 2


class TooMany(NotJudged):
    """The sender's logs took more than their share. Try again after ``seconds``."""

    def __init__(self, seconds: int) -> None:
        super().__init__(seconds)
        self.seconds = seconds
