"""What is to come, in words."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.coming.reads.announced import Coming


def counts_in_words(one: Coming) -> str:
    """`12 coming, 4 places left; 3 on the waiting list`; "" where there is nothing to say."""
    told = []
    if one.come:
        told.append(ngettext("%(count)s coming", "%(count)s coming", one.come) % {"count": one.come})
    if one.left:
        told.append(ngettext("%(count)s place left", "%(count)s places left", one.left) % {"count": one.left})
    elif one.left == 0:
        told.append(_("no place left"))
    said = ", ".join(told)
    if not one.waiting:
        return said
    waiting = ngettext("%(count)s on the waiting list", "%(count)s on the waiting list", one.waiting)
    return "; ".join(filter(None, [said, waiting % {"count": one.waiting}]))
