"""The replay board: a log on a drawn table, step by step; its picture; other rules."""
