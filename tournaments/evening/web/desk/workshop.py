"""The rules workshop: secretaries write a game of the club's own, try it, and see what its examples leave open.

All of a draft stands in its form; nothing is kept before it is saved. js/workshop.js keeps it on the device.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any, Final

from django.conf import settings
from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from pydantic import ValidationError

from games import form, rulebook
from games.catalogue import GAMES
from games.definition import Game
from games.documents.cells import (
    PARTS,
    UNSAID,
    Part,
    cells_of,
    names_of,
    one_more,
    rows_of,
    shown,
    typed,
    with_rows,
)
from games.documents.document import MOST_LINES, Document, LineOf
from games.documents.expressions import Unwritten
from games.documents.rules import Rules
from games.documents.telling import (
    TO_WHOM,
    Teller,
    for_partner,
    how_written,
    in_language,
    points_alone,
    version,
)
from games.review import Checked, Review, Tried, Worked, examples, review, rules_of
from scoring.entry import Entry
from scoring.faults import Faults
from tournaments.club.reads.members import definition_of, games_of
from tournaments.club.roles import Role
from tournaments.club.services.games import NewGame, read_game, write_game
from tournaments.club.web.pages import club_button, club_form, done_in_words
from tournaments.evening.reads.desk import Club, Evening
from tournaments.evening.reads.hands import hands_of_games, moved_by
from tournaments.evening.web.public.evenings import differences_of
from tournaments.evening.web.table.hand_form import draw
from tournaments.evening.web.table.hands import FIRST_DEAL, PracticeSheet, read_posted, sides_of
from tournaments.movement.seating import MOST_SEATS
from tournaments.site.web.forms import run_or_refuse
from tournaments.site.web.pages import Refusal, by_user, now, refusals, translate

POINTS: Final = "points"
"""The start that is no game yet: everybody's points are entered."""
BY_NAME: Final = {part.name: part for part in PARTS}
HEADS: Final = {
    "name": later("Name"),
    "slug": later("Short name, in addresses"),
    "seats": later("Players at a table"),
    "rulebook": later("Rulebook"),
}
"""What is called how on the page beside the parts that are written row by row."""
SIZES: Final = range(2, MOST_SEATS + 1)
ENGLISH: Final = "en"
YEAR: Final = timedelta(days=365)
MOST_LOOKED_OVER: Final = 20_000
MOST_WHILE_TYPED: Final = 2_000
"""So many hands are tried of a draft with every change, and with the page itself as many as above."""
MOST_PLACED: Final = 8
"""So many evenings are placed again with each draft, the latest; of each so many players are told."""
MOST_MOVED: Final = 8


@club_form(Role.SECRETARY)
def workshop(request: HttpRequest, club: Club, game: str) -> HttpResponse:
    if request.method != "POST":
        draft = Draft.of(begun(club, game))
        return render(request, "desk/workshop/page.html", _context(club, draft, request))
    do = request.POST.get("do", "")
    before = draft = Draft.of(posted_draft(request.POST))
    if do and do != "save":
        draft = Draft.of(changed(draft, do, request.POST))
    if do == "save" and draft.game:
        new = NewGame(document=draft.data)
        saved = run_or_refuse(
            request,
            lambda: write_game(club, by_user(request), now(), new),
            lambda row: done_in_words(write_game, row),
        )
        if saved:
            return redirect(f"{reverse('web:desk-own-games', args=[club.slug])}?saved={game}")
    context = _context(club, draft, request, _opened(draft, do) or {request.POST.get("open", "")})
    is_kept = draft.data["rulebook"] != before.data["rulebook"] if do == "tried" else None
    return render(request, "desk/workshop/page.html", {**context, "not_saved": do == "save", "kept": is_kept})


def _opened(draft: Draft, do: str) -> set[str]:
    # The rows that a button has just made or moved.
    act, _colon, about = do.partition(":")
    part, place = _row_meant(about)
    if act == "add" and about in BY_NAME:
        return {f"{about}.{len(rows_of(BY_NAME[about], draft.data)) - 1}"}
    return {f"{part}.{at}" for at in {"partner": (place, place + 1), "up": (place - 1,)}.get(act, ())}


def _row_meant(about: str) -> tuple[str, int]:
    # A row that a button names: its part and its place there, -1 where it is none.
    part, _dot, place = about.partition(".")
    is_place = part in BY_NAME and place.isascii() and place.isdecimal() and len(place) < 4
    return part, int(place) if is_place else -1


@club_button(Role.SECRETARY)
def preview(request: HttpRequest, club: Club, game: str) -> HttpResponse:
    """The slip of the hand that is tried, by the draft as it stands."""
    draft = Draft.of(posted_draft(request.POST))
    if draft.game is None:
        return render(request, "table/preview.html", {"previewed": {"refusals": draft.refused}})
    previewed = _sheet(draft.game, request.POST).scored()
    for line in previewed.slip["lines"] if previewed.slip else ():
        line["rule_url"] = ""  # the rulebook of a draft has no page
    return render(request, "table/preview.html", {"previewed": previewed})


# The draft


def begun(club: Club, slug: str) -> dict[str, Any]:
    """What a draft begins with: a game of the club's, a version of one of the house, or points alone.

    Raises Http404 where there is no such game, or it is no document.
    """
    if slug == POINTS:
        return _in_words_of_reader(points_alone("our_game", _("Our game"), 4))
    own = {row.slug: row for row in games_of(club)}
    game = definition_of(own[slug]) if slug in own else GAMES.get(slug)
    if game is None or not isinstance(game.rules, Rules):
        raise Http404
    if slug in own:
        return game.rules.document.data
    name = _("Our %(game)s") % {"game": _(game.name)}
    return _in_words_of_reader(version(game.rules.document, f"our_{slug}"[:31], name))


def _in_words_of_reader(document: Document) -> dict[str, Any]:
    language = get_language() or document.language
    if language.startswith(document.language):
        return document.data

    def say(text: str, plural: str = "") -> tuple[str, ...]:
        return tuple(ngettext(text, plural, count) for count in (1, 2)) if plural else (_(text),)

    return in_language(document, language, say).data


def posted_draft(posted: QueryDict) -> dict[str, Any]:
    """The document that a form holds: what it carries along, with what stands in its fields.

    Raises BadRequest for what no form of ours sends.
    """
    try:
        data: dict[str, Any] = json.loads(posted.get("document", ""))
        data |= {name: str(posted[name]).replace("\r\n", "\n") for name in ("name", "slug", "rulebook")}
        if "seats" in posted:  # the usual number stays the first
            ticked = [size for size in SIZES if str(size) in posted.getlist("seats")]
            data["seats"] = sorted(ticked, key=lambda size: [size] != data["seats"][:1])
        if (language := posted.get("language", ENGLISH)) != ENGLISH:
            data["language"] = language
        for part in PARTS:
            rows = rows_of(part, data) if part.name in data else list(_rows(posted, part))
            data = with_rows(part, data, rows)
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        raise BadRequest("the draft is not one of this page") from None
    return data


def _rows(posted: QueryDict, part: Part) -> Iterator[dict[str, Any]]:
    names = [cell.name for cell in part.cells]
    for place in range(MOST_LINES + 1):
        at = f"{_form_name(part)}.{place}."
        if f"{at}{names[0]}" in posted:
            entered = {name: posted.get(f"{at}{name}", "") for name in (*names, part.called)}
            row = typed(part, json.loads(posted.get(f"{at}rest", "{}")), entered)
            yield {**row, "sentence": row.get("sentence", UNSAID)} if part.name == "lines" else row


def _form_name(part: Part) -> str:
    # Drafts that are kept on devices call it so.
    return "line" if part.name == "lines" else part.name


@dataclass(frozen=True, slots=True)
class Draft:
    """A document that is being written: its data, and the game it is or what is refused of it."""

    data: dict[str, Any]
    game: Game | None
    refused: tuple[Refusal, ...] = ()

    @classmethod
    def of(cls, data: dict[str, Any]) -> Draft:
        game, refused = _understood(data)
        if game and (unsaid := [line for line in data["lines"] if line["sentence"] == UNSAID]):
            tell = Teller(rules_of(game))
            for line in unsaid:
                line["sentence"] = translate(tell.row("lines", line))[:300]
            game, refused = _understood(data)
        return cls(data, game, refused)


def _understood(data: dict[str, Any]) -> tuple[Game | None, tuple[Refusal, ...]]:
    try:
        return read_game(NewGame(document=data)), ()
    except Faults as faults:
        return None, tuple(
            replace(refusal, field=_place_of(data, refusal.field.removeprefix("document.")))
            for refusal in refusals(faults)
        )


def _place_of(data: Mapping[str, Any], path: str) -> str:
    # A path with the place of the row that is meant by its name.
    head, *way = path.split(".")
    for part in PARTS:
        names = [row.get(part.called) for row in rows_of(part, data)]
        if head == part.name and way and way[0] in names:
            inside = ["numbers"] if head == "tables" else way[1:]
            return ".".join((head, str(names.index(way[0])), *inside))
        if not way and head in names and part.called == "name":
            return f"{part.name}.{names.index(head)}.name"
    return path


def changed(draft: Draft, do: str, posted: QueryDict) -> dict[str, Any]:
    """The draft after a button was pressed: what it does, and to which row or example."""
    act, _colon, about = do.partition(":")
    data = dict(draft.data)
    name, place = _row_meant(about)
    if name in BY_NAME:
        rows = rows_of(BY_NAME[name], data)
        if act == "add" and len(rows) < MOST_LINES:
            rows.append(_begun_row(data, BY_NAME[name], rows))
        elif act == "drop" and 0 <= place < len(rows):
            del rows[place]
        elif act == "up" and 0 < place < len(rows):
            rows[place - 1 : place + 1] = rows[place], rows[place - 1]
        elif act == "partner" and name == "lines" and 0 <= place < len(rows):
            rows[place : place + 1] = _split(rows[place])
        data = with_rows(BY_NAME[name], data, rows)
    elif draft.game and act in ("accept", "forget", "keep", "tried"):
        place = int(about) if about.isascii() and about.isdecimal() and len(about) < 4 else -1
        wrong = [at for at, each in enumerate(examples(draft.game)) if not each.holds]
        for at in wrong if (act, about) == ("accept", "all") else [place]:
            data["rulebook"] = _other_examples(draft.game, data["rulebook"], act, at, about, posted)
    return data


def _begun_row(data: Mapping[str, Any], part: Part, rows: list[dict[str, Any]]) -> dict[str, Any]:
    row = one_more(part, rows, _)
    if part.name == "lines":
        paragraphs = (line.get("paragraph") or line.get("id", "") for line in reversed(rows))
        row["paragraph"] = next(paragraphs, "")
    elif part.name == "refusals":
        row["field"] = next((field.get("name", "") for field in data.get("fields", ())), "")
    return row


def _split(line: dict[str, Any]) -> list[dict[str, Any]]:
    try:
        both = for_partner(LineOf.model_validate(line))
    except (ValueError, ValidationError):
        return [line]
    return [each.model_dump(exclude_defaults=True) | {"sentence": each.sentence} for each in both]


def _other_examples(game: Game, text: str, act: str, place: int, about: str, posted: QueryDict) -> str:
    # The rulebook with an example more, less or as the lines have it; as it is where that cannot be.
    standing = [each.example for each in examples(game)]
    try:
        if act == "forget":
            return rulebook.with_example(text, place)
        if act == "accept":
            hand, options = dict(standing[place].hand), dict(standing[place].options)
        elif act == "keep":
            hand, options = json.loads(about)["hand"], json.loads(about)["options"]
        else:
            sheet = _sheet(game, posted)
            hand, options = read_posted(sheet.parameters, game, sheet.seats)[1], {}
        scored = game.score(hand, game.house_rules(options))
        written = rulebook.worked(hand, scored.scores, options)
        if act == "accept":
            return rulebook.with_example(text, place, written)
        of_score = [paragraph.id for paragraph in game.paragraphs if paragraph.scores]
        cited = [line.rule for line in scored.lines if line.rule in of_score]
        return rulebook.with_example_below(text, [*cited, *of_score][0], written)
    except (Faults, ValueError, LookupError, TypeError, RecursionError):
        return text


# What is shown


def _sheet(game: Game, posted: Mapping[str, str]) -> PracticeSheet:
    parameters = {name: value for name, value in posted.items() if isinstance(value, str)}
    count = parameters.get("players", "")
    seats = int(count) if count in map(str, game.seats) else game.seats[0]
    return PracticeSheet(game, seats, game.defaults, (), parameters)


def _context(club: Club, draft: Draft, request: HttpRequest, opened: Collection[str] = ()) -> dict[str, Any]:
    data, game = draft.data, draft.game
    apart = {"name", "slug", "rulebook", "language", *BY_NAME}
    context: dict[str, Any] = {
        "club": club,
        "draft": draft,
        "data": data,
        "languages": [(code, str(name)) for code, name in settings.LANGUAGES],
        "sizes": SIZES,
        "carried": json.dumps({name: stands for name, stands in data.items() if name not in apart}),
        "parts": (parts := [_part_shown(draft, part, opened) for part in PARTS]),
        "how_written": [(written, translate(says)) for written, says in how_written()],
        "swapped": ",".join(f"#said-{row['anchor']}" for part in parts for row in part["rows"]),
        "refused": [_fault_shown(data, refusal) for refusal in draft.refused],
    }
    if game is None:
        return context
    reviewed = review(game, MOST_WHILE_TYPED if "HX-Request" in request.headers else MOST_LOOKED_OVER)
    tell = Teller(rules_of(game))
    lines = {line.id: translate(tell.line(line)) for line in rules_of(game).document.lines}
    proofs = [proof for proof in reviewed.proofs if not (proof.counts and proof.just_not)]
    checked = [_example(game, place, each) for place, each in enumerate(reviewed.examples)]
    sheet = _sheet(game, request.POST)
    tried, _hand = read_posted(sheet.parameters, game, sheet.seats)
    return {
        **context,
        "menus": _menus(game),
        "sheet": sheet,
        "form": draw(game, sheet.sitters, rules=game.defaults, preset={**FIRST_DEAL, **tried}),
        "acts": {"preview": f"{reverse('web:desk-workshop-game', args=[club.slug, data['slug']])}preview/"},
        "told": reviewed,
        "ends": list(_ends(game, reviewed.tried)),
        "unbalanced": reviewed.tried.unbalanced and _in_words(game, reviewed.tried.unbalanced),
        "right": [each for each in checked if each["holds"]],
        "wrong": (wrong := [each for each in checked if not each["holds"]]),
        "acceptable": sum(not each["faults"] for each in wrong),
        "examples": len(checked),
        "never": [lines[line] for line in reviewed.tried.never],
        "unproved": [proof._replace(line=lines[proof.line]) for proof in proofs],
        "questions": list(_questions(game, reviewed)),
        "differs": list(differences_of(game)),
        "season": _season(club, game),
    }


def _part_shown(draft: Draft, part: Part, opened: Collection[str]) -> dict[str, Any]:
    tell = Teller(rules_of(draft.game)) if draft.game else None
    rows = [
        _row_shown(draft, part, place, row, tell, opened)
        for place, row in enumerate(rows_of(part, draft.data))
    ]
    return {"name": part.name, "part": part, "rows": rows, "open": any(row["open"] for row in rows)}


def _row_shown(
    draft: Draft, part: Part, place: int, row: Mapping[str, Any], tell: Teller | None, opened: Collection[str]
) -> dict[str, Any]:
    key, at = f"{part.name}.{place}", f"{_form_name(part)}.{place}."
    faults = [refusal for refusal in draft.refused if f"{refusal.field}.".startswith(f"{key}.")]
    wrong = {name for refusal in faults for name in refusal.field.split(".")[2:3]}
    cells = cells_of(part, row)
    in_cells = {cell.name for cell in cells} | {part.called}
    return {
        "key": key,
        "anchor": key.replace(".", "-"),
        "row": row,
        "said": _row_in_words(part, row, tell),
        "names": names_of(part, row),
        "is_idle": part.name == "house_rules" and tell and row["name"] not in tell.house_rules_named,
        "is_couple": part.name == "lines" and str(row.get("to", "")).startswith("couple("),
        "faults": faults,
        "open": bool(faults) or key in opened,
        "called": (f"{at}{part.called}", row.get(part.called, "")) if part.called in ("id", "code") else None,
        "rest": (f"{at}rest", json.dumps({name: row[name] for name in row if name not in in_cells})),
        "cells": [
            {
                "name": f"{at}{cell.name}",
                "label": _(cell.label),
                "look": cell.look,
                "options": [(word, _(words)) for word, words in cell.choices.items()],
                "value": shown(cell, row),
                "height": len(shown(cell, row).splitlines()) + 1,
                "menu": f"menu-{cell.menu}" if cell.menu else None,
                "optional": not cell.needed,
                "wrong": "true" if cell.name in wrong else None,
            }
            for cell in cells
        ],
    }


def _row_in_words(part: Part, row: Mapping[str, Any], tell: Teller | None) -> str:
    # What a row says; what stands in it while it says nothing.
    with suppress(Unwritten, ValidationError, LookupError):
        return translate(tell.row(part.name, row)) if tell else str(row["sentence"])
    return str(row.get("label") or row.get(part.called, ""))


def _fault_shown(data: Mapping[str, Any], refusal: Refusal) -> dict[str, str]:
    # What is wrong, where that is in words, and the place on the page.
    head, place, name, *_rest = [*refusal.field.split("."), "", ""]
    if head not in BY_NAME or not place.isdecimal():
        where = HEADS.get(head) or (_(BY_NAME[head].title) if head in BY_NAME else head)
        return {"where": str(where), "message": refusal.message, "anchor": head}
    label = next((_(cell.label) for cell in BY_NAME[head].cells if cell.name == name), "")
    where = " · ".join(filter(None, (f"{_(BY_NAME[head].title)} {int(place) + 1}", label)))
    return {"where": where, "message": refusal.message, "anchor": f"said-{head}-{place}"}


def _menus(game: Game) -> dict[str, list[tuple[str, str]]]:
    # What may be chosen in the cells of a line, each with what it means: to whom, when, how many points.
    rules = rules_of(game)
    document, tell = rules.document, Teller(rules)
    seats = [field.name for field in document.fields if field.kind == "seat"]
    couples = ("couple", "partner") if document.partnership else ()
    whom = [
        "all",
        "each",
        *(f"{to}({seat})" for seat in seats for to in TO_WHOM if to in ("seat", "others", *couples)),
    ]
    flags = [field.name for field in document.fields if field.kind == "flag"]
    choices = [
        f"{field.name} == '{word}'"
        for field in document.fields
        if field.kind == "choice"
        for word in field.choices
    ]
    numbers = [field.name for field in document.fields if field.kind in ("number", "numbers")]
    steps = [value.name for value in document.values]
    house = [f"house_{rule.name}" for rule in document.house_rules]
    return {
        "whom": [(to, translate(tell.whom(to))) for to in whom],
        "when": list(_options(tell, [*flags, *(f"!{flag}" for flag in flags), *choices, *steps])),
        "points": list(_options(tell, [*numbers, *house, *steps])),
        "fields": [(field.name, _(field.label)) for field in document.fields],
        "paragraphs": [
            (paragraph.id.removeprefix(f"{game.slug}.score."), paragraph.title)
            for paragraph in game.paragraphs
            if paragraph.scores
        ],
    }


def _options(tell: Teller, written: Sequence[str]) -> Iterator[tuple[str, str]]:
    for expression in written:
        try:
            yield expression, translate(tell.expression(expression))
        except Unwritten:  # a choice that this kind of hand does not ask
            continue


def _ends(game: Game, tried: Tried) -> Iterator[tuple[str, dict[str, Any]]]:
    if not tried.least or not tried.most:
        return
    if max(tried.least.scores) == max(tried.most.scores):
        yield _("Fewest and most points"), _in_words(game, tried.least)
        return
    yield _("Fewest points"), _in_words(game, tried.least)
    yield _("Most points"), _in_words(game, tried.most)


def _in_words(game: Game, worked: Worked) -> dict[str, Any]:
    return {"hand": hand_said(game, worked.hand, worked.options), "scores": _scores(game, worked.scores)}


def _scores(game: Game, scores: Sequence[int]) -> str:
    return " · ".join(map(_signed, sides_of(game, scores).values()))


def hand_said(game: Game, hand: Mapping[str, Any], options: Mapping[str, Any]) -> str:
    """A hand in a line: what was entered, by the labels of its fields, and under which house rules."""
    words = [_field_said(field, hand[field.name]) for field in game.form if hand.get(field.name) is not None]
    words += [_field_said(rule, options[rule.name]) for rule in game.house_rule_form if rule.name in options]
    return ", ".join(filter(None, words))


def _field_said(field: form.FormField, value: Any) -> str:
    labels: dict[object, str] = {choice.value: _(choice.label) for choice in field.choices}
    if field.kind == "flag":
        return _(field.label) if value is True else ""
    if isinstance(value, dict):
        taken_by = ((_(item.label), value.get(item.name)) for item in field.items)
        text = ", ".join(f"{label} {labels.get(who, who)}" for label, who in taken_by)
    elif isinstance(value, list | tuple):
        text = " / ".join(map(_signed, value))
    else:
        text = labels.get(value) or _signed(value) if isinstance(value, str | int) else ""
    return _("%(label)s: %(text)s") % {"label": _(field.label), "text": text}


def _signed(number: object) -> str:
    return str(number).replace("-", "−") if isinstance(number, int) else str(number)


def _example(game: Game, place: int, checked: Checked) -> dict[str, Any]:
    example = checked.example
    mapping = isinstance(example.hand, Mapping) and isinstance(example.options, Mapping)
    return {
        "number": str(place),
        "holds": checked.holds,
        "hand": hand_said(game, example.hand, example.options) if mapping else "",
        "says": _scores(game, example.scores),
        "scores": _scores(game, checked.scores) if checked.scores else "",
        "faults": [translate(fault.sentence) for fault in checked.faults],
    }


def _questions(game: Game, reviewed: Review) -> Iterator[dict[str, Any]]:
    for question in reviewed.questions:
        worked = question.worked
        yield {
            "asks": translate(question.sentence),
            **_in_words(game, worked),
            "otherwise": _scores(game, question.otherwise),
            "keep": json.dumps({"hand": dict(worked.hand), "options": dict(worked.options)}),
        }


def _season(club: Club, game: Game) -> dict[str, Any]:
    # What the hands of the last twelve months would have given by the draft.
    # House rules that an evening left as they were are those of the draft.
    document = rules_of(game).document
    own = {row.slug: definition_of(row) for row in games_of(club) if row.slug == game.slug}
    stood = {**GAMES, **own}
    hands = unfit = 0
    changed: Counter[Evening] = Counter()
    rules_at: dict[Evening, Entry] = {}
    for played in hands_of_games(club, [game.slug, document.version_of or game.slug], now().date() - YEAR):
        before = stood.get(played.game)
        usual = before.options_as_data(before.defaults) if before else {}
        changes = {
            name: value
            for name, value in played.options.items()
            if hasattr(game.defaults, name) and usual.get(name) != value
        }
        hands += 1
        try:
            rules_at[played.evening] = rules = game.house_rules(changes)
            scores = game.score(played.hand, rules, game.left_by(played.before, rules)).scores
        except Faults:
            unfit += 1
            continue
        changed[played.evening] += scores != played.scores * (2 if len(played.scores) < len(scores) else 1)
    evenings = [evening for evening, count in changed.items() if count]
    placed = [(evening, moved_by(evening, game, rules_at[evening])) for evening in evenings[:MOST_PLACED]]
    return {
        "hands": hands,
        "others": changed.total(),
        "unfit": unfit,
        "evenings": [(evening.name, changed[evening], moved[:MOST_MOVED]) for evening, moved in placed],
        "firsts": sum(any(each.otherwise == 1 for each in moved) for _evening, moved in placed),
        "more": len(evenings) - len(placed),
    }
