"""The Celery application.

With ``REDIS_URL`` tasks are queued in Redis for workers. Without it the broker is this process's
memory, and `embedded` runs the tasks in the serving process. Callers do the same in both cases:
``task.delay_on_commit(...)``.
"""

import logging
import sys
from collections.abc import Callable
from typing import Any, Final

from celery import Celery
from celery.contrib.django.task import DjangoTask
from celery.signals import beat_init, celeryd_init, heartbeat_sent, worker_process_init
from celery.worker import state
from django.conf import settings
from django.core.cache import cache
from django.db import DatabaseError, connection, models, transaction

from zarleague.background import loading, processes, queueing, task_process
from zarleague.storage import deadlocks, private_files

LONG_QUEUE: Final = "long"
"""The queue of long tasks, if somebody takes tasks from it."""
LONG_WORKER: Final = "long-worker"
"""The key in the cache that says so, on a site of many processes."""
LONG_WORKER_SECONDS: Final = 30
"""How long that is taken to be so; a worker says it every two seconds."""
LOST_APART_AFTER: Final = 600
"""Seconds after which a long task that was queued once and never began may be queued again."""

logger = logging.getLogger(__name__)
loading.load_settings()


class Task(DjangoTask):
    """A task whose enqueueing cannot undo what was committed.

    If the broker is unreachable when the transaction commits, this is logged, not raised: the write
    has happened, and the user must not be told otherwise. Everything a task derives can be derived
    again later. For the same reason a task that met a deadlock is run once more.
    """

    about: type[models.Model] | None = None
    """The model of the row whose id is the task's first argument. Whoever deletes the row need not
    mind the tasks that are queued or running: one that fails because its row is gone ends quietly.
    """

    is_long: Callable[..., bool] | None = None
    """Whether the task computes for long about the row whose id is its first argument. It then
    waits in the queue `LONG_QUEUE`, if there are workers for it: no short task waits for long
    ones."""

    lost_after: int = 0
    """Seconds after which `queue_once` puts the task into the queue again though it has not begun;
    0 for tasks that are not queued by it."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        info = self.request.delivery_info or {}
        is_apart = info.get("routing_key") == LONG_QUEUE
        is_queued = not info.get("is_eager")  # else it is done where it is called
        if self.lost_after:
            queueing.has_begun(self._key_of(args) if not is_apart else self._long_key_of(args))
        try:
            may_wait = is_queued and not is_apart and _has_long_worker()
            if may_wait and self.is_long and self.is_long(*args):
                return self._wait_apart(args, kwargs)
            return self._run_twice(*args, **kwargs)
        except Exception:
            if not self._is_gone(*args):
                raise
            logger.info("%s: there is no %s any more", self.name, args[0])
            return None

    def _wait_apart(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        """Enqueue the task among the long ones, once until it begins there."""
        if not self.lost_after or queueing.claim(self._long_key_of(args), LOST_APART_AFTER):
            self.apply_async(args, kwargs, queue=LONG_QUEUE)

    def _run_twice(self, *args: Any, **kwargs: Any) -> Any:
        """Run the task, a second time if it meets a deadlock."""
        try:
            return self.run(*args, **kwargs)
        except Exception as error:
            if not deadlocks.is_deadlock(error):
                raise
            logger.warning("%s is run once more: %s", self.name, error)
        return self.run(*args, **kwargs)

    def _is_gone(self, pk: Any = None, *_: Any) -> bool:
        """Return whether the row that the task is about was deleted."""
        try:
            return self.about is not None and not self.about._default_manager.filter(pk=pk).exists()
        except DatabaseError:  # which has failed the task, too
            return False

    def delay_on_commit(self, *args: Any, **kwargs: Any) -> None:
        """Enqueue the task when the current transaction commits; never if it is rolled back."""
        # A lambda, because Django cannot log the failure of a partial: it has no name.
        transaction.on_commit(lambda: self.delay(*args, **kwargs), robust=True)

    def queue_once(self, *args: Any, countdown: float = 0) -> None:
        """Enqueue the task when the current transaction commits, once until it begins, however
        often this is asked for; ``countdown`` seconds later at the earliest."""

        def enqueue() -> None:
            if queueing.claim(self._key_of(args), self.lost_after):
                self.apply_async(args, countdown=countdown)

        transaction.on_commit(enqueue, robust=True)

    def _key_of(self, args: tuple[Any, ...]) -> str:
        return f"queued-{self.name}-{'-'.join(map(str, args))}"

    def _long_key_of(self, args: tuple[Any, ...]) -> str:
        return f"{self._key_of(args)}-long"


def always(*_: Any) -> bool:
    """Return True: the `Task.is_long` of a task that is always long."""
    return True


app = Celery("zarleague", task_cls=Task)
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@celeryd_init.connect
def _keep_new_files_private(**_: Any) -> None:
    private_files.keep_new_files_private()


@celeryd_init.connect
@beat_init.connect
def _refuse_other_releases(**_: Any) -> None:
    """Exit before the first task if the database is one that this release cannot use."""
    from zarleague.storage import releases  # its models are loaded by now

    try:
        releases.check(serving=True)
    except releases.UnsupportedDatabase as refused:
        sys.exit(str(refused))
    except DatabaseError as error:  # it may come back; tasks are tried again
        logger.warning("The database does not answer: %s", error)
    finally:
        connection.close()


@heartbeat_sent.connect
def _take_long_tasks(**_: Any) -> None:
    """Say that this worker takes long tasks, if it does; not with its last heartbeat."""
    if not _takes_long_tasks():
        return
    if state.should_stop is None:
        cache.set(LONG_WORKER, True, LONG_WORKER_SECONDS)
    else:
        cache.delete(LONG_WORKER)


def _takes_long_tasks() -> bool:
    return LONG_QUEUE in app.amqp.queues.consume_from


def _has_long_worker() -> bool:
    return task_process.starts() or bool(settings.REDIS_URL and cache.get(LONG_WORKER))


@worker_process_init.connect
def _lower_priority(**_: Any) -> None:
    """On a machine with web processes, pages come before a worker's tasks, short ones before long
    ones."""
    processes.yield_to_pages(short=not _takes_long_tasks())
