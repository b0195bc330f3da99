"""The season report: `figures` computes it, `document` words it, `printing` and `exports` write."""
