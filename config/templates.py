"""How templates are read: their lines are for who reads the file, and are not sent to who reads the page."""

import re
from typing import Final

from django.template.base import Origin
from django.template.loaders.filesystem import Loader as FilesLoader

_BREAKS: Final = re.compile(
    r"(?P<kept><(pre|textarea)\b.*?</\2>)|(?P<at_the_end_of_a_tag>\n\s*(?=/?>))|\n\s*", re.DOTALL
)


class Loader(FilesLoader):
    """Reads the project's templates, which are written one element a line, with their lines joined by a space."""

    def get_contents(self, origin: Origin) -> str:
        """Return the source. Raises TemplateDoesNotExist."""
        return joined(super().get_contents(origin))


def joined(source: str) -> str:
    """Return HTML in one line: a break with the spaces after it is one space, but where lines are kept."""
    return _BREAKS.sub(lambda found: found["kept"] or ("" if found["at_the_end_of_a_tag"] else " "), source)
