"""What the ledgers of evenings and seasons have in common: the chain, and how it goes on."""
