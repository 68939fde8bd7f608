"""Outputs under names: kept as files, hashed, compared."""

import hashlib
import json
import re
import shutil
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

TASK = "task "
"""How the parts of a long run begin, before the name of a task."""

_LONGEST = 180
_HASHES = ".hashes.json"

Hashes = Mapping[str, str]
"""Name of an output → SHA-256 of its bytes."""


class Outputs:
    """The outputs of one part, each a file in a folder of its own.

    Parameters
    ----------
    part
        First word of all names.
    kept
        Where the part has its folder; what is in that is removed.
    """

    def __init__(self, part: str, kept: Path) -> None:
        self._part = part
        self._folder = kept / part
        self._files: dict[str, str] = {}
        if self._folder.exists():
            shutil.rmtree(self._folder)
        self._folder.mkdir(parents=True)

    def add(self, name: str, content: bytes | str) -> None:
        """Keep an output under a name, which the part comes before.

        Raises
        ------
        ValueError
            There is one of this name.
        """
        if name in self._files:
            raise ValueError(f"Two outputs are called {name!r}.")
        data = content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content
        self._files[name] = file_name(name)
        (self._folder / self._files[name]).write_bytes(data)

    def close(self) -> None:
        """Write the hash of every output, which others read (:func:`hashes_of`)."""
        found = {
            f"{self._part}/{name}": hashlib.sha256((self._folder / file).read_bytes()).hexdigest()
            for name, file in self._files.items()
        }
        (self._folder / _HASHES).write_text(json.dumps(found, ensure_ascii=False), "utf-8")


def hashes_of(part: str, kept: Path) -> dict[str, str]:
    """Return the hashes of a part that was recorded."""
    found: dict[str, str] = json.loads((kept / part / _HASHES).read_text("utf-8"))
    return found


def file_name(name: str) -> str:
    """Return what the file of an output is called.

    Examples
    --------
    >>> file_name("learn iris.csv -o a/b.json/printed")
    'learn iris.csv -o a%2Fb.json%2Fprinted'
    """
    quoted = quote(name, safe=" =,<>()[]+@-._")
    if len(quoted) <= _LONGEST:
        return quoted
    return f"{quoted[:_LONGEST]}~{hashlib.sha256(name.encode()).hexdigest()[:12]}"


@dataclass(frozen=True, slots=True)
class Difference:
    """An output that is not as it was.

    Attributes
    ----------
    kind
        ``changed``, ``missing`` or ``new``.
    name
        Name of the output.
    """

    kind: str
    name: str

    def __str__(self) -> str:
        return f"{self.kind:<8} {self.name}"


def differences(before: Hashes, after: Hashes) -> list[Difference]:
    r"""Return what differs, in the order of names.

    Examples
    --------
    >>> print(*differences({"a": "1", "b": "2"}, {"b": "3", "c": "4"}), sep="\n")
    missing  a
    changed  b
    new      c
    """
    found = []
    for name in sorted({*before, *after}):
        if name not in after:
            found.append(Difference("missing", name))
        elif name not in before:
            found.append(Difference("new", name))
        elif before[name] != after[name]:
            found.append(Difference("changed", name))
    return found


def of_parts(hashes: Hashes, parts: Collection[str]) -> dict[str, str]:
    """Return the hashes of some parts: the first words of names."""
    return {name: value for name, value in hashes.items() if name.partition("/")[0] in parts}


_BUNDLE = re.compile(r"(?s)<(script|style)>(.*?)</\1>")


def split_page(html: str) -> tuple[str, str]:
    r"""Return a page without its scripts and styles, and these, which all pages have in common.

    Examples
    --------
    >>> split_page('<style>p {}</style><script id="report">[1]</script><script>f()</script>')
    ('<style></style><script id="report">[1]</script><script></script>', 'p {}\nf()')
    """
    bundle = "\n".join(found[2] for found in _BUNDLE.finditer(html))
    return _BUNDLE.sub(r"<\1></\1>", html), bundle


_MASKS: tuple[tuple[str, str], ...] = (
    (r'("(?:seconds|time)": ?)-?[\d.e+-]+(?=[,}\s\]])', r"\1⟨seconds⟩"),
    (r'("time": ?)"\d{4}-\d\d-\d\dT[^"]*"', r'\1"⟨time⟩"'),
    (
        r'"environment": ?\{\s*"versions": ?\{[^{}]*\}[^{}]*\}',
        '"environment": "⟨environment⟩"',
    ),
    (r"\b(owlboost )(?:\d+\.\d+[\w.+]*|unknown)", r"\1⟨version⟩"),
    (r"/[^\s\"'<>]*?owlboost-[a-z0-9_]{8}(?=[/\s\"'.,:;]|$)", "⟨temporary⟩"),
    (r"(token=)[\w-]{20,}", r"\1⟨token⟩"),
    (r"(?m)^(Traceback .*\n)(?:[ \t]+.*\n)+", r"\1"),
    (r"(?m)^\S+\.py:\d+: (\w+Warning: .*)\n  .*$", r"⟨module⟩: \1"),
)


def masked(text: str, folders: Mapping[str, str]) -> str:
    """Return a text without what differs from run to run.

    Parameters
    ----------
    text
        What was printed or written.
    folders
        Paths and what stands in their places.

    Examples
    --------
    >>> masked('{"seconds": 1.25, "path": "/tmp/x/a"}', {"/tmp/x": "⟨folder⟩"})
    '{"seconds": ⟨seconds⟩, "path": "⟨folder⟩/a"}'
    """
    for path in sorted(folders, key=len, reverse=True):
        text = text.replace(path, folders[path])
    for pattern, replacement in _MASKS:
        text = re.sub(pattern, replacement, text)
    return text
