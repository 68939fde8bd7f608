"""Pictures of what commands print, for the README: ``python -m tools.report_pictures``.

Commands run as a reader runs them, on the hotels that come with owlboost. The pictures are SVG with
the text in them, and fetch nothing.
"""

import html
import io
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from rich._export_format import CONSOLE_SVG_FORMAT
from rich.console import Console
from rich.text import Text

from owlboost.evaluation.samples import hotels

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "docs" / "images"
WIDTH = 100

_MODEL = "good.json hotels.ofn"
COMMANDS = {
    "learn": "owlboost learn hotels.ofn --target Good_Hotel --scope Accommodation --monotone "
    "--max-conjuncts 2 --rules 5 -o good.json",
    "explain": f"owlboost explain {_MODEL} --individual Hotel_010",
    "score": f"owlboost score {_MODEL} --target Good_Hotel --scope Accommodation",
}
"""Name of a picture → the command that it shows; later ones use the files of earlier ones."""

_WITHOUT_FONTS = re.sub(r"@font-face \{\{.*?\}\}\s*", "", CONSOLE_SVG_FORMAT, flags=re.DOTALL)


def printed() -> Iterator[tuple[str, str]]:
    """Run all commands, and yield the name of each picture with what its command prints."""
    terminal = {"FORCE_COLOR": "1", "COLORTERM": "truecolor", "TERM": "xterm-256color"}
    path = os.pathsep.join([str(ROOT / "src"), *filter(None, [os.environ.get("PYTHONPATH")])])
    environment = {**os.environ, **terminal, "PYTHONUTF8": "1", "PYTHONPATH": path}
    environment.pop("NO_COLOR", None)
    with tempfile.TemporaryDirectory() as folder:
        with hotels() as bundled:
            shutil.copyfile(bundled, Path(folder) / "hotels.ofn")
        for name, command in COMMANDS.items():
            words = [sys.executable, "-m", *shlex.split(command)]
            run = subprocess.run(
                words,
                cwd=folder,
                env=environment,
                capture_output=True,
                encoding="utf-8",
                check=True,
            )
            yield name, run.stdout


def picture(name: str, output: str) -> str:
    """Draw a terminal with a command and its output."""
    console = Console(record=True, width=WIDTH, file=io.StringIO(), force_terminal=True)
    console.print(Text(f"$ {COMMANDS[name]}", style="bold"))
    console.print(Text.from_ansi(output))
    title = " ".join(COMMANDS[name].split()[:2])
    drawn = console.export_svg(title=title, code_format=_WITHOUT_FONTS, unique_id=name)
    return "\n".join(line.rstrip() for line in drawn.splitlines()) + "\n"


def text_of(svg: str) -> str:
    """Return the text of a picture below its title, without blanks."""
    parts = re.findall(r"<text [^>]*clip-path=[^>]*>(.*?)</text>", svg)
    return without_blanks(html.unescape("".join(parts)))


def text_of_output(name: str, output: str) -> str:
    """Return what the picture of an output must have for text, without blanks."""
    return without_blanks(f"$ {COMMANDS[name]}{Text.from_ansi(output).plain}")


def without_blanks(text: str) -> str:
    """Return a text without blanks and breaks of lines."""
    return re.sub(r"\s", "", text)


def main() -> None:
    """Write all pictures."""
    FOLDER.mkdir(exist_ok=True)
    for name, output in printed():
        path = FOLDER / f"{name}.svg"
        path.write_text(picture(name, output), encoding="utf-8")
        print(f"{path.relative_to(ROOT)} written")


if __name__ == "__main__":
    main()
