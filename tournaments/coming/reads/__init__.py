"""What is announced, and who has signed up for it."""
