"""Who did what in a club: the page, its files, and over REST."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any, Final, Literal
from urllib.parse import urlencode

from django import forms
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import URLPattern, path
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from tournaments.audit import reads
from tournaments.audit.reads import SOURCES, Act, AuditFilter
from tournaments.club.api.operations import CLUB, Address
from tournaments.club.reads.members import Club
from tournaments.club.roles import Role
from tournaments.club.services import audit
from tournaments.club.web.pages import club_read
from tournaments.evening.web.words import user_names
from tournaments.site.api import query
from tournaments.site.api.answers import Answer, At, By, Entered, Example
from tournaments.site.api.query import CountedPage, OffsetPage
from tournaments.site.web import query_params
from tournaments.site.web.forms import day
from tournaments.site.web.pages import table_of

ON_A_PAGE = 50
LONGEST_TEXT = 80


class WantedForm(forms.Form):
    q = forms.CharField(label=later("Contains"), max_length=LONGEST_TEXT, required=False)
    who = forms.ChoiceField(label=later("Person"), required=False)
    what = forms.ChoiceField(label=later("Kind"), required=False)
    since = day(later("From"), required=False)
    until = day(later("To"), required=False)

    def __init__(self, club: Club, entered: Mapping[str, Any]) -> None:
        super().__init__(entered)
        everybody: Any = self.fields["who"]
        everybody.choices = [("", _("Everybody")), *_askers(club)]
        everything: Any = self.fields["what"]
        everything.choices = [("", _("Everything")), *reads.SOURCE_WORDS.items()]

    def filters(self) -> AuditFilter:
        self.is_valid()
        words = {**self.cleaned_data}
        return AuditFilter(text=words.pop("q", ""), **words)


def _askers(club: Club) -> list[tuple[str, str]]:
    askers = reads.askers(club)
    users = user_names(askers)
    return sorted(((by, reads.who(by, users)) for by in askers), key=lambda choice: choice[1].casefold())


@club_read(Role.OWNER, template="audit/of_club.html")
def show(request: HttpRequest, club: Club) -> dict[str, Any]:
    form = WantedForm(club, query_params.parameters(request))
    page = query_params.page_of(request, reads.Acts(club, form.filters()), ON_A_PAGE)
    chosen = {
        name: value
        for name in form.fields
        if (value := query_params.text(request, name, longest=LONGEST_TEXT))
    }
    return {
        "form": form,
        "page": page,
        "lines": [
            {"act": act, "what": reads.sentence(act), "details": reads.details(act)}
            for act in reads.read(list(page.object_list))
        ],
        "chosen": urlencode(chosen),
    }


@club_read(Role.OWNER)
def download(request: HttpRequest, club: Club, kind: str) -> HttpResponse:
    filters = WantedForm(club, query_params.parameters(request)).filters()
    acts = reads.read(reads.Acts(club, filters)[: reads.MOST_EXPORTED])
    audit.note(club, "audit-exported", count=len(acts))
    name = f"{club.slug}-acts.{kind}"
    if kind == "csv":
        return table_of(name, _rows(acts))
    answer = _as_json(acts)
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


def _rows(acts: Iterable[Act]) -> Iterator[Iterable[object]]:
    yield _("Time"), _("Who"), _("What"), _("Details"), _("Where"), _("Network"), _("Browser")
    for act in acts:
        yield (
            localtime(act.at).isoformat(timespec="seconds"),
            act.who,
            reads.sentence(act),
            "; ".join(reads.details(act)),
            act.where,
            act.network,
            act.browser,
        )


def _as_json(acts: Iterable[Act]) -> HttpResponse:
    rows = [
        {
            "at": localtime(act.at).isoformat(),
            "by": act.by,
            "who": act.who,
            "source": act.source,
            "act": act.act,
            "what": reads.sentence(act),
            "about": act.name,
            "values": act.values,
            "where": act.where,
            "network": act.network,
            "browser": act.browser,
        }
        for act in acts
    ]
    return JsonResponse({"acts": rows}, json_dumps_params={"ensure_ascii": False, "indent": 1})


urlpatterns: list[URLPattern] = [
    path("desk/<slug:club>/acts/", show, name="desk-audit"),
    path("desk/<slug:club>/acts.csv", download, {"kind": "csv"}, name="desk-audit-csv"),
    path("desk/<slug:club>/acts.json", download, {"kind": "json"}, name="desk-audit-json"),
]
LONGEST_WHO: Final = 40
LONGEST_ACT: Final = 30
LONGEST_WORDS: Final = 80


class WantedActs(OffsetPage):
    is_alone = False
    who = query.words(LONGEST_WHO, "Of whom, as `by` has it.")
    what = query.words(LONGEST_ACT, f"Of which source ({', '.join(SOURCES)}), or which act of the club.")
    since = query.day()
    until = query.day()
    q = query.words(LONGEST_WORDS, "Words of the sentence, or of what the act is about.")


class DoneInClub(Answer):
    """One act: what (`act` of a `source`, with the values that were kept), who, when, and from where."""

    at: Entered
    by: By
    who: Annotated[str, Example("Ann Lee")]
    source: Annotated[Literal["club", "evenings", "leagues"], Example("club")]
    act: Annotated[str, Example("role-changed")]
    what: Annotated[str, At(reads.sentence), Example("Bea Ray was made secretary.")]
    values: Annotated[dict[str, Any], Example({"role": 3, "before": 2})]
    where: str
    network: Annotated[str, Example("192.0.2.0/24")]
    browser: Annotated[str, Example("Firefox")]


class ActPage(CountedPage[DoneInClub]):
    """A part of the list, and the addresses of the parts before and after it."""


@Address(f"{CLUB}acts/", "club-acts", needs=Role.OWNER, chapter="clubs").get()
def list_acts(club: Club, wanted: WantedActs) -> ActPage:
    """What was done in the club, the newest first, with the acts of its ledgers; these have the whole of theirs.

    Where something was done from (`network`, a part of the address, and the browser) is kept for 90 days.
    """
    params = wanted.cleaned_data
    filters = AuditFilter(params["who"], params["what"], params["since"], params["until"], params["q"])

    def fetch(after: list[Any] | None, passed: int, count: int) -> list[reads.Place]:
        begin = reads.place_of(after) if after else None
        return reads.Acts(club, filters, begin)[passed : passed + count]

    page = wanted.fetched(fetch, lambda place: (place[0].isoformat(), *place[1:]))
    return ActPage.read(page, count=reads.Acts(club, filters).count(), results=reads.read(page.rows))
