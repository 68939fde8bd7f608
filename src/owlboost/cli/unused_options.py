"""Options that were given but have no effect: a note says so, that nobody relies on them."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from owlboost.cli.wording import listed

if TYPE_CHECKING:
    from owlboost.cli.learner_options import Users

Values = Mapping[str, Any]
"""What a command was called with, by the names of its parameters."""

Unused = tuple[frozenset[str], str]
"""Parameters that have no effect, and the end of the sentence that says so."""

_OF_ONTOLOGIES = frozenset({"import_dir", "strict", "reasoner", "reasoner_timeout", "lang"})
_OF_ROLES = frozenset({"max_depth", "lookahead"})
_OF_FOLDS = frozenset({"folds", "repeats", "nested", "mask"})
_OF_COLUMNS = frozenset({"categorical", "numeric", "drop", "calendar", "texts"})
_OF_TABLES = _OF_COLUMNS | {
    *("no_header", "columns", "id_column", "encoding", "decimal", "dates", "sheet"),
    "out_of_core",
}
_OF_OWL = frozenset({"syntax", "imports", "cut", "force"})
_OF_DATA = frozenset({"source", "with_data", "individual"})


def say_unused(context: typer.Context, values: Values) -> None:
    """Print a note on stderr for the options on the command line that have no effect."""
    given = _given(context)
    for names, where in unused(values):
        idle = [option for name, option in given.items() if name in names]
        if idle:
            verb = "has" if len(idle) == 1 else "have"
            typer.echo(f"note: {listed(idle)} {verb} no effect {where}", err=True)
        given = {name: option for name, option in given.items() if name not in names}


def is_given(context: typer.Context, name: str) -> bool:
    """Whether a parameter stands on the command line."""
    source = context.get_parameter_source(name)
    return source is not None and source.name == "COMMANDLINE"


def _given(context: typer.Context) -> dict[str, str]:
    """Return what stands on the command line: the name of a parameter → how it is written."""
    found = {}
    for parameter in context.command.params:
        name = parameter.name or ""
        if is_given(context, name):
            is_option = parameter.param_type_name == "option"
            found[name] = max(parameter.opts, key=len) if is_option else name.upper()
    return found


def unused(values: Values) -> Iterator[Unused]:
    """Yield what has no effect on a command.

    Examples
    --------
    >>> [(names, where)] = unused({"algorithm": "foil"})
    >>> "rounds" in names, "theta" in names, where
    (True, False, 'with --algorithm foil')
    """
    if "algorithm" in values:
        yield from _by_learner(values)
    if "with_data" in values:
        yield from _by_format(values)
    if values.get("source") is not None:
        yield from _by_source(values)
    elif "model" in values:
        yield _OF_ONTOLOGIES | _OF_TABLES, "without a SOURCE"
    if "clash" in values and (values.get("why") or values.get("clash")):
        by = "--why" if values.get("why") else "--clash"
        yield frozenset({"materialise", "reasoner", "reasoner_timeout"}), f"with {by}"
    if values.get("as_json"):
        yield frozenset({"layout"}), "with --json"
    if values.get("train_is_test"):
        yield _OF_FOLDS, "with --train-is-test"
    if values.get("reasoner") == "structural":
        yield frozenset({"reasoner_timeout"}), "without --reasoner hermit"


def _by_learner(values: Values) -> Iterator[Unused]:
    from owlboost.learners.learner import LEARNERS, all_parameters

    chosen = [name.strip() for name in str(values["algorithm"]).split(",")]
    learners = [LEARNERS[name] for name in chosen if name in LEARNERS]
    used = {one.name for learner in learners for one in learner.parameters()}
    idle = {_variable(users) for name, users in all_parameters() if name not in used} - {""}
    if "folds" in values:
        idle.discard("seed")  # folds have it, too
    grid = str(values.get("grid", ""))
    varied = {name for learner in learners for name in learner.grids.get(grid, ())}
    if "grid" in values and grid != "none" and not varied:
        idle.add("grid")
    yield frozenset(idle), f"with --algorithm {values['algorithm']}"
    parameters = dict(all_parameters())
    if varied:
        names = frozenset(_variable(parameters[name]) for name in varied)
        yield names, f"with --grid {grid}, which tries its own values"
    yield from _by_other_parameters(values, varied)


def _by_other_parameters(values: Values, varied: set[str]) -> Iterator[Unused]:
    """Yield parameters that need another one to have some value, where it has not."""
    from owlboost.learners.learner import all_parameters

    parameters = dict(all_parameters())
    for users in parameters.values():
        needs = users[0][1].about.needs
        if needs is None or needs[0] in varied:
            continue
        other, wanted = needs
        given = values.get(_variable(parameters[other]))
        if given is not None and given != wanted:
            option = parameters[other][0][1].about.option
            yield frozenset({_variable(users)}), f"with {option} {given}"


def _variable(users: "Users") -> str:
    from owlboost.cli.learner_options import variable

    return variable(users[0][1].about.option or "")


def _by_source(values: Values) -> Iterator[Unused]:
    from owlboost.tables.endings import is_table_path

    if not is_table_path(Path(values["source"])):
        yield _OF_TABLES, "on an ontology"
        return
    yield _OF_ONTOLOGIES | _OF_ROLES, "on a table"
    if "model" in values and "target" not in values:
        yield _OF_COLUMNS, "here, because the model defines the columns"


def _by_format(values: Values) -> Iterator[Unused]:
    from owlboost.exchange.formats import FORMATS
    from owlboost.exchange.rule_files import needs_source

    form = FORMATS[values["layout"]]
    idle = _OF_OWL - frozenset(form.options)
    if form.takes_source:
        idle |= _OF_DATA - {"source"}
    elif not form.takes_data:
        idle |= _OF_DATA
        if needs_source(values["model"]) or (values["source"] and values["lang"]):
            idle -= {"source"}
        else:
            idle |= _OF_ONTOLOGIES | _OF_TABLES
    yield idle, f"with --format {form.name}"
    if values["individual"]:
        yield frozenset({"with_data"}), "together with --individual"
