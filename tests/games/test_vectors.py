"""Every golden hand and game of tests/vectors scores exactly what it says, for the reasons it says."""

import json
from typing import Any

import pytest

from games.catalogue import DOCUMENTS, GAMES, find
from games.requests import score_game_request, score_request
from scoring.derivation import Sentence
from tests.golden_hands import VECTORS, cases


def asked(slug: str, case: dict[str, Any], field: str) -> dict[str, Any]:
    options = json.loads(case.get("options", "{}"))
    return {"id": case["name"], "game": slug, "options": options, field: json.loads(case[field])}


def as_text(line: dict[str, Any]) -> str:
    seats = "+".join(map(str, line["seats"]))
    return f"{seats} | {line['points']} | {line['rule']} | {line['text']}"


@pytest.mark.parametrize(("slug", "case"), cases("scored"))
def test_a_golden_hand_scores_what_it_says_line_by_line(slug: str, case: dict[str, Any]) -> None:
    answer = score_request(asked(slug, case, "hand"))

    assert answer["ok"], answer
    assert [as_text(line) for line in answer["derivation"]] == case["lines"]
    assert answer["scores"] == case["scores"]
    assert answer["wins_game"] == case.get("wins_game")


@pytest.mark.parametrize(("slug", "case"), cases("scored"))
def test_the_slip_of_a_golden_hand_is_read_again_and_it_has_the_feats_it_says_and_no_other(
    slug: str, case: dict[str, Any]
) -> None:
    game = find(slug)
    hand, rules = json.loads(case["hand"]), game.house_rules(json.loads(case.get("options", "{}")))
    slip, feats = game.score(hand, rules), game.feats(hand, rules)

    stored = json.loads(json.dumps([line.as_stored for line in slip.lines]))
    assert [Sentence.from_data(line["sentence"]) for line in stored] == [line.sentence for line in slip.lines]
    assert [f"{'+'.join(map(str, feat.seats))} | {feat.code}" for feat in feats] == case.get("feats", [])


@pytest.mark.parametrize("slug", VECTORS)
def test_golden_hands_have_every_feat_that_is_labelled(slug: str) -> None:
    done = {feat.split(" | ")[1] for case in VECTORS[slug]["scored"] for feat in case.get("feats", ())}

    assert done == set(find(slug).feat_labels)
    assert all(code.startswith(f"{slug}.") for code in done)


@pytest.mark.parametrize(("slug", "case"), cases("refused"))
def test_a_faulty_hand_is_refused_with_all_its_faults(slug: str, case: dict[str, Any]) -> None:
    answer = score_request(asked(slug, case, "hand"))

    assert not answer["ok"]
    assert [f"{error['field']} {error['code']} | {error['message']}" for error in answer["errors"]] == case[
        "errors"
    ]
    assert set(answer) == {"id", "ok", "errors"}


@pytest.mark.parametrize(("slug", "case"), cases("game"))
def test_a_golden_game_runs_as_it_says(slug: str, case: dict[str, Any]) -> None:
    answer = score_game_request(asked(slug, case, "hands"))

    assert answer["ok"], answer
    assert answer["running"] == case["running"]
    assert answer["totals"] == (case["running"][-1] if case["running"] else answer["totals"])
    assert answer["over_after"] == case.get("over_after")
    assert answer["winners"] == case["winners"]
    assert answer["settlement"] == case.get("settlement")


def test_every_game_has_golden_hands_or_is_a_document_that_its_examples_prove() -> None:
    assert set(VECTORS) | {document.slug for document in DOCUMENTS} == set(GAMES)


@pytest.mark.parametrize("slug", VECTORS)
def test_every_case_names_a_paragraph_of_the_rulebook_as_its_source(slug: str) -> None:
    paragraphs = {paragraph.id for paragraph in find(slug).paragraphs}

    assert {case["source"] for kind in VECTORS[slug].values() for case in kind} <= paragraphs


@pytest.mark.parametrize("slug", VECTORS)
def test_score_lines_cite_paragraphs_of_the_rulebook_and_golden_hands_cite_all_of_them(slug: str) -> None:
    game = find(slug)
    cited = {
        line.rule
        for case in VECTORS[slug]["scored"]
        for line in game.score(
            json.loads(case["hand"]), game.house_rules(json.loads(case.get("options", "{}")))
        ).lines
    }

    assert cited == {paragraph.id for paragraph in game.paragraphs if paragraph.scores}


@pytest.mark.parametrize(
    ("slug", "example"),
    [
        pytest.param(slug, example, id=f"{slug} {paragraph.number} {paragraph.title}")
        for slug, game in GAMES.items()
        for paragraph in game.paragraphs
        for example in paragraph.examples
    ],
)
def test_the_examples_of_a_rulebook_come_out_as_printed(slug: str, example: Any) -> None:
    game = find(slug)

    assert game.score(example.hand, game.house_rules(example.options)).scores == example.scores
