"""A knock-out at tables of three to five, followed through the rounds played: of each table the best few go on.

It is worked out anew from the draw and the rounds as they were really seated:

- The best of a table are the first by their places there: who won its game, then points, then the cut of those who
  are level at the border. Where nobody has cut after all, the one drawn first goes on.
- Who has no seat, because the numbers fit no tables, goes on without playing: those who have done so least, and of
  them those with the best results.
- Where too few are left for a table, the best of those who have just missed come back in: those with most points in
  that round, and level the one drawn first.
- Those who are left at one table play the final, and only one goes on from there.
- One who is not there and not replaced is out.
"""

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace

from tournaments.movement.by_result.bracket import Decided
from tournaments.movement.by_result.results import ticket_of
from tournaments.movement.interface import Tables
from tournaments.movement.seating import PlayedRound, Seating


@dataclass(frozen=True)
class Remaining:
    """A knock-out at such tables as it stands before a round. Everybody is known by their ticket.

    Arguments:
        tables: what the game allows.
        go_on: how many of each table go on.
        drawn: everybody who began, in the order of the draw.
        left: who is still in it, in the order of the draw.
        decided: who is out, each by themselves.
        missed: who went out in the last round, the best of them first.
        back: those of `left` who had missed.
        spared: how often each has gone on without playing.
        round: the number of the round that comes next.
        won: whether the final has been played.
    """

    tables: Tables
    go_on: int
    drawn: tuple[str, ...]
    left: tuple[str, ...]
    decided: tuple[Decided, ...] = ()
    missed: tuple[str, ...] = ()
    back: frozenset[str] = frozenset()
    spared: Mapping[str, int] = field(default_factory=dict)
    round: int = 1
    won: bool = False

    @property
    def entrants(self) -> tuple[tuple[str, ...], ...]:
        """Everybody who began, each alone."""
        return tuple((ticket,) for ticket in self.drawn)

    @property
    def is_over(self) -> bool:
        """Whether it is decided, or too few are left for a table."""
        return self.won or len(self.left) < max(2, min(self.tables.allowed))

    @property
    def rounds(self) -> int:
        """The number of the final's round, if everybody who is in it now plays on."""
        number, left = self.round - 1, len(self.left)
        while not self.won and (sizes := self.tables.sizes(left)):
            number += 1
            if sizes == (left,):
                break
            through = sum(min(self.go_on, size - 1) for size in sizes) + left - sum(sizes)
            left = max(through, min(self.tables.allowed))
        return number

    def before(self, there: Collection[str]) -> "Remaining":
        """The same without those who are not there, and with who comes back in where too few are left for a table."""
        if self.won:
            return self
        gone = [ticket for ticket in self.left if ticket not in there]
        left = [ticket for ticket in self.left if ticket in there]
        short = max(0, min(self.tables.allowed) - len(left))
        back = [ticket for ticket in self.missed if ticket in there][:short]
        decided = [one for one in self.decided if not set(one.out).intersection(back)]
        decided += [Decided(self.round, (), (ticket,)) for ticket in gone]
        return replace(
            self,
            left=tuple(ticket for ticket in self.drawn if ticket in left or ticket in back),
            decided=tuple(decided),
            back=frozenset(back),
        )

    def after(self, played: PlayedRound, tickets: Mapping[str, str]) -> "Remaining":
        """The same after a round."""
        now = self.before({ticket_of(player, tickets) for player in played.seating.players()})
        return now if now.is_over else now._played(played, tickets)

    def going_on(self, seating: Seating, tickets: Mapping[str, str]) -> tuple[int, ...]:
        """How many go on from each table of a round, 0 where the knock-out is not played."""
        return tuple(self._places(len(here)) for here in self._here(seating, tickets))

    def _here(self, seating: Seating, tickets: Mapping[str, str]) -> list[list[str]]:
        """Those of each table who are in it."""
        left = frozenset(() if self.is_over else self.left)
        return [
            [ticket for player in table if (ticket := ticket_of(player, tickets)) in left]
            for table in seating.tables
        ]

    def _places(self, here: int) -> int:
        """How many of so many at a table go on: all but one at the most, and of the last table one."""
        if here < 2:
            return here
        return 1 if here == len(self.left) else min(self.go_on, here - 1)

    def _played(self, played: PlayedRound, tickets: Mapping[str, str]) -> "Remaining":
        drawn = {ticket: number for number, ticket in enumerate(self.drawn)}
        at_tables = self._here(played.seating, tickets)
        seated: set[str] = set()
        through: set[str] = set()
        decided: list[Decided] = []
        points: dict[str, int] = {}
        for here, places, row, table in zip(
            at_tables,
            played.places or ((),) * len(played.seating.tables),
            played.points or ((),) * len(played.seating.tables),
            played.seating.tables,
            strict=True,
        ):
            seats = {ticket_of(player, tickets): seat for seat, player in enumerate(table)}
            place = {ticket: places[seats[ticket]] if places else 1 for ticket in here}
            order = sorted(here, key=lambda ticket: (place[ticket], drawn[ticket]))
            count = self._places(len(here))
            seated.update(here)
            through.update(order[:count])
            points |= {ticket: row[seats[ticket] % len(row)] if row else 0 for ticket in here}
            decided += [
                Decided(self.round, tuple(order[:count]), (ticket,), max(place[ticket], count + 1))
                for ticket in order[count:]
            ]
        if not seated:
            return self
        spared = Counter(self.spared) + Counter(ticket for ticket in self.left if ticket not in seated)
        missed = [ticket for one in decided for ticket in one.out]
        return replace(
            self,
            left=tuple(ticket for ticket in self.left if ticket in through or ticket not in seated),
            decided=(*self.decided, *decided),
            missed=tuple(sorted(missed, key=lambda ticket: (-points[ticket], drawn[ticket]))),
            back=frozenset(),
            spared=dict(spared),
            round=self.round + 1,
            won=any(len(here) == len(self.left) for here in at_tables),
        )
