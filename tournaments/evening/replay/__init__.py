"""From the ledger to everything else: the chain of hashes, the fold of the acts, what must follow from them."""
