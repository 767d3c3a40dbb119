"""Visitors in a real browser: each with a screen of its own, and somebody who looks over their shoulder."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final, Literal

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Request,
    Response,
    ViewportSize,
)

from tests.browser.leaks import Seen

Device = Literal["phone", "desk", "wall"]
Scheme = Literal["light", "dark"]
ARGUMENTS: Final = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
]
PHONE: Final[ViewportSize] = {"width": 360, "height": 640}
DESK: Final[ViewportSize] = {"width": 1280, "height": 800}
SCREENS: Final[dict[Device, dict[str, Any]]] = {
    "phone": {"viewport": PHONE, "has_touch": True, "is_mobile": True},
    "desk": {"viewport": {"width": 1280, "height": 800}},
    "wall": {"viewport": {"width": 1920, "height": 1080}},
}
ECHOES: Final = ("htmx:afterRequest", "htmx:sendError", "htmx:sendAbort")
"""What htmx says of a request that was lost or given up; whether it was lost the watch hears from the browser."""
PATIENCE: Final = 30_000
"""Milliseconds for an act of a page and for what is expected of it; one that needs more is broken, not slow."""
DRAWN: Final = """() => new Promise((drawn, never) => {
  requestAnimationFrame(() => requestAnimationFrame(drawn));
  setTimeout(() => never(new Error("no frame in 20 s")), 20_000);
})"""
"""Waits until the next frame is drawn: a page hears of another size, and goes where it is led, only then."""


class Watch:
    """Notes what must not happen on any page: errors on the console, refused sources, lost requests, 5xx.

    What a test provokes on purpose it announces with `expecting`.
    """

    def __init__(self) -> None:
        self.faults: list[str] = []
        self._expected: tuple[str, ...] = ()

    def follow(self, context: BrowserContext) -> None:
        context.on("console", self._heard)
        context.on("weberror", lambda error: self._note(f"{error.page and error.page.url}: {error.error}"))
        context.on("requestfailed", self._lost)
        context.on("response", self._answered)

    @contextmanager
    def expecting(self, *words: str) -> Iterator[None]:
        """Overlook what contains one of `words` while the block runs."""
        self._expected += words
        try:
            yield
        finally:
            self._expected = self._expected[: -len(words)]

    def _note(self, fault: str) -> None:
        if not any(word in fault for word in self._expected):
            self.faults.append(fault)

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not message.text.startswith(ECHOES):
            self._note(f"{message.page and message.page.url}: {message.type}: {message.text}")

    def _lost(self, request: Request) -> None:
        # A page that is left gives up what it still waits for: that is no fault.
        if request.failure != "net::ERR_ABORTED":
            self._note(f"{request.method} {request.url}: {request.failure}")

    def _answered(self, response: Response) -> None:
        if response.status >= 500:
            self._note(f"{response.request.method} {response.url}: {response.status}")


class Visitors:
    """Opens pages, each in a browser of somebody's own: nobody shares cookies or storage.

    Args:
        browser: where the contexts are opened.
        home: the address that paths are relative to.
        seen: notes what they see and send, if anybody wants to know.
    """

    def __init__(self, browser: Browser, home: str, seen: Seen | None = None) -> None:
        self.browser = browser
        self.home = home
        self.seen = seen or Seen()
        self.watch = Watch()
        self.contexts: list[BrowserContext] = []

    def open(self, device: Device, *, scheme: Scheme = "light", **settings: Any) -> Page:
        options: dict[str, Any] = {
            "base_url": self.home,
            "color_scheme": scheme,
            "reduced_motion": "reduce",
            "locale": "en-GB",
            "timezone_id": "Europe/London",
            **SCREENS[device],
            **settings,
        }
        context = self.browser.new_context(**options)
        context.set_default_timeout(PATIENCE)
        context.set_default_navigation_timeout(PATIENCE)
        self.contexts.append(context)
        self.watch.follow(context)
        self.seen.follow(context)
        return context.new_page()

    def leave(self, page: Page) -> None:
        self.contexts.remove(page.context)
        self.seen.leave(page.context)
        page.context.close()

    def all_leave(self) -> None:
        for context in self.contexts:
            self.seen.leave(context)
            context.close()
        self.contexts.clear()
