"""Measure a retrieval-augmented generation system, find what is broken, keep it from breaking again."""

__version__ = "0.1.0"
