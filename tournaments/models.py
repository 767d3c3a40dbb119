"""Where Django finds the rows of every feature."""

# ruff: noqa: F401 - to import them is all there is to do

import tournaments.club.models
import tournaments.evening.models
import tournaments.fees.models
import tournaments.league.models
import tournaments.rehearsal.models
import tournaments.signup.models
import tournaments.work.models
