"""The exceptions that reading a damaged zip raises."""

import zipfile
import zlib
from typing import Final

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
