"""The README's example does what the README says."""

import re
from pathlib import Path

README = Path(__file__).parent.parent / "README.md"


def test_the_engine_example_prints_what_its_comments_say(capsys):
    (example,) = re.findall(r"```python\n(.*?)```", README.read_text("utf-8"), re.DOTALL)
    exec(compile(example, str(README), "exec"), {})  # noqa: S102
    promised = [line[2:] for line in example.splitlines() if line.startswith("# ")]
    assert capsys.readouterr().out.splitlines() == promised


def test_the_readme_points_at_files_that_are_there():
    text = README.read_text("utf-8")
    targets = re.findall(r"\]\((docs/[^)#]+)\)", text) + re.findall(r'src="([^"]+)"', text)
    assert targets
    assert [target for target in targets if not (README.parent / target).exists()] == []
