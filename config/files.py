"""The queue of plain files of the embedded default, with messages that appear whole or not at all.

kombu's own makes a message's file and then writes it: a worker that looks in between takes an empty message, and
stops. Here the file gets the name by which it is found once everything is in it.
"""

from __future__ import annotations

import os
import uuid
from pathlib import Path
from time import monotonic
from typing import Any

from kombu.transport import filesystem
from kombu.utils.json import dumps


class Channel(filesystem.Channel):
    """Puts messages where they are found only when they are complete."""

    def _put(self, queue: str, message: Any, **options: Any) -> None:  # type: ignore[override]
        """Put a message onto `queue`. Names begin with the moment, so that the first is taken first."""
        folder = Path(self.data_folder_out)
        name = f"{round(monotonic() * 1000)}_{uuid.uuid4()}.{queue}.msg"
        draft = folder / f".{name}"
        draft.write_text(dumps(message))
        os.replace(draft, folder / name)


class Transport(filesystem.Transport):
    """kombu's transport with such a channel."""

    Channel = Channel
