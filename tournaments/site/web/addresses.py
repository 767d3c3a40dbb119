"""Addresses that are handed on: as other machines must call them."""

from __future__ import annotations

from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest
from django.urls.converters import SlugConverter


class Dated(SlugConverter):
    """In a path: a name in an address that begins with a day, as every evening's does."""

    regex = r"[0-9]{4}-[0-9]{2}-[0-9]{2}[-a-zA-Z0-9_]*"


def is_loopback(url: str) -> bool:
    """Whether `url` leads every machine to itself, so that no other can open it."""
    host = urlsplit(url).hostname or ""
    return host == "localhost" or host == "::1" or host.startswith("127.")


def for_others(request: HttpRequest, path: str) -> str:
    """The address of `path` as other machines must call it, though the director's browser says localhost.

    Where the site has an address (`SITE_ADDRESS`) it is that, whatever name the request came by.
    """
    if settings.SITE_ADDRESS:
        return f"{settings.SITE_ADDRESS.rstrip('/')}{path}"
    url = request.build_absolute_uri(path)
    return f"{settings.PHONES_AT.rstrip('/')}{path}" if settings.PHONES_AT and is_loopback(url) else url


def host_for_others(request: HttpRequest) -> str:
    """What other machines type to come here, short enough for a wall: the host, and the port if it needs one."""
    return urlsplit(for_others(request, "/")).netloc
