"""A list of members from a spreadsheet: its rows, what its columns are, and what each of its lines comes to."""
