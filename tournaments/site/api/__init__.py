"""What the REST API of every feature shares: answers, refusals, parsing."""
