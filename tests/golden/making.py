"""Making walks and seasons one after another, each in an empty house, and keeping them."""

import json
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from tests.golden import files
from tests.golden.rows import as_kept
from tests.golden.seasons import season
from tests.golden.walk import Kept, acts_of, walk
from tests.tournaments.conftest import START
from tests.tournaments.the_rows import undone
from tournaments.club.models import Club
from tournaments.club.services import clubs
from tournaments.evening.acts import ACTS
from tournaments.evening.reads import facts
from tournaments.evening.services import scoresheets
from tournaments.league.reads import tables

Say = Callable[[str], object]
KINDS = ("walks-sample", "walks-rest")
SAMPLE = 20
"""So many walks are looked at each time."""


def empty_club() -> Club:
    """A club with nobody in it; nothing that this process remembers of other evenings counts."""
    scoresheets._MOVED_AT[:] = [None] * len(scoresheets._MOVED_AT)
    facts._LAST_KNOWN.clear()
    tables.forget()
    return clubs.make_club(name="Rooster Club", director=None, time_zone="Europe/Paris", at=START)


def one_walk(seed: int) -> Kept:
    with undone():
        made: Kept = as_kept(walk(empty_club(), seed))
        return made


def one_season(number: int) -> Kept:
    with undone():
        made: Kept = as_kept(season(empty_club(), number))
        return made


def walked(seed: int) -> Kept | str:
    try:
        return one_walk(seed)
    except Exception:
        return f"walk {seed} went wrong\n{traceback.format_exc()}"


def tell(walks: Iterable[Kept | str], *, into: Path, say: Say) -> int:
    """Say what came of the walks, and write those that went well to a file as they come; gives how many did."""
    found: Counter[str] = Counter()
    done: Counter[str] = Counter()
    well = 0
    with into.open("w") as file:
        for made in walks:
            if isinstance(made, str):
                say(made)
                continue
            well += 1
            found += acts_of(made)
            done.update(made["done"])
            file.write(json.dumps(made) + "\n")
            file.flush()
    say("\n".join(f"{act:16} {found[act]:6}" for act in ACTS))
    say(", ".join(f"{name} {count}" for name, count in sorted(done.items())))
    return well


def covers(kept: Kept) -> set[Any]:
    """All that a walk can be in the sample for: its acts, its game, its movement and counting, how it ended."""
    game, movement, counting = kept["way"]
    people = {row["player"] == "—" for row in kept["rows"]["tickets"]}
    published = min(2, len(kept["archives"]))
    ended = (kept["rows"]["evening"]["status"], published, True in people)
    return {*acts_of(kept), game, (movement, counting), ended}


def chosen(walks: Sequence[Kept]) -> list[Kept]:
    """The sample: walks that together hold all that any of them holds, the short ones rather than the long."""
    left = set().union(*map(covers, walks))
    sample: list[Kept] = []
    while left or len(sample) < SAMPLE:
        ways = [kept["way"] for kept in sample]
        rest = [kept for kept in walks if kept not in sample]
        best = max(
            rest,
            key=lambda kept: (
                len(covers(kept) & left),
                kept["way"] not in ways,
                -len(kept["ledger"]),
                -kept["walk"],
            ),
        )
        sample.append(best)
        left -= covers(best)
    return sample


def keep_walks(number: int, walks: Sequence[Kept], *, say: Say) -> None:
    sample = chosen(walks)
    rest = [kept for kept in walks if kept not in sample]
    for kind, of in zip(KINDS, (sample, rest), strict=True):
        path = files.write_once(kind, number, of)
        say(f"{path.name}: {len(of)} walks, {path.stat().st_size} bytes")


SEASONS_LOOKED_AT = (0, 8, 13)
"""The seasons of the sample: with divisions and play-offs, with results from evenings, and of evenings."""


def keep_seasons(number: int, kept: Sequence[Kept], *, say: Say) -> None:
    sample = [one for one in kept if one["season"] in SEASONS_LOOKED_AT]
    for kind, of in (
        ("seasons-sample", sample),
        ("seasons-rest", [one for one in kept if one not in sample]),
    ):
        path = files.write_once(kind, number, of)
        say(f"{path.name}: {len(of)} seasons, {path.stat().st_size} bytes")
