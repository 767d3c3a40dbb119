"""Who with whom: of the two ways to pair those who stay with those who come, the one the rules prefer.

(a) Where the evening pairs across ticket colours, the way with more mixed couples; (b) the way with fewer
earlier partnerships this evening, counted over both couples; then (c) the newcomer with the lower former seat
number joins the stayer now in seat 1.

Readings: (b) counts partnerships and not people, so that two rounds with one partner count twice. A couple is
mixed when both hold a ticket colour and the colours differ. Both are asked of the move alone, before sitters
take the seats of those who sit out, because the page takes these out "after the move is worked out".
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple

from tournaments.movement.seating import Table

_NOBODY: Mapping[str, int] = {}


class PartnersChoice(NamedTuple):
    """What settled the partners of a table, and the count for the way taken and for the way not taken.

    Arguments:
        rule: "keep" (the head table did not change partners), "mixed", "fewer" or "seat": (a), (b) or (c).
        taken: mixed couples for "mixed", earlier partnerships for "fewer" and "seat".
        not_taken: the same for the other way.
    """

    rule: Literal["keep", "mixed", "fewer", "seat"]
    taken: int = 0
    not_taken: int = 0


@dataclass(frozen=True)
class Partnerships:
    """What the pairing of a round looks at.

    Arguments:
        partners: for each player, how many rounds they have played with each partner.
        colours: ticket colours where the evening pairs across them, else None.
        keeps_head: whether the couples of the head table stay partners.
    """

    partners: Mapping[str, Mapping[str, int]]
    colours: Mapping[str, str] | None = None
    keeps_head: bool = False

    def crosses(self, first: str, second: str, low: str, high: str) -> bool:
        """Whether the newcomer from the higher former seat, and not the lower, joins the stayer in seat 1.

        Arguments:
            first, second: the stayers, now in seats 1 and 2.
            low, high: the newcomers from the lower and the higher former seat.
        """
        if self.colours is not None:
            straight, crossed = self._mixed(first, second, low, high)
            if straight != crossed:
                return crossed > straight
        # Written out and not `_earlier`: a large room spends most of a move on these lines.
        with_first = self.partners.get(first, _NOBODY)
        with_second = self.partners.get(second, _NOBODY)
        straight = with_first.get(low, 0) + with_second.get(high, 0)
        return with_first.get(high, 0) + with_second.get(low, 0) < straight

    def decision(self, number: int, table: Table) -> PartnersChoice:
        """Say what settled the partners of a table.

        Arguments:
            number: the table's number.
            table: its players after the move alone.
        """
        if self.keeps_head and number == 1:
            return PartnersChoice("keep")
        first, second, third, fourth = table
        if self.colours is not None:
            taken, not_taken = self._mixed(first, second, third, fourth)
            if taken != not_taken:
                return PartnersChoice("mixed", taken, not_taken)
        taken, not_taken = self._earlier(first, second, third, fourth)
        return PartnersChoice("seat" if taken == not_taken else "fewer", taken, not_taken)

    def _mixed(self, first: str, second: str, third: str, fourth: str) -> tuple[int, int]:
        """How many couples are mixed when `first` plays with `third`, and when with `fourth`."""
        colour = (self.colours or {}).get
        one, two, three, four = colour(first), colour(second), colour(third), colour(fourth)
        if one == two or three == four:
            return 0, 0  # Both ways make the same couples of colours, so that their number does not matter.
        return _across(one, three) + _across(two, four), _across(one, four) + _across(two, three)

    def _earlier(self, first: str, second: str, third: str, fourth: str) -> tuple[int, int]:
        """How many rounds they have been partners when `first` plays with `third`, and when with `fourth`."""
        of_first, of_second = self.partners.get(first, _NOBODY), self.partners.get(second, _NOBODY)
        this_way = of_first.get(third, 0) + of_second.get(fourth, 0)
        return this_way, of_first.get(fourth, 0) + of_second.get(third, 0)


def _across(one: str | None, two: str | None) -> bool:
    """Whether two tickets have colours and different ones."""
    return bool(one and two and one != two)
