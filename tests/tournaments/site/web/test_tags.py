"""Tags that draw: what they are given is text, never HTML, in an element as in its attributes."""

import pytest
from django import forms
from django.forms.renderers import DjangoTemplates
from django.template import Context, Template
from django.utils.safestring import mark_safe

from tournaments.site.web.tags import WidgetRenderer

HOSTILE = "\"><script>alert('x')</script>"


@pytest.mark.parametrize(
    "tag",
    [
        '{% link words "web:words" title=words %}',
        '{% link_button words "web:words" icon="print" about=words %}',
        "{% button words about=words value=words %}",
        "{% input words name=words value=words %}",
        "{% select words name=words %}{% option words words words %}{% endselect %}",
        '{% tile "why" words words %}{{ words }}{% endtile %}',
        "{% form data_about=words %}{{ words }}{% endform %}",
        "{% scroller words %}{{ words }}{% endscroller %}",
        "{% notice role=words %}{{ words }}{% endnotice %}",
        "{% chip words words words %}{{ words }}{% endchip %}",
        "{% page_head words words %}",
        "{% fact words words %}",
        "{% thead num words unseen words %}",
    ],
)
def test_what_a_tag_is_given_is_escaped(tag: str) -> None:
    drawn = Template(tag).render(Context({"words": HOSTILE, "csrf_token": "token"}))
    assert "script" in drawn
    assert "<script" not in drawn
    assert '""' not in drawn


def test_a_form_carries_the_token_of_its_page() -> None:
    drawn = Template("{% form %}{% endform %}").render(Context({"csrf_token": "token"}))
    assert (
        drawn == '<form method="post"><input type="hidden" name="csrfmiddlewaretoken" value="token"></form>'
    )


CHOICES = [(HOSTILE, HOSTILE), ("", mark_safe("<b>")), ("A & B", [(1, 1_000), (None, True)])]


class Awkward(forms.Form):
    words = forms.CharField(initial=HOSTILE)
    about = forms.CharField(
        widget=forms.TextInput({"title": HOSTILE, "inert": True, "list": False, "size": 9})
    )
    number = forms.IntegerField(initial=-1_000, min_value=0)
    is_kept = forms.BooleanField(initial=True)
    one = forms.ChoiceField(choices=CHOICES, initial=1)
    alone = forms.ChoiceField(choices=CHOICES, initial=HOSTILE, widget=forms.RadioSelect)
    several = forms.MultipleChoiceField(choices=CHOICES, widget=forms.CheckboxSelectMultiple)


def test_widgets_are_written_as_django_draws_them() -> None:
    ours, djangos = (Awkward(prefix='"<', renderer=by()) for by in (WidgetRenderer, DjangoTemplates))
    for field, drawn in zip(ours, djangos, strict=True):
        assert str(field) == str(drawn)
        assert [tile.tag() for tile in field] == [tile.tag() for tile in drawn]
