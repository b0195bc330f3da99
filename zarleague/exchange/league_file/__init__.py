"""Export a whole league to one file, and import it into this or another site as a new league.

The file is a zip of JSON Lines: one member per kind of record, one record per line, and a manifest.
Records refer to others by line number: the file contains no database ids, so the same league gives
the same bytes on every site.
"""
