"""Every evening that was ever kept: its chain holds, its archives verify, it folds and is made again as it was.

What was kept is the oracle: a test that fails here says that evenings of today would be read otherwise tomorrow.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from games.catalogue import GAMES
from scoring.derivation import UNKNOWN, WORDINGS, Sentence
from tests.golden import files
from tests.golden.loading import entries_of, put_back
from tests.golden.rows import as_kept, by_codes, evening_rows
from tests.golden.walk import acts_of, what_it_comes_to
from tests.tournaments.conftest import START
from tests.tournaments.publishing.archives import ways
from tests.tournaments.the_rows import undone
from tournaments.evening.models import Evening
from tournaments.ledger.chain import broken_links
from tournaments.movement.catalogue import MOVEMENTS
from tournaments.publishing import publish
from tournaments.publishing.verdict import verdict

Kept = dict[str, Any]
GAMES_THEN = {"ascot", "chamberlain", "chambery_tarot", "chantecler", "clabberjass"}
MOVEMENTS_THEN = {
    *("progressive", "ladder", "top_tables", "swiss", "knock_out", "scheduled", "drawn", "fixed")
}
ACTS_THEN = 44
"""What there was when the evenings were kept: history, to which what came later is not added."""
SAMPLE_OF = "walks-sample"
REST_OF = "walks-rest"
PARTS = 3
"""In which all evenings are looked at, so that no process has all of them to itself in the end."""
MOST_BYTES = 10_000_000
FILLED_IN = re.compile(r"%\((\w+)\)s")


@cache
def sample() -> tuple[Kept, ...]:
    return tuple(files.read(SAMPLE_OF))


def of_the_ledger(kept: Kept) -> list[str]:
    """What is wrong with its chain and with the archives of what was published."""
    row = kept["rows"]["evening"]
    found = broken_links(entries_of(kept["ledger"]), length=row["ledger_length"], head=row["ledger_head"])
    for text in kept["archives"]:
        archive = json.loads(text)
        found += verdict(archive, head=archive["head"]).faults
    return [f"walk {kept['walk']}: {fault}" for fault in found]


def differences(told: Any, kept: Any, path: str = "") -> list[str]:
    """Where two JSON values differ, as dotted paths."""
    if isinstance(told, dict) and isinstance(kept, dict):
        names = dict.fromkeys((*kept, *told))
        return [
            one for name in names for one in differences(told.get(name), kept.get(name), f"{path}.{name}")
        ]
    if isinstance(told, list) and isinstance(kept, list) and len(told) == len(kept):
        pairs = enumerate(zip(told, kept, strict=True))
        return [one for place, (a, b) in pairs for one in differences(a, b, f"{path}.{place}")]
    return [] if told == kept else [f"{path}: {told!r}, kept was {kept!r}"]


def of_the_fold(kept: Kept) -> list[str]:
    made = what_it_comes_to(entries_of(kept["ledger"]))
    return differences(made, by_codes(kept["folded"]), f"walk {kept['walk']}")


def of_the_rows(kept: Kept) -> list[str]:
    """In what rows that are made again from the ledger differ from those that were there, or contradict it."""
    with undone():
        evening = put_back(kept)
        publish.rebuild(evening=evening, at=START)
        again = Evening.objects.select_related("club").get(pk=evening.pk)
        made = by_codes(as_kept(evening_rows(again)))
        found = differences(made, by_codes(kept["rows"]), f"walk {kept['walk']}")
        return found + [f"walk {kept['walk']}: {one}" for one in publish.check_rows(again)]


def sentences(value: Any) -> Iterator[Kept]:
    """The sentences in a value that were stored by their English, those inside others too."""
    if isinstance(value, dict):
        if value.keys() >= {"template", "values"}:
            yield value
        for inside in value.values():
            yield from sentences(inside)
    elif isinstance(value, list):
        for inside in value:
            yield from sentences(inside)


def of_the_sentences(kept: Kept) -> list[str]:
    """Which sentences stored by their English are not read in the words of today, or lack a value for them."""
    found = []
    for data in sentences(kept["rows"]):
        code = Sentence.from_data(data).code
        wording = WORDINGS.get(code, UNKNOWN)
        asked = {name for text in wording if text for name in FILLED_IN.findall(text)}
        if not asked <= data["values"].keys():
            found.append(f"walk {kept['walk']}: {data} is {code}, which is worded {wording}")
    return found


LOOKS = [of_the_ledger, of_the_fold, pytest.param(of_the_rows, marks=pytest.mark.django_db), of_the_sentences]


@pytest.mark.parametrize("look", LOOKS)
def test_a_sample_of_evenings_is_read_and_made_again_as_it_was(look: Any) -> None:
    assert [fault for kept in sample() for fault in look(kept)] == []


@pytest.mark.services
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("look", LOOKS)
def test_all_evenings_are_read_and_made_again_as_they_were(look: Any, part: int) -> None:
    assert [fault for kept in files.read(REST_OF, part, PARTS) for fault in look(kept)] == []


@pytest.mark.django_db
def test_rows_that_are_put_back_are_wrong_until_they_are_made_again() -> None:
    with undone():
        evening = put_back(sample()[0])
        assert publish.check_rows(evening) != []
        publish.rebuild(evening=evening, at=START)
        assert publish.check_rows(Evening.objects.get(pk=evening.pk)) == []


def test_the_sample_holds_every_act_every_game_and_every_movement() -> None:
    acts = sum((acts_of(kept) for kept in sample()), Counter[str]())
    assert len(acts) == ACTS_THEN
    played = [kept["way"] for kept in sample()]
    assert {game for game, _, _ in played} == GAMES_THEN <= set(GAMES)
    every = {(movement, counting) for _, movement, counting in ways() if movement in MOVEMENTS_THEN}
    assert {(movement, counting) for _, movement, counting in played} == every
    assert {movement for movement, _ in every} == MOVEMENTS_THEN <= set(MOVEMENTS)


def test_the_sample_holds_every_end_and_somebody_who_was_erased() -> None:
    ends = {kept["rows"]["evening"]["status"] for kept in sample()}
    assert ends == {"published", "abandoned"}
    assert any(row["player"] == "—" for kept in sample() for row in kept["rows"]["tickets"])
    assert max(len(kept["archives"]) for kept in sample()) > 1


def test_the_files_stay_small() -> None:
    assert sum(path.stat().st_size for path in files.FOLDER.iterdir()) <= MOST_BYTES
