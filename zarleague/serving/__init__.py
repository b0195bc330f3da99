"""How requests arrive: limits, buffering, threads, ids, and the documents that refuse them."""
