"""The public pages of leagues and of people."""
