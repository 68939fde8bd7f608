import re
import textwrap
from pathlib import Path

import pytest
from sklearn.datasets import load_wine
from tests.hotels import BOOST, FOIL, MODELS, PAPER_KB, PAPER_RULE, hotels, iri
from tests.listings import FAIR, HOTEL, WINE

import owlboost as ob
from owlboost.concepts.concept import TOP, Atom, Concept, Edge, FuzzyValue
from owlboost.concepts.hypothesis import BoostedHypothesis, Inclusion, RuleSet, WeakHypothesis
from owlboost.data.fuzzy_sets import FuzzySet, LeftShoulder, Trapezoidal
from owlboost.data.vocabulary import Vocabulary
from owlboost.errors import ModelError, ParameterError, UnknownNameError
from owlboost.exchange.formats import FORMATS
from owlboost.exchange.grammar.tree import Word
from owlboost.exchange.listing import listing_text, read_listing
from owlboost.exchange.names import NameIndex, NameMatch
from owlboost.exchange.sources import names_of_columns, names_of_source
from owlboost.models.trained import TrainedModel
from owlboost.runtime.names import Names

COLUMNS = ("ash", "color_intensity", "malic_acid", "proline")


def of_wine(text: str) -> TrainedModel:
    return read_listing(text).model(names_of_columns(COLUMNS, "wine.csv"))


def rule(text: str) -> Inclusion:
    """Read a listing of one rule over classes A, B, C, roles r, s and a data property d."""
    names = Vocabulary(Names("ABC"), Names("rs"), Names("d"))
    (found,) = read_listing(text).model(NameIndex(names, str)).hypothesis.inclusions
    return found


def fuzzy(name: str, low: float, high: float) -> FuzzyValue:
    return FuzzyValue("d", FuzzySet(name, LeftShoulder(low, high)))


A, B = Atom("A"), Atom("B")
LOW = fuzzy("L", 1.0, 2.0)


# What is read


@pytest.mark.parametrize(
    ("text", "body"),
    [
        ("A and B SubClassOf T", Concept((A, B))),
        ("A ⊓ B ⊑ T", Concept((A, B))),
        (r"A \sqcap B \sqsubseteq T", Concept((A, B))),
        (r"$A \andc B \impc T$ \\", Concept((A, B))),
        ("A and B subclass of T.", Concept((A, B))),
        ("((A) and (B)) SubClassOf T", Concept((A, B))),
        ("r some A SubClassOf T", Concept((), (Edge("r", Concept((A,))),))),
        ("r some A and B SubClassOf T", Concept((B,), (Edge("r", Concept((A,))),))),
        ("∃r.A ⊓ B ⊑ T", Concept((B,), (Edge("r", Concept((A,))),))),
        ("∃r.(A ⊓ B) ⊑ T", Concept((), (Edge("r", Concept((A, B))),))),
        (
            "∃r.∃s.⊤ ⊑ T",
            Concept((), (Edge("r", Concept((), (Edge("s", TOP),))),)),
        ),
        ("∃r ⊑ T", Concept((), (Edge("r", TOP),))),
        ("∃ r . A ⊑ T", Concept((), (Edge("r", Concept((A,))),))),
        (r"\exists \mathsf{r}.\mathsf{A} \impc T", Concept((), (Edge("r", Concept((A,))),))),
        ("Thing SubClassOf T", TOP),
        ("'A' SubClassOf T", Concept((A,))),
        ("d some L SubClassOf T L ls(1, 2)", Concept((LOW,))),
        ("L: leftShoulder(1; 2)\n∃d.L ⊑ T", Concept((LOW,))),
        ("L = left shoulder 1 2\n∃d.L ⊑ T", Concept((LOW,))),
        ("∃d.L ⊑ T\nL ls −2 -1", Concept((fuzzy("L", -2.0, -1.0),))),
        ("∃d.L_1 ⊑ T\nL_{1} ls 1 2", Concept((fuzzy("L_1", 1.0, 2.0),))),
        (
            "∃d.L ⊑ T\nL trapezoidal .1 1 2e0\n3",
            Concept((FuzzyValue("d", FuzzySet("L", Trapezoidal(0.1, 1.0, 2.0, 3.0))),)),
        ),
    ],
)
def test_a_body_is_written_in_many_ways(text: str, body: Concept) -> None:
    assert rule(text).body == body


@pytest.mark.parametrize(
    "text",
    [
        "A SubClassOf T [0.56]",
        "⟨A ⊑ T, 0.56⟩",
        "<A SubClassOf T, .56>",
        r"\langle A \impc T, 0.56 \rangle",
        r"\fuzzyg{\mathsf{A} \impc \mathsf{T}}{0.56}",
        "⟨A ⊑ T ≥ 0.56⟩",
        "A ⊑ T >= 0.56",
    ],
)
def test_a_degree_is_written_in_many_ways(text: str) -> None:
    assert rule(text) == Inclusion(Concept((A,)), 0.56, 0.56)


@pytest.mark.parametrize(
    "text",
    [
        "1. A SubClassOf T\n2. B SubClassOf T",
        "1) A SubClassOf T\n2) B SubClassOf T",
        "(1) A SubClassOf T\n(2) B SubClassOf T",
        "- A SubClassOf T\n- B SubClassOf T",
        "• A ⊑ T\n• B ⊑ T",
        "* A SubClassOf T;\n* B SubClassOf T.",
        "Rules:\nA\nSubClassOf\nT B SubClassOf\n\n\nT",
        "\\begin{verbatim}\nA SubClassOf T\nB SubClassOf T\n\\end{verbatim}",
        "A SubClassOf T # first\n% second\nB SubClassOf T // done",
    ],
)
def test_marks_and_breaks_say_nothing(text: str) -> None:
    names = Vocabulary(Names("AB"))
    found = read_listing(text).model(NameIndex(names, str)).hypothesis
    assert found == RuleSet((Inclusion(Concept((A,))), Inclusion(Concept((B,)))))


@pytest.mark.parametrize(
    "text",
    [
        "1.5 * WL1 - 0.5 * WL2 SubClassOf 2",
        "1.5·WL1 − 0.5·WL2 ⊑ 2",
        r"1.5 \cdot WL1 - .5 \cdot WL2 \impc 2",
        "3. 1.5 WL1\n- 0.5 WL2 SubClassOf 2.",
        "+1.5 × WL1 + -0.5 × WL2 ⊑ 2",
    ],
)
def test_a_sum_is_written_in_many_ways(text: str) -> None:
    names = Vocabulary(Names("AB"))
    model = read_listing(f"A ⊑ WL1\nB ⊑ WL2\n{text}").model(NameIndex(names, "urn:{}".format))
    terms = (
        WeakHypothesis("WL1", (Inclusion(Concept((A,))),)),
        WeakHypothesis("WL2", (Inclusion(Concept((B,))),)),
    )
    assert model.hypothesis == BoostedHypothesis(terms, (1.5, -0.5))
    assert (model.target, model.algorithm, model.threshold) == ("urn:2", "boost", 0.5)


def test_a_sum_with_a_rule_over_everything_is_of_gradient_boosting() -> None:
    text = "Thing SubClassOf WL0\n-0.5 * WL0 SubClassOf T"
    assert read_listing(text).model(NameIndex(Vocabulary(), str)).algorithm == "gradient"


def test_the_wine_listing_may_be_broken_and_typeset_otherwise() -> None:
    columns = names_of_columns(load_wine().feature_names, "wine.csv")
    typeset = WINE.replace(" and ", " ⊓ ").replace("SubClassOf", "⊑").replace(" * ", "·")
    typeset = re.sub(r"\((\w+) some (\w+)\)", r"∃\1.\2", typeset)
    typeset = re.sub(r"left-shoulder +(\S+) +(\S+)", r"ls(\1, \2)", typeset)
    assert typeset.count("∃") == 21
    broken = "\n".join(
        line if line.startswith("#") else textwrap.fill(line, 30, break_long_words=False)
        for line in typeset.splitlines()
    )
    assert len(broken.splitlines()) > 2 * len(WINE.splitlines())
    printed, pasted = (read_listing(text).model(columns) for text in (WINE, broken))
    assert pasted.hypothesis == printed.hypothesis


def test_the_hotel_of_the_paper_has_its_degree() -> None:
    model = read_listing(HOTEL + FAIR).model(names_of_source(PAPER_KB))
    assert model.degrees(PAPER_KB) == pytest.approx([0.28])


def test_the_remarks_of_a_rule_are_kept() -> None:
    model = read_listing(str(PAPER_RULE)).model(names_of_source(PAPER_KB))
    assert model.hypothesis == PAPER_RULE.hypothesis
    text = str(FOIL).splitlines()
    assert text[4] == "    # confidence 0.560, covers 5 positive and 4 negative"
    first = next(
        iter(read_listing(str(FOIL)).model(names_of_source(hotels())).hypothesis.inclusions)
    )
    assert (first.confidence, first.covered_positives, first.covered_negatives) == (0.56, 5, 4)


# What cannot be read


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("A SubClassOf T\nA or B SubClassOf T", "Line 2 .* at 'or': a rule goes on with \"and\""),
        ("A SubClassOf T\n\n(A and B SubClassOf T", "Line 3 .* a closing parenthesis should stand"),
        ("A and SubClassOf T", "Line 1 .* at 'SubClassOf': a class or a condition should stand"),
        ("A SubClassOf", "ends too soon, in line 1: the name of a weak learner or of the target"),
        ("A ⊑ T [0.5", "ends too soon, in line 1: the bracket of the degree should be closed"),
        ("⟨A ⊑ T⟩", "Line 1 .* at '⟩': a comma and the degree of the rule"),
        ("A ⊑ T [high]", "Line 1 .* at 'high': the degree of the rule should stand here"),
        ("A ⊑ T [56]", "Line 1 of the listing: a degree lies between 0 and 1: 56 does not"),
        ("(d value 3) ⊑ T", "at '3': a value is a text in double quotes, or true or false"),
        ('(d value "x\ny") ⊑ T', "Line 1 of the listing cannot be read at '\"x'"),
        (r'(d value "\x") ⊑ T', "Line 1 of the listing has a text that cannot be read"),
        ("A ⊑ T\nL ls 1", "Line 2 of the listing: A left-shoulder has 2 points, not 1"),
        ("A ⊑ T\nL ls 1 2 3", "Line 2 of the listing: A left-shoulder has 2 points, not 3"),
        ("A ⊑ T\nL ls 2 1", "Line 2 of the listing: The points of a left-shoulder must be finite"),
        ("A ⊑ T\nL ls(1, 2", "ends too soon, in line 2: the parenthesis of the fuzzy set"),
        ("A ⊑ T\nL lefty(1, 2)", "Line 2 .* no fuzzy set of the shape 'lefty'. The choices are"),
        ("A ⊑ T\nL ls 1 2\nL ls 1 3", "Line 3 .* 'L' is another fuzzy set in line 2"),
        ("A ⊑ WL1", "has rules for WL1, but no weighted sum"),
        ("A ⊑ T\nA ⊑ U", "has rules for T and U, but no weighted sum"),
        ("A ⊑ WL1\n1 * WL2 ⊑ T", "Line 2 .* no rules for the weak learner 'WL2'. Did you mean WL1"),
        ("A ⊑ WL1\nA ⊑ WL2\n1 * WL1 ⊑ T", "Line 2 .* sum lacks the weak learner 'WL2'"),
        ("A ⊑ W\n1 * W + 2 * W ⊑ T", "Line 2 of the listing: the weighted sum has 'W' twice"),
        ("A ⊑ W\n1 * W ⊑ T\n1 * W ⊑ U", "Line 3 of the listing has another weighted sum"),
        ("A ⊑ W\n- 1.5 * W ⊑ T", "Line 2 .* begins with '- 1.5': write -1.5 if that is the sign"),
        ("A ⊑ W\n1.5 * W", "ends too soon, in line 2: a weighted sum goes on with"),
        ("L ls 1 2", "The listing has no rules"),
        ("(" * 5000 + "A", "Line 1 .* conditions are nested more than 100 deep"),
        ("∃r." * 5000 + "A ⊑ T", "Line 1 .* conditions are nested more than 100 deep"),
        ("A ⊑ T §", "Line 1 of the listing cannot be read at '§'"),
    ],
)
def test_what_cannot_be_read_is_told_with_its_line(text: str, message: str) -> None:
    with pytest.raises(ModelError, match=message):
        read_listing(text)


def test_a_set_is_no_class() -> None:
    with pytest.raises(
        ModelError, match=r"Line 1 .* fuzzy set 'L' is used where a class should be"
    ):
        rule("L ⊑ T\nL ls 1 2")


# Names


def test_names_are_found_whatever_their_case_and_marks() -> None:
    index = names_of_columns(["Color intensity", "ash"], "wine.csv")
    for name in ("ColorIntensity", "color_intensity", "COLOR-INTENSITY", "Color intensity"):
        assert index.find("data", Word(name, 1)) == NameMatch(
            "urn:owlboost:table#Color%20intensity", guessed=False
        )


def test_an_exact_name_is_preferred_to_one_that_is_alike() -> None:
    index = names_of_columns(["PH", "pH"], "wine.csv")
    assert index.find("data", Word("pH", 1)).iri == "urn:owlboost:table#pH"
    with pytest.raises(UnknownNameError, match=r"Line 3 .* column 'ph' could be 'PH' or 'pH'"):
        index.find("data", Word("ph", 3))


def test_a_slip_in_the_name_of_a_column_is_remarked_on() -> None:
    model = of_wine("(MalidAcid some L) SubClassOf T\nL ls 1 2")
    assert model.remarks == ("Line 1: 'MalidAcid' is taken for the column 'malic_acid'.",)
    (found,) = model.hypothesis.inclusions
    assert next(iter(found.body.labels)).key[0] == "urn:owlboost:table#malic_acid"


@pytest.mark.parametrize(
    ("columns", "name"),
    [
        (["malic_acid", "maliq_acid"], "MalidAcid"),  # either could be meant
        (["malic_acid"], "CalicAcid"),  # begins with another letter
        (["measurement_12"], "measurement_13"),  # another number
        (["price"], "prize"),  # too short
        (["malic_acid"], "MalitAcit"),  # two slips
    ],
)
def test_what_may_be_no_slip_is_refused(columns: list[str], name: str) -> None:
    with pytest.raises(UnknownNameError, match=f"Line 7 of the listing: .*'{name}'"):
        names_of_columns(columns, "t.csv").find("data", Word(name, 7))


def test_two_names_are_not_taken_for_one_column() -> None:
    text = "(MalidAcid some L) and (malic_acid some L) SubClassOf T\nL ls 1 2"
    with pytest.raises(UnknownNameError, match="'MalidAcid' and 'malic_acid' would both be the co"):
        of_wine(text)


def test_an_iri_is_not_guessed() -> None:
    with pytest.raises(UnknownNameError, match="no class named 'urn:A'"):
        rule("<urn:A> SubClassOf T")


def test_an_ambiguous_name_is_an_error_that_lists_the_iris() -> None:
    names = Vocabulary(Names(["urn:x#Hotel", "urn:y#Hotel"]))
    listing = read_listing("<urn:x#Hotel> SubClassOf T\nHotel SubClassOf T")
    with pytest.raises(UnknownNameError, match=r"Line 2 .* could be urn:x#Hotel, urn:y#Hotel"):
        listing.model(NameIndex(names, str))


def test_the_target_is_a_class_of_the_source_if_there_is_one() -> None:
    names = Vocabulary(Names(["urn:x#A", "urn:x#Good_Hotel"]))
    for text, target in (
        ("A ⊑ GoodHotel", "urn:x#Good_Hotel"),
        ("A ⊑ Good", "urn:new#Good"),
        ("A ⊑ <urn:y#Good>", "urn:y#Good"),
    ):
        found = read_listing(text).model(NameIndex(names, "urn:new#{}".format))
        assert found.target == target


def test_names_are_those_of_an_ontology_a_table_or_examples(tmp_path: Path) -> None:
    (tmp_path / "wine.csv").write_text("Ash,kind\n2,a\n3,b\n")
    (tmp_path / "wine.txt").write_text("(ash some L) SubClassOf T\nL ls 1 2")
    table = ob.read_table(tmp_path / "wine.csv")
    X, _ = table.examples("kind=a")
    for source in (str(tmp_path / "wine.csv"), table, X, X.source.knowledge_base()):
        model = ob.read_model(tmp_path / "wine.txt", source)
        (found,) = model.hypothesis.inclusions
        assert next(iter(found.body.labels)).key[0] == "urn:owlboost:table#Ash"
    with pytest.raises(ModelError, match="does not tell what its names stand for: give the data"):
        ob.read_model(tmp_path / "wine.txt")
    with pytest.raises(ParameterError, match="not in a int"):
        ob.read_model(tmp_path / "wine.txt", 3)


# What is written


@pytest.mark.parametrize("model", MODELS)
def test_a_listing_reads_back_as_the_same_model(model: str) -> None:
    text = listing_text(MODELS[model])
    assert read_listing(text).model(names_of_source(hotels())) == MODELS[model]


def test_equal_short_names_are_written_as_iris() -> None:
    both = Concept((Atom("urn:x#Bar"), Atom("urn:y#Bar"), Atom("urn:x#-5"), Atom("urn:x#Thing")))
    model = TrainedModel("foil", "urn:x#T", RuleSet((Inclusion(both),)), 0.5)
    names = Vocabulary(Names(["urn:x#-5", "urn:x#Bar", "urn:x#Thing", "urn:y#Bar"]))
    text = listing_text(model)
    assert "'<urn:x#-5>' and '<urn:x#Bar>' and '<urn:x#Thing>' and '<urn:y#Bar>'" in text
    assert read_listing(text).model(NameIndex(names, str)) == model


def test_a_target_that_is_called_like_a_weak_learner_is_written_as_an_iri() -> None:
    model = TrainedModel("foil", "urn:x#WL1", RuleSet((Inclusion(Concept((A,))),)), 0.5)
    text = listing_text(model)
    assert "\nA SubClassOf '<urn:x#WL1>' " in text
    assert read_listing(text).model(NameIndex(Vocabulary(Names("A")), str)) == model


def test_an_empty_rule_set_is_written_and_read() -> None:
    model = TrainedModel("foil", "urn:x#T", RuleSet(), 0.25)
    assert read_listing(listing_text(model)).model(NameIndex(Vocabulary(), str)) == model


def test_a_damaged_header_is_told() -> None:
    text = listing_text(BOOST).replace("# threshold: 0.25", "# threshold: a quarter")
    with pytest.raises(ModelError, match="The header line 'threshold' is damaged"):
        read_listing(text)


def test_a_remark_that_resembles_a_header_is_passed_over() -> None:
    text = "# threshold: a quarter\n# source: the paper\nHotel SubClassOf Good"
    model = read_listing(text).model(names_of_source(hotels()))
    assert (model.threshold, model.source) == (0.5, {})
    assert model.hypothesis == RuleSet((Inclusion(Concept((Atom(iri("Hotel")),))),))


# What is recognised


@pytest.mark.parametrize(
    ("text", "known"),
    [
        (WINE, True),
        (HOTEL, True),
        ("⟨A ⊑ T, 0.56⟩", True),
        ("<A SubClassOf T, 0.56>", True),
        ("Class: A\n    SubClassOf: B\n", False),
        ("SubClassOf(:A :B)\n", False),
        ("<urn:a> <http://www.w3.org/2000/01/rdf-schema#subClassOf> <urn:b> .\n", False),
        ("<?xml version='1.0'?>\n<SubClassOf>\n", False),
        ("@prefix : <urn:x#> .\n:A rdfs:subClassOf :B .\n", False),
        ("price,stars\n79,3\n", False),
    ],
)
def test_a_listing_is_told_by_its_content(text: str, known: bool) -> None:
    recognises = FORMATS["listing"].recognises
    assert recognises is not None
    assert recognises(text) == known
