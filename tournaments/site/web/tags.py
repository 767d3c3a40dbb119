"""Tags of every template: what pages draw again and again, each in one way."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final
from urllib.parse import quote

from django.forms import BaseForm, BoundField
from django.forms.utils import flatatt
from django.template import Context, Library, Node
from django.template.base import FilterExpression, Parser, Token
from django.template.defaulttags import CsrfTokenNode
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.formats import localize
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext

register = Library()

ICONS: Final = {"": "info", "warning": "warning", "error": "warning", "success": "check"}
"""By the look of a notice."""
UNSEEN: Final = "unseen"
LOOKS: Final = ("num", "may-hide", UNSEEN)
NOTHING: Final = object()


@register.simple_tag
@lru_cache
def styles(*names: str) -> SafeString:
    return format_html_join("", '<link rel="stylesheet" href="{}">', _files("css", names))


@register.simple_tag
@lru_cache
def modules(*names: str) -> SafeString:
    return format_html_join("", '<script type="module" src="{}"></script>', _files("js", names))


@register.simple_tag
@lru_cache
def scripts(*names: str, blocking: str = "") -> SafeString:
    """Scripts that run in this order once the page is read; `blocking` what may not be shown before ("render")."""
    more = _attributes({"blocking": blocking or False})
    return format_html_join(
        "", '<script src="{}" defer{}></script>', ((file, more) for (file,) in _files("js", names))
    )


def _files(suffix: str, names: Sequence[str]) -> Iterator[tuple[str]]:
    return ((static(f"head_table/{suffix}/{name}.{suffix}"),) for name in names)


# What pages draw by the dozen rests on its arguments and the language alone, and is kept.


@register.simple_tag(name="icon")
@lru_cache(maxsize=1024)
def draw(name: str, *, size: str = "", look: str = "", label: str = "") -> SafeString:
    """One drawing of the sprite; `label` for an icon that stands without a word."""
    values = {"name": name, "icon_size": size, "icon_class": look, "icon_label": label}
    return render_to_string("partials/icon.html", values)


@register.simple_tag
def points(value: Any, *, signed: bool = False) -> SafeString:
    return _points(get_language(), value, bool(signed))


@lru_cache(maxsize=4096, typed=True)
def _points(_language: str, value: Any, signed: bool) -> SafeString:
    return render_to_string("partials/points.html", {"value": value, "signed": signed})


@register.filter
def minus(number: int) -> str:
    """A number inside a sentence, with a true minus."""
    return localize(number).replace("-", "−")


@register.simple_tag
def couple(letter: str) -> SafeString:
    return _couple(get_language(), letter)


@lru_cache
def _couple(_language: str, letter: str) -> SafeString:
    return render_to_string("partials/couple.html", {"couple": letter})


@register.inclusion_tag("partials/field.html")
def field(*fields: BoundField, tiles: int | str = "", needed: bool = False) -> Mapping[str, Any]:
    """Fields of a form with their labels and what is wrong with them, one after the other.

    Choices of up to nine values become tiles, `tiles` abreast. `needed`: not optional for whoever reads it, though a
    button beside it may do instead.
    """
    return {"fields": fields, "tiles": tiles, "needed": needed}


@register.simple_block_tag(takes_context=True)
def form(
    context: Context, content: str, *address: Any, errors: BaseForm | None = None, **attributes: Any
) -> SafeString:
    """A form that is sent to this page, or to the address that is given as `{% url %}` takes it.

    Above its fields stands what is wrong with `errors` as a whole.
    """
    if address:
        attributes["action"] = reverse(address[0], args=address[1:])
    faults = render_to_string("partials/form_errors.html", {"form": errors}) if errors else ""
    token = CsrfTokenNode().render(context)
    return format_html('<form method="post"{}>{}{}{}</form>', _attributes(attributes), token, faults, content)


@register.simple_tag(name="input")
def one_input(
    label: str,
    *,
    name: str,
    key: object = "",
    optional: bool = False,
    usual: Sequence[str] = (),
    **attributes: Any,
) -> SafeString:
    """A field that no form of Django's has, with its label, and what is usually typed there.

    `key` tells it from others of its name on the page.
    """
    attrs = {"id": f"{name}-{key}" if key else name, "class": "input", "name": name, **attributes}
    chips = ""
    if usual:
        attrs["list"] = f"{attrs['id']}_usual"
        chips = render_to_string("desk/parts/usual_reasons.html", {"usual": usual, "field": attrs["id"]})
    control = format_html("<input{}>{}", _attributes(attrs), chips)
    return _labelled(label, attrs["id"], control, optional=optional)


@register.simple_tag
def hidden(**values: Any) -> SafeString:
    """Fields that nobody sees, by their names."""
    return format_html_join("", '<input type="hidden" name="{}" value="{}">', values.items())


@register.simple_block_tag
def select(content: str, label: str, *, name: str, optional: bool = False, **attributes: Any) -> SafeString:
    """A choice that no form of Django's has, with its label; its options are `{% option %}`."""
    attrs = {"id": name, "class": "input", "name": name, **attributes}
    choice = format_html("<select{}>{}</select>", _attributes(attrs), content)
    return _labelled(label, attrs["id"], choice, optional=optional)


@register.simple_tag
def option(value: Any, words: str, chosen: Any = NOTHING) -> SafeString:
    """One of a choice, selected where it is the `chosen` one."""
    return format_html(
        "<option{}>{}</option>", _attributes({"value": str(value), "selected": value == chosen}), words
    )


@register.simple_block_tag
def tile(content: str, name: str, value: Any, chosen: Any = NOTHING, **attributes: Any) -> SafeString:
    """One of a choice that is tapped, on where it is the `chosen` one."""
    attrs = {"type": "radio", "name": name, "value": value, "checked": value == chosen, **attributes}
    return format_html(
        '<label class="tile"><input{}><span class="tile__face"><span class="tile__text">{}</span></span></label>',
        _attributes(attrs),
        content,
    )


@register.simple_tag
def submit(words: str, *address: Any, look: str = "primary", **attributes: Any) -> SafeString:
    """The button that sends a form, and a link back to an address as `{% url %}` takes it."""
    cancel = link_button(gettext("Cancel"), *address, look="quiet")
    return format_html('<div class="button-row">{}{}</div>', button(words, look=look, **attributes), cancel)


@register.simple_block_tag
def section(content: str, words: str, *, look: str = "", named: str = "", **attributes: Any) -> SafeString:
    """A section below its heading; where it is `named`, it is called by it, under this id."""
    attrs = {"class": look or None, **attributes, "aria-labelledby": named or None}
    parts = _attributes(attrs), _attributes({"id": named or None}), words, content
    return format_html("<section{}><h2{}>{}</h2>{}</section>", *parts)


@register.simple_block_tag
def fold(
    content: str, words: str, *, look: str = "", body: str = "", is_open: Any = False, **attributes: Any
) -> SafeString:
    """What is folded away below some words; `look` and `body` are further classes of it and of what is inside."""
    attrs = {"class": f"fold {look}".strip(), **attributes, "open": bool(is_open)}
    inner = format_html('<div class="{}">{}</div>', f"fold__body {body}".strip(), content)
    return format_html("<details{}><summary>{}</summary>{}</details>", _attributes(attrs), words, inner)


@register.simple_block_tag
def scroller(content: str, label: str) -> SafeString:
    """What is wider than a phone, scrolled by itself."""
    return format_html(
        '<div class="scroller" tabindex="0" role="region" aria-label="{}">{}</div>', label, content
    )


@register.simple_block_tag
def notice(
    content: str, *, look: str = "", icon: str = "", wraps: bool = False, **attributes: Any
) -> SafeString:
    """A remark in a box: `look` is warning, success or error; an icon goes with it, unless another is named.

    What `wraps` has the whole width of its box, and is broken anywhere on a narrow screen.
    """
    attrs = {"class": f"notice notice--{look}" if look else "notice", **attributes}
    text = {"class": "message__text" if wraps else None}
    drawing = draw(icon or ICONS[look])
    parts = _attributes(attrs), drawing, _attributes(text), content
    return format_html("<p{}>{}<span{}>{}</span></p>", *parts)


@register.simple_block_tag
def state(content: str, look: str, icon: str, *, turns: bool = False) -> SafeString:
    """How something stands: an icon and words, never colour alone; one that `turns` points on in every language."""
    drawing = draw(icon, look="icon--turns" if turns else "")
    return format_html('<span class="state state--{}">{}<span>{}</span></span>', look, drawing, content)


class HeadsNode(Node):
    def __init__(self, parser: Parser, token: Token, frame: str) -> None:
        self.frame = frame
        self.columns: list[tuple[FilterExpression, list[str]]] = []
        looks: list[str] = []
        for bit in token.split_contents()[1:]:
            if bit in LOOKS:
                looks.append(bit)
            else:
                self.columns.append((parser.compile_filter(bit), looks))
                looks = []

    def render(self, context: Context) -> SafeString:
        heads = ((_head(words.resolve(context), looks),) for words, looks in self.columns)
        return format_html(self.frame, format_html_join("", "{}", heads))


@register.tag
def heads(parser: Parser, token: Token) -> HeadsNode:
    """The heads of columns, one after the other: `{% heads _("Player") num _("Points") %}`.

    Before the words of one may stand that it is of numbers, hidden on a phone, or for screen readers only.
    """
    return HeadsNode(parser, token, "{}")


@register.tag
def thead(parser: Parser, token: Token) -> HeadsNode:
    """All heads of a table, as `{% heads %}` takes them."""
    return HeadsNode(parser, token, "<thead><tr>{}</tr></thead>")


def _head(words: str, looks: Collection[str]) -> SafeString:
    label = format_html('<span class="unseen">{}</span>', words) if UNSEEN in looks else words
    kind = " ".join(look for look in looks if look != UNSEEN)
    return format_html("<th{}>{}</th>", _attributes({"scope": "col", "class": kind or None}), label)


@register.simple_tag
def fault(words: str, **attributes: Any) -> SafeString:
    """What was refused, with its icon."""
    attrs = {"class": "field__error", **attributes}
    return format_html("<p{}>{}<span>{}</span></p>", _attributes(attrs), draw("warning"), words)


@register.simple_tag
def fact(label: str, value: Any) -> SafeString:
    """A line of a list of facts."""
    return detail(localize(value), label)


@register.simple_block_tag
def detail(content: str, label: str) -> SafeString:
    """A line of a list of facts that is more than a value."""
    return format_html("<div><dt>{}</dt><dd>{}</dd></div>", label, content)


@register.simple_tag
def button(words: str, *, look: str = "", icon: str = "", about: str = "", **attributes: Any) -> SafeString:
    """A button of a form; `about` tells it, for screen readers, from others that say the same."""
    attrs = {"class": _looks(look), **attributes}
    return format_html("<button{}>{}</button>", _attributes(attrs), _face(words, icon, about))


@register.simple_tag
def link(words: str, name: str, *address: Any, **attributes: Any) -> SafeString:
    """A link to an address as `{% url %}` takes it."""
    return format_html("<a{}>{}</a>", _attributes({**attributes, "href": reverse(name, args=address)}), words)


@register.simple_tag
def link_button(words: str, name: str, *address: Any, **attributes: Any) -> SafeString:
    """A link that looks like a button, to an address as `{% url %}` takes it."""
    return button_to(words, reverse(name, args=address), **attributes)


@register.simple_tag
def button_to(
    words: str, href: str, *, look: str = "", icon: str = "", about: str = "", **attributes: Any
) -> SafeString:
    """A link that looks like a button, to an address as it stands."""
    attrs = {"class": _looks(look), "href": href, **attributes}
    return format_html("<a{}>{}</a>", _attributes(attrs), _face(words, icon, about))


@register.simple_block_tag
def paper(
    content: str, title: str, name: str, *address: Any, ready: Any = True, later: str = ""
) -> SafeString:
    """A card that leads to something to print, with a sentence about it; where it is not `ready`, when it is."""
    if not ready:
        words = '<div class="sheet sheet--inset"><h2>{}</h2><p class="soft">{}</p></div>'
        return format_html(words, title, later)
    href = reverse(name, args=address)
    return format_html('<a class="sheet card-link" href="{}"><h2>{}</h2><p>{}</p></a>', href, title, content)


@register.simple_tag
def crumb(words: str, name: str, *address: Any) -> SafeString:
    """One of the pages that a page lies below."""
    return format_html("<li>{}</li>", link(words, name, *address))


@register.simple_tag
def page_head(title: str, words: str = "", *, above: str = "") -> SafeString:
    """The title of a page, what it lies below, and a sentence about it."""
    eyebrow = format_html('<p class="eyebrow">{}</p>', above) if above else ""
    below = format_html('<p class="soft">{}</p>', words) if words else ""
    return format_html('<div class="page-head">{}<h1 class="title">{}</h1>{}</div>', eyebrow, title, below)


@register.simple_block_tag
def chip(content: str, name: str, value: Any, chosen: Any) -> SafeString:
    """A link to this page with another value in its query; marked where it is the chosen one."""
    current = mark_safe(' aria-current="page"') if value == chosen else ""
    return format_html('<a class="chip" href="?{}={}"{}>{}</a>', name, quote(str(value)), current, content)


@register.simple_tag
def refetched(part: str) -> SafeString:
    """Attributes of what a page fetches again by itself when the evening moves, from the hx-get beside it."""
    return format_html(
        'id="{0}" hx-select="#{0}" hx-swap="outerHTML" hx-trigger="evening-changed from:body"', part
    )


def _labelled(label: str, key: str, control: SafeString, *, optional: bool) -> SafeString:
    mark = format_html(' <span class="field__optional">({})</span>', gettext("optional")) if optional else ""
    return format_html(
        '<div class="field"><label class="field__label" for="{}">{}{}</label>{}</div>',
        key,
        label,
        mark,
        control,
    )


def _looks(look: str) -> str:
    return " ".join(("button", *(f"button--{part}" for part in look.split())))


def _face(words: str, icon: str, about: str) -> SafeString:
    apart = format_html('<span class="unseen"> {}</span>', about) if about else ""
    return format_html("{}{}{}", draw(icon) if icon else "", words, apart)


def _attributes(attrs: Mapping[str, Any]) -> str:
    return flatatt({name.replace("_", "-"): value for name, value in attrs.items()})
