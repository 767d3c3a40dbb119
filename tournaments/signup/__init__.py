"""Before the evening: what is announced, the calendar, and who says that they come."""
