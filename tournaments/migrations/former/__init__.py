"""The migrations one by one that 0057_tables and 0058_guards replace: for databases and backups of versions before."""
