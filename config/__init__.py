"""The top floor: settings, addresses and the Celery application."""

import gc

from config.celery import app as celery_app

__all__ = ["celery_app"]

ALLOCATIONS_BETWEEN_COLLECTIONS = 100_000
"""Python's own 700 search for garbage cycles hundreds of times in each start and each test, and find next to none."""
gc.set_threshold(ALLOCATIONS_BETWEEN_COLLECTIONS)
