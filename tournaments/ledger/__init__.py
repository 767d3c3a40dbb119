"""The ledgers of evenings and seasons: the chain of hashes, and how entries are appended."""
