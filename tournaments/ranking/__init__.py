"""Results in, places and prizes out, each tie-break by its name. No framework, no clock."""
