"""Celery's worker and scheduler inside the serving process, for a league without Redis.

Tasks run on threads; what they compute from many hands runs in processes of its own
(`task_process`). They are queued in this process's memory. Queued tasks are lost when the process
is killed, which is harmless: every task derives something that is derived again from the confirmed
hands.
"""

import logging
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from celery import beat
from celery.worker import WorkController, state

from zarleague.background import task_process
from zarleague.background.beat import EmbeddedBeat
from zarleague.background.celery import LONG_QUEUE, app
from zarleague.background.sending import QUEUE

THREADS = {"celery": 2, LONG_QUEUE: 2, QUEUE: 8}
"""Tasks of each queue that run at the same time: two of the short and two of the long ones, which
compute in processes of their own; those that send messages mostly wait."""
GRACE = 8
"""Seconds that tasks get to finish when the server stops."""

logger = logging.getLogger(__name__)


class _Worker(WorkController):
    """A Celery worker that says when it is ready."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.is_ready = threading.Event()
        super().__init__(*args, **kwargs)

    def on_consumer_ready(self, consumer: Any) -> None:
        self.is_ready.set()


@contextmanager
def worker() -> Iterator[None]:
    """Run queued and periodic tasks as long as the block runs."""
    app.finalize()
    state.should_stop = None
    threads = [_start(queue, number) for queue, number in THREADS.items()]
    app.amqp.queues.select([app.conf.task_default_queue])
    scheduler = beat.EmbeddedService(app, thread=True, scheduler_cls=EmbeddedBeat)
    scheduler.start()
    with task_process.allowed() as end_processes:
        try:
            yield
        finally:
            scheduler.service.stop()  # its thread ends at its next tick
            end_processes()
            _drain(time.monotonic() + GRACE)
            state.should_stop = 0  # an exit status: stop when the running tasks are done
            for thread in threads:
                thread.join(GRACE)
        if any(thread.is_alive() for thread in threads):
            logger.warning("A task is still running; it will run again from the confirmed hands.")


def _start(queue: str, threads: int) -> threading.Thread:
    """Start a worker for one queue and return its thread once it takes tasks. Which queues are
    taken from is read then, and known to the application alone: so one worker starts after the
    other."""
    controller = _Worker(
        app=app,
        pool="threads",
        concurrency=threads,
        queues=[queue],
        hostname=f"{queue}@localhost",
        without_heartbeat=True,
        without_mingle=True,
        without_gossip=True,
    )
    thread = threading.Thread(target=controller.start, name=f"tasks-{queue}", daemon=True)
    thread.start()
    if not controller.is_ready.wait(timeout=10):
        raise RuntimeError("The embedded task worker does not start.")
    return thread


def _drain(deadline: float) -> None:
    """Wait until the queue is empty, or until ``deadline`` on the monotonic clock."""
    with app.connection_for_read() as connection:
        queue = connection.SimpleQueue(app.conf.task_default_queue)
        while queue.qsize() and time.monotonic() < deadline:
            time.sleep(0.05)
