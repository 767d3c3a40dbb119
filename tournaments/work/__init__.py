"""The background work: one outbox, one runner, one sweep."""
