"""What an operator's tools ask of the site: whether it is ready, and figures for Prometheus."""
