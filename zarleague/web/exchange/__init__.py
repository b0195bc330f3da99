"""Data in and out: a league's file made and fetched, sent in and read."""
