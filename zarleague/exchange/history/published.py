"""A table that is published at an address, such as a sheet of Google Sheets, as a file."""

import re
from typing import IO, Final

from django.utils.translation import gettext_noop

from zarleague.exchange import addresses
from zarleague.exchange.addresses import Unreachable
from zarleague.exchange.damage import BadFile
from zarleague.exchange.history.sheets import MAX_FILE

LONGEST: Final = 1000
"""Characters of an address."""
_SHEET: Final = re.compile(
    r"https://docs\.google\.com/spreadsheets/(?:u/\d+/)?d/(e/)?([\w-]+)(?:/[^#]*)?(?:#.*)?"
)
_TAB: Final = re.compile(r"[?&#]gid=(\d+)")


def address_of_table(address: str) -> str:
    """Return where a table can be read, for the address its owner sees. That of a sheet of Google
    Sheets, published or shared, becomes that of its CSV. Raise Invalid for what is no address."""
    address = address.strip()
    addresses.checked(address)
    sheet = _SHEET.fullmatch(address)
    if sheet is None:
        return address
    published, key = sheet.groups()
    tab = _TAB.search(address)
    chosen = f"&gid={tab[1]}" if tab else ""
    if published:
        return f"https://docs.google.com/spreadsheets/d/e/{key}/pub?output=csv{chosen}"
    return f"https://docs.google.com/spreadsheets/d/{key}/export?format=csv{chosen}"


def download(address: str, file: IO[bytes]) -> None:
    """Write the table at an address to a file. Raise BadFile."""
    try:
        addresses.fetch(address, file, MAX_FILE)
    except Unreachable as error:
        raise BadFile(
            gettext_noop(
                "No table could be read at this address. Open it in a private window of your "
                "browser: you should get the table, of 20 MB at most, without signing in."
            )
        ) from error
    file.seek(0)
    content = file.read().lower()
    if (
        content[:1000].lstrip().startswith((b"<!doctype html", b"<html"))
        and b"<table" not in content
    ):
        raise BadFile(
            gettext_noop(
                "This address leads to a web page without a table. In Google Sheets, choose File, "
                "Share, Publish to web and then CSV, or share the sheet with everyone who has the "
                "link."
            )
        )
