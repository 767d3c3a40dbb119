"""The page of records: for each room the rounds in which nobody meets anybody twice, ours beside what is known.

`python -m benchmarks.schedule_records > docs/schedule_records.md` writes it again; a test holds the page to this.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from tournaments.movement.schedules.catalogue import MOST_PLAYERS, MOST_READ, Known, known, perfect

SIZES = {3: "threes", 4: "fours", 5: "fives"}
SHORT = {3: "twos", 4: "threes", 5: "fours"}
MOST_COUPLES = 50
HEAD = f"""# Rounds in which nobody meets anybody twice

How many rounds the schedules here have at full tables of three, four and five, for every room up to {MOST_PLAYERS}
players in which more than one round is possible. The tests count every two players of every schedule.

- **Bound**: it is proved that there cannot be more.
- **Published**: the most that we have read of, and where.

The survey of all rooms is A. Miller, I. Valkov and R. J. R. Abel, "Combinatorial solutions to the social golfer
problem and the social golfer problem with adjacent group sizes", Symmetry 18 (2026) 269, arXiv 2507.23376. Its
figures were read in the tables of targets of GroupMixer (github.com/guwidoe/GroupMixer), which quote it up to
twenty tables: of rooms of more than {MOST_READ} players all that we know is what holds for whole families, and
"not read" stands for the rest. Up to {MOST_READ} players it has the bound by fours for every room from 24 on but 92,
for which nobody is known to have reached it (that would be a 4-RGDD of type 2^46). Its 22 rounds for 68 are a
4-RGDD of type 2^34, whose blocks we have not read; ours, as many, come from a search of our own.

Our 29 rounds for 92 by fours come from a search of our own over Z_29, in which a round stays the same when
every place changes sign; so do those for 104, 116 and 120. The numbers behind 70 by fives (squares of order 14 of
I. M. Wanless, after D. T. Todorov), 90 by fives (an array of order 18 by R. J. R. Abel) and 120, 130 and 140 by fives
(arrays of order 24, 26 and 28) are those of SageMath's table of designs. Where a room says "starter", a search has
found it, without a formula.

"Groups": each player of a smaller schedule stands for several, and one round of it says who are a group; a group
meets inside in a schedule of its own. "Around": rounds with holes, in each of which one group plays a schedule of its
own with some who belong to none (D. R. Stinson, "Frames for Kirkman triple systems", 1987). Such rounds are left of
a schedule in which everybody meets everybody when one player leaves it; those of 152, from which 149 and 150 by
fours come, grow from two of ours for six circles of five. Where those of no group are six or twelve, all groups but
one play a schedule of ours in which these do not meet.

The 22 rounds for 68 by fours: six circles of eleven places, and two players in the middle who stay. All rounds are
two of them moved on by 0 to 10 places. Each of the two is its own image in a mirror, in which every place changes
sign, and circles 1 and 2, 3 and 4, 5 and 6, and the two in the middle change with each other; moves and mirror
together are the dihedral group of order 22. Laid down first was whom nobody meets: who has the same place in
circles 1 and 2, in 3 and 5, or in 4 and 6, and the two in the middle. Of the tables, 3 of one round and 13 of the
other are their own image; the other 18 are nine tables and their images. The search, over and over from new random
numbers:

1. Draws in which of the two rounds each place sits at a table that is its own image, and the 3 tables of one round.
2. Lists what 13 tables of the other round could be, for each two pairs of circles, by the distances they use up.
3. Draws by annealing which circles the nine tables are from, so that all distances could be used up.
4. Sets the nine one by one, each time for what fewest tables are left for: a player, a distance inside a circle, or
   a circle that somebody in the middle has yet to meet. Looks up in the lists whether the rest makes the 13.

One core finds such rounds within minutes. Searches over Z_17 and Z_66 had found none.
"""

NOT_FULL = """## Rooms that are not full

As many tables as full ones would take, as few of them as can be with one player fewer. The survey has such rooms too
("adjacent group sizes"); its figures for them could not be read, neither in the journal nor where it is quoted, so
the bound alone stands beside ours: a round makes so many pairs, and no pair is made twice.

Ours come from the full rooms above: some players leave, who sit together in as few rounds as can be; those rounds go.
No round goes where the leavers never meet, one where they all sit at one table. Ten and thirteen by threes
come from a search of our own. A larger room is listed with one round where we have no full one to leave.
"""


COUPLES = f"""## Couples

Rounds in which every man partners and opposes every woman but his own wife once, and everybody opposes
everybody of their own sex once, for up to {MOST_COUPLES} couples. There cannot be fewer rounds: one less than
there are couples, or as many where their number is odd and each couple rests once. Two, three and six couples
have none (R. K. Brayton, D. Coppersmith and A. J. Hoffman, 1974); all other numbers have games. Ten have no such
rounds: all squares that could make them were counted (OEIS A166489). Of fourteen nobody knows.
Where a starter's circle is smaller than the number of couples, the others stay where they are, and in the last
rounds play a smaller schedule of this page; for 26, 30, 38 and 42 such starters come from a search of our own.
"With holes": in each round one group of couples plays a smaller schedule, and one more couple, who belong to no
group, plays along.

| couples | rounds | ours comes from |
|---:|---:|---|"""


def rooms(size: int) -> list[Known]:
    """What is known of all rooms with full tables of a size in which more than one round is possible."""
    return _possible(range(size, MOST_PLAYERS + 1, size), size)


def not_full(size: int) -> list[Known]:
    """The same of all others, where some tables have one player fewer."""
    return _possible(
        (players for players in range(size * size - size, MOST_PLAYERS + 1) if players % size), size
    )


def _possible(players: Iterable[int], size: int) -> list[Known]:
    return [room for room in (known(number, size) for number in players) if room.bound > 1]


def page() -> str:
    """The whole page, as Markdown."""
    found = {size: rooms(size) for size in SIZES}
    everything = [room for of_size in found.values() for room in of_size]
    read = [room for room in everything if room.published or room.players <= MOST_READ]
    short = [room for room in everything if room.short_of_bound]
    parts = [
        HEAD,
        f"Fewer than published: {_named(room for room in everything if room.short_of_best)}.",
        f"More than published: {_named(room for room in read if room.shipped > room.published)}.",
        f"Short of the bound, and not read: {_named(room for room in short if room not in read)}.\n",
        *(_table(size, of_size) for size, of_size in found.items()),
        NOT_FULL,
        *(_ours(size, not_full(size)) for size in SIZES),
        COUPLES,
        *_couples(),
        "",
    ]
    return "\n".join(parts)


def _named(short: Iterable[Known]) -> str:
    return ", ".join(f"{room.players} by {SIZES[room.size]}" for room in short) or "none"


def _table(size: int, of_size: Iterable[Known]) -> str:
    return "\n".join((f"## By {SIZES[size]}\n", *_lines(of_size), ""))


def _lines(of_size: Iterable[Known]) -> Iterator[str]:
    yield "| players | rounds | bound | published | by | ours comes from |"
    yield "|---:|---:|---:|---:|---|---|"
    for room in of_size:
        published = room.published or ("not read" if room.players > MOST_READ else "none")
        yield (
            f"| {room.players} | {room.shipped} | {room.bound} | {published} | {room.by} | {room.grown_from} |"
        )


def _ours(size: int, of_size: Sequence[Known]) -> str:
    lines = [
        f"### By {SIZES[size]} and {SHORT[size]}\n",
        f"As many rounds as can be: {sum(not room.short_of_bound for room in of_size)} of {len(of_size)} rooms.\n",
        "| players | rounds | bound | ours comes from |",
        "|---:|---:|---:|---|",
        *(f"| {room.players} | {room.shipped} | {room.bound} | {room.grown_from} |" for room in of_size),
        "",
    ]
    return "\n".join(lines)


def _couples() -> Iterator[str]:
    missing = []
    for couples in range(4, MOST_COUPLES + 1):
        if found := perfect("couples", 2 * couples):
            yield f"| {couples} | {len(found.cards)} | {found.source} |"
        else:
            missing.append(str(couples))
    yield f"\nMissing: {', '.join(missing)}."


if __name__ == "__main__":
    print(page(), end="")
