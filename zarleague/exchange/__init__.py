"""Exports and imports: backups of the whole site, leagues as files, formats of other programs."""
