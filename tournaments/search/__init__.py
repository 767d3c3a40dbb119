"""One search over what a club has: at the desk, and in public."""
