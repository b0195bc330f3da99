"""The exceptions for files that are damaged."""

import zipfile
import zlib
from typing import Final


class BadFile(ValueError):
    """Raised for a file that is no league's file, or is damaged."""


DAMAGED: Final = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    KeyError,  # a member that is missing
    NotImplementedError,  # a compression method that zipfile does not know
    OSError,
    RuntimeError,  # a member that is encrypted, or JSON that is nested too deep
    ValueError,
)
"""The exceptions that reading a damaged zip raises."""
