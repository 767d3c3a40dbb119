"""Where the places of a division lead at the end of its season."""

from __future__ import annotations

from tournaments.league.reads.fixtures import Contest, DivisionSeen


def leads_of(seen: Contest, division: DivisionSeen, count: int) -> list[str]:
    """For each place, the best first: "up", "down", "play_off", or "" where it stays."""
    found = [""] * count
    borders = seen.rules.borders
    if len(borders) != len(seen.divisions) - 1:
        return found
    above = borders[division.level - 2] if division.level > 1 else None
    below = borders[division.level - 1] if division.level <= len(borders) else None
    places = []
    if above:
        places += [(place, "up") for place in range(above.up)]
        places += [(above.up + place, "play_off") for place in range(above.play_off)]
    if below:
        last = count - below.down
        places += [(place, "down") for place in range(last, count)]
        places += [(place, "play_off") for place in range(last - below.play_off, last)]
    for place, lead in places:
        if 0 <= place < count:
            found[place] = lead
    return found
