"""What other tools write: one file per tool, each with the signs of its rows and what they mean."""
