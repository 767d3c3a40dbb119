"""The top floor: settings, addresses and the Celery application."""

import gc
import sys
from importlib import import_module

from config.celery import app as celery_app

__all__ = ["celery_app"]

ALLOCATIONS_BETWEEN_COLLECTIONS = 100_000
"""Python's own 700 search for garbage cycles hundreds of times in each start and each test, and find next to none."""
gc.set_threshold(ALLOCATIONS_BETWEEN_COLLECTIONS)

EXTRAS = {"rest_framework.compat": ("django.contrib.postgres", "requests"), "structlog": ("pygments", "rich")}
"""What these load where it is installed, 15 MB in each process, for what nobody here asks of them."""


def load_without(extras: tuple[str, ...], module: str) -> None:
    """Load the module as where these packages are not installed; whoever imports them afterwards has them."""
    absent = dict.fromkeys(name for name in extras if name not in sys.modules)
    sys.modules.update(absent)  # type: ignore[arg-type]
    import_module(module)
    for name in absent:
        del sys.modules[name]


for user, its_extras in EXTRAS.items():
    load_without(its_extras, user)
