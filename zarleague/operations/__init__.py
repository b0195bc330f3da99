"""Answers for an operator's tools: whether the site is ready, and figures for Prometheus."""
