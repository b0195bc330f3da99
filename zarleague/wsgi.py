"""The pages and the API without live updates, for a plain WSGI server."""

from zarleague.background import loading

loading.load_applications()

from zarleague.serving.once_more import Handler  # noqa: E402 (needs the settings)

application = Handler()
"""Answers requests."""
