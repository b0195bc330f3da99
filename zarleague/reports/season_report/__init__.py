"""The report of a season: figures (what is so), document (how it is said), print and exports."""
