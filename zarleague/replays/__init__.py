"""Replays of logs in processes of their own, within limits of time, memory and length.

Anybody may send a log, and a log may cost as much as its sender likes. So no log is judged on a
thread that answers pages: the calls in ``api`` hand it to a process that is ended when it exceeds
a limit. ``pool`` keeps those processes, ``jobs`` is what they do, ``child`` how they begin,
``gate`` decides who is next, ``asking`` knows for whom.

Nothing is imported here, so that a process begins with its limits and not with the engine.
"""
