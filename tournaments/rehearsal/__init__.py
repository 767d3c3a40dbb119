"""The rehearsal of an evening: simulated players play it through the real services, in a database of its own."""
