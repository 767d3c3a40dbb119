"""What a run of faults would find: the comparison of what phones were told with what is kept."""

import json
from typing import Any

import pytest

from tests.faults.__main__ import heading, in_words, report, sections_of, wishes
from tests.faults.phones import Sent
from tests.faults.runs import Result, compare

HAND = {"passed_out": True}


def row(**other: Any) -> dict[str, Any]:
    return {"path": "/t/1/", "number": 1, "key": "k1", "hand": HAND, "sequence": 7, "live": True, **other}


def told(rows: list[dict[str, Any]], *, broken: tuple[str, ...] = ()) -> list[str]:
    """What is found where one hand was acknowledged, another was sent, and these rows are kept."""
    answer = json.dumps({"hand": HAND, "ledger": {"sequence": 7}}).encode()
    acknowledged = Sent("/t/1/", 1, "k1", HAND, answer)
    return compare(
        [acknowledged], [acknowledged, Sent("/t/1/", 2, "k2", HAND)], {"hands": rows, "broken": [*broken]}
    )


@pytest.mark.parametrize(
    ("rows", "found"),
    [
        pytest.param([row()], [], id="all is well"),
        pytest.param([row(), row(number=2, key="k2", sequence=8)], [], id="kept, and the answer was lost"),
        pytest.param([], ["lost: /t/1/ hand 1"], id="lost"),
        pytest.param([row(), row(live=False)], ["twice: /t/1/ k1"], id="kept twice under one key"),
        pytest.param([row(), row(key="k2", sequence=8)], ["twice: /t/1/ hand 1"], id="counts twice"),
        pytest.param(
            [row(sequence=9)], [f"torn: /t/1/ hand 1: (1, 9, {HAND})"], id="elsewhere in the ledger"
        ),
        pytest.param([row(hand={})], ["torn: /t/1/ hand 1: (1, 7, {})"], id="another hand"),
        pytest.param([row(), row(number=3, key="k3")], ["nobody sent /t/1/ k3"], id="from nowhere"),
    ],
)
def test_a_difference_is_told(rows: list[dict[str, Any]], found: list[str]) -> None:
    assert told(rows) == found


def test_what_disagrees_with_the_ledger_is_told() -> None:
    assert told([row()], broken=("monday: totals",)) == ["monday: totals"]


def test_the_report_names_figures_and_faults() -> None:
    text = "\n".join(in_words(Result("a fault", {"hands": "3"}, ["lost: one"], ["2 times 500"])))
    assert "| hands | 3 |" in text
    assert "- **lost: one**\n- **2 times 500**" in text


def test_a_place_that_is_unknown_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        wishes(["nowhere"])
    assert "there is no nowhere" in capsys.readouterr().err


def test_a_report_keeps_what_it_says_of_other_places() -> None:
    before = {heading(place): f"## {heading(place)}\n\nAs it was.\n" for place in ("sqlite", "schema")}
    new = {heading("schema"): f"## {heading('schema')}\n\nAs it is.\n"}
    before["Not in this report"] = "## Not in this report\n\nWhat was not run.\n"
    assert sections_of(report(sections_of(report(before)) | new)) == before | new
