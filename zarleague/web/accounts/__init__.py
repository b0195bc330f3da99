"""Accounts: signing up and in, passwords, second factors, sessions. The work is done by allauth."""
