"""Tags that draw: what they are given is text, never HTML, in an element as in its attributes."""

import pytest
from django.template import Context, Template

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
