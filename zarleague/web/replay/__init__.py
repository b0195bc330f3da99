"""The replay board: a hand's log on a drawn table, step by step; its picture; comparison of
rules."""
