"""Backups of the whole site: one file, made while the site runs, verified after it was written."""
