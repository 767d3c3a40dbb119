"""Cells of files that spreadsheets open: what they would run as a formula is written so that they do not."""

from __future__ import annotations

# Spreadsheets run what begins with one of these; the tab and the line ends are skipped on the way there.
RISKY = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
# Without it Excel takes the file for something older than UTF-8.
MARK = "\ufeff"


def tame(text: str) -> str:
    """`text` as a cell that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(RISKY) else text


def untamed(cell: str) -> str:
    """The inverse of `tame`; a cell that was not tamed stays as it is."""
    return cell[1:] if cell.startswith("'") and cell[1:].startswith(RISKY) else cell
