"""The schedule at the desk: all its rounds, what they come to, the search for better ones, and one from a file."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.utils.translation import ngettext

from scoring.derivation import Sentence
from scoring.faults import Faults
from tournaments.club.web.pages import Shown, Unrefused
from tournaments.evening import acts
from tournaments.evening.comparison import places
from tournaments.evening.reads import director_alerts, facts
from tournaments.evening.reads import schedules as rows
from tournaments.evening.reads.desk import Evening
from tournaments.evening.reads.schedules import EveningRounds, certificate_of, counted, evening_rounds
from tournaments.evening.round_rules import Status
from tournaments.evening.services import schedules
from tournaments.evening.web.desk import decorators
from tournaments.evening.web.desk.seating import PersonSelect, place_in_words
from tournaments.evening.web.movement_words import compared, grid, grouped, lines, origin
from tournaments.evening.web.words import act_sentence
from tournaments.movement.exchange import LONGEST
from tournaments.movement.interface import Announced, Wishes
from tournaments.movement.scheduled import RoomToPlan
from tournaments.movement.seating import Seating
from tournaments.site.web.forms import run_or_refuse, sentence_case
from tournaments.site.web.pages import by_user, now, refusals, translate

PAGE = "desk/schedule.html"
MILLI = 1000
MOST_PER_CENT = 100


def panels(evening: Evening, found: EveningRounds) -> dict[str, Any]:
    """Every open search as the page shows it, or the last one where it has failed. One query or two."""
    opened = rows.open_plannings(evening)
    failed = None if opened else rows.last_failed(evening)
    return {
        "searches": [_panel(planning, found) for planning in opened],
        "searching": any(planning.stage == "searching" for planning in opened),
        "failed": failed,
        "may_take": acts.AnnounceSchedule in acts.possible(Status(evening.status)),
    }


def _panel(planning: Any, found: EveningRounds) -> dict[str, Any]:
    longest = schedules.LONGEST.total_seconds()
    seconds = planning.milliseconds / MILLI
    context: dict[str, Any] = {
        "planning": planning,
        "moves": grouped(planning.moves),
        "seconds": round(seconds, 1),
        "per_cent": min(MOST_PER_CENT, round(seconds * MOST_PER_CENT / longest)),
        "longest": round(longest),
        "stopping": planning.stop_asked and planning.stage == "searching",
    }
    if planning.announced is None:
        return context
    room = RoomToPlan.from_data(planning.task, found.plan.tables)
    announced = Announced.from_data(planning.announced)
    new = counted([*room.played, *announced.rounds], found.tickets, found.plan)
    if planning.stage == "searching":
        return {**context, "best": lines(new)}
    old = counted([*room.played, *room.coming()], found.tickets, found.plan)
    both = compared(old, new)
    return {
        **context,
        "compared": both,
        "gains": planning.purpose != "improve" or any(line.way == "better" for line in both),
        "rounds": _in_rounds(announced),
        **_changes(room.coming(), announced, found),
    }


def _in_rounds(announced: Announced) -> str:
    values = {"first": announced.first, "last": announced.last}
    if announced.first == announced.last:
        return _("round %(first)s") % values
    return _("rounds %(first)s to %(last)s") % values


Place = tuple[int, int] | None


def _changes(before: Sequence[Seating], announced: Announced, found: EveningRounds) -> dict[str, Any]:
    out = facts.record_of(found.evening).tables_out
    both = zip(before, announced.rounds, strict=False)
    pairs = [(places(old.around(out)), places(new.around(out))) for old, new in both]
    tables = sum(_table(old.get(code)) != _table(place) for old, new in pairs for code, place in new.items())
    return {
        "changed": tables,
        "changed_words": ngettext(
            "%(count)s place at another table than announced.",
            "%(count)s places at another table than announced.",
            tables,
        )
        % {"count": tables},
        "next_number": announced.first,
        "next_changes": _who(*pairs[0], found.names) if pairs else [],
    }


def _table(place: Place) -> int | None:
    return place[0] if place else None


def _who(
    old: Mapping[str, Place], new: Mapping[str, Place], names: Mapping[str, str]
) -> list[dict[str, str]]:
    return [
        {
            "name": names[code],
            "before": place_in_words(old[code]) if code in old else _("not there"),
            "after": place_in_words(place),
        }
        for code, place in new.items()
        if code not in old or old[code] != place
    ]


@decorators.evening_button()
def search_action(request: HttpRequest, evening: Evening, pk: int, name: str) -> HttpResponse:
    planning = rows.planning(evening, pk)
    if name == "stop":
        schedules.stop(planning=planning, at=now())
    elif name == "drop":
        schedules.drop(planning=planning, at=now())
    elif name == "take":
        run_or_refuse(
            request,
            lambda: schedules.take(planning=planning, by=by_user(request), at=now()),
            _("The new schedule is announced."),
        )
    else:
        raise Http404
    return decorators.to_desk(evening, "desk-schedule")


KINDS = {
    "apart": later("Never at one table"),
    "never_partners": later("Never partners"),
    "together": later("Always together"),
    "unmoved": later("Must not move"),
}
HELP = {
    "apart": later("Two people who should not share a table."),
    "never_partners": later("They may meet, but not play with each other."),
    "together": later("Two people who always share a table, as partners if the game has partners."),
    "unmoved": later(
        "Somebody who keeps one seat all evening, for example because walking or hearing is difficult."
    ),
}
ONE, OTHER = "one", "other"
MOST_ROWS = 100


class WishesForm(forms.Form):
    """Selects `<kind>-<row>-one` and `<kind>-<row>-other`; the kind `unmoved` has `-one` alone.

    It shows `wishes` before anything is posted; the kind `more` gets one row more than are filled in.
    """

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        people: Sequence[tuple[str, str]],
        partnership: bool,
        wishes: Wishes | None = None,
        more: str = "",
    ) -> None:
        super().__init__(data, auto_id="wish_%s")
        self.names = dict(people)
        self.kinds = [kind for kind in KINDS if partnership or kind != "never_partners"]
        self.rows: dict[str, int] = {}
        self.wishes = Wishes()
        self.row_of: dict[str, list[int]] = {kind: [] for kind in self.kinds}
        choices = [("", "–"), *people]
        for kind in self.kinds:
            entered = _rows_in(data, kind) if data is not None else len(_wished(wishes, kind, self.names))
            self.rows[kind] = min(MOST_ROWS, max(entered + (data is None) + (kind == more), 1))
            for row in range(self.rows[kind]):
                self._add(kind, row, choices)
        if data is None and wishes is not None:
            self.initial = dict(self._as_it_stands(wishes))

    def _add(self, kind: str, row: int, choices: list[tuple[str, str]]) -> None:
        labels = {ONE: _("%(kind)s, %(row)s: player"), OTHER: _("%(kind)s, %(row)s: and player")}
        for side in (ONE,) if kind == "unmoved" else (ONE, OTHER):
            label = labels[side] % {"kind": KINDS[kind], "row": row + 1}
            attrs = {"class": "input", "aria-label": label}
            self.fields[f"{kind}-{row}-{side}"] = forms.ChoiceField(
                label=label, choices=choices, required=False, widget=PersonSelect(attrs=attrs)
            )

    def _as_it_stands(self, wishes: Wishes) -> Iterator[tuple[str, str]]:
        for kind in self.kinds:
            for row, codes in enumerate(_wished(wishes, kind, self.names)):
                yield from (
                    (f"{kind}-{row}-{side}", code) for side, code in zip((ONE, OTHER), codes, strict=False)
                )

    def clean(self) -> dict[str, Any]:
        entered: dict[str, Any] = super().clean() or {}
        codes_by_kind: dict[str, list[tuple[str, ...]]] = {kind: [] for kind in self.kinds}
        for kind in self.kinds:
            for row in range(self.rows[kind]):
                sides = (ONE,) if kind == "unmoved" else (ONE, OTHER)
                codes = tuple(entered.get(f"{kind}-{row}-{side}") or "" for side in sides)
                if not any(codes):
                    continue
                if not all(codes):
                    self._half(kind, row, codes)
                    continue
                codes_by_kind[kind].append(codes)
                self.row_of[kind].append(row)
        self.wishes = Wishes(
            **{
                kind: tuple((first, other) for first, other in codes_by_kind[kind])
                for kind in self.kinds
                if kind != "unmoved"
            },
            unmoved=tuple(code for (code,) in codes_by_kind["unmoved"]),
        )
        return entered

    def _half(self, kind: str, row: int, codes: Sequence[str]) -> None:
        empty, code = (ONE, codes[1]) if codes[1] else (OTHER, codes[0])
        if f"{kind}-{row}-{empty}" in self.errors:
            return
        words = _("%(name)s was chosen alone; a pair is two players. Choose the other, or nobody.")
        self.add_error(f"{kind}-{row}-{empty}", words % {"name": self.names[code]})

    def refuse(self, refused: Faults) -> None:
        """Put what the service refuses beside the row it is about, with names for the tickets."""
        for fault in refused.faults:
            self.add_error(self._field(fault.field), sentence_case(translate(self._named(fault.sentence))))

    def _named(self, sentence: Sentence) -> Sentence:
        values = {
            key: self.names.get(value, value) if isinstance(value, str) else value
            for key, value in sentence.values.items()
        }
        return Sentence(sentence.template, values)

    def _field(self, path: str) -> str | None:
        kind, _dot, place = path.partition(".")
        rows = self.row_of.get(kind, [])
        row = rows[int(place)] if place.isdigit() and int(place) < len(rows) else (rows[0] if rows else 0)
        name = f"{kind}-{row}-{ONE}"
        return name if name in self.fields else None

    def groups(self) -> list[dict[str, Any]]:
        return [
            {
                "kind": kind,
                "label": KINDS[kind],
                "help": HELP[kind],
                "filled": any(self[name].value() for name in self.fields if name.startswith(f"{kind}-")),
                "rows": [
                    [self[name] for name in self.fields if name.startswith(f"{kind}-{row}-")]
                    for row in range(self.rows[kind])
                ],
            }
            for kind in self.kinds
        ]


def _rows_in(data: Mapping[str, Any], kind: str) -> int:
    matches = (re.fullmatch(rf"{kind}-([0-9]{{1,2}})-(?:one|other)", name) for name in data)
    return max((int(match[1]) + 1 for match in matches if match), default=0)


def _wished(wishes: Wishes | None, kind: str, names: Mapping[str, str]) -> list[tuple[str, ...]]:
    # Only wishes about people who are in.
    if wishes is None:
        return []
    of = [(code,) for code in wishes.unmoved] if kind == "unmoved" else list(getattr(wishes, kind))
    return [codes for codes in of if all(code in names for code in codes)]


def told_at_the_desk(evening: Evening) -> EveningRounds:
    """The evening's rounds, with the director's draft of the next."""
    return evening_rounds(evening, facts.plan_of(evening), drafts=True)


@decorators.evening_read(template=PAGE)
def show(request: HttpRequest, evening: Evening) -> Shown:
    return page(request, evening)


def page(request: HttpRequest, evening: Evening, **posted: forms.Form) -> dict[str, Any]:
    schedule = told_at_the_desk(evening)
    certificate = certificate_of(schedule)
    may_search = schedule.plan.draws_up and acts.AnnounceSchedule in acts.possible(Status(evening.status))
    context: dict[str, Any] = {
        "plan": schedule.plan,
        "certificate": certificate,
        "lines": lines(certificate) if certificate else [],
        "grid": grid(schedule),
        "origin": origin(schedule),
        "begun": evening.current_round > 0,
        "may_search": may_search and schedule.plan.rounds >= rows.first_open(evening),
        "may_bring": may_search and not evening.current_round,
        "happened": list(_happened(evening, schedule)) if evening.current_round else [],
        **panels(evening, schedule),
        **posted,
    }
    if may_search:
        context.setdefault("form", wishes_form(schedule, rows.standing_wishes(evening)))
        context.setdefault("file_form", FileForm(auto_id="file_%s"))
    availability = {"form": context["may_search"], "file_form": context["may_bring"]}
    for name, form in posted.items():
        if not availability[name]:
            # The page does not show this form any more.
            for error in chain.from_iterable(form.errors.values()):
                messages.error(request, str(error))
    return context


def wishes_form(found: EveningRounds, wishes: Any = None, data: Any = None, more: str = "") -> WishesForm:
    names = found.names
    people = sorted(
        ((ticket.code, names[ticket.code]) for ticket in found.tickets if ticket.left_in is None),
        key=lambda person: person[1].casefold(),
    )
    partnership = found.plan.tables.partnership
    return WishesForm(data, people=people, partnership=partnership, wishes=wishes, more=more)


def _happened(evening: Evening, found: EveningRounds) -> Iterator[dict[str, str]]:
    names = found.names
    people = decorators.desk_url(evening, "desk-people")
    replaced = {ticket.replaces.code for ticket in found.tickets if ticket.replaces}
    for ticket in found.tickets:
        values: dict[str, object] = {"name": names[ticket.code], "round": ticket.left_in}
        if ticket.replaces:
            values |= {"old": names[ticket.replaces.code], "round": ticket.arrived_in}
            yield {"what": _("%(name)s plays for %(old)s since round %(round)s.") % values, "url": people}
        elif ticket.arrived_in:
            came = {**values, "round": ticket.arrived_in}
            yield {"what": _("%(name)s came in round %(round)s.") % came, "url": people}
        if ticket.left_in is not None and ticket.code not in replaced:
            yield {"what": _("%(name)s left in round %(round)s.") % values, "url": people}
    decisions = decorators.desk_url(evening, "desk-decisions")
    for decided in director_alerts.standing_decisions(evening):
        if decided.act == acts.ExchangeSeats.name:
            yield {"what": act_sentence(decided.act, decided.body, names), "url": decisions}


@decorators.evening_form(template=PAGE)
def search(request: HttpRequest, evening: Evening) -> Shown:
    """A post begins a search; a get from the open page shows how far the searches are."""
    if request.method != "POST":
        if "HX-Request" not in request.headers:
            return decorators.to_desk(evening, "desk-schedule")
        context = {"evening": evening, **panels(evening, told_at_the_desk(evening)), "polled": True}
        return render(request, "desk/parts/searches.html", context)
    schedule = told_at_the_desk(evening)
    more = request.POST.get("more", "")
    form = wishes_form(schedule, data=request.POST, more=more)
    if more:
        return Unrefused(page(request, evening, form=_untouched(form, schedule, more)))
    if form.is_valid() and _begin_search(request, evening, form):
        return decorators.to_desk(evening, "desk-schedule")
    return page(request, evening, form=form)


def _untouched(form: WishesForm, found: EveningRounds, more: str) -> WishesForm:
    # With what was chosen so far, and no word about what is still missing.
    fresh = wishes_form(found, data=form.data, more=more)
    fresh.is_bound = False
    fresh.initial = {name: form.data.get(name, "") for name in fresh.fields}
    return fresh


def _begin_search(request: HttpRequest, evening: Evening, form: WishesForm) -> bool:
    purpose = request.POST.get("purpose", "improve")
    try:
        schedules.ask(evening=evening, purpose=purpose, wishes=form.wishes, by=by_user(request), at=now())
    except Faults as refused:
        form.refuse(refused)
        return False
    messages.success(request, _("The search has begun. Nothing changes until you use what it finds."))
    return True


MOST_FAULTS_SHOWN = 40
MOST_BYTES = 4 * (LONGEST + 1)
"""Of a file: a letter takes four at the most."""


class FileForm(forms.Form):
    file = forms.FileField(label=later("File"), required=False)
    text = forms.CharField(
        label=later("or its text"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 6, "autocomplete": "off", "spellcheck": "false"}),
    )


@decorators.evening_form(template=PAGE)
def bring(request: HttpRequest, evening: Evening) -> Shown:
    if request.method != "POST":
        return decorators.to_desk(evening, "desk-schedule")
    form = FileForm(request.POST, request.FILES, auto_id="file_%s")
    if form.is_valid() and _brought(request, evening, form):
        return decorators.to_desk(evening, "desk-schedule")
    return page(request, evening, file_form=form)


def _brought(request: HttpRequest, evening: Evening, form: FileForm) -> bool:
    uploaded, text = form.cleaned_data["file"], form.cleaned_data["text"]
    if uploaded and text.strip():
        form.add_error("text", _("A file was chosen and text entered; only one of them can be read."))
        return False
    if not uploaded and not text.strip():
        form.add_error("file", _("Nothing was chosen or entered; choose a file or enter its text."))
        return False
    field, source = ("file", uploaded.name) if uploaded else ("text", _("pasted text"))
    try:
        # No more of it than is read anyway.
        read = uploaded.read(MOST_BYTES).decode("utf-8-sig") if uploaded else text
        schedules.bring(evening=evening, text=read, source=source, by=by_user(request), at=now())
    except UnicodeDecodeError:
        form.add_error(field, _("The file is not text in UTF-8; save it as CSV in UTF-8, or paste its text."))
        return False
    except Faults as refused:
        _show(form, field, refused)
        return False
    messages.success(request, _("The schedule of “%(source)s” is announced.") % {"source": source})
    return True


def _show(form: FileForm, field: str, refused: Faults) -> None:
    sentences = [sentence_case(refusal.message) for refusal in refusals(refused)]
    for message in sentences[:MOST_FAULTS_SHOWN]:
        form.add_error(field, message)
    if len(sentences) > MOST_FAULTS_SHOWN:
        more = len(sentences) - MOST_FAULTS_SHOWN
        form.add_error(field, _("There are %(count)s more faults.") % {"count": more})
