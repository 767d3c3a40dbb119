"""How dates and times are written, where the club's taste differs from Django's: a clock of 24 hours in English."""
