"""Accounts, built on django-allauth: sign-up, sign-in, passwords, second factors, sessions."""
