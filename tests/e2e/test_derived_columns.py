"""``--calendar`` and ``--texts`` from learning to reports, and what is wrong with them."""

import datetime as dt
import json

import pytest
from tests.e2e.commands import Commands


def visits() -> str:
    """Visits on 90 days: crowded on Sundays, and whenever there is music."""
    lines = ["day,note,crowded"]
    for number in range(90):
        day = dt.date(2024, 1, 1) + dt.timedelta(days=number)
        note = f"music tonight no {number}" if number % 5 == 0 else f"quiet evening no {number}"
        crowded = day.weekday() == 6 or number % 5 == 0
        lines.append(f"{day},{note},{str(crowded).lower()}")
    return "\n".join(lines) + "\n"


@pytest.fixture
def learned(owlboost: Commands) -> Commands:
    owlboost.write("visits.csv", visits())
    command = "learn visits.csv --target crowded=true --calendar day --texts note -o m.json"
    shown = owlboost.done(*command.split(), "--algorithm", "foil")
    assert "'weekday of day' value \"Sunday\"" in shown
    assert "note contains" in shown
    return owlboost


def test_predictions_need_dates_and_texts_only(learned: Commands) -> None:
    learned.write(
        "new.csv",
        "day,note\n2024-06-02,quiet evening\n2024-06-03,MUSIC!\n2024-06-03,quiet evening\n",
    )
    found = json.loads(learned.done("predict", "m.json", "new.csv", "--format", "json"))
    degrees = [one["degree"] for one in found]
    assert degrees == [1.0, 1.0, 0.0]


def test_explanations_reports_and_exports_speak_of_them(learned: Commands) -> None:
    told = learned.done("explain", "m.json", "visits.csv", "--individual", "row7")
    assert "Sunday" in told
    learned.done("report", "m.json", "visits.csv", "-o", "page.html")
    assert "weekday of day" in (learned.folder / "page.html").read_text("utf-8")
    assert "Sunday" in learned.done("export", "m.json", "--format", "sparql")
    assert "Sunday" in learned.done("export", "m.json", "--format", "text")
    learned.done(
        *[
            "convert",
            "visits.csv",
            "--target",
            "crowded",
            "--calendar",
            "day",
            "--texts",
            "note",
            "-o",
            "visits.ttl",
        ]
    )
    assert "Sunday" in (learned.folder / "visits.ttl").read_text("utf-8")


def test_what_is_made_of_a_column_can_be_hidden(learned: Commands) -> None:
    command = "learn visits.csv --target crowded=true --calendar day --texts note --algorithm foil"
    hidden = ("--hide", "weekday of day", "--hide", 'note contains "music"')
    shown = learned.done(*command.split(), *hidden)
    assert "weekday of day" not in shown
    assert '"music"' not in shown
    assert "note contains" in shown
    run = learned(*command.split(), "--hide", 'note contains "fish"')
    assert run.code == 1
    assert "has no column named 'note contains \"fish\"'" in run.err


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("--calendar note", "Column 'note' of visits.csv does not contain dates, so it has no"),
        ("--calendar dya", "visits.csv has no column named 'dya'. Did you mean day?"),
        ("--texts nope", "no column named 'nope'"),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(
    owlboost: Commands, options: str, message: str
) -> None:
    owlboost.write("visits.csv", visits())
    run = owlboost(*f"learn visits.csv --target note=x -o m.json {options}".split())
    assert run.code == 1
    assert message in run.err
    assert not (owlboost.folder / "m.json").exists()
