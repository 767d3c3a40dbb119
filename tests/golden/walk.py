"""One random walk: an evening from its draft to its end, each step drawn from the table of acts."""

import random
from collections import Counter
from contextlib import suppress
from typing import Any

from scoring.faults import Faults
from tests.chance import beginning_with
from tests.golden.acts import DOINGS, may_be_drawn
from tests.golden.at_the_desk import Nothing, cut_for_prize, go_on
from tests.golden.evenings import evening_of, plan_of
from tests.golden.folded import expected
from tests.golden.rows import evening_rows, ledger_of, told
from tests.tournaments.an_evening import AnEvening
from tournaments.club.models import Club
from tournaments.evening import acts
from tournaments.evening.comparison import expected_standings
from tournaments.evening.fold import fold
from tournaments.evening.outcome import prizes_of
from tournaments.evening.round_rules import Status
from tournaments.publishing import publish

STEPS = 60
"""How many acts are drawn before the evening is brought to its end."""
MOST_TO_THE_END = 120
AFTERWARDS = 8
"""How many acts are drawn once it is published."""
Kept = dict[str, Any]
"""What is kept of a walk, as JSON data."""


class WentWrong(AssertionError):  # noqa: N818 - what became of a walk
    """An act left rows, ledger and rules in disagreement."""


def walk(club: Club, seed: int) -> Kept:
    """Walk through an evening and tell what is kept of it.

    Arguments:
        club: an empty one.
        seed: the number of the walk; everything follows from it.

    Raises:
        WentWrong: rows and ledger disagree.
    """
    with beginning_with(f"walk {seed}"):
        dice = random.Random(f"walk {seed}")
        evening = evening_of(club, seed)
        done: Counter[str] = Counter()
        leaves_off = dice.randrange(20, STEPS) if dice.randrange(12) == 0 else -1
        for place in range(STEPS):
            name = "abandon" if place == leaves_off else _drawn(evening, dice)
            _step(evening, name, dice, done)
        _to_the_end(evening, dice)
        for _ in range(AFTERWARDS):
            _step(evening, _drawn(evening, dice), dice, done)
        _to_the_end(evening, dice)
        evening.work()
        return _kept(evening, seed, done)


def _drawn(evening: AnEvening, dice: random.Random) -> str:
    likely = may_be_drawn(Status(evening.evening.status))
    return dice.choices(list(likely), list(likely.values()))[0] if any(likely.values()) else "abandon"


def _step(evening: AnEvening, name: str, dice: random.Random, done: Counter[str]) -> None:
    with suppress(Faults, Nothing):
        DOINGS[name].do(evening, dice)
        done[name] += 1
    evening.read()


def _to_the_end(evening: AnEvening, dice: random.Random) -> None:
    """Go on until it is published; one that was called off stays so."""
    for turn in range(2 * MOST_TO_THE_END):
        if turn >= MOST_TO_THE_END and evening.evening.status == "playing":
            evening.act(acts.Stop())  # some table can play no more hands
        if evening.evening.status in ("published", "abandoned"):
            return
        if evening.evening.status == "finished":
            with suppress(Faults, Nothing):
                cut_for_prize(evening, dice)
            evening.work()
        with suppress(Faults):
            go_on(evening, dice)
        evening.read()
    raise WentWrong(f"the evening stays {evening.evening.status}")


def _kept(evening: AnEvening, seed: int, done: Counter[str]) -> Kept:
    row = evening.evening
    if found := publish.check_rows(row):
        raise WentWrong(str(found))
    plan = plan_of(seed)
    return {
        "walk": seed,
        "way": [plan["game"], plan["movement"], plan["counting"]],
        "done": dict(sorted(done.items())),
        "ledger": ledger_of(row),
        "folded": folded(row),
        "rows": evening_rows(row),
        "archives": list(row.publications.order_by("number").values_list("archive", flat=True)),
    }


def folded(evening: Any) -> dict[str, Any]:
    return what_it_comes_to(publish.chain_of(evening))


def what_it_comes_to(entries: Any) -> dict[str, Any]:
    """The facts, the standings and the prizes that follow from the entries of a ledger, as JSON data."""
    record = fold(entries)
    prizes = prizes_of(record) if record.closed_rounds() else ()
    data: dict[str, Any] = told(
        {"facts": expected(record), "standings": expected_standings(record), "prizes": prizes}
    )
    for prize in data["prizes"]:
        assert prize.pop("other") == 0  # as all prizes were when the walks were kept
    return data


def acts_of(kept: Kept) -> Counter[str]:
    return Counter(entry["act"] for entry in kept["ledger"])
