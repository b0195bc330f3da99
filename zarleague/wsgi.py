"""The pages and the API without live updates, for a plain WSGI server."""

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "zarleague.settings")
django.setup(set_prefix=False)

from zarleague.serving.once_more import Handler  # noqa: E402 (needs the settings)

application = Handler()
"""Answers requests."""
