"""What is asked of the HTML of every page."""

from __future__ import annotations

from collections import Counter
from html.parser import HTMLParser

_VOID = frozenset(("meta", "link", "img", "input", "br", "hr"))
_INLINE = frozenset(("a", "b", "bdi", "code", "small", "span", "time"))
_CONTROLS = frozenset(("input", "select", "textarea"))
_REFERENCES = ("aria-labelledby", "aria-describedby")

Attributes = dict[str, str]


class Markup(HTMLParser):
    """A page, taken apart.

    Args:
        html: The page.

    Attributes:
        tags: Every tag with its attributes, in order.
        complaints: What is wrong with how they are nested.
        text: The text that is seen.
    """

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, Attributes]] = []
        self.complaints: list[str] = []
        self.labelled: set[str] = set()
        self._open: list[tuple[str, Attributes]] = []
        self._words: list[str] = []
        self.feed(html)
        self.close()
        self.complaints += [f"<{tag}> is not closed" for tag, _ in self._open]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        if len(attributes) < len(attrs):
            self.complaints.append(f"<{tag}> has an attribute twice")
        self.tags.append((tag, attributes))
        self._separate(tag)
        if tag in _CONTROLS and any(open_ == "label" for open_, _ in self._open):
            self.labelled.add(attributes.get("id", ""))
        if tag not in _VOID:
            self._open.append((tag, attributes))

    def handle_endtag(self, tag: str) -> None:
        if not self._open or self._open[-1][0] != tag:
            self.complaints.append(f"</{tag}> closes nothing, at {self.getpos()}")
            return
        self._open.pop()
        self._separate(tag)

    def handle_data(self, data: str) -> None:
        self._words.append(data)

    def _separate(self, tag: str) -> None:
        if tag not in _INLINE:
            self._words.append(" ")

    @property
    def text(self) -> str:
        """The text, with every run of white space as one space."""
        return " ".join("".join(self._words).split())

    def all(self, tag: str) -> list[Attributes]:
        """The attributes of every tag of a kind."""
        return [attributes for found, attributes in self.tags if found == tag]

    def links(self) -> list[str]:
        """Where the page leads to, and what it loads."""
        return [
            attributes[name]
            for _, attributes in self.tags
            for name in ("href", "src")
            if name in attributes
        ]


def text_of(html: str) -> str:
    """The text of a page."""
    return Markup(html).text


def faults(html: str) -> list[str]:
    """What is wrong with a page."""
    page = Markup(html)
    found = [*page.complaints, *_in_the_frame(page), *_in_the_forms(page)]
    ids = Counter(attributes["id"] for _, attributes in page.tags if "id" in attributes)
    found += [f"the id {id_!r} is there {count} times" for id_, count in ids.items() if count > 1]
    for tag, attributes in page.tags:
        found += [
            f"<{tag}> refers to {id_!r}, which is not there"
            for name in _REFERENCES
            for id_ in attributes.get(name, "").split()
            if id_ not in ids
        ]
        found += [f"<{tag}> has the inline {name}" for name in attributes if _is_inline(name)]
    return found


def _is_inline(attribute: str) -> bool:
    return attribute == "style" or attribute.startswith("on")


def _in_the_frame(page: Markup) -> list[str]:
    found = []
    for tag in ("h1", "main", "header", "nav", "footer", "title"):
        count = len(page.all(tag))
        if tag in ("h1", "main", "title") and count != 1:
            found.append(f"there are {count} <{tag}>")
        elif not count:
            found.append(f"there is no <{tag}>")
    if not any(attributes.get("lang") for attributes in page.all("html")):
        found.append("the language is not told")
    found += ["a picture without alt" for image in page.all("img") if "alt" not in image]
    found += ["a script stands in the page" for script in page.all("script") if "src" not in script]
    found += ["a style stands in the page" for _ in page.all("style")]
    return found


def _in_the_forms(page: Markup) -> list[str]:
    found = []
    targets = {label["for"] for label in page.all("label") if "for" in label}
    for tag in _CONTROLS:
        for control in page.all(tag):
            named = control.get("id") in targets | page.labelled or "aria-label" in control
            if control.get("type") != "hidden" and not named:
                found.append(f"<{tag} name={control.get('name')}> has no label")
    ids = {attributes.get("id") for _, attributes in page.tags}
    found += [f"a label for {target!r}, which is not there" for target in targets - ids]
    posts = [form for form in page.all("form") if form.get("method") == "post"]
    tokens = [c for c in page.all("input") if c.get("name") == "csrfmiddlewaretoken"]
    if len(posts) != len(tokens):
        found.append("a form without its CSRF token")
    return found
