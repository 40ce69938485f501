"""The pytest plugin: gates of a test suite over RAG outputs. Loaded by every pytest run, so it imports nothing."""
