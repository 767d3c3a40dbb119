"""What pages and answers of every feature share."""
