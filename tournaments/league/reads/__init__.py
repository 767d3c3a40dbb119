"""Every read of leagues, each starting from what the asker may see."""
