"""The movement a second time, written from the rules' own sentences and sharing no code with the first.

It is slow and literal. It keeps what it has to remember as it goes, where the real one works everything out
from the rounds played; it sorts everybody where the real one scans; it lists both ways to pair where the real
one compares counts.
"""

from collections import Counter
from collections.abc import Mapping, Sequence

Position = tuple[int, int]


class Evening:
    """A room that plays by the page."""

    def __init__(
        self, start: Sequence[str], *, keep: bool, mixed: bool, colours: Mapping[str, str] | None = None
    ) -> None:
        """Seat the start draw: 1, 2, 3, 4 at table 1 and so on; the last N mod 4 sit out."""
        self.start = list(start)
        self.keep, self.mixed, self.colours = keep, mixed, dict(colours or {})
        seated = start[: len(start) // 4 * 4]
        self.at: dict[Position, str] = {
            (place // 4 + 1, place % 4 + 1): player for place, player in enumerate(seated)
        }
        self.sitting = list(start[len(seated) :])
        self.pairs_so_far: Counter[frozenset[str]] = Counter()
        self.sat: Counter[str] = Counter()
        self.since_break: Counter[str] = Counter()
        self.may_come_first: set[str] = set()

    @property
    def tables(self) -> int:
        return max((table for table, _ in self.at), default=0)

    def couple(self, table: int, couple: str) -> list[str]:
        """The players of a couple, lower seat first."""
        return [self.at[table, seat] for seat in ((1, 3) if couple == "A" else (2, 4))]

    def play(self, winners: Sequence[str], leaving: Sequence[str] = (), arriving: Sequence[str] = ()) -> None:
        """Play a round with these winners and move to the next."""
        self._remember()
        won = {k: self.couple(k, winners[k - 1]) for k in range(1, self.tables + 1)}
        lost = {k: self.couple(k, "B" if winners[k - 1] == "A" else "A") for k in range(1, self.tables + 1)}
        after = self._move(won, lost)
        self._come_and_go(after, won, lost, list(leaving), list(arriving))

    def _remember(self) -> None:
        for table in range(1, self.tables + 1):
            for couple in "AB":
                self.pairs_so_far[frozenset(self.couple(table, couple))] += 1
        for player in self.sitting:
            self.sat[player] += 1
        playing = set(self.at.values())
        for player in set(self.since_break) - playing:
            del self.since_break[player]
        self.since_break.update(playing)

    def _move(self, won: dict[int, list[str]], lost: dict[int, list[str]]) -> dict[Position, str]:
        last, after = self.tables, {}
        for table in range(1, last + 1):
            stay = won[1] if table == 1 else lost[table]
            come = lost[1] if table == last else won[table + 1]
            if table == 1 and last > 1 and self.keep:
                seats = self._as_they_are(stay, come)
            else:
                seats = self._exchanged(stay, come)
            after.update({(table, seat): player for seat, player in seats.items()})
        return after

    def _seat(self, player: str) -> int:
        return next(seat for (_, seat), who in self.at.items() if who == player)

    def _as_they_are(self, stay: list[str], come: list[str]) -> dict[int, str]:
        seats = {self._seat(player): player for player in stay}
        free = sorted({1, 2, 3, 4} - set(seats))
        return seats | dict(zip(free, sorted(come, key=self._seat), strict=True))

    def _exchanged(self, stay: list[str], come: list[str]) -> dict[int, str]:
        keeps = next(player for player in stay if self._seat(player) in (1, 2))
        moves = next(player for player in stay if player != keeps)
        seats = {self._seat(keeps): keeps, 3 - self._seat(keeps): moves}
        low, high = sorted(come, key=self._seat)
        ways = [(low, high), (high, low)]

        def preference(way: tuple[str, str]) -> tuple[int, int, int]:
            couples = [(seats[1], way[0]), (seats[2], way[1])]
            mixed = sum(self._is_mixed(*couple) for couple in couples) if self.mixed else 0
            earlier = sum(self.pairs_so_far[frozenset(couple)] for couple in couples)
            return -mixed, earlier, ways.index(way)

        best = min(ways, key=preference)
        return seats | {3: best[0], 4: best[1]}

    def _is_mixed(self, one: str, two: str) -> bool:
        return one in self.colours and two in self.colours and self.colours[one] != self.colours[two]

    def _come_and_go(
        self,
        after: dict[Position, str],
        won: dict[int, list[str]],
        lost: dict[int, list[str]],
        leaving: list[str],
        arriving: list[str],
    ) -> None:
        self.start += [player for player in arriving if player not in self.start]
        queue = [player for player in self.sitting + arriving if player not in leaving]
        queue.sort(key=lambda player: (player not in self.may_come_first, self.start.index(player)))
        after = {position: player for position, player in after.items() if player not in leaving}
        tables_now = self.tables
        count = (len(after) + len(queue)) // 4
        stranded = [player for (table, _), player in after.items() if table > count]
        after = {position: player for position, player in after.items() if position[0] <= count}
        for table in range(tables_now + 1, count + 1):
            after |= {(table, seat): queue.pop(0) for seat in (1, 2, 3, 4)}
        holes = [(t, s) for t in range(1, count + 1) for s in (1, 2, 3, 4) if (t, s) not in after]
        old = [player for player in self._sit_out_order(won, lost) if player in after.values()]
        for player in old[: max(0, len(queue) - len(holes))]:
            hole = next(position for position, who in after.items() if who == player)
            del after[hole]
            holes.append(hole)
        stranded.sort(key=self.start.index)
        come = queue + stranded
        for hole in sorted(holes, key=lambda position: (-position[0], position[1])):
            after[hole] = come.pop(0)
        everybody = {*self.at.values(), *self.sitting, *arriving} - set(leaving)
        self.sitting = sorted(everybody - set(after.values()), key=self.start.index)
        self.may_come_first = {
            player for player in self.sitting if player in stranded or player in self.may_come_first
        }
        self.at = after

    def _sit_out_order(self, won: dict[int, list[str]], lost: dict[int, list[str]]) -> list[str]:
        """Everybody who has just played, the first to sit out first."""

        def order(player: str) -> tuple[int, int, int, int, int]:
            table = next(table for (table, _), who in self.at.items() if who == player)
            winner = int(player in won[table])
            return self.sat[player], winner, -table, -self.since_break[player], -self._seat(player)

        everybody = [player for pairs in (won, lost) for pair in pairs.values() for player in pair]
        return sorted(everybody, key=order)

    def seating(self) -> tuple[list[list[str]], list[str]]:
        """The tables from 1 up, and who sits out."""
        tables = [[self.at[table, seat] for seat in (1, 2, 3, 4)] for table in range(1, self.tables + 1)]
        return tables, self.sitting
