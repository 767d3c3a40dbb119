"""What the answers of the REST API share."""
