"""An evening: its plan, its acts, its record, its rows, and the pages on which it is played."""
