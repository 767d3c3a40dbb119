"""The base of every view of the REST API: who asks, what they may, what is done once, and what only if it stands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from functools import partial
from hashlib import sha256
from typing import Any, ClassVar, Final, TypedDict, TypeVar, cast

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified
from django.http.response import HttpResponseBase
from django.urls import Resolver404, ResolverMatch, resolve, reverse
from django.utils import timezone, translation
from django.utils.http import parse_etags
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from drf_spectacular.utils import OpenApiParameter
from rest_framework.exceptions import PermissionDenied, Throttled
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.permissions import AllowAny, BasePermission
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from tournaments.club.reads import access, members
from tournaments.club.roles import ONLY, SUSPENDED, Duty, Needed, Permission, Role
from tournaments.club.services import quotas, throttle, tokens
from tournaments.club.services.throttle import Limit, sender
from tournaments.refusals import DOES_NOT_MATCH, refuse
from tournaments.site.api import query
from tournaments.site.api.schema import DEPRECATION, Deprecation
from tournaments.site.arguments import hold


class IsOfficer(BasePermission):
    """A signed-in user. A table's token opens its table and nothing else."""

    message = gettext_lazy("A table's token opens its table only.")
    code = "officers-only"

    def has_permission(self, request: Request, view: APIView) -> bool:
        return isinstance(request.user, members.User) and request.user.is_authenticated


# --- ETags, and what is done only if it still stands as the asker has seen it (RFC 9110, section 13) --
# Every answer to a GET has a strong ETag. What changes something takes it in `If-Match`: the rows that the
# address names are held, what stands there is looked at once more, and only if its ETag is among those sent
# the change is made, in the same transaction. Where an address shows nothing, it is the nearest one above it
# that counts.

IF_MATCH: Final = "If-Match"
ANY: Final = "*"
SAFE: Final = ("GET", "HEAD", "OPTIONS")
CONDITIONS: Final = (
    "HTTP_IF_MATCH",
    "HTTP_IF_NONE_MATCH",
    "HTTP_IDEMPOTENCY_KEY",
    "CONTENT_LENGTH",
    "CONTENT_TYPE",
)
"""What a look at the present state does not take over from the request that changes it."""


def told_by_its_etag(request: Request, response: HttpResponseBase) -> HttpResponseBase:
    """An answer that shows something, with the ETag of its bytes; 304 for who has it already.

    Answers that have an ETag keep theirs; what nobody may keep has none.
    """
    if request.method not in ("GET", "HEAD") or response.status_code != 200:
        return response
    if not isinstance(response, Response) or "no-store" in response.headers["Cache-Control"]:
        return response
    if "ETag" in response.headers:
        return response
    etag = f'"{sha256(response.render().content).hexdigest()[:32]}"'
    response.headers["ETag"] = etag
    return not_modified(request, etag, like=response) or response


def not_modified(request: Request, etag: str, *, like: HttpResponseBase | None = None) -> HttpResponse | None:
    """304 for whoever has what `etag` names, by weak comparison; None for everybody else.

    Arguments:
        like: the answer whose other headers the 304 has too.
    """
    known = parse_etags(request.headers.get("If-None-Match", ""))
    if ANY not in known and etag not in [tag.removeprefix("W/") for tag in known]:
        return None
    headers = {name: value for name, value in like.headers.items() if name != "Content-Type"} if like else {}
    return HttpResponseNotModified(headers={**headers, "ETag": etag})


def done_if_it_matches(
    is_retry: Callable[..., bool], do: Callable[..., HttpResponseBase], request: Request, **place: Any
) -> HttpResponseBase:
    """What `do` answers, done while nobody else changes what the address names.

    Arguments:
        is_retry: whether it was done already, by the same request, and is only to be answered again.

    Raises:
        Faults: what stands there is not what `If-Match` names; and whatever `do` refuses.
        Http404: nothing is there for the asker.
    """
    if is_retry(request, **place):
        return do(request, **place)
    with transaction.atomic():
        hold({**place, "user": request.user.pk})
        known = parse_etags(request.headers[IF_MATCH])
        etag = _as_it_stands(request._request)
        # By strong comparison: a weak tag never matches, for ours are none.
        if etag is None or not (ANY in known or etag in known):
            refuse(
                IF_MATCH,
                DOES_NOT_MATCH,
                "this is not as you have seen it; look at it again, then send what still holds",
            )
        return do(request, **place)


def done_by_itself(do: Callable[..., HttpResponseBase], request: Request, **place: Any) -> HttpResponseBase:
    """What `do` answers, done while nobody else changes what the address names.

    So it is with a part of something: what was not sent stays as it stands then, not as somebody saw it before.

    Raises whatever `do` does; then nothing is changed.
    """
    with transaction.atomic():
        hold({**place, "user": request.user.pk})
        return do(request, **place)


def _as_it_stands(request: HttpRequest) -> str | None:
    # Where this address shows nothing, the nearest one above it counts.
    for path, match in _upwards(request.path_info):
        look = query.without_any(request)
        look.__dict__.pop("headers", None)
        look.method, look.path_info, look.path = "GET", path, path
        look.META = {name: value for name, value in look.META.items() if name not in CONDITIONS}
        look.META |= {"REQUEST_METHOD": "GET", "PATH_INFO": path}
        look.resolver_match = match
        answer = cast("HttpResponseBase", match.func(look, *match.args, **match.kwargs))
        if answer.status_code == 404:
            raise Http404
        return answer.headers.get("ETag")
    return None


def _upwards(path: str) -> Iterator[tuple[str, ResolverMatch]]:
    while path.strip("/"):
        try:
            match = resolve(path)
        except Resolver404:
            return
        if "v1" in match.namespaces and hasattr(getattr(match.func, "cls", None), "get"):
            yield path, match
        path = path.rstrip("/").rpartition("/")[0] + "/"


KEY_HEADER = "Idempotency-Key"
KEPT_HEADERS = ("Location", "Cache-Control")
"""The headers of an answer that are its own, such as that nobody keeps it; the others every answer gets afresh."""

SECRET = {"Cache-Control": "no-store"}
"""Of an answer that holds what opens something."""


class Actor(TypedDict):
    by: str
    at: datetime


def user_asking(request: Request) -> members.User:
    return cast("members.User", request.user)


class JSONOnly(BaseContentNegotiation):
    """There is one way to answer; whatever is asked for, it comes."""

    def select_parser(self, request: Request, parsers: Iterable[BaseParser]) -> BaseParser | None:
        kind = (request.content_type or "").partition(";")[0].strip().lower()
        return next((parser for parser in parsers if parser.media_type == kind), None)

    def select_renderer(  # type: ignore[override]
        self, request: Request, renderers: Sequence[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        return renderers[0], renderers[0].media_type


class RestView(APIView):
    content_negotiation_class = JSONOnly
    parameters: ClassVar[Sequence[OpenApiParameter]] = ()
    """Those that every operation has."""
    gives_keys: ClassVar[bool] = False
    """Whether to look at it is to get what changes something: a key that only looks does not do, nobody keeps it."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        key, needs = request.auth, getattr(self, "needs", None)
        if isinstance(key, access.ApiToken) and needs is not None:
            method = "POST" if self.gives_keys else request.method
            if not needs.allows(key.reach, method):
                raise PermissionDenied(
                    _("This token may not do that. It may: %(reach)s.") % {"reach": key.get_reach_display()},
                    "beyond-the-token",
                )
        do = getattr(self, str(request.method).lower(), None)
        if do is not None and request.method not in SAFE and IF_MATCH in request.headers:
            conditional = partial(done_if_it_matches, self.is_retry, do)
            setattr(self, str(request.method).lower(), conditional)
        elif do is not None and request.method == "PATCH":
            setattr(self, "patch", partial(done_by_itself, do))  # noqa: B010 - as above

    def is_retry(self, request: Request, **place: Any) -> bool:
        """Whether this was done already and is only to be answered again, whatever stands there by now."""
        return False

    def finalize_response(
        self, request: Request, response: HttpResponseBase, *args: Any, **kwargs: Any
    ) -> Any:
        response = super().finalize_response(request, cast("Response", response), *args, **kwargs)
        response.headers.setdefault("Cache-Control", "no-store" if self.gives_keys else "private, no-cache")
        response = told_by_its_etag(request, response)
        # What stands in the class: `initial` may have put something round the method of this one view.
        method = "get" if request.method == "HEAD" else str(request.method).lower()
        old: Deprecation | None = getattr(getattr(type(self), method, None), DEPRECATION, None)
        if old is not None:
            links = [response.headers["Link"]] if "Link" in response.headers else []
            for name, value in old.headers(reverse("api-docs"), self.kwargs).items():
                response.headers[name] = ", ".join([*links, value]) if name == "Link" else value
        return response


class PublicView(RestView):
    """For everybody; it shows nothing of anybody's."""

    permission_classes: Sequence[type[BasePermission]] = (AllowAny,)


F = TypeVar("F")


def get_for_role_or_404(request: Request, needs: Permission, find: Callable[[Needed], F]) -> F:
    """What `find` finds for the role that the request takes.

    Raises PermissionDenied for whoever holds an office there that is not enough, and for what would change something
    in a suspended club, Http404 for everybody else.
    """
    least = needs.least(request.method)
    try:
        target = find(least)
    except Http404:
        if least is Duty.OFFICE:
            raise
    else:
        if request.method not in SAFE and _club_of(target).suspended_at:
            raise PermissionDenied(_(SUSPENDED), "suspended")
        return target
    find(Duty.OFFICE)
    raise PermissionDenied(_(ONLY[least]), "not-yours")


def _club_of(target: Any) -> Any:
    above = getattr(target, "league", target)
    return getattr(above, "club", above)


class OfficerView(RestView):
    """For users, each of whom finds the clubs and evenings in which they are what the endpoint `needs`."""

    permission_classes: Sequence[type[BasePermission]] = (IsOfficer,)
    needs: ClassVar[Permission] = Permission(Role.DIRECTOR, Role.DIRECTOR)
    is_own: ClassVar[bool] = False
    """Whether it is about whoever asks: then `needs` says only how far their token has to reach."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """What comes before the method; one with a key of its own is then done once, however often it is sent."""
        key = request.headers.get(KEY_HEADER) if request.method == "POST" else None
        # By its bytes a retry is known, and they can only be read before a session's authentication parses them.
        body = b"" if key is None else request._request.body
        super().initial(request, *args, **kwargs)
        if key is not None:
            post = cast("Callable[..., Response]", getattr(self, "post", self.http_method_not_allowed))
            setattr(self, "post", partial(self._once, key, body, post))  # noqa: B010 - dispatch looks it up after this

    def check_right(self, request: Request, *args: Any, **place: Any) -> object:
        """Raise as `get_for_role_or_404` does for whoever may not, or no longer, do what is posted here."""
        return self.club(request, place["club"]) if "club" in place else None

    def club(self, request: Request, club: str) -> members.Club:
        return get_for_role_or_404(request, self.needs, partial(members.club, request.user, club))

    def who(self, request: Request) -> Actor:
        return {"by": f"user:{request.user.pk}", "at": timezone.now()}

    def _once(
        self, key: str, body: bytes, post: Callable[..., Response], request: Request, **place: Any
    ) -> HttpResponse:
        def do() -> tokens.Reply:
            response = post(request, **place)
            headers = {name: value for name, value in response.headers.items() if name in KEPT_HEADERS}
            return tokens.Reply(response.status_code, headers, JSONRenderer().render(response.data).decode())

        reply = tokens.run_once(
            user=user_asking(request),
            key=key,
            asked=(str(request.method), request.get_full_path(), body),
            at=timezone.now(),
            do=do,
            check_right=partial(self.check_right, request, **place),
        )
        return HttpResponse(
            reply.body, status=reply.status, headers=dict(reply.headers), content_type="application/json"
        )


def unchanged(request: Request, version: int) -> tuple[str, HttpResponse | None]:
    """The ETag of what is shown at `version` in the reader's language, and 304 for who has that already.

    Only where a version is known before the answer is made: any other answer has an ETag without it.
    """
    etag = f'"{version}-{translation.get_language()}"'
    return etag, not_modified(request, etag)


# What costs much, counted: bytes of scoring in bulk, and looks at what takes long to work out. Each is so much a
# minute of one token, or of one address without any. All processes count together, in the database, each request in
# one statement that refuses to pass the limit. No phone of a room scores in bulk: whatever a room does, its address
# has enough.

BYTES_A_MINUTE: Final = 2 * 1024 * 1024
"""What may come in from one address in a minute: four of the longest batches, about a second of work."""
BYTES_OF_A_TOKEN: Final = 16 * 1024 * 1024
"""What may come in with one token, a table's or an officer's, whatever its address."""


class _OfAMinute(BaseThrottle):
    """Counts what a minute allows whoever asks; which limit, and when, its kinds keep."""

    at: datetime
    limit: Limit

    def wait(self) -> float:
        return self.limit.wait(self.at)


class Allowance(_OfAMinute):
    """Counts the bytes of bodies, before they are read."""

    def allow_request(self, request: Request, view: APIView) -> bool:
        self.at, self.limit = timezone.now(), _limit_of(request)
        length = request.META.get("CONTENT_LENGTH") or "0"
        bytes_sent = int(length[:9]) if length.isdecimal() else 0
        return throttle.spend(self.limit, min(bytes_sent, self.limit.most), at=self.at)


class LongLooks(_OfAMinute):
    """Counts the requests for what takes long to work out."""

    def allow_request(self, request: Request, view: APIView | None) -> bool:
        self.at, self.limit = timezone.now(), throttle.long_looks(_who(request), request.META)
        club = view.kwargs.get("club") if view else None
        is_left = throttle.spend(self.limit, 1, at=self.at)
        return is_left and (club is None or quotas.has_requests_left(club, at=self.at))


LONG: Final[Sequence[type[BaseThrottle]]] = (LongLooks,)
"""The throttles of what takes long to work out."""


def count_long_look(request: Request) -> None:
    """Count a request that takes long, as not every one at its address does. Raises Throttled for one too many."""
    looks = LongLooks()
    if not looks.allow_request(request, None):
        raise Throttled(looks.wait())


def _limit_of(request: Request) -> Limit:
    if who := _who(request):
        return Limit(sender("bulk", who), BYTES_OF_A_TOKEN)
    return Limit(sender("bulk", "address", throttle.address_of(request.META)), BYTES_A_MINUTE)


def _who(request: Request) -> str:
    key: Any = request.auth
    if key is not None:
        return str(key.sender)
    return f"user {request.user.pk}" if request.user.is_authenticated else ""
