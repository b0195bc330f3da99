"""Pages for exports and imports of a league."""
