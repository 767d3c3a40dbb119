"""What is kept about whom: told to everybody, handed out to the person it is about, thrown away in time."""
