"""What the pages of fees show."""
