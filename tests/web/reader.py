"""A reader of pages without a browser: fills in forms by their labels and presses their buttons."""

from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from urllib.parse import urljoin, urlsplit
from xml.etree.ElementTree import Element, TreeBuilder

from django.test import Client

from zarleague.leagues.models import User

_EMPTY = {"area", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}
"""Elements that have no end."""


class _Tree(HTMLParser):
    """Builds the elements of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.builder = TreeBuilder()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin an element."""
        self.builder.start(tag, {name: value or "" for name, value in attrs})
        if tag in _EMPTY:
            self.builder.end(tag)

    def handle_endtag(self, tag: str) -> None:
        """End an element."""
        if tag not in _EMPTY:
            self.builder.end(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin and end an element, such as one of a drawing."""
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_data(self, data: str) -> None:
        """Add text."""
        self.builder.data(data)


def text_of(element: Element) -> str:
    """Return the text of an element in one line."""
    return " ".join("".join(element.itertext()).split())


class Reader:
    """Somebody who is signed in, and the page before them."""

    def __init__(self, user: User) -> None:
        self._client = Client(enforce_csrf_checks=True)
        self._client.force_login(user)
        self.address = ""
        self.root = Element("html")

    def open(self, address: str) -> None:
        """Open a page, on which the rest of an address is found."""
        self._show("get", address, {})

    def find(self, where: str, text: str = "", within: Element | None = None) -> Element:
        """Return the one element of a name or path that has this text, or any."""
        found = self.all(where, text, within)
        assert len(found) == 1, f"{len(found)} times {where} “{text}” at {self.address}"
        return found[0]

    def all(self, where: str, text: str = "", within: Element | None = None) -> list[Element]:
        """Return the elements of a name or path that have this text, or any."""
        found = (self.root if within is None else within).iterfind(f".//{where}")
        return [one for one in found if not text or text_of(one) == text]

    def of_class(self, name: str) -> list[Element]:
        """Return the elements of a class."""
        return [one for one in self.root.iter() if name in one.get("class", "").split()]

    @property
    def text(self) -> str:
        """Return what the page says."""
        return text_of(self.find("main"))

    def follow(self, link: str) -> None:
        """Follow the one link with this text."""
        self.open(self.find("a", link).get("href", ""))

    def labelled(self, label: str, within: Element | None = None) -> Element:
        """Return the one field whose label is this, or else begins so."""
        found = self.all("label", label, within) or [
            one for one in self.all("label", within=within) if text_of(one).startswith(label)
        ]
        assert len(found) == 1, f"{len(found)} labels “{label}” at {self.address}"
        return self.find(f"*[@id='{found[0].get('for')}']")

    def fill(self, label: str, text: str, within: Element | None = None) -> None:
        """Type into the field with this label."""
        field = self.labelled(label, within)
        if field.tag == "textarea":
            field.text = text
        else:
            field.set("value", text)

    def choose(self, label: str, option: str, within: Element | None = None) -> None:
        """Choose the option of a select that has this text."""
        chosen = self.find("option", option, self.labelled(label, within))
        for other in self.labelled(label, within).iter("option"):
            other.attrib.pop("selected", None)
        chosen.set("selected", "")

    def press(self, button: str, within: Element | None = None) -> None:
        """Press the one button with this text: send its form."""
        pressed = self.find("button", button, within)
        assert "disabled" not in pressed.attrib, f"{button} at {self.address}"
        form = next(one for one in self.root.iter("form") if pressed in one.iter())
        data: dict[str, list[str]] = {}
        for name, value in _filled_in(form, pressed):
            data.setdefault(name, []).append(value)
        address = pressed.get("formaction") or form.get("action") or self.address
        self._show(form.get("method", "get"), address, data)

    def _show(self, method: str, address: str, data: dict[str, list[str]]) -> None:
        send: Callable[..., object] = getattr(self._client, method)
        there = urlsplit(urljoin(self.address, address))
        path = f"{there.path}?{there.query}" if there.query else there.path
        answer: object = send(path, data, follow=True)
        assert getattr(answer, "status_code", 0) == 200, f"{method} {path}"
        redirects = getattr(answer, "redirect_chain", [])
        self.address = redirects[-1][0].split("#")[0] if redirects else path
        tree = _Tree()
        tree.feed(getattr(answer, "content", b"").decode())
        self.root = tree.builder.close()


def _filled_in(form: Element, pressed: Element) -> Iterator[tuple[str, str]]:
    """Yield the names and values that a browser sends."""
    for field in form.iter():
        name = field.get("name")
        if not name or "disabled" in field.attrib:
            continue
        if field.tag == "textarea":
            yield name, "".join(field.itertext()).removeprefix("\n")
        elif field.tag == "select":
            options = list(field.iter("option"))
            chosen = [one for one in options if "selected" in one.attrib] or options[:1]
            for one in chosen:
                yield name, one.get("value", text_of(one))
        elif field.tag == "button":
            if field is pressed:
                yield name, field.get("value", "")
        elif field.tag == "input":
            is_choice = field.get("type") in {"checkbox", "radio"}
            if not is_choice or "checked" in field.attrib:
                yield name, field.get("value", "on" if is_choice else "")
