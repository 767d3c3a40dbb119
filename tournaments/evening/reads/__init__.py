"""Every read. Each starts from what the asker may see; what is not found is not there for that asker."""
