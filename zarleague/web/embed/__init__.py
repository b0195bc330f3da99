"""Parts of a league for other sites: a table, a player, a match, as a page or a picture."""
