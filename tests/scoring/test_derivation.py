"""Lines add up to scores, and sentences read well in any language."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

import scoring.chantecler  # noqa: F401 - its wordings are among those that were stored once
from scoring.derivation import (
    OR,
    WORDINGS,
    Derivation,
    Line,
    Sentence,
    Wording,
    coded,
    listed,
    points_phrase,
    remembered,
    with_english,
    wordings,
)

SENTENCE = Sentence("why")


class French:
    """A few entries of a message file."""

    def gettext(self, message: str) -> str:
        return {"%(cards)s taken: %(points)s": "%(cards)s : %(points)s", "five": "cinq"}.get(message, message)

    def ngettext(self, singular: str, plural: str, number: int) -> str:
        return "%(count)s point" if number < 2 else "%(count)s points"


@pytest.mark.parametrize(
    ("items", "text"),
    [
        (["five"], "five"),
        (["five", "three"], "five and three"),
        (["five", "three", "owl"], "five, three and owl"),
        ([1, 2, 3], "1, 2 and 3"),
    ],
    ids=["one", "two", "three", "numbers"],
)
def test_a_list_is_read_out_as_one_says_it(items: list[str | int], text: str) -> None:
    assert str(listed(items)) == text
    assert str(listed(items, OR)) == text.replace(" and ", " or ")


@pytest.mark.parametrize(
    ("count", "text"), [(0, "0 points"), (1, "1 point"), (2, "2 points"), (-1, "-1 points")]
)
def test_a_count_chooses_between_singular_and_plural(count: int, text: str) -> None:
    assert str(points_phrase(count)) == text


def test_a_sentence_is_translated_with_everything_inside_it() -> None:
    sentence = Sentence(
        "%(cards)s taken: %(points)s", {"cards": with_english(Sentence("five")), "points": points_phrase(0)}
    )

    assert str(sentence) == "five taken: 0 points"
    assert sentence.rendered(French()) == "cinq : 0 point"


@pytest.fixture
def catalogue(monkeypatch: pytest.MonkeyPatch) -> dict[str, Wording]:
    """The catalogue, as it was again after the test."""
    for code, wording in WORDINGS.copy().items():
        monkeypatch.setitem(WORDINGS, code, wording)
    for code in ("a.took", "a.newer"):
        monkeypatch.setitem(WORDINGS, code, Wording(""))
        del WORDINGS[code]
    return WORDINGS


def test_a_sentence_is_stored_as_its_code_and_values(catalogue: object) -> None:
    wordings({"a.took": "%(cards)s: %(points)s"})
    sentence = coded("a.took", cards=listed(["a", "b"]), points=points_phrase(2))

    assert sentence.as_data() == {
        "code": "a.took",
        "values": {
            "cards": {
                "code": "list.and",
                "values": {"before": {"code": "list.item", "values": {"item": "a"}}, "last": "b"},
            },
            "points": {"code": "points", "values": {"count": 2}},
        },
    }
    assert Sentence.from_data(json.loads(json.dumps(sentence.as_data()))) == sentence
    assert coded("a.took").as_data() == {"code": "a.took"}
    assert Sentence.from_data({"code": "a.took"}) == coded("a.took")


def test_what_was_stored_is_read_in_the_words_of_today(catalogue: dict[str, Wording]) -> None:
    wordings({"a.took": "Took %(cards)s"})
    stored = coded("a.took", cards="five").as_data()
    catalogue["a.took"] = Wording("%(cards)s taken: %(points)s")

    assert str(Sentence.from_data({**stored, "values": {"cards": "five", "points": 5}})) == "five taken: 5"
    assert Sentence.from_data(stored | {"values": {"cards": 5, "points": 5}}).rendered(French()) == "5 : 5"


def test_a_wording_may_ask_for_a_value_that_was_not_stored_then(catalogue: dict[str, Wording]) -> None:
    wordings({"a.took": "Took %(cards)s, worth %(points)s"})
    assert str(Sentence.from_data({"code": "a.took", "values": {"cards": 3}})) == "Took 3, worth …"


def test_a_sentence_without_a_code_is_not_stored() -> None:
    with pytest.raises(ValueError, match="only sentences with a code"):
        Sentence("%(what)s is refused", {"what": "it"}).as_data()
    with pytest.raises(ValueError, match="only sentences with a code"):
        listed([Sentence("a refusal"), "b"]).as_data()


def test_a_code_is_given_to_one_sentence(catalogue: object) -> None:
    wordings({"a.took": "Took"})
    with pytest.raises(ValueError, match="is the code of another sentence"):
        wordings({"a.took": "Took"})


@pytest.mark.parametrize(
    ("data", "text"),
    [
        pytest.param({"code": "a.newer"}, "(a.newer)", id="without values"),
        pytest.param({"code": "a.newer", "values": {"points": 3}}, "(a.newer)", id="with values"),
        pytest.param(
            {"code": "list.and", "values": {"before": {"code": "a.newer"}, "last": 2}},
            "(a.newer) and 2",
            id="inside another",
        ),
    ],
)
def test_a_code_of_a_newer_version_is_read_as_one(data: dict[str, object], text: str) -> None:
    sentence = Sentence.from_data(data)
    assert str(sentence) == f"Written by a newer version of this program {text}"
    assert "a.newer" in sentence.rendered(French())
    assert sentence.as_data() == data


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        pytest.param(
            {"template": "Took %(cards)s: %(points)s", "values": {"cards": "five", "points": 5}},
            coded("chantecler.counters.taken", cards="five", points=5),
            id="a line",
        ),
        pytest.param(
            {"template": "%(count)s point", "values": {"count": 1}, "plural": "%(count)s points"},
            coded("points", count=1),
            id="a plural",
        ),
        pytest.param(
            {"template": "%(item)s", "values": {"item": {"template": "five", "values": {}}}},
            coded("list.item", item=coded("chantecler.card.five")),
            id="one inside another",
        ),
        pytest.param(
            {"template": "Nobody said so", "values": {}}, Sentence("Nobody said so"), id="nobody's template"
        ),
    ],
)
def test_what_was_stored_by_its_english_has_the_code_of_today(
    data: dict[str, object], sentence: Sentence
) -> None:
    assert Sentence.from_data(data) == sentence


lines = st.builds(
    Line,
    seats=st.sets(st.integers(1, 4), min_size=1).map(lambda seats: tuple(sorted(seats))),
    points=st.integers(-500, 500),
    rule=st.just("a.rule"),
    sentence=st.just(SENTENCE),
)


@given(st.lists(lines, max_size=8))
def test_a_seat_scores_the_sum_of_the_lines_it_is_in(listing: list[Line]) -> None:
    derivation = Derivation(4, tuple(listing))

    for seat in range(1, 5):
        assert derivation.scores[seat - 1] == sum(line.points for line in listing if seat in line.seats)


def test_a_line_as_json_is_what_it_is_as_data_and_is_stored_without_its_words() -> None:
    line = Line((2, 4), -9, "a.rule", Sentence("“%(bid)s” lost", {"bid": 9}))

    assert json.loads(line.as_json) == line.as_data()
    assert line.as_data() == {"seats": [2, 4], "points": -9, "rule": "a.rule", "text": "“9” lost"}
    assert line.as_json.isascii()
    line = Line((2, 4), -9, "a.rule", points_phrase(9))
    stored = {"seats": [2, 4], "points": -9, "rule": "a.rule"}
    assert line.as_stored == {**stored, "sentence": {"code": "points", "values": {"count": 9}}}


def test_what_was_settled_before_is_not_settled_again() -> None:
    asked: list[int] = []

    @remembered
    def settle(points: int) -> Line:
        asked.append(points)
        return Line((1,), points, "a.rule", SENTENCE)

    assert settle(3) is settle(3)
    assert settle(4) != settle(3)
    assert asked == [3, 4]


def test_a_kept_sentence_equals_the_sentence() -> None:
    sentence = coded("points", count=2)

    assert with_english(sentence) == sentence
    assert with_english(sentence).as_data() == sentence.as_data()
    assert with_english(sentence).rendered(French()) == "2 points"


def test_a_hand_of_no_lines_scores_nothing() -> None:
    assert Derivation(3, ()).scores == (0, 0, 0)
    assert Derivation(3, ()).wins_game is None


def test_a_list_of_one_is_a_sentence_whatever_it_was_made_of() -> None:
    assert listed(["five"]) == coded("list.item", item="five")
    assert listed([Sentence("five")]) == Sentence("five")


def test_a_count_that_is_no_number_is_read_as_nothing() -> None:
    class Telling(French):
        def ngettext(self, singular: str, plural: str, number: int) -> str:
            return str(number)

    assert Sentence("one", {"count": "many"}, "many").rendered(Telling()) == "0"
