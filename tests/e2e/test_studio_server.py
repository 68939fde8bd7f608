"""A studio as pages use it: learning, editing, judging, exporting, and being killed meanwhile."""

import json
import os
import queue
import shlex
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.e2e.commands import Commands
from tests.examples import scaled
from tests.reference.studio import Snapshots, shown
from tests.studio_servers import PATIENCE, Page, Server, hotels, iris, serving

from owlboost.exchange.formats import FORMATS
from owlboost.models.model_files import load
from owlboost.studio.journal import Journal
from owlboost.studio.serving import Address, _bound
from owlboost.studio.views import state_view

EX = "https://owlboost.example/hotels#"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("studio")


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[Server]:
    hotels(folder)
    wanted = ("--target", "Good_Hotel", "--scope", "Accommodation")
    with serving(folder, "hotels.ofn", *wanted) as found:
        found.client().edit("settings", algorithm="foil", max_conjuncts=2)
        yield found


@pytest.fixture
def page(server: Server) -> Page:
    """A page of the hotels, at the state after the beginning."""
    found = server.client()
    while found.state()["draft"] is not None:
        found.edit("undo")
    return found


def learned(page: Page) -> Any:
    number = page.state()["number"]
    state = page.learn()
    assert state["number"] == number + 1, "Nothing was learned."
    return state


def confirmed(folder: Path) -> Any:
    """Return what a journal on the disk comes to."""
    with Journal(folder / "journal.jsonl") as journal:
        return state_view(journal.history, {"name": "", "folder": ""})


def test_a_source_is_told(page: Page) -> None:
    source = page.json("/api/source")
    assert (source["kind"], source["individuals"]) == ("ontology", 75)
    by_name = {one["name"]: one for one in source["classes"]}
    assert by_name["Hotel"]["parents"] == [f"{EX}Accommodation"]
    assert by_name["Accommodation"] == {
        "iri": f"{EX}Accommodation",
        "name": "Accommodation",
        "count": 60,
        "parents": [],
    }
    properties = {one["name"]: one for one in source["properties"]}
    assert properties["hasAmenity"]["kind"] == "role"
    assert properties["hasPrice"]["kind"] == "number"
    low, high = properties["hasPrice"]["range"]
    assert 0 < low < high
    assert f"{EX}Good_Hotel" in [one["target"] for one in source["targets"]]


def test_individuals_are_listed_with_labels_and_marks(page: Page) -> None:
    found = page.json("/api/individuals", text="hotel_01", limit=3)
    assert found["total"] == 10
    assert [one["name"] for one in found["rows"]] == ["Hotel_010", "Hotel_011", "Hotel_012"]
    assert found["rows"][0]["label"] is True
    page.edit("mark", individual="Hotel_010", label=False)
    marked = page.json("/api/individuals", text="hotel_010")["rows"][0]
    assert (marked["label"], marked["marked"]) == (False, True)
    page.edit("undo")
    assert (
        page.json("/api/individuals", text="hotel_01", offset=9)["rows"][0]["name"] == "Hotel_019"
    )


def test_learning_makes_a_draft_that_undo_takes_back(page: Page, folder: Path) -> None:
    before = page.state()
    state = learned(page)
    assert state["draft"]["form"] == "best"
    assert state["number"] == before["number"] + 1
    model = load(folder / "hotels.ofn.studio" / "models" / f"{state['draft']['base']:04}.json")
    assert [rule["weight"] for rule in state["draft"]["rules"]] == [
        rule.weight for rule in model.hypothesis.rules()
    ]
    assert page.edit("undo")["draft"] is None
    assert page.edit("redo")["draft"] == state["draft"]


def test_an_edited_draft_is_judged_shown_and_compared(page: Page) -> None:
    state = learned(page)
    first = page.judgement()
    assert first["number"] == state["number"]
    assert first["changed"] == 0
    assert first["measures"] == first["before"]["measures"]
    assert first["held_out"]["mean"] == first["before"]["held_out"]["mean"]
    assert len(first["held_out"]["folds"]) == 5
    page.edit("version", name="as learned")
    rule = state["draft"]["rules"][0]["id"]
    state = page.edit("rule-removed", rule=rule)
    second = page.judgement()
    assert second["number"] == state["number"]
    assert second["measures"]["recall"] < first["measures"]["recall"]
    assert second["changed"] == len(second["changes"]) > 0
    assert all(one["before"]["degree"] > one["after"]["degree"] for one in second["changes"])
    sizes = [size for size, _ in second["curve"]]
    assert sizes == list(range(len(state["draft"]["rules"]) + 1))
    version = state["versions"][-1]["number"]
    compared = page.json("/api/compare", a=version, b="draft")
    assert [one["fate"] for one in compared["rules"]].count("only in A") == 1
    assert compared["measures"] == {"a": first["measures"], "b": second["measures"]}
    assert compared["changed"] == second["changed"]
    old, new = page.json("/api/view", version=version), page.json("/api/view")
    assert len(old["rules"]) == len(new["rules"]) + 1
    assert new["target"]["name"] == "Good_Hotel"
    assert new["individuals"]["count"] == 75


def test_conditions_are_suggested_and_understood(page: Page) -> None:
    found = page.json("/api/suggest", text="amenity po")
    assert {"text": "hasAmenity some Pool", "words": "Some amenity that is a pool"} in found
    assert len(page.json("/api/suggest", text="")) == 20
    state = page.edit("rule-added", text="hasAmenity some Pool")
    (rule,) = state["draft"]["rules"]
    assert rule["words"] == "Some amenity that is a pool"
    assert not rule["weight_set"]
    assert 0 < rule["weight"] < 1
    state = page.edit("condition-added", rule=rule["id"], text="hasPrice some hasPrice_L and Hotel")
    (rule,) = state["draft"]["rules"]
    assert [one["manchester"] for one in rule["parts"]] == [
        "(hasAmenity some Pool)", "Hotel", "(hasPrice some hasPrice_L)",
    ]  # fmt: skip
    (low,) = state["draft"]["sets"]
    moved = [point + 5 for point in low["points"]]
    state = page.edit("set", name=low["name"], points=moved)
    assert state["draft"]["sets"][0]["points"] == moved
    for text, words in (
        ("hasPrice some", "ends too soon"),
        ("Pol", "Did you mean Pool"),
        ("Hotel or Pool", "The condition cannot be read at 'or': nothing more"),
        ("hasPrice some Pool", "no fuzzy set 'Pool'"),
        ("'Hotel", 'The condition cannot be read at "\'Hotel"'),
    ):
        response = page.try_edit("condition-added", rule=rule["id"], text=text)
        assert response.status_code == 422, text
        said = response.json()["error"]
        assert words in said
        assert "listing" not in said
        assert said[0].isupper()
    again = page.edit("condition-added", rule=rule["id"], text="near some Beach")
    assert again["draft"]["sets"][0]["points"] == moved


def test_weights_are_fitted_again_on_request(page: Page) -> None:
    state = page.edit("rule-added", text="hasAmenity some Pool")
    fitted = state["draft"]["rules"][0]["weight"]
    state = page.edit("weight", rule="r1", weight=0.125)
    assert (state["draft"]["rules"][0]["weight"], state["draft"]["rules"][0]["weight_set"]) == (
        0.125, True,
    )  # fmt: skip
    state = page.edit("weight", rule="r1", weight=None)
    assert state["draft"]["rules"][0]["weight"] == pytest.approx(fitted)
    assert not state["draft"]["rules"][0]["weight_set"]


def test_what_gives_the_answer_away_is_told_and_can_be_hidden(
    tmp_path: Path,
) -> None:
    rows = "".join(
        f"{number},{number % 7},{'yes' if number > 25 else 'no'}\n" for number in range(50)
    )
    (tmp_path / "give.csv").write_text(f"score,noise,answer\n{rows}")
    with serving(tmp_path, "give.csv", "--target", "answer=yes") as found:
        page = found.client()
        (suspect,) = page.json("/api/suspects")
        assert (suspect["name"], suspect["right"], suspect["of"]) == ("score", 50, 50)
        assert suspect["text"] == "one number of score"
        state = page.edit("hide", names=[suspect["name"]])
        assert state["question"]["hidden"] == [suspect["iri"]]
        assert page.json("/api/suspects") == []
        assert page.json("/api/suggest", text="score") == []
        state = page.edit("show", names=[suspect["iri"]])
        assert state["question"]["hidden"] == []


def test_rules_that_speak_of_what_is_hidden_are_told_in_one_sentence(page: Page) -> None:
    page.edit("rule-added", text="hasAmenity some Pool")
    page.edit("hide", names=["hasAmenity"])
    assert "hasAmenity" in page.judgement()["error"]
    response = page.get("/api/view")
    assert response.status_code == 422
    page.edit("undo")


def test_every_format_is_exported_and_kept(page: Page, folder: Path) -> None:
    learned(page)
    formats = page.json("/api/formats")
    assert [one["name"] for one in formats] == ["model", *FORMATS]
    for one in formats:
        response = page.http.get("/api/export", params={"format": one["name"], "token": page.token})
        assert response.status_code == 200, response.text
        disposition = response.headers["content-disposition"]
        assert disposition.startswith("attachment; filename=")
        name = disposition.partition('"')[2].rstrip('"')
        assert name.endswith(one["suffix"])
        assert (folder / "hotels.ofn.studio" / "exports" / name).read_text() == response.text
    report = page.get("/api/report", version="draft")
    assert report.text.startswith("<!doctype html>")
    assert page.get("/api/export", format="magic").status_code == 422


def test_the_command_repeats_what_was_learned(page: Page, folder: Path, owlboost: Commands) -> None:
    state = learned(page)
    told = page.json("/api/command")
    words = shlex.split(told["command"])
    assert words[0] == "owlboost"
    for name, text in told["files"].items():
        owlboost.write(name, text)
    owlboost.done(*words[1:])
    again = load(owlboost.folder / "model.json")
    number = state["draft"]["base"]
    first = load(folder / "hotels.ofn.studio" / "models" / f"{number:04}.json")
    assert again.hypothesis == first.hypothesis
    assert again.threshold == first.threshold


def test_two_pages_see_one_state(server: Server, page: Page) -> None:
    other = server.client()
    with other.events() as events:
        state = page.edit("rule-added", text="Hotel", weight=0.5)
        while True:
            name, told = events.get(timeout=PATIENCE)
            if name == "state" and told["number"] == state["number"]:
                break
        assert other.state() == page.state()
        number = state["number"]
        assert other.try_edit("note", after=number, rule="r1", text="mine").status_code == 200
        late = page.try_edit("note", after=number, rule="r1", text="mine, too")
        assert late.status_code == 409
        assert "changed meanwhile" in late.json()["error"]
        assert page.state()["draft"]["rules"][0]["note"] == "mine"
        seen = set()
        while "judged" not in seen:
            name, _ = events.get(timeout=PATIENCE)
            seen.add(name)


def test_many_pages_at_once_lose_no_edit(server: Server, page: Page) -> None:
    page.edit("rule-added", text="Hotel", weight=0.5)
    before = page.state()["number"]
    failed: list[str] = []

    def work(name: str) -> None:
        mine = server.client()
        for number in range(10):
            response = mine.try_edit("mark", individual=f"Hotel_{number + 1:03}", label=name == "a")
            if response.status_code != 200:
                failed.append(response.text)

    threads = [threading.Thread(target=work, args=(name,)) for name in "abcd"]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert failed == []
    assert page.state()["number"] == before + 40
    while page.state()["question"]["marks"]:
        page.edit("undo")


def test_what_is_pinned_stays_and_what_is_forbidden_goes(
    page: Page, folder: Path, owlboost: Commands
) -> None:
    state = page.edit("rule-added", text="hasAmenity some Pool and near some Beach")
    (mine,) = [rule["id"] for rule in state["draft"]["rules"]]
    page.edit("pin", rule=mine, pinned=True)
    page.edit("note", rule=mine, text="guests like it")
    page.edit("rule-added", text="hasAmenity some Baby_Sitting", weight=0.5)
    state = page.edit("forbid", rule="r2")
    (forbidden,) = state["draft"]["forbidden"]
    page.edit("settings", algorithm="gradient", rules=4, max_conjuncts=2)
    command = page.json("/api/command")
    state = learned(page)
    kept = {rule["id"]: rule for rule in state["draft"]["rules"]}
    assert kept[mine]["pinned"]
    assert kept[mine]["note"] == "guests like it"
    assert len(kept) > 2
    assert not [rule for rule in kept.values() if "Baby" in rule["manchester"]]
    assert state["draft"]["forbidden"] == [forbidden]
    for name, text in command["files"].items():
        owlboost.write(name, text)
    assert sorted(command["files"]) == ["forbid.txt", "given.txt"]
    owlboost.done(*shlex.split(command["command"])[1:])
    first = load(folder / "hotels.ofn.studio" / "models" / f"{state['draft']['base']:04}.json")
    assert load(owlboost.folder / "model.json").hypothesis == first.hypothesis
    page.edit("target", target="Good_Hotel", scope="Accommodation")  # nothing new: rules stay
    while page.state()["draft"] is not None:
        page.edit("undo")


def test_learning_can_be_stopped_with_the_best_so_far(page: Page) -> None:
    page.edit("settings", algorithm="gradient", rules=60, max_conjuncts=5)
    assert page.post("/api/fit").status_code == 200
    assert page.post("/api/fit").status_code == 409  # one at a time
    page.until(lambda state: state["fit"]["phase"] in ("validating", "learning"))
    assert page.post("/api/fit/stop").status_code == 200
    state = page.until(lambda state: state["fit"] is None)
    assert state["draft"] is not None
    assert page.post("/api/fit/stop").status_code == 409
    page.edit("undo")
    page.edit("undo")


def test_learning_can_be_cancelled(server: Server, page: Page) -> None:
    number = page.state()["number"]
    page.edit("settings", algorithm="gradient", rules=60)
    page.post("/api/fit")
    page.until(lambda state: state["fit"]["phase"] != "waiting")
    before = set(server.children())
    assert page.post("/api/fit/cancel").json() == {"fit": None}
    state = page.state()
    assert (state["fit"], state["draft"], state["number"]) == (None, None, number + 1)
    until(lambda: len(before - set(server.children())) == 1)
    page.edit("undo")
    assert learned(page)["draft"] is not None


def until(so: Any) -> None:
    end = time.monotonic() + PATIENCE
    while not so():
        assert time.monotonic() < end
        time.sleep(0.05)


def test_a_question_that_cannot_be_learned_is_told(page: Page) -> None:
    page.edit("hide", names=["Hotel"])
    page.edit("target", target=f"{EX}Hotel", scope=f"{EX}Hotel")
    with page.events() as events:
        page.post("/api/fit")
        name: str = ""
        told: Any = None
        while name != "failed":
            name, told = events.get(timeout=PATIENCE)
    assert "no negative examples" in told["error"]
    assert page.state()["fit"] is None
    page.edit("undo")
    page.edit("undo")


def test_a_learner_that_is_killed_is_told_and_nothing_changes(server: Server, page: Page) -> None:
    page.judgement() if page.state()["draft"] else page.json("/api/source")
    page.edit("settings", algorithm="gradient", rules=60)
    number, before = page.state()["number"], set(server.children())
    with page.events() as events:
        page.post("/api/fit")
        page.until(lambda state: state["fit"]["phase"] != "waiting")
        for pid in set(server.children()) - before:
            os.kill(pid, signal.SIGKILL)
        name: str = ""
        told: Any = None
        while name != "failed":
            name, told = events.get(timeout=PATIENCE)
    assert "has ended" in told["error"]
    assert page.state()["number"] == number
    page.edit("undo")


def test_a_failure_that_no_page_heard_of_is_told_on_the_next_visit(tmp_path: Path) -> None:
    hotels(tmp_path)
    with serving(tmp_path, "hotels.ofn") as found:
        page = found.client()
        page.edit("hide", names=["Hotel"])
        page.edit("target", target=f"{EX}Hotel", scope=f"{EX}Hotel")
        page.learn()
        for visit in range(2):
            with page.events() as events:
                told = [events.get(timeout=PATIENCE) for _ in range(2 + (visit == 0))]
                assert [name for name, _ in told] == ["state", "fit", "failed"][: len(told)]
                if visit == 0:
                    assert "no negative examples" in told[-1][1]["error"]
        assert events.empty()


def test_two_studios_that_start_at_once_take_different_ports() -> None:
    with _bound(Address(), None) as first:
        last = first.getsockname()[1]
        with _bound(Address(), last) as second:
            assert second.getsockname()[1] != last


def test_a_desk_that_is_killed_is_started_again(server: Server, page: Page) -> None:
    page.json("/api/source")
    for pid in server.children():
        os.kill(pid, signal.SIGKILL)
    until(lambda: page.get("/api/source").status_code == 200)
    assert page.json("/api/source")["individuals"] == 75


def test_hostile_texts_are_shown_as_they_are(tmp_path: Path) -> None:
    evil = "a<img src=x onerror=alert(1)>b"
    table = f'"{evil}",answer\n' + "".join(f"{n},{'yes' if n > 9 else 'no'}\n" for n in range(20))
    with serving(tmp_path, "--project", "p") as found:
        page = found.client()
        name = page.http.post("/api/upload", params={"name": "evil.csv"}, content=table.encode())
        assert name.json() == {"name": "evil.csv"}
        again = page.http.post("/api/upload", params={"name": "evil.csv"}, content=table.encode())
        assert again.json() == {"name": "evil.csv"}  # it is the same file
        other = page.http.post("/api/upload", params={"name": "evil.csv"}, content=b"a,b\n1,2\n")
        assert other.json() == {"name": "evil (2).csv"}
        page.edit("source", name="evil.csv")
        response = page.get("/api/source")
        assert response.headers["content-type"] == "application/json"
        assert response.json()["properties"][0]["name"] == evil
        page.edit("target", target="answer=yes")
        page.edit("rule-added", text=f"'{evil}' some '{evil}_H'", weight=0.5)
        state = page.edit("note", rule="r1", text=evil)
        assert state["draft"]["rules"][0]["note"] == evil
        page.edit("version", name=evil)
        assert page.state()["versions"][0]["name"] == evil
        report = page.get("/api/report").text
        assert evil not in report
        for one in page.json("/api/formats"):
            if one["name"] in ("model", "text", "manchester"):
                assert page.get("/api/export", format=one["name"]).status_code == 200


def test_marks_alone_are_a_question(tmp_path: Path) -> None:
    iris(tmp_path)
    with serving(tmp_path, "iris.csv") as found:
        page = found.client()
        assert page.post("/api/fit").status_code == 409
        for row in range(1, 13):
            page.edit("mark", individual=f"row{row}", label=True)
            page.edit("mark", individual=f"row{row + 60}", label=False)
        page.edit("hide", names=["species"])
        page.edit("settings", algorithm="foil")
        state = learned(page)
        assert "species" not in json.dumps(state["draft"])
        assert page.judgement()["measures"]["F1"] == 1.0
        assert page.try_edit("mark", individual="row999", label=True).status_code == 422
        assert "cannot be repeated" in page.json("/api/command")["remarks"][0]


def test_a_weight_that_was_set_on_a_pinned_rule_stays(page: Page) -> None:
    page.edit("settings", algorithm="gradient", rules=3, max_conjuncts=1)
    state = page.edit("rule-added", text="hasAmenity some Pool")
    (mine,) = [rule["id"] for rule in state["draft"]["rules"]]
    page.edit("weight", rule=mine, weight=0.123)
    page.edit("pin", rule=mine, pinned=True)
    state = learned(page)
    (kept,) = [rule for rule in state["draft"]["rules"] if rule["id"] == mine]
    assert (kept["weight"], kept["weight_set"], kept["pinned"]) == (0.123, True, True)
    assert len(state["draft"]["rules"]) > 2
    assert page.judgement()["changed"] > 0  # against what was learned
    while page.state()["draft"] is not None:
        page.edit("undo")
    page.edit("undo")


def test_a_model_that_cannot_be_kept_is_told(tmp_path: Path) -> None:
    hotels(tmp_path)
    with serving(tmp_path, "hotels.ofn", "--target", "Good_Hotel") as found:
        page = found.client()
        page.edit("settings", algorithm="foil", max_conjuncts=1)
        models = tmp_path / "hotels.ofn.studio" / "models"
        models.rmdir()
        models.write_text("no folder")
        with page.events() as events:
            page.post("/api/fit")
            name, told = "", None
            while name != "failed":
                name, told = events.get(timeout=PATIENCE)
        assert told is not None
        assert "0001.json cannot be written: " in told["error"]
        assert page.state()["draft"] is None


def test_killed_amid_edits_everything_confirmed_is_there(tmp_path: Path) -> None:
    hotels(tmp_path)
    project = tmp_path / "hotels.ofn.studio"
    with serving(tmp_path, "hotels.ofn", "--target", "Good_Hotel") as found:
        page = found.client()
        page.edit("rule-added", text="hasAmenity some Pool", weight=0.5)
        kept: queue.Queue[int] = queue.Queue()

        def work(number: int) -> None:
            mine = found.client()
            try:
                for count in range(10_000):
                    state = mine.edit("note", rule="r1", text=f"{number} {count} " + "x" * 500)
                    kept.put(state["number"])
            except httpx.HTTPError:
                return

        threads = [threading.Thread(target=work, args=(number,)) for number in range(3)]
        for one in threads:
            one.start()
        while kept.qsize() < 40:
            time.sleep(0.01)
        children = found.children()
        found.kill()
        for one in threads:
            one.join()
    last = max(kept.queue)
    until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in children))
    with serving(tmp_path, "hotels.ofn") as found:
        state = found.client().state()
        assert state["number"] >= last  # an edit may be kept although nobody heard of it
        assert state["draft"]["rules"][0]["note"].endswith("x" * 500)
        assert found.client().edit("undo")["number"] == state["number"] + 1
    assert confirmed(project)["number"] == state["number"] + 1


def test_killed_amid_learning_the_project_is_as_before(tmp_path: Path) -> None:
    hotels(tmp_path)
    with serving(tmp_path, "hotels.ofn", "--target", "Good_Hotel") as found:
        page = found.client()
        before = page.edit("settings", rules=60)
        page.post("/api/fit")
        page.until(lambda state: state["fit"]["phase"] in ("validating", "learning"))
        children = found.children()
        assert len(children) >= 2
        found.kill()
    until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in children))
    with serving(tmp_path, "hotels.ofn") as found:
        page = found.client()
        assert page.state() == before
        page.edit("settings", algorithm="foil")
        assert learned(page)["draft"]["base"] == 1


def test_a_terminated_server_ends_soon_and_leaves_no_process(tmp_path: Path) -> None:
    hotels(tmp_path)
    with serving(tmp_path, "hotels.ofn") as found:
        page = found.client()
        page.json("/api/source")
        with page.events():
            children = found.children()
            began = time.monotonic()
            found.process.send_signal(signal.SIGINT)
            assert found.process.wait(30) == 0
            assert time.monotonic() - began < 10
        assert found.process.stderr is not None
        assert "everything is in hotels.ofn.studio" in found.process.stderr.read()
    until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in children))
    assert not (tmp_path / "hotels.ofn.studio" / "lock").exists()


def test_a_damaged_journal_is_told_in_one_sentence(tmp_path: Path, owlboost: Commands) -> None:
    project = tmp_path / "p"
    project.mkdir()
    (project / "journal.jsonl").write_text('{"number": 1, "edit": {"kind": "undo"}}\n')
    run = owlboost("studio", "--project", str(project), "--no-browser", "--port", "0")
    assert run.code == 1
    assert "is damaged in line 1 (There is nothing to undo)" in run.err
    assert run.err.count("\n") == 1


TEXTS = {
    "Hotel": {"type": "class", "iri": f"{EX}Hotel"},
    "hasAmenity some Pool": {
        "type": "some",
        "property": f"{EX}hasAmenity",
        "filler": {"type": "class", "iri": f"{EX}Pool"},
    },
    "near some Beach": {
        "type": "some",
        "property": f"{EX}near",
        "filler": {"type": "class", "iri": f"{EX}Beach"},
    },
}

_rules = st.sampled_from(["r1", "r2", "r3", "r4"])
_texts = st.sampled_from(sorted(TEXTS))


def _step(kind: str, **fields: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({"kind": st.just(kind), **fields})


_steps = st.one_of(
    _step("rule-added", text=_texts, weight=st.just(0.5)),
    _step("rule-added", text=_texts, weight=st.just(-1.5)),
    _step("condition-added", rule=_rules, text=_texts),
    _step("condition-removed", rule=_rules, part=st.integers(0, 1)),
    _step("rule-removed", rule=_rules),
    _step("weight", rule=_rules, weight=st.sampled_from([0.25, -2.0])),
    _step("forbid", rule=_rules),
    _step("note", rule=_rules, text=st.just("<why>")),
    _step("threshold", threshold=st.sampled_from([0.3, 2.0])),
    _step("undo"),
    _step("redo"),
    _step("return", version=st.just(1)),
)


def test_server_and_disk_agree_with_snapshots(tmp_path: Path) -> None:
    """Random edits over HTTP; the project goes on from one sequence to the next."""
    hotels(tmp_path)
    project = tmp_path / "hotels.ofn.studio"
    with serving(tmp_path, "hotels.ofn", "--target", "Good_Hotel") as found:
        page, snapshots = found.client(), Snapshots()
        snapshots.do({"kind": "source", "name": "hotels.ofn", "source_kind": "ontology"})
        snapshots.do({"kind": "target", "target": f"{EX}Good_Hotel", "scope": None})

        @settings(max_examples=scaled(200))
        @given(st.lists(_steps, min_size=3, max_size=12))
        def sequence(steps: list[dict[str, Any]]) -> None:
            for name in ("Hotel", "Good_Hotel"):  # without rules again
                page.edit("target", target=name)
                snapshots.do({"kind": "target", "target": f"{EX}{name}", "scope": None})
            for step in steps:
                response = page.try_edit(**step)
                edit = dict(step)
                if edit["kind"] in ("rule-added", "condition-added"):
                    edit |= {"concept": TEXTS[step["text"]], "sets": []}
                assert (response.status_code == 200) == snapshots.do(edit), (edit, response.text)
            assert _bare(page.state()) == shown(snapshots)
            assert _bare(_on_disk(project)) == shown(snapshots)

        sequence()
        assert snapshots.number > 700


def _on_disk(project: Path) -> Any:
    """Read a journal that another process has open."""
    copy = project / "copy.jsonl"
    copy.write_bytes((project / "journal.jsonl").read_bytes())
    with Journal(copy) as journal:
        return state_view(journal.history, {"name": "", "folder": ""})


def _bare(state: Any) -> Any:
    """Return a state without words, with conditions taken from the whole concepts."""
    found = {name: state[name] for name in state if name not in ("project", "fit")}
    if found["draft"] is not None:
        draft = found["draft"] = dict(found["draft"])
        draft["rules"] = [_rule(one) for one in draft["rules"]]
        draft["forbidden"] = [
            {"id": one["id"], "parts": _parts(one["concept"])} for one in draft["forbidden"]
        ]
    return found


def _rule(rule: Any) -> Any:
    left = ("words", "manchester", "concept", "is_top")
    return {
        **{name: rule[name] for name in rule if name not in left},
        "parts": _parts(rule["concept"]),
    }


def _parts(concept: Any) -> list[Any]:
    if concept["type"] == "top":
        return []
    return list(concept["parts"]) if concept["type"] == "and" else [concept]


def test_a_missing_extra_is_told_in_one_sentence(tmp_path: Path) -> None:
    """As if neither of the packages were installed."""
    program = (
        "import sys\n"
        "sys.modules['uvicorn'] = None\n"
        "sys.argv = ['owlboost', 'studio']\n"
        "from owlboost.cli import main\n"
        "main()\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert run.returncode == 1
    assert run.stderr == "owlboost: The studio needs an extra: pip install 'owlboost[studio]'\n"
    assert list(tmp_path.iterdir()) == []
