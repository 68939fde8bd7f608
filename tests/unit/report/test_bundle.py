"""The pages that are part of the package are what their sources build."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
FRONT = ROOT / "front"
PACKAGE = ROOT / "src" / "owlboost"
PAGE = PACKAGE / "report" / "page"
STUDIO = PACKAGE / "studio" / "page"


with_node = pytest.mark.skipif(
    shutil.which("node") is None or not (FRONT / "node_modules").is_dir(),
    reason="the front end cannot be built here: make front needs Node.js",
)


@with_node
def test_the_sources_keep_to_the_contract() -> None:
    checked = subprocess.run(
        ["node", "node_modules/typescript/bin/tsc", "--noEmit"],
        cwd=FRONT,
        check=False,
        capture_output=True,
        text=True,
    )
    assert (checked.returncode, checked.stdout) == (0, "")


@with_node
def test_the_bundles_are_what_the_sources_build(tmp_path: Path) -> None:
    subprocess.run(["node", "build.mjs", str(tmp_path)], cwd=FRONT, check=True)
    for page in (PAGE, STUDIO):
        for name in ("app.js", "app.css"):
            built = (tmp_path / page.relative_to(PACKAGE) / name).read_bytes()
            assert built == (page / name).read_bytes(), f"{name} is old: make front builds it"


@pytest.mark.parametrize("name", ["app.js", "app.css"])
def test_the_bundle_can_stand_in_a_page_and_loads_nothing(name: str) -> None:
    text = (PAGE / name).read_text(encoding="utf-8")
    assert len(text) > 1000
    for forbidden in ("</script", "</style", "<!--", "@import", "url(", "fetch(", "XMLHttpRequest"):
        assert forbidden not in text


@pytest.mark.parametrize("name", ["app.js", "app.css"])
def test_the_bundle_of_the_studio_asks_nobody_but_its_server(name: str) -> None:
    text = (STUDIO / name).read_text(encoding="utf-8")
    assert len(text) > 1000
    for forbidden in ("@import", "url(", "innerHTML", "insertAdjacentHTML", "eval(", "https://"):
        assert forbidden not in text
    assert set(re.findall(r"http://[^\"'`]*", text)) <= {"http://www.w3.org/2000/svg"}
