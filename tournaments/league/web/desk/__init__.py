"""The secretary's pages of leagues."""
