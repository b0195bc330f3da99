"""Judge logs in separate processes, within limits of time, memory and length.

Anybody may send a log, and judging it may be arbitrarily expensive. So no log is judged on a thread
that serves pages: ``api`` submits it to a process that is killed when it exceeds a limit. ``pool``
manages these processes, ``jobs`` holds their functions, ``child`` their main loop, ``gate`` admits
requests, ``sender`` says whose they are.

Nothing is imported here, so that a process starts with its limits before it loads the engine.
"""
