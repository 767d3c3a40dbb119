"""French: hours and minutes as 19 h 30 and 9 h 05, with narrow spaces that do not break."""

TIME_FORMAT = "G\u202f\\h\u202fi"
DATETIME_FORMAT = f"j F Y, {TIME_FORMAT}"
SHORT_DATETIME_FORMAT = f"j N Y, {TIME_FORMAT}"
