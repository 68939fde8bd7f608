"""Everything that reads a file, with small files that it can read."""

import ast
import functools
import io
import random
import tempfile
import zipfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pyoxigraph
from tests.hotels import MODELS, TARGET, hotels
from tests.spreadsheets import Cell, write_xlsx
from tools.fuzzing.fuzzy_pets import ANNOTATED_PETS, FUZZYDL_PETS, note_damaged
from tools.fuzzing.mutation import mutated
from tools.fuzzing.pets import PETS
from tools.fuzzing.projects import EDITS, JOURNALS, apply_edit, open_journal

from owlboost.concepts.text import hypothesis_lines
from owlboost.data.examples import LearningProblem
from owlboost.data.fuzzy_sets import membership
from owlboost.errors import OwlboostError
from owlboost.evaluation.fold_store import FoldStore
from owlboost.evaluation.run_file import load_run, run_text
from owlboost.exchange.formats import FORMATS
from owlboost.exchange.rule_files import read_rules, read_sets
from owlboost.exchange.sources import names_of_source
from owlboost.learners.algorithms import FoilDL, GradientConcepts
from owlboost.learners.learner import ConceptLearner
from owlboost.learners.rule_constraints import resolve_rules
from owlboost.models.model_files import load, model_text
from owlboost.models.trained import TrainedModel
from owlboost.ontology.readers.imports import CatalogError, read_catalog
from owlboost.sources.example_files import read_names, read_problem
from owlboost.sources.ontology_source import read_ontology
from owlboost.tables.reading import read_table

_SMALL = 2_000
_PLANNED = 50_000  # characters of SPARQL: a longer query takes a library long to plan
GOLDEN = Path(__file__).parents[2] / "tests" / "golden"


@dataclass(frozen=True, slots=True)
class Reader:
    """Something that reads files.

    Attributes
    ----------
    file
        What the file is called.
    read
        Reads it, and does something with what it says.
    seeds
        Files that are damaged.
    inside
        Damages something inside of a file, such as a part of an archive; None if nothing is
        inside of it.
    """

    file: str
    read: Callable[[Path], object]
    seeds: Sequence[bytes]
    inside: Callable[[bytes, random.Random], bytes] | None = None


def _ontology(path: Path) -> None:
    loaded = read_ontology(path)
    if path.stat().st_size < _SMALL:  # reasoning over more takes its time, damaged or not
        loaded.source().knowledge_base()


def _table(path: Path) -> None:
    table = read_table(path)
    for column, values in table.candidate_targets().items():
        for value in list(values)[:1]:
            table.problem(f"{column}={value}")


def _rules(path: Path) -> None:
    rules = read_rules(path)
    if isinstance(rules, TrainedModel):
        _use(rules)
    else:
        _use(rules.model(names_of_source(hotels())))


def _sets(path: Path) -> None:
    """Read fuzzy sets, and ask each for a degree."""
    for sets in read_sets(path).values():
        for one in sets:
            membership(one.shape, 50.0)


@functools.cache
def _problem() -> LearningProblem:
    kb = hotels()
    individuals = np.arange(20, dtype=np.int32)
    return LearningProblem(kb, TARGET, individuals, individuals % 3 == 0)


def _given(path: Path) -> None:
    """Look up rules that learning is given, and forbid them."""
    learners: tuple[ConceptLearner, ...] = (
        GradientConcepts(given=[path]),
        FoilDL(forbidden=[path]),
    )
    for learner in learners:
        resolve_rules(learner, _problem())


def _derived(path: Path) -> None:
    """Learn from months, weekdays and words of a table."""
    table = read_table(path, calendar=["built"], texts=["comment"])
    for column, values in table.candidate_targets().items():
        for value in list(values)[:1]:
            table.problem(f"{column}={value}")


def _use(model: TrainedModel) -> None:
    """Print and export a model, as commands do."""
    list(hypothesis_lines(model.hypothesis, "T", 100, average=model.average))
    model_text(model).encode("utf-8")
    for name in FORMATS:
        try:
            text = model.export(name)
        except OwlboostError:
            continue
        text.encode("utf-8")
        if name == "sparql" and len(text) < _PLANNED:
            pyoxigraph.Store().query(text)
        elif name == "python":
            ast.parse(text)


def _run(path: Path) -> None:
    run_text(load_run(path)).encode("utf-8")


def _fold(path: Path) -> None:
    FoldStore(path.parent).load("a" * 64)


def _catalog(path: Path) -> None:
    try:
        catalog = read_catalog(path)
    except CatalogError:
        return
    catalog.match("http://e/a")
    list(catalog.next_catalogs("http://e/a"))


def _ontologies(suffix: str) -> tuple[bytes, ...]:
    """Return a small ontology, which most are made of, and one with everything."""
    return (*(PETS[suffix],) * 4, (GOLDEN / f"everything.{suffix}").read_bytes())


def _old(ending: str) -> tuple[bytes, ...]:
    folder = GOLDEN / "version-0.1.0"
    return tuple(path.read_bytes() for path in sorted(folder.glob(f"*{ending}")))


def _exports(name: str, **options: str) -> tuple[bytes, ...]:
    found: list[bytes] = []
    for model in MODELS.values():
        try:
            found.append(model.export(name, **options).encode())
        except OwlboostError:
            continue  # not every format says everything
    return tuple(found)


_CSV = (
    (
        b"price,pool,sea view,stars,when,kind\n"
        b"40,true,yes,2,2020-01-01,good\n55.5,false,no,3,2020-01-02,good\n62,true,?,3,,good\n"
        b',true,"yes, quite",4,2021-05-06,bad\n71,false,yes,3,2020-02-29,bad\n'
    ),
    b"\xef\xbb\xbfx;k\r\n1,5;a\r\n2,5;b\r\n",
    b"x|k\n1|a\n2|b\n3|a\n",
)
_DERIVED = (
    (
        b"built,comment,price,kind\n2020-01-01,the sea is near,40,good\n"
        b"1999-12-31,near the Sea,55.5,good\n,no sea at all,62,bad\n"
        b'2024-02-29,"loud, far from the sea",71,bad\n0001-01-01,?,,bad\n9999-12-31,far,80,bad\n'
    ),
    (
        "built;comment;kind\n03/04/2024 10:30;Blick aufs Meer, süß;a\n"
        "13/04/2024 23:59;kein Meer, kein Blick;b\n14/05/2023;Meer;a\n"
    ).encode("latin-1"),
    (
        b"built\tcomment\tkind\n2020-01-01T10:00:00Z\tsea\ta\n"
        b"2020-06-01T00:00:00+02:00\tthe sea\tb\n2020-06-02T00:00:00Z\tthe end\tb\n"
    ),
)
_CONDITIONS = (
    (
        b"# what we know\nhasPrice is low and Hotel\nopen\n"
        b"hasAmenity some Baby_Sitting  # cribs\nhasPrice some hasPrice_H and open value true\n"
    ),
    b"hasPrice is very low\nseats is high\n",
    b"colour is blue and open is false\nhasAmenity some (Baby_Sitting and near some Hotel)\n",
    b"hasPrice some hasPrice_F and <http://example.org/hotels#Hotel>\n",
)
_OBO = (
    b"format-version: 1.2\nontology: pets\n\n[Term]\nid: P:1\nname: pet\n\n[Term]\nid: P:2\n"
    b"name: cat ! a cat\nis_a: P:1 ! pet\nrelationship: part_of P:1\nintersection_of: P:1\n"
    b'intersection_of: part_of P:2 {cardinality="2"}\n\n[Typedef]\n'
    b"id: part_of\nis_transitive: true\n\n[Instance]\nid: P:3\ninstance_of: P:2\n"
)
_CATALOG = (
    (
        b'<?xml version="1.0"?><catalog prefer="public" '
        b'xmlns="urn:oasis:names:tc:entity:xmlns:xml:catalog" xml:base="sub/">'
        b'<uri name="http://e/a" uri="a.owl"/><group xml:base="x/"><rewriteURI '
        b'uriStartString="http://e/" rewritePrefix="f/"/></group><uriSuffix uriSuffix="a" uri="b"/>'
        b'<delegateURI uriStartString="http://e/" catalog="c.xml"/><nextCatalog catalog="d.xml"/>'
        b"</catalog>"
    ),
)
_PROBLEM_JSON = (
    b'{"problems": {"aunt": {"positive_examples": ["http://e/a"], "negative_examples": ["b"]}}}',
    b'{"positive_examples": ["a", "b"], "negative_examples": []}',
)
_CONF = (
    (
        b'// a problem\nprefixes = [ ("ex","http://e#") ]\nlp.type = "posNegStandard"\n'
        b'lp.positiveExamples = { "ex:a", "ex:b" } /* two */\nlp.negativeExamples = {\n"ex:c" }\n'
    ),
    b'+"http://e#a"\n-"http://e#b"\n',
)


def _parquet() -> tuple[bytes, ...]:
    import pyarrow as pa
    import pyarrow.parquet as pq

    columns = {"x": [1.5, None, 2.0], "k": ["a", "b", "a"], "t": [True, None, False]}
    sink = pa.BufferOutputStream()
    pq.write_table(pa.table(columns), sink)
    return (sink.getvalue().to_pybytes(),)


def _dated_parquet() -> tuple[bytes, ...]:
    import pyarrow as pa
    import pyarrow.parquet as pq

    built = pa.array([0, None, 2**40], pa.timestamp("ms"))
    columns = {
        "built": built,
        "comment": ["the sea", "sea at last", "the last"],
        "kind": ["a", "b", "a"],
    }
    sink = pa.BufferOutputStream()
    pq.write_table(pa.table(columns), sink)
    return (sink.getvalue().to_pybytes(),)


def _workbook() -> bytes:
    rows: list[list[Cell]] = [
        ["price", "pool", "kind"],
        [40.0, True, "a"],
        [55.5, False, "b"],
        [None, True, "a"],
    ]
    with tempfile.TemporaryDirectory() as folder:
        return write_xlsx(Path(folder) / "t.xlsx", {"one": rows, "two": rows[:2]}).read_bytes()


def _part_damaged(data: bytes, chance: random.Random) -> bytes:
    """Damage one part of an archive, and pack it again."""
    sink = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(sink, "w") as new:
        unlucky = chance.choice(old.namelist())
        for name in old.namelist():
            part = old.read(name)
            new.writestr(name, mutated([part], chance) if name == unlucky else part)
    return sink.getvalue()


def _gzipped(seeds: Sequence[bytes]) -> tuple[bytes, ...]:
    import gzip

    return tuple(gzip.compress(seed, mtime=0) for seed in seeds)


def readers() -> dict[str, Reader]:
    """Return all readers by name."""
    return dict(_readers())


def _readers() -> Iterator[tuple[str, Reader]]:
    for suffix in ("ofn", "omn", "owx", "rdf", "ttl", "nt", "jsonld"):
        yield suffix, Reader(f"o.{suffix}", _ontology, _ontologies(suffix))
    yield "obo", Reader("o.obo", _ontology, (_OBO,))
    yield "ontology.gz", Reader("o.ofn.gz", _ontology, _gzipped(_ontologies("ofn")))
    yield "catalog", Reader("catalog-v001.xml", _catalog, _CATALOG)
    yield "csv", Reader("t.csv", _table, _CSV)
    yield "tsv", Reader("t.tsv", _table, tuple(seed.replace(b",", b"\t") for seed in _CSV))
    yield "csv.gz", Reader("t.csv.gz", _table, _gzipped(_CSV))
    yield "parquet", Reader("t.parquet", _table, _parquet())
    yield "xlsx", Reader("t.xlsx", _table, (_workbook(),), _part_damaged)
    models = (*_old(".model.json"), *(model_text(model).encode() for model in MODELS.values()))
    yield "model", Reader("m.json", lambda path: _use(load(path)), models)
    yield "run", Reader("run.json", _run, _old(".run.json"))
    yield "fold", Reader(f"{'a' * 40}.fold.json", _fold, _old(".fold.json"))
    yield "manchester", Reader("rules.txt", _rules, _exports("manchester"))
    yield "fuzzydl", Reader("rules.fdl", _rules, _exports("fuzzydl"))
    yield "listing", Reader("rules.txt", _rules, _exports("listing"))
    for syntax in ("rdfxml", "owlxml", "functional"):
        seeds = _exports("fuzzyowl2", syntax=syntax)
        yield f"fuzzyowl2-{syntax}", Reader("rules.owl", _rules, seeds)
    fuzzy_owl = _exports("fuzzyowl2", syntax="functional")
    yield "fuzzydl-source", Reader("o.fdl", _ontology, FUZZYDL_PETS)
    yield "fuzzyowl2-source", Reader("o.ofn", _ontology, ANNOTATED_PETS, note_damaged)
    yield "sets.json", Reader("sets.json", _sets, models)
    yield "sets.fdl", Reader("sets.fdl", _sets, (*_exports("fuzzydl"), *FUZZYDL_PETS[1:]))
    yield "sets.ofn", Reader("sets.ofn", _sets, (*fuzzy_owl, *ANNOTATED_PETS[1:]), note_damaged)
    yield "given", Reader("given.txt", _given, _CONDITIONS)
    written = (*_exports("manchester"), *_exports("fuzzydl"), *_exports("listing"), *fuzzy_owl)
    yield "given.rules", Reader("given.rules", _given, written)
    yield "given.json", Reader("given.json", _given, models)
    yield "journal", Reader("journal.jsonl", open_journal, JOURNALS)
    yield "edit", Reader("edit.json", apply_edit, EDITS)
    yield "derived", Reader("t.csv", _derived, _DERIVED)
    yield "derived.parquet", Reader("t.parquet", _derived, _dated_parquet())
    yield "problem.json", Reader("p.json", read_problem, _PROBLEM_JSON)
    yield "problem.conf", Reader("p.conf", read_problem, _CONF)
    yield "names", Reader("pos.txt", read_names, (b"# good\nHotel_1\n\nhttp://e/a\n",))
