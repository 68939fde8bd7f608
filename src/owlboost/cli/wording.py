"""What the library says of parameters, said of options."""

import shlex

from owlboost.cli.search_options import OPTIONS
from owlboost.errors import Hint, OwlboostError, ParameterError, Sentence

HINTS = {
    "columns": "--columns",
    "header": "--no-header",
    "id_column": "--id",
    "kinds=category": "--categorical",
}
"""Key of a hint → the option for it."""


def worded(said: OwlboostError | str) -> str:
    """Write an error or a remark for people who use the command line.

    Examples
    --------
    >>> worded(ParameterError("n_sets must be 3, 5 or 7, not 4."))
    '--sets must be 3, 5 or 7, not 4.'
    >>> worded(Sentence("Use ", Hint("id_column", "id_column='the name'", "the name"), "."))
    "Use --id 'the name'."
    """
    if isinstance(said, ParameterError):
        said = said.renamed(OPTIONS)
    text = said.args[0] if isinstance(said, OwlboostError) and said.args else said
    return text.worded(_option) if isinstance(text, Sentence) else str(said)


def _option(hint: Hint) -> str:
    option = HINTS[hint.key]
    return f"{option} {shlex.quote(hint.argument)}" if hint.argument else option
