"""Data in and out: backups of the whole site, leagues as files, other programs' formats."""
