"""ETags, and what is done only if it still stands as the asker has seen it (RFC 9110, section 13).

Every answer to a GET has a strong ETag. What changes something takes it in `If-Match`: the rows that the address
names are held, what stands there is looked at once more, and only if its ETag is among those sent the change is made,
in the same transaction. Where an address shows nothing, it is the nearest one above it that counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from hashlib import sha256
from typing import Any, Final, cast

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified
from django.http.response import HttpResponseBase
from django.urls import Resolver404, ResolverMatch, resolve
from django.utils.http import parse_etags
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.derivation import gettext_noop
from tournaments.refusals import DOES_NOT_MATCH, refuse
from tournaments.site.api import query_params
from tournaments.site.held import hold

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


def has_one(request: Request) -> bool:
    """Whether something is to be changed only if it stands as the asker has seen it."""
    return request.method not in SAFE and IF_MATCH in request.headers


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
        shown = _as_it_stands(request._request)
        # By strong comparison: a weak tag never matches, for ours are none.
        if shown is None or not (ANY in known or shown in known):
            refuse(
                IF_MATCH,
                DOES_NOT_MATCH,
                gettext_noop("this is not as you have seen it; look at it again, then send what still holds"),
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
    """The ETag of what is shown at the address of a request, or at the nearest above it; None where nothing is.

    Raises Http404 where it is not the asker's.
    """
    for path, found in _upwards(request.path_info):
        look = query_params.without_any(request)
        look.__dict__.pop("headers", None)
        look.method, look.path_info, look.path = "GET", path, path
        look.META = {name: told for name, told in look.META.items() if name not in CONDITIONS}
        look.META |= {"REQUEST_METHOD": "GET", "PATH_INFO": path}
        look.resolver_match = found
        shown = cast("HttpResponseBase", found.func(look, *found.args, **found.kwargs))
        if shown.status_code == 404:
            raise Http404
        return shown.headers.get("ETag")
    return None


def _upwards(path: str) -> Iterator[tuple[str, ResolverMatch]]:
    """The addresses from this one upwards that show something, with their views."""
    while path.strip("/"):
        try:
            found = resolve(path)
        except Resolver404:
            return
        if "v1" in found.namespaces and hasattr(getattr(found.func, "cls", None), "get"):
            yield path, found
        path = path.rstrip("/").rpartition("/")[0] + "/"
