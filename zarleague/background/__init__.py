"""How work is done in the background: Celery, its schedule, its queues and processes.

A worker is started with ``celery -A zarleague.background worker``.
"""
