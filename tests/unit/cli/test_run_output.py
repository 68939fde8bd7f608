"""The table of a run: which columns it has, and that it fits a terminal."""

import json
from pathlib import Path
from typing import Any

import pytest

from owlboost.cli.run_output import print_run
from owlboost.evaluation.run_file import run_from_json

OLD = Path(__file__).parents[2] / "golden" / "version-0.1.0"


def printed(name: str, capsys: pytest.CaptureFixture[str], **more: float) -> list[str]:
    """A run of version 0.1.0 with some more measures of its configurations, as it is printed."""
    data = json.loads((OLD / f"{name}.run.json").read_text(encoding="utf-8"))
    for configuration in data["configurations"]:
        for fold in configuration["folds"]:
            fold.update(more)
    print_run(run_from_json(data))
    return capsys.readouterr().out.splitlines()


def test_a_column_that_nobody_fills_is_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    titles = printed("hotels-gradient", capsys)[1].split()
    assert titles == ["sets", "F1", "fuzzy", "F1", "MSE", "MCC", "fF1F1", "rules", "seconds"]
    assert "θ" in printed("hotels-foil-nested", capsys)[1]


def test_who_has_no_figure_has_a_dash(capsys: pytest.CaptureFixture[str]) -> None:
    _, titles, best, top, _ = printed("hotels-gradient", capsys, AUC=0.75, Brier=0.1875)
    assert titles.split()[-5:] == ["AUC", "Brier", "fF1F1", "rules", "seconds"]
    assert best.split()[-5:-2] == ["0.750±.00", "0.188", "0.154"]
    assert top.split()[-5:-2] == ["–", "–", "0.320"]


@pytest.mark.parametrize("name", ["hotels-gradient", "hotels-foil-nested"])
def test_a_run_fits_100_columns(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    more: dict[str, Any] = {"AUC": 0.75, "Brier": 0.1875} if "gradient" in name else {"AUC": 0.75}
    assert max(map(len, printed(name, capsys, **more))) <= 100
