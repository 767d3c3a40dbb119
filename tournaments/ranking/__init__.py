"""Results in, places and prizes out, each tie-break a named function. No framework, no clock."""
