"""Somebody who has no mouse and touches no screen: Tab, arrows, Enter and the space bar."""

from typing import Final

from playwright.sync_api import Error, Locator, Page, expect

MOST_STOPS: Final = 250
IS_THERE: Final = "(wanted) => document.activeElement === wanted"
IN_ITS_GROUP: Final = """(wanted) => {
  const here = document.activeElement;
  return here.type === "radio" && here.name === wanted.name && here.form === wanted.form;
}"""
LIT: Final = """[here, here.closest("label"), here.nextElementSibling].filter(Boolean).some((one) => {
    const style = getComputedStyle(one);
    return style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
  })"""
"""Whether one sees that the keys are `here`."""
FOCUS: Final = "() => document.activeElement !== document.body && document.activeElement?.isConnected"


class Keys:
    """The keys of one page."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def reach(self, wanted: Locator, arrived: str = IS_THERE) -> None:
        expect(wanted).to_be_attached()
        for _ in range(MOST_STOPS):
            try:
                if wanted.evaluate(arrived):
                    return
                self.page.keyboard.press("Tab")
            except Error as left:  # the desk is read again as a whole where the evening has got on
                if "navigation" not in left.message:
                    raise
                self.page.wait_for_load_state()
        raise AssertionError(f"not within {MOST_STOPS} stops: {wanted}")

    def press(self, wanted: Locator, key: str = "Enter") -> None:
        self.reach(wanted)
        self.page.keyboard.press(key)

    def choose(self, wanted: Locator) -> None:
        """Go to the group of radio buttons, and with the arrows to the one that is wanted."""
        self.reach(wanted, IN_ITS_GROUP)
        self.page.keyboard.press("Space")
        for _ in range(MOST_STOPS):
            if wanted.is_checked():
                return
            self.page.keyboard.press("ArrowRight")
        raise AssertionError(f"no arrow leads to {wanted}")

    def still_there(self) -> None:
        """After the page has changed something of itself the keys are somewhere in it."""
        self.page.wait_for_function(FOCUS)
