"""A whole league as one file, and back into this or another site as a new league.

The file is a zip of JSON Lines: one member per kind of record, one record per line, and a manifest.
A record refers to another by its line: there are no ids of the database in the file, so the same
league gives the same bytes wherever it lies.
"""
