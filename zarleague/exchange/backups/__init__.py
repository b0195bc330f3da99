"""Backups of the whole site: one file, made while the site runs, and verified after writing."""
