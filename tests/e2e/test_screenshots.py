"""The pictures of the README show what commands print today."""

import re

from tools.screenshots import COMMANDS, FOLDER, picture, printed, text_of, text_of_output

README = FOLDER.parents[1] / "README.md"


def test_pictures_show_what_is_printed() -> None:
    for name, output in printed():
        svg = (FOLDER / f"{name}.svg").read_text("utf-8")
        assert text_of(svg) == text_of_output(name, output), "run: make screenshots"


def test_pictures_fetch_nothing_and_are_shown() -> None:
    assert sorted(path.stem for path in FOLDER.glob("*.svg")) == sorted(COMMANDS)
    readme = README.read_text("utf-8")
    for path in FOLDER.glob("*.svg"):
        svg = path.read_text("utf-8")
        assert not re.search(r"@font-face|<image|<script|url\((?!#)", svg)
        assert f"docs/images/{path.name}" in readme


def test_the_text_of_a_picture_is_that_of_its_output() -> None:
    output = "Hotel \x1b[1mand\x1b[0m (near some Beach) < 0.5 & more\n"
    svg = picture("score", output)
    assert text_of(svg) == text_of_output("score", output)
    assert text_of(svg).endswith("Hoteland(nearsomeBeach)<0.5&more")
