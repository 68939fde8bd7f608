"""Reports of all kinds and sizes in Chromium: small, large, several, hostile."""

import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.browser.paints import assert_soon_painted
from tests.browser.visits import exact, visit
from tests.e2e.commands import Commands

from owlboost.concepts.concept import Atom, Concept, Edge, FuzzyValue
from owlboost.concepts.hypothesis import Inclusion, RuleSet
from owlboost.data.fuzzy_sets import FuzzySet, RightShoulder
from owlboost.data.knowledge_base import KnowledgeBase
from owlboost.data.vocabulary import Lexicon
from owlboost.learners.algorithms import FoilDL
from owlboost.learners.training import train
from owlboost.models.model_files import load
from owlboost.models.trained import TrainedModel
from owlboost.report.html_report import report_of, save_page
from owlboost.report.views.applied import Labelled
from owlboost.tables.reading import read_table

DATA = os.environ.get("OWLBOOST_DATA", "")


@pytest.fixture
def owlboost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Commands:
    """Run commands in a temporary folder."""
    return Commands(tmp_path, monkeypatch, capsys)


def write_wine(path: Path) -> None:
    """Write the 178 wines of three classes that scikit-learn bundles."""
    from sklearn.datasets import load_wine

    wine = load_wine()
    names = [name.replace("/", " ") for name in wine.feature_names]
    lines = [",".join([*names, "class"])]
    for values, kind in zip(wine.data.tolist(), wine.target.tolist(), strict=True):
        lines.append(",".join([*map(repr, values), f"w{kind + 1}"]))
    path.write_text("\n".join(lines), encoding="utf-8")


def test_three_classes_of_wine(chromium: Any, owlboost: Commands) -> None:
    write_wine(owlboost.folder / "wine.csv")
    files = []
    for kind in ("w1", "w2", "w3"):
        files.append(f"{kind}.json")
        owlboost.done(
            "learn", "wine.csv", "--target", f"class={kind}", "--algorithm", "boost",
            "--rounds", "3", "-o", files[-1],
        )  # fmt: skip
    owlboost.done("report", *files, "wine.csv", "-o", "wine.html")
    with visit(chromium, owlboost.folder / "wine.html") as found:
        assert found.texts(".tabs button") == ["class=w1", "class=w2", "class=w3"]
        for number, file in enumerate(files):
            found.page.locator(".tabs button").nth(number).click()
            found.page.wait_for_selector("html[data-ready=yes]")
            model = load(owlboost.folder / file)
            for more in found.page.locator("#rules > .content > button").all():
                more.click()
            assert found.page.locator(".card").count() == model.hypothesis.n_rules
            (expected,) = model.predict(owlboost.folder / "wine.csv", ["row100"])
            found.look_up("row100")
            assert found.answer()["degree"] == exact(expected.degree)
            found.close()


@pytest.mark.skipif(not DATA, reason="OWLBOOST_DATA names no directory of data sets")
def test_carcinogenesis_is_small_and_soon_there(chromium: Any, owlboost: Commands) -> None:
    folder = Path(DATA) / "carcinogenesis"
    source = str(folder / "carcinogenesis.owl.gz")
    owlboost.done(
        "learn", source, "--positives", str(folder / "pos.txt"), "--negatives",
        str(folder / "neg.txt"), "--algorithm", "foil", "--max-depth", "2", "-o", "model.json",
    )  # fmt: skip
    owlboost.done("report", "model.json", source, "-o", "page.html")
    page = owlboost.folder / "page.html"
    assert page.stat().st_size < 5_000_000
    model = load(owlboost.folder / "model.json")
    assert_soon_painted(chromium, page)
    with visit(chromium, page) as found:
        found.page.locator("select[aria-label='Who is shown']").select_option("all")
        assert "22\u202f372" in found.text("[role=status]")
        for one in model.predict(source, ["d103", "d1", "d273"]):
            found.look_up(one.individual.rpartition("#")[2])
            assert found.answer()["evidence"] == exact(one.evidence)
            found.close()


def test_a_hundred_thousand_rows(chromium: Any, tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    n = 100_000
    width, noise = rng.normal(50, 20, n).round(2), rng.normal(size=n)
    good = np.where((width > 55) & (noise > 0), "yes", "no")
    lines = [
        "width,noise,good",
        *(
            f"{a},{b!r},{c}"
            for a, b, c in zip(width.tolist(), noise.tolist(), good.tolist(), strict=True)
        ),
    ]
    file = tmp_path / "big.csv"
    file.write_text("\n".join(lines), encoding="utf-8")
    X, positive = read_table(file).examples("good=yes")
    model = train(X.problem(positive), FoilDL(n_sets=3, max_conjuncts=2))
    data = Labelled(X.source.knowledge_base(), X.individuals, positive)
    save_page(report_of([(model, data)]), tmp_path / "big.html")
    degrees = model.degrees(data.kb)
    with visit(chromium, tmp_path / "big.html") as found:
        assert found.text("[role=status]") == "100\u202f000 of 100\u202f000 individuals"
        found.page.locator("th[data-column=degree] button").click()
        scroller = found.page.locator(".rows")
        for place in (0, 1_000_000, 3_000_000):
            scroller.evaluate("(one, place) => { one.scrollTop = place }", place)
            found.page.wait_for_timeout(100)
            drawn = found.page.locator(".people tbody tr[data-row]")
            assert 10 < drawn.count() < 80  # what is on screen, and little else
            row = int(drawn.first.get_attribute("data-row"))
            shown = float(drawn.first.locator("td").nth(3).inner_text())
            assert shown == pytest.approx(degrees[row], abs=5e-5)
        found.look_up("row99999")
        assert found.answer()["degree"] == exact(degrees[99_998])
        found.close()
        threshold = found.set_range("input.threshold", 0.5)
        hits = int(((degrees >= threshold) & positive).sum())
        assert int(found.text("[data-outcome=TP] .number").replace("\u202f", "")) == hits


HOSTILE = (
    "<script>window.hacked = 1</script>",
    '"><img src=x onerror=window.hacked=1>',
    "</script><script>window.hacked=1</script>",
    "'; window.hacked = 1; '",
    "<!--",
    "{{7*7}}${7*7}",
    "\u202egnp.exe",
    "مرحبا بالعالم",
    "a\u2028b",
)


def test_hostile_names_are_texts(chromium: Any, tmp_path: Path) -> None:
    names = list(HOSTILE)
    kb = KnowledgeBase.from_facts(
        names,
        types={HOSTILE[0]: names[:4]},
        roles={HOSTILE[1]: [(names[0], names[1])]},
        numbers={HOSTILE[2]: [(name, float(at)) for at, name in enumerate(names)]},
        symbols={HOSTILE[3]: [(name, HOSTILE[0]) for name in names]},
    )
    fuzzy = FuzzyValue(HOSTILE[2], FuzzySet("<b>_H", RightShoulder(0, 4)))
    some = Edge(HOSTILE[1], Concept((Atom(HOSTILE[0]),)))
    rules = RuleSet(
        (Inclusion(Concept((fuzzy,)), 0.5), Inclusion(Concept((Atom(HOSTILE[0]),), (some,)), 0.9))
    )
    model = TrainedModel(
        "foil", HOSTILE[0], rules, 0.3, {"<i>": "<b>"}, {"path": HOSTILE[1]}, remarks=HOSTILE
    )
    data = Labelled(
        kb, np.arange(len(names), dtype=np.int32), np.arange(len(names)) % 2 == 0, HOSTILE
    )
    save_page(report_of([(model, data)]), tmp_path / "hostile.html")
    with visit(chromium, tmp_path / "hostile.html") as found:
        shown = found.page.locator(".people .link bdi").all_text_contents()
        assert shown == [Lexicon().name(name) for name in names]
        for at in range(len(names)):
            found.page.locator(".people .link").nth(at).click()
            assert found.page.locator("dialog h2 bdi").text_content() == shown[at]
            found.close()
        assert found.page.evaluate("window.hacked") is None
        assert found.page.locator("img").count() == 0
        assert found.page.locator("body script:not([type='application/json'])").count() == 1
        assert found.page.title() == shown[0]
