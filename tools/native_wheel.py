"""Hatch build hook: pack the native build into the wheel, which is then platform-specific."""

import filecmp
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class NativeEngine(BuildHookInterface):  # type: ignore[misc]
    """The build hook, which Hatch calls before it packs the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add ``build/native`` if it was compiled from the current source."""
        root = Path(self.root)
        if not is_current(root / "build" / "native", root):
            return
        native = root / "build" / "native"
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        for path in (*native.glob("*.so"), *native.glob("zarleague/**/*.so"), *sources(native)):
            inside = path.relative_to(native).as_posix()
            build_data["force_include"][str(path)] = f"zarleague/files/native/{inside}"


def is_current(native: Path, root: Path) -> bool:
    """Return whether a native build is complete and was compiled from the source in ``root``."""
    made = {path.relative_to(native) for path in sources(native)}
    wanted = {path.relative_to(root) for path in sources(root)}
    return (
        (native / ".compiled").exists()
        and made == wanted
        and all(filecmp.cmp(native / path, root / path, shallow=False) for path in wanted)
    )


def sources(folder: Path) -> list[Path]:
    """Return the modules in a folder that are compiled."""
    packages = (folder / "zarleague" / name for name in ("engine", "bots"))
    return sorted(path for package in packages for path in package.rglob("*.py"))
