"""Running the server: backups, keys, health."""
