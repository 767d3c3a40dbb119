"""What is shared of a page: a title, a sentence, its address and a picture."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse

from tournaments.site.web.card_picture import Card, drawn


@dataclass(frozen=True, slots=True)
class Share:
    """A page as it is shared; addresses are whole."""

    title: str
    text: str
    url: str
    picture: str


def share(request: HttpRequest, *, title: str, text: str, picture: str) -> Share:
    """The page that is asked for as it is shared.

    Arguments:
        picture: the address of its picture on this server.
    """
    url, picture = request.build_absolute_uri(request.path), request.build_absolute_uri(picture)
    return Share(title, text, url, picture)


def picture_of(card: Card) -> HttpResponse:
    """The picture of a page as an answer."""
    return HttpResponse(drawn(card), content_type="image/png")
