"""Pages of a club: who finds those of the desk and the public, in whose language and time; commands run from one."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import cache, partial, wraps
from typing import Any, Final, ParamSpec, Protocol, TypeVar
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

from django import forms
from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.template import Library
from django.urls import get_resolver, reverse
from django.utils import timezone, translation
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.described import described
from tournaments import tenant_guard
from tournaments.club.member_list.details import surname_first
from tournaments.club.reads import access
from tournaments.club.reads.access import BETWEEN, LINKS, MOST_LINKS, Asker, Visitor, club_of_link, visitor_of
from tournaments.club.reads.members import Club, User
from tournaments.club.roles import ONLY, READING, SUSPENDED, Audience, Duty, Needed, Part, Permission, Role
from tournaments.club.services.audit import Command
from tournaments.site.arguments import ActorId, Arguments, body_of, parameters_of
from tournaments.site.web.forms import REFUSED, Done, field_of, run_or_refuse, submit
from tournaments.site.web.pages import Message, by_user, for_others, isolate, keep_cookie, or_404

P = ParamSpec("P")
R = TypeVar("R")
View = Callable[..., HttpResponse]
Shown = HttpResponse | dict[str, Any]
"""What a view comes to: an answer of its own, or the context of the template that its page is declared with."""
Declared = Callable[[Callable[..., Shown]], View]


class Unrefused(dict[str, Any]):
    """The context of a page shown in answer to a post that was not refused, but has done nothing yet."""


FORBIDDEN = 403
FORM: Final = ("GET", "HEAD", "POST")


class Kind(Protocol):
    def __call__(
        self, least: Needed = ..., *, change: Needed | None = None, template: str = ""
    ) -> Declared: ...


def page_kinds(
    find: Callable[..., Any],
    place: Collection[str],
    club_of: Callable[[Any], Club],
    usual: Needed = Role.DIRECTOR,
    about: Callable[[Any], dict[str, Any]] | None = None,
) -> tuple[Kind, Kind, Kind]:
    """How pages of a desk are declared: those that are only looked at, those that are shown and sent, and buttons.

    Each names the least role of whoever finds it, `change` another one for whoever sends it, and the template of what
    its view gives the context for. The view gets what stands at its address, in the time of the club, and of a part
    that names a row this row, where its annotation says so. Whoever holds a lesser office there is told who may; for
    everybody else there is nothing.

    Arguments:
        find: what stands at an address for a user who has at least a role there, by the parts of the address; None
            for nothing.
        place: the names of these parts; by the last one a template knows what the page is about.
        usual: the role where none is named.
        about: what a template knows of that, where it is more.
    """
    *_, called = place
    known = about or (lambda target: {called: target})

    def declared(view: View, needed: Permission) -> View:
        @wraps(view)
        def page(request: HttpRequest, **address: Any) -> HttpResponse:
            where = {name: address.pop(name) for name in place}
            least = needed.least(request.method)
            target = find(request.user, least, **where)
            if target is None:
                lesser = find(request.user, Duty.OFFICE, **where) if least is not Duty.OFFICE else None
                if lesser is None:
                    raise Http404
                return not_yours(request, club_of(lesser), least)
            if request.method not in READING and club_of(target).suspended_at:
                return not_yours(request, club_of(target))
            rows = Arguments(address, dict, {Club: club_of(target), type(target): target})
            with timezone.override(ZoneInfo(club_of(target).time_zone)):
                return view(request, target, **rows.in_place_of_parts(view))

        page.needs = needed  # type: ignore[attr-defined]
        return never_cache(login_required(page))

    def kind(method: Callable[[View], View]) -> Kind:
        def declare(least: Needed = usual, *, change: Needed | None = None, template: str = "") -> Declared:
            needed = Permission(least, change or least)
            return lambda view: method(declared(with_template(view, template, known), needed))

        return declare

    return kind(require_safe), kind(require_http_methods(FORM)), kind(require_POST)


def with_template(
    view: Callable[..., Shown], template: str, about: Callable[[Any], dict[str, Any]] | None = None
) -> View:
    """The page of a view that may leave it at the context of the template: shown after a post, it was refused."""

    @wraps(view)
    def page(request: HttpRequest, /, *args: Any, **kwargs: Any) -> HttpResponse:
        answer = view(request, *args, **kwargs)
        if isinstance(answer, HttpResponse):
            return answer
        context = {**about(args[0]), **answer} if about else answer
        is_refused = request.method == "POST" and not isinstance(answer, Unrefused)
        return render(request, template, context, status=REFUSED if is_refused else None)

    return page


def not_yours(request: HttpRequest, club: Club, least: Needed | None = None) -> HttpResponse:
    """The page that says who may; without `least` nobody, since the club is suspended."""
    words, who = (_(SUSPENDED), ()) if least is None else (_(ONLY[least]), access.who_may(club, least))
    context = {"club": club, "said": words, "who": who}
    return render(request, "desk/not_yours.html", context, status=FORBIDDEN)


club_read, club_form, club_button = page_kinds(access.club_for, ["club"], lambda club: club)


def button(
    command: Command[Any, Any], then: str, *, otherwise: str = "", undo: str = "", kind: Kind = club_button
) -> View:
    """A page that runs a command, says that it is done or why not, and leads to the page called `then`, as asked.

    Arguments:
        otherwise: the page to lead to where it is refused; "" for the same.
        undo: the page that takes it back, for a button of the message; "" for none.
        kind: of which desk it is.
    """

    def press(request: HttpRequest, target: Any = None, **place: Any) -> HttpResponse:
        known = {type(target): target, User: request.user, ActorId: by_user(request)}
        arguments = Arguments(place, lambda: posted(request, command), known)
        again = (lambda _result: address_of_page(request, undo)) if undo else None
        words = partial(done_in_words, command)
        is_done = run_or_refuse(request, lambda: command(**arguments.of(command)), words, again)
        query = request.META.get("QUERY_STRING", "")
        address = address_of_page(request, then if is_done or not otherwise else otherwise)
        return HttpResponseRedirect(f"{address}?{query}" if query else address)

    press.__module__ = command.__module__  # by which the guard of rows knows whether it looks at other clubs
    return own_button(press) if command.needs is None else kind(command.needs)(press)


def posted(request: HttpRequest, command: Command[Any, Any]) -> dict[str, Any]:
    """What was sent to a button of the body that its command takes."""
    body = body_of(command)
    return {name: request.POST[name] for name in body.model_fields if name in request.POST} if body else {}


class _Words(dict[str, str]):
    # Of what a command came to: `%(name)s` is its own name, `%(player)s` that of its player.
    def __init__(self, result: Any) -> None:
        super().__init__(name=isolate(getattr(result, "name", "")))
        self._result = result

    def __missing__(self, word: str) -> str:
        part = getattr(self._result, word, self._result)
        return isolate(str(getattr(part, "name", None) or part.number))


def done_in_words(command: Command[Any, Any], result: Any) -> str:
    """What is said of a command that is done, with the names (or numbers) that its words ask of what it came to."""
    words = command.done(result) if callable(command.done) else command.done
    return _(words) % _Words(result)


def address_of_page(request: HttpRequest, name: str) -> str:
    """That of a page whose address begins with the parts of the one that was asked for."""
    match: Any = request.resolver_match
    parts = list(match.kwargs.values())
    return reverse(f"web:{name}", args=parts[: len(page_at(name).pattern.converters)])


@cache
def form_of(body: type[Any]) -> type[forms.Form]:
    """The form in which a body or an act is entered: the fields that have words, as `field_of` draws them."""
    return type(
        f"{body.__name__}Form", (forms.Form,), {name: field_of(body, name) for name in described(body)}
    )


def run_form(request: HttpRequest, form: forms.Form, command: Command[P, R], **given: Any) -> Done[R] | None:
    """Run a command with what was entered, and say that it is done; None where it is not.

    What is refused stands beside the fields then.

    Arguments:
        given: the rows that the command is called with, or by which they are found; who acts and when is known.
    """
    run: Any = command
    hints = parameters_of(command)
    rows = {hints.get(name, type(row)): row for name, row in given.items()}
    known = {User: request.user, ActorId: by_user(request), **rows}
    arguments = Arguments({}, lambda: form.cleaned_data, known)
    return submit(request, form, lambda: run(**arguments.of(command)), partial(done_in_words, command))


@cache
def page_at(name: str) -> Any:
    """The pattern of the page of this name."""
    patterns = get_resolver("tournaments.web_urls").url_patterns
    return next(pattern for pattern in patterns if getattr(pattern, "name", "") == name)


def needs_at(name: str) -> Permission:
    needed: Permission = page_at(name).callback.needs
    return needed


def open_form(template: str = "") -> Declared:
    """How a page with a form for whoever comes is declared, whether they have signed in or not."""
    return lambda view: never_cache(require_http_methods(FORM)(with_template(view, template)))


def own_form(template: str = "") -> Declared:
    """How a page is declared on which whoever has signed in looks at something of their own, and changes it."""
    return lambda view: open_form()(login_required(with_template(view, template)))


def own_button(view: View) -> View:
    return never_cache(require_POST(login_required(view)))


def render_for(
    request: HttpRequest, club: Club, template: str, context: dict[str, Any], *, status: int = 200
) -> HttpResponse:
    """`template` with `club` and the visitor in its context, and every time told in the time zone of the club."""
    with timezone.override(ZoneInfo(club.time_zone)):
        whole = {"club": club, "visitor": visitor_of(request), **context}
        answer = render(request, template, whole, status=status)
    patch_vary_headers(answer, ["Cookie"])  # of who may see more, and in which language
    return answer


def speak(request: HttpRequest, language: str) -> None:
    """Answer in the club's language ("" for none), unless the visitor has chosen one at the foot of a page.

    What a browser merely prefers is not chosen: it is what its maker set.
    """
    chosen = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME)
    if language and chosen not in dict(settings.LANGUAGES):
        # It holds until the next request of this thread, as the choice of Django's own middleware does.
        translation.activate(language)


register = Library()
register.filter(surname_first)
LASTS: Final = 400 * 24 * 60 * 60
"""Seconds; browsers keep nothing longer."""


def public_club(request: HttpRequest, slug: str, part: Part | None = None) -> Club:
    """The club of this address, whose language is spoken from now on; one query.

    Raises Http404 where there is none, or it does not show the visitor this part of it.
    """
    club: Club = get_object_or_404(access.public_clubs(), slug=slug)
    if part is not None and not visitor_of(request).sees(part, club):
        raise Http404
    speak(request, club.language)
    return club


@never_cache
@require_safe
def open_link(request: HttpRequest, link: str) -> HttpResponse:
    club = or_404(club_of_link(link))
    before = [other for other in request.COOKIES.get(LINKS, "").split(BETWEEN) if other and other != link]
    answer = redirect("web:club", club.slug)
    keep_cookie(request, answer, LINKS, BETWEEN.join([link, *before][:MOST_LINKS]), lasts=LASTS)
    answer["Referrer-Policy"] = "no-referrer"
    return answer


def _sees(visitor: Any, club: Club, part: Part) -> bool:
    # A page that is the same for all knows of no visitor, and shows what everybody sees.
    if isinstance(visitor, Visitor):
        return visitor.sees(part, club)
    audience: int = getattr(club, part.field)
    return audience == Audience.EVERYBODY


def address_for_visitors(request: HttpRequest, club: Club, part: Part, name: str, *args: object) -> str:
    """The address of a page of a club to hand on; with the club's link in it where the page takes that."""
    page = for_others(request, reverse(f"web:{name}", args=[club.slug, *args]))
    if getattr(club, part.field) == Audience.WITH_LINK:
        page += f"?{urlencode({LINKS: access.link_of(club)})}"
    return page


def texts_to_paste(club: Club, part: Part, make: Callable[[], list[Message]]) -> list[Message]:
    """What an officer hands on, with names as everybody reads them, in the language of the club.

    None where the club shows this part of it to its officers alone.
    """
    if getattr(club, part.field) == Audience.NOBODY:
        return []
    with access.in_public(), translation.override(club.language or translation.get_language()):
        return make()


@register.filter
def works_at_a_desk(user: Asker) -> bool:
    with tenant_guard.bypass():
        return user.is_staff or access.offices_of(user).exists()


for _part in Part:
    register.filter(f"sees_{_part}", partial(_sees, part=_part))
