"""From scores to a decision: rules, what they come to, the baseline they hold a run against, scores in tests."""
