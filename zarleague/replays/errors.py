"""Exceptions: the reasons why a log was not judged."""


class NotJudged(Exception):
    """The log was not judged."""


class TooHeavy(NotJudged):
    """Judging the log exceeded a limit of time, memory or length and was aborted."""


class Busy(NotJudged):
    """All processes are busy and the queue is full. Try again after ``seconds``."""

    seconds = 2


class TooMany(NotJudged):
    """The sender has used up its share. Try again after ``seconds``."""

    def __init__(self, seconds: int) -> None:
        super().__init__(seconds)
        self.seconds = seconds
