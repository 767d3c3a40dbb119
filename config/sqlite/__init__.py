"""Django's SQLite, of which a thread that only reads never waits for one that wants to write."""
