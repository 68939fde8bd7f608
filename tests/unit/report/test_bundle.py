"""The front end that is part of the package is what its sources build."""

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
FRONT = ROOT / "front"
PAGE = ROOT / "src" / "owlboost" / "report" / "page"


@pytest.mark.skipif(
    shutil.which("node") is None or not (FRONT / "node_modules").is_dir(),
    reason="the front end cannot be built here: make front needs Node.js",
)
def test_the_bundle_is_what_the_sources_build(tmp_path: Path) -> None:
    subprocess.run(["node", "build.mjs", str(tmp_path)], cwd=FRONT, check=True)
    for name in ("app.js", "app.css"):
        built = (tmp_path / name).read_bytes()
        assert built == (PAGE / name).read_bytes(), f"{name} is old: make front builds it"


@pytest.mark.parametrize("name", ["app.js", "app.css"])
def test_the_bundle_can_stand_in_a_page_and_loads_nothing(name: str) -> None:
    text = (PAGE / name).read_text(encoding="utf-8")
    assert len(text) > 1000
    for forbidden in ("</script", "</style", "<!--", "@import", "url(", "fetch(", "XMLHttpRequest"):
        assert forbidden not in text
