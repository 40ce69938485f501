"""From a dataset to a Run: plan, execute, folder, summary."""
