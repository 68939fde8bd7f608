"""What the library says of parameters, said of options."""

import shlex
from collections.abc import Iterable

from owlboost.errors import Hint, InconsistentError, OwlboostError, ParameterError, Sentence

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
    >>> worded(Sentence("Use ", Hint("id_column", "id_column='the name'", "the name"), "."))
    "Use --id 'the name'."
    """
    text = said.said if isinstance(said, OwlboostError) else said
    spelt = text.worded(_option) if isinstance(text, Sentence) else text
    if isinstance(said, ParameterError):
        from owlboost.cli.learner_options import option_names

        return str(ParameterError(spelt).renamed(option_names() | _OTHER_OPTIONS))
    if isinstance(said, InconsistentError):
        return f"{spelt} To see why: owlboost inspect SOURCE --clash"
    return spelt


def _option(hint: Hint) -> str:
    option = HINTS[hint.key]
    return f"{option} {shlex.quote(hint.argument)}" if hint.argument else option
