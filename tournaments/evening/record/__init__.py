"""What happened at an evening, as plain values: pure, folded from its ledger."""
