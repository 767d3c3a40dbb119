"""What an evening costs those who come, and who has paid."""
