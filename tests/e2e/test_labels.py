"""An ontology whose IRIs say nothing is used by its labels alone, in two languages."""

import json
import re
import shlex
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from tests import opaque
from tests.e2e.commands import Commands

from owlboost.data.vocabulary import Lexicon
from owlboost.models.model_files import load

OPAQUE = re.compile(r"EX_\d+|http://ex\.org")


@dataclass(frozen=True)
class Tongue:
    """What things are called in a language, and the options that ask for it."""

    place: int
    options: tuple[str, ...]

    def __call__(self, name: str) -> str:
        """Return the label of a local name."""
        return opaque.labels()[opaque.NS + name][self.place]

    @property
    def target(self) -> str:
        return self("EX_0000002")

    @property
    def learn(self) -> tuple[str, ...]:
        """Options that name examples."""
        return "--target", self.target, "--scope", self("EX_0000001")


ENGLISH = Tongue(0, ())
GERMAN = Tongue(1, ("--lang", "de"))
TONGUES = pytest.mark.parametrize("tongue", [ENGLISH, GERMAN], ids=["en", "de"])
QUICK = ("--algorithm", "boost", "--rounds", "2")


@pytest.fixture
def commands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Commands:
    found = Commands(tmp_path, monkeypatch, capsys)
    found.write("p.ttl", opaque.turtle())
    return found


def learned(commands: Commands, tongue: Tongue, *options: str) -> str:
    """Learn into ``m.json`` and return what was printed."""
    return commands.done(
        "learn", "p.ttl", *tongue.learn, *QUICK, *tongue.options, "-o", "m.json", *options
    )


@TONGUES
def test_inspect_lists_targets_by_label(commands: Commands, tongue: Tongue) -> None:
    told = commands.done("inspect", "p.ttl", *tongue.options)
    assert f"14  {tongue.target}\n" in told
    [first, *_] = json.loads(commands.done("inspect", "p.ttl", "--json", *tongue.options))[
        "candidates"
    ]
    assert first == {"name": tongue.target, "iri": f"{opaque.NS}EX_0000002", "members": 14}


@TONGUES
def test_why_something_follows_is_asked_and_told_by_labels(
    commands: Commands, tongue: Tongue
) -> None:
    who, what = tongue(opaque.patient(3)), tongue("EX_0000001")
    told = commands.done("inspect", "p.ttl", "--why", who, what, *tongue.options)
    assert told.splitlines()[0] == f"{who} belongs to {what}, because"
    assert f"'{who}' Type" in told
    assert not OPAQUE.search(told)


@TONGUES
def test_rules_are_learned_and_shown_by_labels(commands: Commands, tongue: Tongue) -> None:
    told = learned(commands, tongue)
    assert not OPAQUE.search(told)
    pressure = tongue("EX_0000009")
    assert f"({pressure} some {pressure}_VH)" in told.replace("'", "")
    model = load(commands.folder / "m.json")
    assert model.target == f"{opaque.NS}EX_0000002"
    assert set(model.lexicon.labels.values()) == {
        tongue(name) for name in ("EX_0000002", "EX_0000004", "EX_0000005", "EX_0000009")
    }


def test_models_of_two_languages_say_the_same(commands: Commands) -> None:
    learned(commands, ENGLISH)
    english = load(commands.folder / "m.json")
    learned(commands, GERMAN)
    german = load(commands.folder / "m.json")
    assert replace(german, source=english.source) == english  # it records how examples were named


@TONGUES
def test_predictions_are_asked_and_told_by_labels(commands: Commands, tongue: Tongue) -> None:
    learned(commands, tongue)
    who = tongue(opaque.patient(3))
    table = commands.done("predict", "m.json", "p.ttl", "--individual", who, *tongue.options)
    assert table.splitlines()[1].startswith(f"{who} ")
    data = commands.done("predict", "m.json", "p.ttl", "--individual", who, "--format", "json")
    assert [one["individual"] for one in json.loads(data)] == [opaque.NS + opaque.patient(3)]
    rows = commands.done("predict", "m.json", "p.ttl", "--format", "csv", *tongue.options)
    assert f"{opaque.NS}{opaque.patient(3)}," in rows


@TONGUES
def test_explanations_are_asked_and_told_by_labels(commands: Commands, tongue: Tongue) -> None:
    learned(commands, ENGLISH)
    who = tongue(opaque.patient(3))
    told = commands.done("explain", "m.json", "p.ttl", "--individual", who, *tongue.options)
    assert who in told
    assert tongue("EX_0000009") in told
    assert not OPAQUE.search(told)
    data = commands.done("explain", "m.json", "p.ttl", "--individual", who, "--json")
    assert json.loads(data)["individual"] == opaque.NS + opaque.patient(3)


@TONGUES
def test_evaluate_takes_labels(commands: Commands, tongue: Tongue) -> None:
    told = commands.done(
        *("evaluate", "p.ttl", *tongue.learn, *QUICK, "--folds", "2", "--grid", "none"),
        *tongue.options,
    )
    assert told.startswith(f"{tongue.target}, boost: 30 examples")


@TONGUES
def test_what_is_hidden_is_named_by_its_label(commands: Commands, tongue: Tongue) -> None:
    told = learned(commands, tongue, "--hide", tongue("EX_0000009"))
    assert tongue("EX_0000009") not in told
    assert tongue("EX_0000005") in told
    told = commands.done("predict", "m.json", "p.ttl", *tongue.options)
    assert tongue(opaque.patient(0)) in told


@TONGUES
@pytest.mark.parametrize("way", ["lists", "json", "conf"])
def test_examples_are_listed_by_label(commands: Commands, tongue: Tongue, way: str) -> None:
    sides = [
        [tongue(opaque.patient(n)) for n in range(opaque.N_PATIENTS) if opaque.at_risk(n) == side]
        for side in (True, False)
    ]
    if way == "lists":
        for name, people in zip(("pos.txt", "neg.txt"), sides, strict=True):
            commands.write(name, "\n".join(people))
        given = ["--positives", "pos.txt", "--negatives", "neg.txt"]
    elif way == "json":
        problem = dict(zip(("positive_examples", "negative_examples"), sides, strict=True))
        commands.write("problem.json", json.dumps(problem))
        given = ["--problem", "problem.json"]
    else:
        pairs = zip(("positiveExamples", "negativeExamples"), sides, strict=True)
        lines = [f"lp.{name} = {{{', '.join(map(json.dumps, who))}}}" for name, who in pairs]
        commands.write("problem.conf", "\n".join(lines).encode().decode("unicode_escape"))
        given = ["--problem", "problem.conf"]
    told = commands.done(
        *("learn", "p.ttl", *given, "--target", tongue.target, *QUICK, *tongue.options)
    )
    assert "learned from 30 examples, 14 of them positive" in told
    assert not OPAQUE.search(told)


@TONGUES
@pytest.mark.parametrize("layout", ["text", "manchester", "listing"])
def test_exports_for_people_have_labels(commands: Commands, tongue: Tongue, layout: str) -> None:
    learned(commands, tongue)
    told = commands.done("export", "m.json", "--format", layout)
    rules = re.sub(r"(?m)^# \w+: .*$", "", told.partition("# Names")[0])
    assert tongue.target in rules
    assert tongue("EX_0000009") in rules
    if layout != "listing":  # the fuzzy sets of a listing keep their names
        assert not OPAQUE.search(rules)


def test_sentences_take_labels_as_they_are(commands: Commands) -> None:
    learned(commands, GERMAN)
    told = commands.done("export", "m.json", "--format", "text")
    assert "What makes a Risikopatient\n" in told
    assert "very high Blutdruck" in " ".join(told.split())
    assert "Steroid-Präparat" in told


@TONGUES
def test_an_export_takes_the_labels_of_the_source(commands: Commands, tongue: Tongue) -> None:
    learned(commands, GERMAN if tongue is ENGLISH else ENGLISH)
    given = tongue.options or ("--lang", "en")
    run = commands("export", "m.json", "p.ttl", "--format", "text", *given)
    assert run.err == ""
    assert tongue.target in run.out.splitlines()[0]


REMARKS = {
    "fuzzydl": r"(?m)^%.*$",
    "fuzzyowl2": r"(?m)^\s*<(header|label) .*$",
    "sparql": r"(?m)(^|\s)# .*$",
    "python": r'(?m)#.*$|^"""[^"]*"""',
}
"""What is written for people in formats for machines."""


@TONGUES
@pytest.mark.parametrize("layout", REMARKS)
def test_exports_for_machines_have_labels_in_remarks_only(
    commands: Commands, tongue: Tongue, layout: str
) -> None:
    learned(commands, tongue)
    model = load(commands.folder / "m.json")
    text, plain = (one.export(layout) for one in (model, replace(model, lexicon=Lexicon())))
    assert tongue("EX_0000009") in text
    assert tongue("EX_0000009") not in plain
    bare, expected = (re.sub(REMARKS[layout], "", one) for one in (text, plain))
    assert bare.split() == expected.split()
    assert "EX_0000009" in bare


@TONGUES
@pytest.mark.parametrize("layout", ["manchester", "listing"])
def test_exported_rules_are_imported_again(commands: Commands, tongue: Tongue, layout: str) -> None:
    learned(commands, tongue)
    commands.done("export", "m.json", "--format", layout, "-o", "rules.txt")
    source = ["p.ttl"] if layout == "listing" else []
    commands.done(
        "import", "rules.txt", *source, "-o", "back.json", *(tongue.options * len(source))
    )
    model, back = (load(commands.folder / name) for name in ("m.json", "back.json"))
    assert back == model
    assert back.lexicon == model.lexicon


@pytest.mark.parametrize("layout", ["fuzzydl", "fuzzyowl2"])
def test_rules_for_reasoners_carry_labels(commands: Commands, layout: str) -> None:
    learned(commands, GERMAN)
    commands.done("export", "m.json", "--format", layout, "-o", "rules.txt")
    commands.done("import", "rules.txt", "-o", "back.json")
    model, back = (load(commands.folder / name) for name in ("m.json", "back.json"))
    assert back.lexicon == model.lexicon
    assert GERMAN.target in str(back)


@TONGUES
def test_rules_written_by_hand_are_read_by_labels(commands: Commands, tongue: Tongue) -> None:
    rule = f"('{tongue('EX_0000005')}' some '{tongue('EX_0000004')}') SubClassOf"
    commands.write("rules.txt", f"{rule} '{tongue.target}' [0.8]\n")
    commands.done("import", "rules.txt", "p.ttl", "-o", "m.json", *tongue.options)
    model = load(commands.folder / "m.json")
    assert model.target == f"{opaque.NS}EX_0000002"
    takers = [n for n in range(opaque.N_PATIENTS) if opaque.takes_steroids(n)]
    table = commands.done("predict", "rules.txt", "p.ttl", *tongue.options).splitlines()
    assert [line for line in table if "0.8000" in line] == [
        line for line in table for n in takers if line.startswith(f"{tongue(opaque.patient(n))} ")
    ]
    assert rule.replace("'", "") in str(model).replace("'", "")


def test_iris_are_shown_on_request(commands: Commands) -> None:
    told = learned(commands, ENGLISH, "--iris")
    assert f"(<{opaque.NS}EX_0000009> some EX_0000009_VH)" in told
    assert f"SubClassOf <{opaque.NS}EX_0000002>" in told
    assert "blood pressure" not in told
    assert load(commands.folder / "m.json").lexicon.labels  # what is shown is not what is kept
    for command in (
        ("predict", "m.json", "p.ttl", "--iris"),
        ("explain", "m.json", "p.ttl", "--individual", "patient no. 3", "--iris"),
        ("inspect", "p.ttl", "--iris"),
        ("inspect", "p.ttl", "--why", "patient no. 3", "patient", "--iris"),
        ("export", "m.json", "--format", "text", "--iris"),
        ("export", "m.json", "--format", "listing", "--iris"),
    ):
        shown = commands.done(*command)
        assert opaque.NS in shown
        assert "at risk" not in re.sub(r"(?m)^# \w+: .*$", "", shown)


def test_a_language_that_no_label_has_is_told(commands: Commands) -> None:
    run = commands("inspect", "p.ttl", "--lang", "fr")
    assert run.code == 0
    assert "note: no label is in the language fr (languages of labels: de and en)" in run.err
    assert ENGLISH.target in run.out
    run = commands("inspect", "p.ttl", "--lang", "no such language")
    assert (run.code, run.out) == (1, "")
    assert "--lang must be the tag of a language such as de or pt-BR" in run.err


def test_an_ambiguous_label_lists_the_iris(commands: Commands) -> None:
    twice = ':EX_0000077 a owl:Class ; rdfs:label "AT RISK PATIENT", "at risk patient"@fr .\n'
    commands.write("p.ttl", opaque.turtle() + twice)
    run = commands("learn", "p.ttl", "--target", "at risk patient", *QUICK)
    assert run.code == 1
    assert f"it could be {opaque.NS}EX_0000002, {opaque.NS}EX_0000077." in run.err
    assert "EX_0000002" in commands.done("inspect", "p.ttl")
    assert "14 of them positive" in commands.done(
        "learn", "p.ttl", "--target", "risikopatient", *QUICK
    )


HOSTILE = ["and", 'it\'s "so"', "two\\nlines", "خطر", "x" * 300, "EX_0000004", "SubClassOf", "<a>"]


@pytest.mark.parametrize("label", HOSTILE)
def test_any_label_is_learned_shown_and_read_again(commands: Commands, label: str) -> None:
    written = label.replace('"', '\\"')
    text = opaque.turtle().replace('"blood pressure"@en', f'"{written}"@en')
    commands.write("p.ttl", text)
    for name, layout in (("a.txt", "manchester"), ("b.txt", "listing")):
        learned(commands, ENGLISH)
        commands.done("export", "m.json", "--format", layout, "-o", name)
        commands.done("import", name, *(["p.ttl"] if name == "b.txt" else []), "-o", "back.json")
        model, back = (load(commands.folder / file) for file in ("m.json", "back.json"))
        assert back == model
        assert back.lexicon == model.lexicon
    hidden = label.replace("\\n", "\n")
    told = commands.done(
        "learn", "p.ttl", *ENGLISH.learn, *QUICK, "--hide", f"{opaque.NS}EX_0000009"
    )
    if label != "EX_0000004":  # the short name of something else
        assert commands.done("learn", "p.ttl", *ENGLISH.learn, *QUICK, "--hide", hidden) == told


@TONGUES
def test_models_are_scored_and_compared_by_labels(commands: Commands, tongue: Tongue) -> None:
    learned(commands, tongue)
    told = commands.done("score", "m.json", "p.ttl", *tongue.options)
    assert told.startswith(f"{tongue.target}: ")
    assert tongue("EX_0000009") in told
    assert not OPAQUE.search(told)
    rule = f"('{tongue('EX_0000005')}' some '{tongue('EX_0000004')}') SubClassOf"
    commands.write("rules.txt", f"{rule} '{tongue.target}' [0.8]\n")
    told = commands.done("compare", "m.json", "rules.txt", "p.ttl", *tongue.options)
    assert tongue(opaque.patient(0)) in told
    assert not OPAQUE.search(told)


@TONGUES
@pytest.mark.parametrize("layout", ["dot", "mermaid"])
def test_pictures_have_labels(commands: Commands, tongue: Tongue, layout: str) -> None:
    learned(commands, tongue)
    told = commands.done("export", "m.json", "--format", layout)
    assert f"{tongue('EX_0000009')}_VH" in told
    assert not OPAQUE.search(told)


@TONGUES
def test_a_giveaway_is_named_by_its_label(commands: Commands, tongue: Tongue) -> None:
    warned = [f":{opaque.patient(n)}" for n in range(opaque.N_PATIENTS) if opaque.at_risk(n)]
    text = ':EX_0000008 a owl:Class ; rdfs:label "warned one"@en, "die Gewarnten"@de .\n'
    text += "".join(f"{one} a :EX_0000008 .\n" for one in warned)
    commands.write("p.ttl", opaque.turtle() + text)
    run = commands("learn", "p.ttl", *tongue.learn, *QUICK, *tongue.options)
    label = "'die Gewarnten'" if tongue is GERMAN else "'warned one'"
    assert f"note: {label} alone tells 30 of 30 examples right" in run.err
    assert f"--hide {label}" in run.err
    assert not OPAQUE.search(run.err)


@TONGUES
def test_a_report_shows_labels(commands: Commands, tongue: Tongue) -> None:
    learned(commands, tongue)
    commands.done("report", "m.json", "p.ttl", "-o", "page.html", *tongue.options)
    page = (commands.folder / "page.html").read_text("utf-8")
    for name in ("EX_0000002", "EX_0000009", opaque.patient(7)):
        assert tongue(name) in page


PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "names.md"


def test_the_commands_of_the_page_on_names_run(commands: Commands) -> None:
    blocks = re.findall(r"^```(\w+)\n(.*?)^```$", PAGE.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    [clinic] = [text for kind, text in blocks if kind == "turtle"]
    commands.write("clinic.ttl", clinic)
    lines = [line for kind, text in blocks if kind == "sh" for line in text.splitlines()]
    printed = [commands.done(*shlex.split(line)[1:]) for line in lines]
    assert len(printed) == 8
    [shown] = [text for kind, text in blocks if kind == "text"]
    assert shown in printed[1]
    assert "Anna" in printed[2]
    assert "Blutdruck" in printed[3]
    assert "'at risk patient' SubClassOf patient" in printed[4]
    assert "high blood pressure" in printed[5].lower()
    assert "Risikopatient" in printed[6]
    assert "<http://example.org/EX_0000009>" in printed[7]
