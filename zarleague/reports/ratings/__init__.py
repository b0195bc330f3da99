"""Rating lists, computed from the confirmed hands of a league and game and stored."""
