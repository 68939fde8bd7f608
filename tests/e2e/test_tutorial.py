"""The tutorial runs top to bottom and shows what it says."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_tutorial_runs_and_finds_what_guests_like(tmp_path: Path) -> None:
    output = subprocess.run(
        [sys.executable, str(ROOT / "docs" / "tutorial.py")],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT / "src"), "PYTHONUTF8": "1"},
        check=True,
        capture_output=True,
        encoding="utf-8",
    ).stdout
    assert "60 examples, 26 of them good" in output
    assert "45 hotels to train on, 15 held out" in output
    for rule in (
        "(hasPrice some hasPrice_F) and (hasAmenity some Baby_Sitting) SubClassOf",
        "Superior_Hotel and (hasAmenity some Wellness_Amenity) SubClassOf",
        "Bed_and_Breakfast and (near some Beach) SubClassOf",
    ):
        assert rule in output
    assert "price 79 → fair 0.99" in output
    assert "degree 1.0000" in output
