"""The certificate of a movement: what its seats give everybody, counted from the seats alone.

It is written from the definition (who sits with whom, how often) and shares nothing with whatever made the
seats, so that a fault there cannot hide here. `certify` counts; as JSON it has the seats in it, and whoever has the
file counts again.
"""

from tournaments.movement.certificate.certifying import Certificate, Provenance, Summary, certify, differences
from tournaments.movement.certificate.counting import Given, Round

__all__ = ["Certificate", "Given", "Provenance", "Round", "Summary", "certify", "differences"]
