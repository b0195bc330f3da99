"""What play tells the rings outside it, after commit."""

from django.dispatch import Signal

season_changed = Signal()
"""A season's confirmed results changed. Sent with ``season_id``; derived figures may follow."""
