"""Endpoints for an operator's tools: readiness, and metrics for Prometheus."""
