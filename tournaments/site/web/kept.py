"""What has been rendered, kept in the memory of this process for whoever may see the very same.

A part is kept under all that it was made from, so that it is never out of date: what is no longer asked for is the
first to go. What differs from one reader to the next, a form's token, is filled in each time.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from threading import Lock
from typing import Any, Final, Generic, TypeVar

from django.conf import settings
from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.template import loader
from django.utils import translation
from django.utils.safestring import SafeString, mark_safe

T = TypeVar("T")
MOST: Final = 16 * 1024 * 1024
"""Characters or bytes of each store: some four hundred pages."""


class Kept(Generic[T]):
    """Things by what they were made from, at most so long together; what was asked for last stays longest."""

    def __init__(self, most: int = MOST) -> None:
        self._most, self._length = most, 0
        self._things: OrderedDict[Hashable, tuple[T, int]] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Hashable) -> T | None:
        """What is there under this key."""
        with self._lock:
            if key not in self._things:
                return None
            self._things.move_to_end(key)
            return self._things[key][0]

    def put(self, key: Hashable, thing: T, length: int) -> None:
        """Keep a thing of this length; where two have made it at the same time, the one that comes last."""
        with self._lock:
            self._length += length - self._things.pop(key, (thing, 0))[1]
            self._things[key] = thing, length
            while self._length > self._most:
                self._length -= self._things.popitem(last=False)[1][1]

    def clear(self) -> None:
        """Keep nothing of what is there."""
        with self._lock:
            self._things.clear()
            self._length = 0


PARTS: Final = Kept[str]()


def kept_part(template: str, key: Hashable, make: Callable[[], Mapping[str, Any]]) -> SafeString:
    """A part of a page, from memory where it has been rendered before; in the reader's language.

    Arguments:
        key: all that the part is made from, but for the language.
        make: its context; asked only where it is rendered.
    """
    whole = (template, translation.get_language(), key)
    text = None if settings.DEBUG else PARTS.get(whole)
    if text is None:
        text = loader.render_to_string(template, {**make(), "csrf_token": CSRF})
        PARTS.put(whole, text, len(text))
    return mark_safe(text)  # noqa: S308 - a template has escaped what it was given


def kept_form(
    request: HttpRequest, template: str, key: Hashable, make: Callable[[], Mapping[str, Any]], /, **fills: str
) -> SafeString:
    """A part with forms, as `kept_part`, and with the token of whoever reads it.

    Arguments:
        fills: what else differs each time, by the name for which `stand_in` stands in the context.
    """
    text = str(kept_part(template, key, make)).replace(CSRF, get_token(request))
    for name, value in fills.items():
        text = text.replace(stand_in(name), value)
    return mark_safe(text)  # noqa: S308 - the fills are tokens of our own


def stand_in(name: str) -> str:
    """What stands in a kept part for something that differs each time."""
    return f"\ue000{name}\ue001"


CSRF: Final = stand_in("csrf")
"""For the token of a form. No text of anybody has characters of private use."""
