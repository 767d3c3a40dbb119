"""Publishing an evening: its archive, and whether an archive, a ledger and the rows hold."""
