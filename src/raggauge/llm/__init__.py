"""Talking to models: client, limits, reply parsing, call cache, prices, embedders."""
