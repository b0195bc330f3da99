"""Background tasks and the times of the periodic ones."""

from typing import Any

from celery.schedules import crontab
from kombu import Queue

from zarleague.settings.data import REDIS_PREFIX
from zarleague.settings.site import DATA_DIR, REDIS_URL

# Read by Celery under the prefix CELERY_. Every task is idempotent and may run late, so a task is
# acknowledged only when it is done: a worker that dies loses nothing.
CELERY_BROKER_URL = REDIS_URL or "memory://localhost/"
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any] = (
    {
        "visibility_timeout": 600,
        # The hash tag in braces puts all queues into one slot of a Redis Cluster: Celery reads
        # several of them with one command.
        "global_keyprefix": f"{{{REDIS_PREFIX}}}:celery:",
        "socket_connect_timeout": 2,
    }
    if REDIS_URL
    else {"polling_interval": 0.02}  # seconds
)
CELERY_TASK_DEFAULT_QUEUE = "celery"
# What waits for servers elsewhere has workers of its own (zarleague.background.sending), and what
# takes long may have some (zarleague.background.celery). A worker that is told no queue takes from
# all.
CELERY_TASK_QUEUES = tuple(map(Queue, (CELERY_TASK_DEFAULT_QUEUE, "long", "sending")))
CELERY_TASK_ROUTES = {
    f"zarleague.exchange.tasks.{name}": {"queue": "sending"} for name in ("send_*", "fetch")
}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_SOFT_TIME_LIMIT = 240
CELERY_TASK_TIME_LIMIT = 300
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 2, "interval_start": 0.1, "interval_max": 0.5}
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
# In KiB, 50 MB above what a process of a worker takes by itself. One that has held more is replaced
# after its task, which gives back the memory that a large league took.
CELERY_WORKER_MAX_MEMORY_PER_CHILD = 215_000
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_SEND_TASK_EVENTS = False
CELERY_TIMEZONE = "UTC"
# Seconds until it looks at the machine's clock again, which may have been corrected meanwhile.
CELERY_BEAT_MAX_LOOP_INTERVAL = 5
CELERY_BEAT_SCHEDULER = "zarleague.background.beat:PersistentBeat"
CELERY_BEAT_SCHEDULE_FILENAME = str(DATA_DIR / "beat")
# Seconds, or a time of day in UTC: when most leagues sleep.
CELERY_BEAT_SCHEDULE: dict[str, Any] = {
    "end-seasons": {"task": "zarleague.reports.tasks.end_seasons", "schedule": 600},
    "close-idle-matches": {"task": "zarleague.play.tasks.close_idle_matches", "schedule": 600},
    "judge-logs": {"task": "zarleague.play.tasks.judge_logs_behind", "schedule": 30},
    "write-notices": {"task": "zarleague.play.tasks.write_notices", "schedule": 30},
    "take-up-lost-work": {"task": "zarleague.reports.tasks.take_up_lost_work", "schedule": 15},
    "check-derived-data": {
        "task": "zarleague.reports.tasks.check_derived_data",
        "schedule": crontab(hour=3, minute=30),
    },
    "take-up-transfers": {"task": "zarleague.exchange.tasks.take_up_transfers", "schedule": 30},
    "take-up-forgetting": {
        "task": "zarleague.exchange.tasks.take_up_forgetting",
        "schedule": 30,
    },
    "store-report-prints": {
        "task": "zarleague.reports.tasks.store_report_prints",
        "schedule": 60,
    },
    "send-messages": {"task": "zarleague.exchange.tasks.send_messages", "schedule": 15},
    "write-digests": {
        "task": "zarleague.exchange.tasks.write_digests",
        "schedule": crontab(hour=6, minute=0),
    },
    "write-reminders": {"task": "zarleague.exchange.tasks.write_reminders", "schedule": 600},
    "back-up": {  # once a day; later only what failed then
        "task": "zarleague.exchange.tasks.back_up",
        "schedule": crontab(hour="2-23", minute=30),
    },
    "clean-up-webhooks": {
        "task": "zarleague.exchange.tasks.clean_up_webhooks",
        "schedule": crontab(hour=4, minute=20),
    },
    "remove-unused-accounts": {
        "task": "zarleague.exchange.tasks.remove_unused_accounts",
        "schedule": crontab(hour=4, minute=40),
    },
    "reset-demo": {
        "task": "zarleague.exchange.tasks.reset_demo",
        "schedule": crontab(hour=4, minute=50),
    },
    "clean-up": {"task": "zarleague.reports.tasks.clean_up", "schedule": crontab(hour=4, minute=0)},
}
