"""Rating lists worked out from the confirmed hands of a league and game, and kept."""
