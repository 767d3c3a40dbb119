"""The table's page as an app: how a phone puts it on its home screen and opens it without a network.

Browsers allow that on https and on the machine itself. On plain http, as in most clubs, nothing of this happens:
the queue of hands (js/queue.js) does not need it.
"""

from __future__ import annotations

import hashlib
import json
from functools import cache
from typing import Final

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

HOUSE: Final = "head_table/"
PAPER: Final = "#f1e6cf"
ICONS: Final = (("icon-192.png", "192x192"), ("icon-512.png", "512x512"))
STYLES: Final = (
    "tokens",
    "base",
    "controls",
    "pieces",
    "cards",
    "screens",
    "entry",
    "agree",
    "player",
)
SCRIPTS: Final = (
    "ui",
    "focus",
    "form",
    "chips",
    "pad",
    "kept",
    "queue",
    "phone",
    "hand",
    "saving",
    "marks",
    "agree",
    "bell",
    "live",
)
FONTS: Final = (
    "eb-garamond-figures",
    "goudy-bookletter-1911-latin",
    "public-sans-latin",
    "public-sans-latin-ext",
)
PICTURES: Final = ("icons.svg", "favicon.svg")
FILES: Final = (
    *(f"{HOUSE}css/{name}.css" for name in STYLES),
    *(f"{HOUSE}js/{name}.js" for name in SCRIPTS),
    *(f"{HOUSE}fonts/{name}.woff2" for name in FONTS),
    *(f"{HOUSE}img/{name}" for name in PICTURES),
    "django_htmx/htmx-2.min.js",
)
"""Everything that the table's page is made of, beside itself."""
PROGRAM: Final = f"{HOUSE}js/worker.js"


@cache
def files() -> tuple[tuple[str, ...], str]:
    """The addresses of `FILES`, and a name for them all: their own names tell what is in them."""
    found = tuple(static(name) for name in (*FILES, PROGRAM))
    return found[:-1], hashlib.sha256("\n".join(found).encode()).hexdigest()[:16]


@require_safe
@cache_control(no_cache=True)
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker: which files this version keeps, and the program (js/worker.js)."""
    kept, version = files()
    told = json.dumps({"version": version, "start": reverse("web:start"), "files": kept}, indent=2)
    program = json.dumps(static(PROGRAM))
    text = f"self.headTable = {told};\nimportScripts({program});\n"
    answer = HttpResponse(text, content_type="text/javascript; charset=utf-8")
    answer["Service-Worker-Allowed"] = reverse("web:start")
    return answer


@require_safe
@cache_control(public=True, max_age=3600)
def manifest(request: HttpRequest) -> HttpResponse:
    """What a home screen shows, and where it leads: to the table that the phone was at last."""
    return JsonResponse(
        {
            "name": "Head Table",
            "short_name": "Head Table",
            "id": reverse("web:start"),
            "start_url": reverse("web:start"),
            "scope": "/",
            "display": "standalone",
            "background_color": PAPER,
            "theme_color": PAPER,
            "icons": [
                {"src": static(f"{HOUSE}img/{name}"), "sizes": sizes, "type": "image/png"}
                for name, sizes in ICONS
            ],
        },
        content_type="application/manifest+json",
    )


@require_safe
def start(request: HttpRequest) -> HttpResponse:
    """Where the app starts. The phone's service worker knows its table; without one it is the first page."""
    return HttpResponseRedirect(reverse("web:home"))
