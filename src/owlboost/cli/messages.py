"""Messages on stderr, with parameters written as options."""

import shlex
from collections.abc import Iterable
from typing import TYPE_CHECKING

import typer

from owlboost.errors import Hint, InconsistentError, Message, OwlboostError, ParameterError

if TYPE_CHECKING:
    from owlboost.ontology.ontology import Remark


_OTHER_OPTIONS = {
    "encoding": "--encoding",
    "folds": "--folds",
    "repeats": "--repeats",
    "lang": "--lang",
    "seed": "--seed",
    "n_jobs": "--jobs",
    "reasoner_timeout": "--reasoner-timeout",
    "cut": "--cut",
    "syntax": "--syntax",
}
"""Options beside those of learners: what errors call a parameter in Python → the option for it."""

HINTS = {
    "columns": "--columns",
    "dates": "--dates",
    "decimal": "--decimal",
    "encoding": "--encoding",
    "engine": "--engine",
    "folder": "--data",
    "force": "--force",
    "header": "--no-header",
    "equivalent": "--equivalent",
    "id_column": "--id",
    "import_dirs": "--import-dir",
    "kinds=category": "--categorical",
    "limit": "--limit",
    "make_model": "owlboost learn … -o MODEL.json",
    "reasoner": "--reasoner",
    "reasoner_timeout": "--reasoner-timeout",
    "sheet": "--sheet",
    "target_range": "--target-range",
    "unknown": "--unknown",
}
"""Key of a hint → the option for it, or the command."""


def listed(names: Iterable[str], last_word: str = "and") -> str:
    """Return names as people list them.

    Examples
    --------
    >>> listed(["--rules", "--loss", "--theta"])
    '--rules, --loss and --theta'
    """
    *most, last = names
    return f"{', '.join(most)} {last_word} {last}" if most else last


def worded(said: OwlboostError | str) -> str:
    """Write an error or a remark for people who use the command line.

    Examples
    --------
    >>> worded(ParameterError("n_sets must be 3, 5 or 7, not 4."))
    '--sets must be 3, 5 or 7, not 4.'
    >>> worded(Message("Use ", Hint("id_column", "id_column='the name'", "the name"), "."))
    "Use --id 'the name'."
    """
    text = said.message if isinstance(said, OwlboostError) else said
    spelt = text.render(_option) if isinstance(text, Message) else text
    if isinstance(said, ParameterError):
        from owlboost.cli.learner_options import option_names

        return str(ParameterError(spelt).renamed(option_names() | _OTHER_OPTIONS))
    if isinstance(said, InconsistentError):
        return f"{spelt} To see why: owlboost inspect SOURCE --clash"
    return spelt


def _option(hint: Hint) -> str:
    option = HINTS[hint.key]
    return f"{option} {shlex.quote(hint.argument)}" if hint.argument else option


_LONGEST = 1_000


def one_line(text: str) -> str:
    r"""Return a text as one line that does nothing to a terminal, and not too long.

    Examples
    --------
    >>> one_line("There is no file a\nb\x1b[31m.")
    'There is no file a\\nb\\x1b[31m.'
    >>> len(one_line("x" * 140_000))
    1000
    """
    if len(text) > _LONGEST:
        text = f"{text[: _LONGEST - 301]}…{text[-300:]}"
    return "".join(mark if mark.isprintable() else repr(mark)[1:-1] for mark in text)


_HARMLESS = frozenset({"annotation-ignored", "tautology"})


def say(remarks: "tuple[str, ...]") -> None:
    """Print remarks on stderr."""
    for remark in remarks:
        typer.echo(f"note: {one_line(worded(remark))}", err=True)


def say_remarks(remarks: "tuple[Remark, ...]") -> None:
    """Print on stderr what was not understood, a line each, unless it cannot matter to rules."""
    for remark in remarks:
        if remark.code not in _HARMLESS:
            said = one_line(worded(remark.message))
            typer.echo(f"note: {said} ({remark.code}, {remark.count}×)", err=True)
