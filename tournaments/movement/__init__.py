"""Who sits where, with whom and when: ids in, seatings and their reasons out. No framework."""
