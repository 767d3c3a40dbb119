"""The Python client of the REST API: one file, which `./run setup` writes from the schema (`make_client`)."""

from pathlib import Path
from typing import Final

CLIENT: Final = Path(__file__).with_name("head_table.py")
"""What is written, committed, and handed out."""
