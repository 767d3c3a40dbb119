"""The chain of hashes: whatever is done to it afterwards shows."""

import hashlib
import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.ledger.chain import Entry, broken_links, canonical, instant

TEXT = st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=30)
TOLD = st.tuples(TEXT, TEXT, TEXT, TEXT, TEXT)
CHANGED = ("act", "body", "by", "at", "reason", "hash")


def chained(told: list[tuple[str, str, str, str, str]]) -> list[Entry]:
    entries: list[Entry] = []
    head = ""
    for number, (act, body, by, at, reason) in enumerate(told, start=1):
        entry = Entry(number, act, body, by, at, reason)
        head = entry.digest(head)
        entries.append(replace(entry, hash=head))
    return entries


def broken(entries: list[Entry], whole: list[Entry]) -> list[str]:
    """What is wrong with `entries`, where the evening remembers how long `whole` was and how it ended."""
    return broken_links(entries, length=len(whole), head=whole[-1].hash if whole else "")


CHAINS = st.lists(TOLD, min_size=1, max_size=8).map(chained)


@given(st.lists(TOLD, max_size=8).map(chained))
def test_a_chain_that_nobody_touched_holds(chain: list[Entry]) -> None:
    assert broken(chain, chain) == []


@settings(max_examples=300)
@given(CHAINS, st.data())
def test_one_character_changed_anywhere_is_found(chain: list[Entry], data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(chain) - 1))
    name = data.draw(st.sampled_from(CHANGED))
    text: str = getattr(chain[place], name)
    at = data.draw(st.integers(0, max(0, len(text) - 1)))
    letter = data.draw(
        st.characters(exclude_categories=["Cs"]).filter(lambda other: text[at : at + 1] != other)
    )
    touched = list(chain)
    changed: dict[str, Any] = {name: text[:at] + letter + text[at + 1 :]}
    touched[place] = replace(chain[place], **changed)
    assert broken(touched, chain)


@given(CHAINS, st.data())
def test_an_entry_renumbered_or_taken_out_is_found_and_so_is_a_tail_cut_off(
    chain: list[Entry], data: st.DataObject
) -> None:
    place = data.draw(st.integers(0, len(chain) - 1))
    number = data.draw(st.integers().filter(lambda other: other != chain[place].sequence))
    assert broken([*chain[:place], replace(chain[place], sequence=number), *chain[place + 1 :]], chain)
    assert broken(chain[:place] + chain[place + 1 :], chain)
    assert broken(chain[:place], chain)


@given(CHAINS, TOLD, st.data())
def test_an_entry_put_in_is_found_even_when_it_is_chained_to_the_one_before(
    chain: list[Entry], told: tuple[str, str, str, str, str], data: st.DataObject
) -> None:
    place = data.draw(st.integers(0, len(chain)))
    new = Entry(place + 1, *told)
    new = replace(new, hash=new.digest(chain[place - 1].hash if place else ""))
    assert broken([*chain[:place], new, *chain[place:]], chain)


def test_entries_that_changed_places_are_found() -> None:
    chain = chained([("a", "{}", "job", "", ""), ("a", "{}", "job", "", ""), ("b", "{}", "job", "", "")])
    for order in permutations(chain):
        assert bool(broken(list(order), chain)) is (list(order) != chain)


@given(CHAINS, st.data())
def test_a_past_told_anew_ends_in_another_head(chain: list[Entry], data: st.DataObject) -> None:
    """Whoever can recompute every hash after a change still cannot keep the head that was printed."""
    place = data.draw(st.integers(0, len(chain) - 1))
    body = data.draw(TEXT.filter(lambda other: other != chain[place].body))
    told = [(e.act, body if e is chain[place] else e.body, e.by, e.at, e.reason) for e in chain]
    forged = chained(told)
    assert broken_links(forged, length=len(chain), head=forged[-1].hash) == []
    assert broken(forged, chain)


def test_no_two_entries_have_one_text() -> None:
    """What stands in one field cannot be moved into the next without changing what is hashed."""
    entries = [
        Entry(1, "a", "b", "c", "d", ""),
        Entry(1, "a", "b", "c", "", "d"),
        Entry(1, "a", 'b","c', "", "d", ""),
    ]
    assert len({entry.digest("") for entry in entries}) == len(entries)


def test_the_hash_is_the_one_that_the_documentation_tells() -> None:
    told = '[1,"make","{}","user:1","2026-11-20T19:30:00.000000Z",""]'
    entry = Entry(1, "make", "{}", "user:1", "2026-11-20T19:30:00.000000Z", "")
    assert entry.digest("") == hashlib.sha256(f"\n{told}".encode()).hexdigest()
    assert entry.digest("abc") == hashlib.sha256(f"abc\n{told}".encode()).hexdigest()


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4),
)


@given(JSON)
def test_a_value_has_one_text_which_reads_back_as_the_value(value: object) -> None:
    assert json.loads(canonical(value)) == value
    assert canonical(json.loads(canonical(value))) == canonical(value)


@pytest.mark.parametrize(
    ("value", "text"),
    [({"b": 1, "a": [1, 2]}, '{"a":[1,2],"b":1}'), ("é", '"é"'), (None, "null"), ({}, "{}")],
)
def test_a_text_is_short_sorted_and_readable(value: object, text: str) -> None:
    assert canonical(value) == text


def test_what_is_no_number_has_no_text() -> None:
    with pytest.raises(ValueError, match="JSON"):
        canonical(float("nan"))


@pytest.mark.parametrize(
    ("at", "told"),
    [
        (datetime(2026, 11, 20, 19, 30, tzinfo=UTC), "2026-11-20T19:30:00.000000Z"),
        (
            datetime(2026, 11, 20, 20, 30, 0, 5, tzinfo=timezone(timedelta(hours=1))),
            "2026-11-20T19:30:00.000005Z",
        ),
    ],
)
def test_a_time_is_told_in_utc_to_the_microsecond(at: datetime, told: str) -> None:
    assert instant(at) == told
    assert datetime.fromisoformat(told) == at
