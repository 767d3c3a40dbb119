"""A game as it is played here: its rules, its labels and its rulebook, loaded and checked once."""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol

from pydantic import ValidationError

from games.documents.document import Document
from games.documents.rules import Rules as DocumentRules
from games.documents.tree import Tree, tree_of
from games.form import TARGETS, FormField, in_force, load_fields
from games.reading import Partly, read_by_field
from games.rulebook import Paragraph, parse
from games.schemas import Schema, schema_of
from scoring.bounds import Bounds
from scoring.derivation import Derivation, Sentence, Wording, coded, gettext_noop, worded
from scoring.entry import Entry, Shape
from scoring.faults import Fault, Faults, Unfit, find_faults, wrong
from scoring.feats import Feat
from scoring.memory import Memory

FOLDER: Final = Path(__file__).parent

Settle = Callable[[tuple[int, ...]], tuple[int, ...]]
"""From the totals of a session to what each seat receives or, below nothing, pays."""

FindFeats = Callable[[Any, Any], tuple[Feat, ...]]
"""From a hand without faults and the house rules to what is counted of it beside the points."""
Trumps = Callable[[int, Any], str | None]
"""From the number of a round and the house rules to its trumps; None where each hand has its own."""
FindBounds = Callable[[Any, int], Bounds | None]
"""From the house rules and how many play to what a hand can bring; None where they set no bounds."""


class Rules(Protocol):
    """What the module of a game in `scoring/` offers."""

    @property
    def SHAPES(self) -> tuple[Shape, ...]: ...  # noqa: N802 - the name of a constant there

    @property
    def HouseRules(self) -> type[Entry]: ...  # noqa: N802 - the name of a class there

    @property
    def shape(self) -> Callable[[Mapping[str, object]], Shape]: ...

    @property
    def score(self) -> Callable[..., Derivation]: ...


@dataclass(frozen=True, slots=True, eq=False)
class Game:
    """One game: what is entered for a hand of it, what that scores, what it is called."""

    slug: str
    name: str
    seats: tuple[int, ...]
    """How many may play it at one table."""
    partnership: bool
    """Whether seats 1 and 3 play as couple A, seats 2 and 4 as couple B."""
    pack: str
    has_deal: bool
    """Whether somebody deals; what is not played with cards may have no deal."""
    form: tuple[FormField, ...]
    """The entry form of a hand."""
    house_rule_form: tuple[FormField, ...]
    """The form of the house rules."""
    paragraphs: tuple[Paragraph, ...]
    version: str
    """Changes whenever labels, rulebook, the fields of hands and house rules, or the code that scores them change."""
    rules: Rules
    settle: Settle | None
    find_feats: FindFeats | None
    feat_labels: Mapping[str, str]
    """What is counted beside the points: what each feat is called where many of them are counted, by its code."""
    trumps: Trumps | None
    find_bounds: FindBounds | None
    memory: Memory | None
    defaults: Entry
    """The house rules with nothing set: all as the source text has it."""
    document: Document | None = None
    """Of a club's own game, what the club wrote."""

    @property
    def written_as(self) -> Document | None:
        """The document that holds its rules, a club's own or of the shelf; None for what is a module."""
        return self.rules.document if isinstance(self.rules, DocumentRules) else None

    @property
    def edition(self) -> str:
        """Which of its documents a club's own game is; "" for games of the house."""
        return self.document.edition if self.document else ""

    @property
    def parts_partners(self) -> bool:
        """Whether a line gives points to one partner and not to the other."""
        lines = self.document.lines if self.document and self.partnership else ()
        return any(line.to.startswith(("seat(", "partner(")) for line in lines)

    @property
    def partners_share(self) -> bool:
        """Whether both partners score the points of their couple in every hand."""
        return self.partnership and not self.parts_partners

    @property
    def score_titles(self) -> dict[str, str]:
        """What the paragraphs that lines of the score cite are called, by their ids."""
        return {paragraph.id: paragraph.title for paragraph in self.paragraphs if paragraph.scores}

    @property
    def address(self) -> str:
        """How it is asked for by itself (`catalogue.at_address`): by its slug, of a club's own with its edition."""
        return f"{self.slug}-{self.edition}" if self.document else self.slug

    def called(self, options: Mapping[str, Any]) -> Game:
        """The game under the name that a club gives it by its house rules; as it is where they give none."""
        name = options.get("called")
        return _renamed(self, name) if name else self

    def house_rules(self, options: object) -> Entry:
        """The house rules with `options` set and the rest as the source text has it.

        Raises Faults with fields inside `options`.
        """
        model = self.rules.HouseRules
        options = _as_object(options)
        try:
            return model.model_validate(options)
        except ValidationError:
            faults = read_by_field(model, options).faults
            raise Faults(fault.inside("options") for fault in faults) from None

    def score(self, hand: object, rules: Entry, found: Any = None, *, where: str = "hand") -> Derivation:
        """What `hand` scores under `rules`, and why. Raises Faults with fields inside `where`.

        `found` is what the hands before it at its table left behind (`left_by`); None for a hand by itself.
        """
        read = self._read(hand, rules, where)
        return self.rules.score(read, rules) if found is None else self.rules.score(read, rules, found)

    def remembers(self, rules: Entry) -> bool:
        """Whether what a hand scores depends on those before it at its table."""
        return self.memory is not None and self.memory.is_kept(rules)

    def left_by(self, hands: Iterable[object], rules: Entry, found: Any = None) -> Any:
        """What some hands of a table leave for the next one, in order; None where nothing is remembered.

        `found` is what the first of them found, None at the beginning. Raises Faults with fields inside `hand`.
        """
        if self.memory is None or not self.memory.is_kept(rules):
            return None
        found = self.memory.begins if found is None else found
        for hand in hands:
            found = self.memory.after(found, self._read(hand, rules, "hand"), rules)
        return found

    def feats(self, hand: object, rules: Entry) -> tuple[Feat, ...]:
        """What is counted of `hand` beside its points. Raises Faults with fields inside `hand`."""
        return self.find_feats(self._read(hand, rules, "hand"), rules) if self.find_feats else ()

    def trumps_of_round(self, number: int, rules: Entry) -> str | None:
        """The suit that is trumps all through a round; None where the hands of it have trumps of their own."""
        return self.trumps(number, rules) if self.trumps else None

    def bounds(self, rules: Entry, seats: int) -> Bounds | None:
        """What a hand of so many players can bring; None where the rules set no bounds or earlier hands do."""
        return self.find_bounds(rules, seats) if self.find_bounds and not self.remembers(rules) else None

    def tree(self, rules: Entry, seats: int) -> Tree:
        """What a phone needs to work scores out by itself; empty for a module, and where hands remember others."""
        return tree_of(self.rules, rules, seats) if isinstance(self.rules, DocumentRules) else {}

    def faults(self, hand: object, rules: Entry | Partly, *, where: str = "hand") -> tuple[Fault, ...]:
        """Everything that is wrong with `hand`, fields inside `where`; nothing where it can be scored."""
        hand = _as_object(hand)
        shape = self._shape(hand)
        reading = read_by_field(shape.model, hand, _names_in_any(self.rules.SHAPES))
        faults = (*reading.faults, *find_faults(shape.checks, reading.entry, rules))
        return tuple(fault.inside(where) for fault in faults) if where else faults

    def house_rules_as_far_as_read(self, options: object) -> Partly:
        """What can be read of faulty options, to look for faults of a hand under them."""
        return read_by_field(self.rules.HouseRules, _as_object(options)).entry

    def options_as_data(self, rules: Entry) -> dict[str, object]:
        """All house rules with their values, as `house_rules` takes them."""
        return rules.model_dump(mode="json")

    def in_force(self, rules: Entry) -> tuple[FormField, ...]:
        """The house rules that mean something beside the others, in the order of their form."""
        options = dict(rules)
        return tuple(rule for rule in self.house_rule_form if in_force(rule, options))

    def target(self, rules: Entry) -> int | None:
        """The points that win a game; None for a game that has no target, or none under these house rules.

        Below zero: the points at which somebody ends it, and whoever is on top has won.
        """
        options = dict(rules)
        named = (rule for rule in self.house_rule_form if rule.name in TARGETS)
        asked = {rule.name for rule in named if in_force(rule, options)}
        return next((TARGETS[name] * getattr(rules, name) for name in TARGETS if name in asked), None)

    @property
    def hand_schemas(self) -> tuple[Schema, ...]:
        """The JSON Schemas of the kinds of hand that can be entered."""
        return tuple(schema_of(shape.model) for shape in self.rules.SHAPES)

    @property
    def house_rules_schema(self) -> Schema:
        """The JSON Schema of the options."""
        return schema_of(self.rules.HouseRules)

    def _read(self, hand: object, rules: Entry, where: str) -> Any:
        """The entry of a hand without faults. Raises Faults with fields inside `where`."""
        hand = _as_object(hand)
        shape = self._shape(hand)
        try:
            entry = shape.model.__pydantic_validator__.validate_python(hand)
        except ValidationError:
            raise Faults(self.faults(hand, rules, where=where)) from None
        if faults := [fault for check in shape.checks for fault in check(entry, rules)]:
            raise Faults(fault.inside(where) for fault in faults)
        return entry

    def _shape(self, hand: object) -> Shape:
        return self.rules.shape(hand) if isinstance(hand, dict) else self.rules.SHAPES[0]


@lru_cache(maxsize=4096)  # games of clubs come and go
def _names_in_any(shapes: tuple[Shape, ...]) -> frozenset[str]:
    """The fields of all kinds of hand of a game."""
    return frozenset(name for shape in shapes for name in shape.model.model_fields)


@lru_cache(maxsize=256)
def _renamed(game: Game, name: str) -> Game:
    # The same object each time: what is asked of a game is remembered by it (games/choices.py).
    return replace(game, name=name)


def _as_object(entered: object) -> object:
    """What was entered, any mapping of it as the plain dict that is read."""
    return dict(entered) if not isinstance(entered, dict) and isinstance(entered, Mapping) else entered


def _code_of(rules: Rules) -> bytes:
    """The modules that score a game, as they are written: its own, and the one of what may be entered."""
    own = Path(str(getattr(rules, "__file__", "")))
    return b"\0".join(
        file.read_bytes() for file in (own, own.with_name(f"{own.stem}_entry.py")) if file.is_file()
    )


def reaches(points: Sequence[int], target: float) -> bool:
    """Whether somebody has reached a target, from above where it is below zero."""
    return max(points) >= target if target > 0 else min(points) <= target


def feat_code(feat: str) -> str:
    """The code of the sentence that says what a feat is called."""
    return f"feat.{feat}"


def called_feat(game: Game, feat: str) -> Sentence:
    """What a feat of a game is called, or a part of its score; by its code alone where the game has it no more."""
    if title := game.score_titles.get(feat):
        return worded(f"title.{feat}", Wording(title.replace("%", "%%")))
    label = game.feat_labels.get(feat)
    return worded(feat_code(feat), Wording(label)) if label else coded(feat_code(feat))


def _labels(slug: str) -> tuple[bytes, dict[str, Any]]:
    """What a `game.toml` says, as written and as read; beside its own labels those of the game it is `like`."""
    own = (FOLDER / slug / "game.toml").read_bytes()
    described = tomllib.loads(own.decode())
    if "like" not in described:
        return own, described
    written, labels = _labels(described["like"])
    return own + written, labels | described


def load(
    slug: str,
    rules: Rules,
    settle: Settle | None = None,
    *,
    feats: FindFeats | None = None,
    trumps: Trumps | None = None,
    bounds: FindBounds | None = None,
    memory: Memory | None = None,
) -> Game:
    """The game whose labels and rulebook are in the folder `slug` beside this module.

    `settle`, `feats`, `trumps`, `bounds` and `memory` are those of `rules`, for the games that have them.

    Raises ValueError where labels or rulebook are broken or disagree with `rules`.
    """
    labels, described = _labels(slug)
    rulebook = (FOLDER / slug / "rulebook.md").read_bytes()
    own = Own(settle, feats, trumps, bounds, memory)
    return _game(slug, described, rulebook.decode(), rules, own, (labels, rulebook, _code_of(rules)))


def from_document(document: Document) -> Game:
    """The game that a document describes. Raises Faults, with paths inside it, where it cannot be one."""
    try:
        return _from_document(document)
    except Unfit as unfit:
        raise Faults([Fault("rulebook", "not-allowed", unfit.sentence)]) from None
    except ValueError as error:
        raise Faults([wrong("", "not-allowed", "%(error)s", error=str(error))]) from None


def wrong_examples(game: Game) -> Iterator[Fault]:
    """The examples of a rulebook that do not come to what they say."""
    for paragraph in game.paragraphs:
        for example in paragraph.examples:
            try:
                came = game.score(example.hand, game.house_rules(example.options)).scores
                found = ", ".join(map(str, came))
            except Faults as refused:
                came, found = (), str(refused)
            if came != example.scores:
                why = gettext_noop(
                    "the example of paragraph %(number)s says %(said)s; the lines give %(found)s"
                )
                said = ", ".join(map(str, example.scores))
                yield wrong("rulebook", "wrong-example", why, number=paragraph.number, said=said, found=found)


def _from_document(document: Document) -> Game:
    rules = DocumentRules(document)
    own = Own(feats=rules.feats if document.feats else None, bounds=rules.bounds, memory=rules.memory)
    defaults = {"house_rules": {"__all__": {"default"}}}  # which the model of the house rules has
    described = document.model_dump(mode="json", by_alias=True, exclude_defaults=True, exclude=defaults)
    told = [rule for rule in described.get("house_rules", ()) if rule["name"] in rules.house_rules_named]
    described |= {"form": described["fields"], "feats": document.feat_labels, "house_rules": told}
    return _game(document.slug, described, document.rulebook, rules, own, (document.canonical,))


class Own(NamedTuple):
    """What some games have beside the rules of every game."""

    settle: Settle | None = None
    feats: FindFeats | None = None
    trumps: Trumps | None = None
    bounds: FindBounds | None = None
    memory: Memory | None = None


def _game(
    slug: str, described: Mapping[str, Any], rulebook: str, rules: Rules, own: Own, written: tuple[bytes, ...]
) -> Game:
    """The game of these labels, this rulebook and these rules; `written` is all that makes its version."""
    hands = [schema_of(shape.model) for shape in rules.SHAPES]
    options = schema_of(rules.HouseRules)
    if bool(own.feats) != bool(described.get("feats")):
        raise ValueError(f"the feats of {slug} are found and not labelled, or labelled and not found")
    form = load_fields(described["form"], hands)
    house_rule_form = load_fields(described.get("house_rules", ()), [options])
    depends_on = {
        name for field in (*form, *house_rule_form) for name in (*field.under, *field.by_rule.values())
    }
    if unknown := depends_on - set(options.get("properties", ())):
        raise ValueError(f"{slug} has no house rules {sorted(unknown)}, and fields that depend on them")
    schemas = json.dumps([hands, options], sort_keys=True).encode()
    *labels, code = written
    return Game(
        slug=slug,
        name=described["name"],
        seats=tuple(described["seats"]),
        partnership=described.get("partnership", False),
        pack=described["pack"],
        has_deal=described.get("has_deal", True),
        form=form,
        house_rule_form=house_rule_form,
        paragraphs=parse(rulebook),
        version=hashlib.sha256(b"\0".join((*labels, schemas, code))).hexdigest(),
        rules=rules,
        settle=own.settle,
        find_feats=own.feats,
        feat_labels=dict(described.get("feats", {})),
        trumps=own.trumps,
        find_bounds=own.bounds,
        memory=own.memory,
        defaults=rules.HouseRules(),
    )
