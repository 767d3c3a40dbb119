"""Documents: what they must hold together, and that those of the shelf are proved by their examples."""

import json
import random
from typing import Any

import pytest

from games.catalogue import DOCUMENTS, GAMES
from games.definition import from_document
from games.documents.document import Document, from_toml
from games.documents.rules import Rules
from games.documents.telling import Teller, for_partner, version, what_differs
from games.review import review
from scoring.derivation import Derivation
from scoring.faults import Faults
from tests.games.documents.hands import random_entry, random_hand, random_rules
from tests.games.documents.referee import at_random, differences, every_one

SHELF = pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: document.slug)

NINES: dict[str, Any] = {
    "slug": "nines",
    "name": "Nines",
    "seats": [3, 4],
    "pack": "52 cards",
    "fields": [
        {"name": "caller", "kind": "seat", "label": "Caller", "nobody": "Nobody"},
        {"name": "called", "kind": "choice", "label": "Called", "choices": {"high": "High", "low": "Low"}},
        {"name": "tricks", "kind": "numbers", "label": "Tricks", "most": 9, "total": 9},
        {"name": "shown", "kind": "flag", "label": "Shown", "when": {"called": ["low"]}},
    ],
    "house_rules": [
        {
            "name": "bonus",
            "kind": "number",
            "label": "Bonus",
            "least": 0,
            "most": 9,
            "default": 5,
            "says": "%(value)s",
        }
    ],
    "tables": {"worth": {"high": 1, "low": 2}},
    "values": [
        {"name": "own", "is": "tricks * worth[called]", "counted": ["%(count)s point", "%(count)s points"]}
    ],
    "lines": [
        {
            "id": "taken",
            "to": "each",
            "when": "tricks > 0",
            "points": "own",
            "sentence": "Took {tricks}: {points}",
        },
        {
            "id": "called",
            "to": "seat(caller)",
            "points": "house_bonus + max(-20, -bag)",
            "sentence": "Called {called}",
        },
        {"id": "shown", "to": "others(caller)", "when": "shown", "points": "-1", "sentence": "Shown"},
    ],
    "refusals": [
        {
            "field": "tricks",
            "code": "no-slam",
            "when": "tricks == 9 && shown",
            "sentence": "{tricks} cannot be shown",
        }
    ],
    "feats": [{"id": "slam", "label": "Slams", "to": "each", "when": "tricks == 9"}],
    "remember": [{"name": "bag", "most": 20, "becomes": "min(20, bag + seats(tricks == 0))"}],
    "rulebook": "## 1 The score\n### 1.1 All {#nines.score.taken}\nTricks.\n",
}


def nines(**changed: Any) -> Rules:
    return Rules(Document.model_validate({**NINES, **changed}))


def scored(rules: Rules, found: Any = None, **hand: Any) -> Derivation:
    return rules.score(rules.shape(hand).read(hand), rules.HouseRules(), found)


@pytest.mark.parametrize(
    ("hand", "found", "scores"),
    [
        ({"caller": 1, "called": "high", "tricks": [4, 3, 2]}, None, (9, 3, 2)),
        ({"caller": None, "called": "high", "tricks": [4, 5, 0]}, None, (4, 5, 0)),
        ({"caller": 2, "called": "low", "tricks": [4, 3, 2, 0]}, None, (8, 11, 4, 0)),
        ({"caller": 2, "called": "low", "tricks": [4, 3, 2, 0], "shown": True}, None, (7, 11, 3, -1)),
        ({"caller": 1, "called": "high", "tricks": [4, 3, 2]}, (12,), (-3, 3, 2)),
    ],
)
def test_a_hand_of_any_size_scores_by_its_lines(hand: Any, found: Any, scores: tuple[int, ...]) -> None:
    assert scored(nines(), found, **hand).scores == scores


def test_a_line_may_be_called_like_a_choice_that_its_sentence_names() -> None:
    rules = nines(lines=[{"id": "called", "to": "all", "points": "1", "sentence": "{called}: {points}"}])
    (line,) = scored(rules, caller=1, called="low", tricks=[4, 3, 2]).lines

    assert str(line.sentence) == "Low: 1 point"


def test_seats_of_which_a_line_says_the_same_share_it() -> None:
    lines = scored(nines(), caller=None, called="high", tricks=[4, 1, 4]).lines

    assert [(line.seats, line.points, str(line.sentence)) for line in lines] == [
        ((1, 3), 4, "Took 4: 4 points"),
        ((2,), 1, "Took 1: 1 point"),
    ]


@pytest.mark.parametrize(
    ("line", "scores", "lines"),
    [
        ({"to": "others(seat)", "when": "tricks == 0", "points": "3"}, (0, 3, 0, 3), [(2, 4)]),
        ({"to": "couple(seat)", "when": "tricks > 3", "points": "tricks"}, (4, 4, 4, 4), [(1, 3), (2, 4)]),
        ({"to": "couple(seat)", "when": "seat == 2", "points": "1"}, (0, 1, 0, 1), [(2, 4)]),
        ({"to": "seat(tricks)", "when": "tricks < 4", "points": "seat"}, (2, 0, 0, 0), [(1,)]),
    ],
    ids=str,
)
def test_there_may_be_a_line_of_every_seat(line: Any, scores: Any, lines: Any) -> None:
    tricks = {"name": "tricks", "kind": "numbers", "label": "Tricks", "most": 4}
    changed: dict[str, Any] = dict.fromkeys(("values", "refusals", "feats", "remember"), ())
    changed |= {"fields": [tricks], "lines": [{"id": "more", "sentence": "More", **line}]}
    rules = nines(seats=[4], partnership=True, **changed)
    derivation = scored(rules, tricks=[0, 1, 4, 4])

    assert derivation.scores == scores
    assert [line.seats for line in derivation.lines] == lines
    assert list(differences(rules, at_random(rules, 50, random.Random(1)))) == []


def test_it_remembers_counts_feats_and_says_what_it_says() -> None:
    rules = nines()
    hand = rules.shape({}).read({"caller": 3, "called": "high", "tricks": [0, 9, 0]})

    assert rules.memory is not None
    assert rules.memory.after(rules.begins, hand, rules.HouseRules()) == (2,)
    assert [feat.seats for feat in rules.feats(hand, rules.HouseRules())] == [(2,)]
    assert rules.document.feat_labels == {"nines.slam": "Slams"}


@pytest.mark.parametrize(
    ("hand", "faults"),
    [
        ({"caller": 1, "called": "high", "tricks": [4, 3, 1]}, ["tricks another-sum"]),
        ({"caller": 4, "called": "high", "tricks": [4, 3, 2]}, ["caller out-of-range"]),
        ({"caller": 1, "called": "high", "tricks": [4, 3, 2], "shown": True}, ["shown not-in-this-hand"]),
        ({"caller": 1, "called": "low", "tricks": [9, 0, 0], "shown": True}, ["tricks.0 no-slam"]),
        ({"called": "none", "tricks": [4, 5]}, ["called not-a-choice", "tricks too-few"]),
    ],
)
def test_a_hand_is_refused_as_that_of_any_game(hand: Any, faults: list[str]) -> None:
    game = from_document(Document.model_validate(NINES))

    assert [f"{fault.field} {fault.code}" for fault in game.faults(hand, game.defaults, where="")] == faults


def with_field(**changed: Any) -> dict[str, Any]:
    return {"fields": [*NINES["fields"], {"name": "more", "kind": "flag", "label": "More", **changed}]}


def with_line(**changed: Any) -> dict[str, Any]:
    line = {"id": "more", "to": "all", "points": "1", "sentence": "More", **changed}
    return {"lines": [*NINES["lines"], line]}


def test_a_number_of_a_couple_is_refused_once() -> None:
    fields = with_field(kind="numbers", by_couple=True, most=9)
    refusals = [{"field": "more", "code": "odd", "when": "more > 5", "sentence": "{more} is too much"}]
    document = {**NINES, **fields, "seats": [4], "partnership": True, "refusals": refusals}
    game = from_document(Document.model_validate(document))
    hand = {"caller": 1, "called": "high", "tricks": [4, 3, 2, 0], "more": [5, 6]}

    faults = game.faults(hand, game.defaults, where="")
    assert [f"{fault.field} {fault.sentence}" for fault in faults] == ["more.1 6 is too much"]


def test_a_choice_that_is_not_asked_may_be_compared_with_any_of_its_words() -> None:
    choice = {"kind": "choice", "choices": {"none": "None", "all": "All"}, "when": {"called": ["low"]}}
    rules = nines(**with_field(**choice), **with_line(when="more == 'all'", points="100"))

    assert scored(rules, caller=1, called="high", tricks=[4, 3, 2]).scores == (9, 3, 2)
    assert scored(rules, caller=1, called="low", tricks=[4, 3, 2], more="all").scores == (113, 106, 104)


@pytest.mark.parametrize(
    ("changed", "fault"),
    [
        (with_field(when={"shown": [True]}), "fields.more.when no-decider"),
        (with_field(when={"nothing": [True]}), "fields.more.when no-decider"),
        (with_field(name="own"), "own named-twice"),
        ({"fields": NINES["fields"][:2]}, "fields no-players"),
        ({"values": [{"name": "own", "is": "later + 1"}]}, "values.0.is not-an-expression"),
        (with_line(id="own"), "lines.3.id named-twice"),
        (with_line(to="everybody"), "lines.3.to no-recipient"),
        (with_line(to="couple(caller)"), "lines.3.to no-recipient"),
        (with_line(to="seat(tricks)"), "lines.3.to no-recipient"),
        (with_line(when="1"), "lines.3.when no-condition"),
        (with_line(when="tricks > 1"), "lines.3.when by-seat"),
        (with_line(points="own"), "lines.3.points no-points"),
        (with_line(points="shown"), "lines.3.points no-points"),
        (with_line(sentence="{nothing}"), "lines.3.sentence not-an-expression"),
        (
            {"remember": [{"name": "bag", "most": 20, "becomes": "bag + 1"}]},
            "remember.0.becomes out-of-range",
        ),
    ],
    ids=str,
)
def test_a_document_that_cannot_be_a_game_is_told_where(changed: dict[str, Any], fault: str) -> None:
    with pytest.raises(Faults) as refusal:
        nines(**changed)

    assert [f"{fault.field} {fault.code}" for fault in refusal.value.faults] == [fault]


def test_the_edition_is_what_a_document_says_and_not_how_it_is_written() -> None:
    turned = Document.model_validate(json.loads(json.dumps(dict(reversed(NINES.items())))))

    assert turned.edition == Document.model_validate(NINES).edition
    assert turned.edition != Document.model_validate({**NINES, "seats": [3]}).edition


@SHELF
def test_every_line_feat_and_paragraph_of_the_shelf_is_proved_by_an_example(document: Document) -> None:
    """That examples score what they say is tried for all games."""
    game = GAMES[document.slug]
    examples = [example for paragraph in game.paragraphs for example in paragraph.examples]
    played = [(example.hand, game.house_rules(example.options)) for example in examples]
    lines = [line for hand, rules in played for line in game.score(hand, rules).lines]

    assert len(examples) >= 12
    assert {line.sentence.code for line in lines} == {f"{document.slug}.{line.id}" for line in document.lines}
    assert {line.rule for line in lines} == {
        paragraph.id for paragraph in game.paragraphs if paragraph.scores
    }
    feats = {feat.code for hand, rules in played for feat in game.feats(hand, rules)}
    assert feats == set(game.feat_labels)
    assert {len(example.scores) for example in examples} == set(document.seats)


@SHELF
def test_every_refusal_of_the_shelf_can_happen_and_some_hand_is_taken(document: Document) -> None:
    rules, dice = Rules(document), random.Random(document.slug)
    possible = {(refusal.field, refusal.code) for refusal in document.refusals}
    refused: set[tuple[str, str]] = set()
    for _ in range(3_000):
        if possible <= refused:
            break
        played, entered = random_entry(rules, dice)
        options = random_rules(rules, dice)
        hand = played.shape.read(entered)
        refused |= {
            (fault.field.split(".")[0], fault.code)
            for check in played.shape.checks
            for fault in check(hand, options)
        }

    assert possible <= refused


@SHELF
def test_google_scores_the_shelf_alike(document: Document) -> None:
    rules = Rules(document)
    assert list(differences(rules, at_random(rules, 200, random.Random(document.slug)))) == []


@pytest.mark.parametrize(("slug", "hands"), [("cribbage", 726), ("euchre", 145), ("five_hundred", 1_189)])
def test_google_scores_every_hand_alike_where_they_are_few(slug: str, hands: int) -> None:
    rules = Rules(next(document for document in DOCUMENTS if document.slug == slug))
    dealt = list(every_one(rules, hands * 2))
    assert len(dealt) == hands
    assert list(differences(rules, dealt)) == []


@SHELF
def test_what_a_hand_can_bring_is_kept_by_every_hand(document: Document) -> None:
    rules, dice = Rules(document), random.Random(document.slug)
    usual, other = rules.HouseRules(), random_rules(rules, dice)
    for options in (usual, other) * 60:
        hand = random_hand(rules, options, dice)
        scores = rules.score(hand, options).scores
        bounds = rules.bounds(options, len(scores))
        if bounds is None:
            continue
        sides = scores[:2] if document.partnership else scores
        assert bounds.least <= min(sides)
        assert max(sides) <= bounds.most
        assert max(sides) - min(sides) <= bounds.apart
        assert sum(sides) >= bounds.least_together


REVIEWED: dict[str, Any] = {
    "slug": "thirty",
    "name": "Thirty",
    "seats": [2],
    "pack": "52 cards",
    "fields": [
        {"name": "winner", "kind": "seat", "label": "Winner"},
        {"name": "eyes", "kind": "number", "label": "Eyes", "most": 60},
    ],
    "lines": [
        {"id": "won", "to": "seat(winner)", "when": "eyes > 30", "points": "2", "sentence": "Won"},
        {"id": "lost", "to": "others(winner)", "when": "eyes < 31", "points": "2", "sentence": "Lost"},
        {"id": "never", "to": "all", "when": "eyes > 60", "points": "1", "sentence": "Never"},
    ],
    "rulebook": """## 1 The score
### 1.1 All {#thirty.score.won}
```example
{"hand": {"winner": 1, "eyes": 40}, "scores": [2, 0]}
```
```example
{"hand": {"winner": 1, "eyes": 30}, "scores": [2, 0]}
```
```example
{"hand": {"winner": 3, "eyes": 30}, "scores": [2, 0]}
```
""",
}


def test_an_author_is_told_what_hands_give_and_what_no_example_says() -> None:
    told = review(from_document(Document.model_validate(REVIEWED)))

    assert (told.tried.hands, told.tried.complete, told.tried.never) == (122, True, ("never",))
    assert (told.tried.balance, told.tried.unbalanced) == (2, None)
    assert [(each.holds, [fault.field for fault in each.faults]) for each in told.examples] == [
        (True, []),
        (False, []),
        (False, ["hand.winner"]),
    ]
    assert told.proofs == (("won", True, True), ("lost", True, False), ("never", False, False))
    assert [(each.path, str(each.sentence), dict(each.worked.hand)) for each in told.questions] == [
        ("lines.0.when", "No example tells 30 from 31 in “eyes > 30”.", {"winner": 1, "eyes": 31}),
        ("lines.2.when", "Nothing says what exactly 60 does in “eyes > 60”.", {"winner": 1, "eyes": 60}),
    ]
    assert (told.questions[0].worked.scores, told.questions[0].otherwise) == ((2, 0), (0, 0))


@SHELF
def test_the_shelf_leaves_no_line_unplayed_and_hardly_a_question(document: Document) -> None:
    told = review(GAMES[document.slug], 2_000)

    assert all(each.holds for each in told.examples)
    assert all(proof.counts for proof in told.proofs)
    assert len(told.questions) <= 2
    for worked in filter(
        None, (told.tried.least, told.tried.most, *(each.worked for each in told.questions))
    ):
        game = GAMES[document.slug]
        assert game.score(worked.hand, game.house_rules(worked.options)).scores == worked.scores


def test_a_house_version_says_what_it_has_otherwise() -> None:
    """“A lone march is 5, its partner gets 4.”"""
    euchre = GAMES["euchre"].rules
    assert isinstance(euchre, Rules)
    begun = version(euchre.document, "ours", "Ours")
    lines = [line for line in begun.lines if line.id != "march-alone"]
    lone, partner = for_partner(next(line for line in begun.lines if line.id == "march-alone"))
    changed = {
        "lines": [*lines, lone.model_copy(update={"points": "5"}), partner.model_copy(update={"points": "4"})]
    }
    ours = from_document(Document.model_validate({**begun.model_dump(by_alias=True), **changed}))
    assert isinstance(ours.rules, Rules)
    alone = ", when march and Alone"

    assert [str(sentence) for sentence in what_differs(ours.rules, euchre)] == [
        f"Maker: 5 points{alone}. In Euchre: the couple of Maker: Points for all five tricks alone{alone}.",
        f"New: the partner of Maker: 4 points{alone}.",
    ]
    assert [each.scores for each in review(ours).examples if not each.holds] == [(0, 4, 0, 5), (5, 0, 4, 0)]
    assert ours.bounds(ours.defaults, 4) is None
    assert "alone_march" not in {rule.name for rule in ours.house_rule_form}
    assert dict(ours.house_rules({"alone_march": 3}))["alone_march"] == 3


def test_tables_steps_and_usual_house_rules_of_a_version_are_told_where_they_differ() -> None:
    tarot = GAMES["tarot"].rules
    assert isinstance(tarot, Rules)
    data = version(tarot.document, "ours", "Ours").data
    data["tables"]["times"]["garde"] = 3
    next(value for value in data["values"] if value["name"] == "petit_stake")["is"] = "10"
    next(rule for rule in data["house_rules"] if rule["name"] == "defenders_chelem")["default"] = 0
    told = [str(sentence) for sentence in what_differs(Rules(Document.model_validate(data)), tarot)]
    assert told[0] == "Chelem by the defenders: 0."
    assert told[1].startswith("times: Prise 1, Garde 3, ")
    assert told[2:] == ["petit stake: 10."]


@SHELF
def test_every_line_of_the_shelf_can_be_said(document: Document) -> None:
    tell = Teller(Rules(document))

    assert all(str(tell.line(line)) for line in document.lines)
    assert all(str(tell.expression(value.is_)) for value in document.values)


def test_a_file_of_the_shelf_is_a_document() -> None:
    with pytest.raises(ValueError, match="for Document"):
        from_toml("nines", 'name = "Nines"')
