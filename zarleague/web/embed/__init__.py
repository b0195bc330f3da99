"""Embeds for other sites: a table, a player or a match, as a page or a picture."""
