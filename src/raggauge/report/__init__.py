"""A Run as something to read: terminal text, JSON."""
