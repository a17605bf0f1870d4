"""The example notebook runs from top to bottom and shows pictures."""

from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

NOTEBOOK = Path(__file__).parents[2] / "examples" / "tour.ipynb"


def read() -> Any:
    return nbformat.read(NOTEBOOK, as_version=4)  # type: ignore[no-untyped-call]  # nbformat has no types


def pictures(cells: list[Any], kind: str) -> list[str]:
    """Return the pictures of one kind that cells show."""
    shown = [output.get("data", {}) for cell in cells for output in cell.get("outputs", ())]
    return [data[kind] for data in shown if kind in data]


def test_it_is_stored_without_results() -> None:
    cells = [cell for cell in read().cells if cell.cell_type == "code"]
    assert len(cells) >= 8
    assert all(cell.outputs == [] and cell.execution_count is None for cell in cells)


def test_it_plays_searches_and_plots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("JUPYTER_RUNTIME_DIR", "JUPYTER_CONFIG_DIR", "IPYTHONDIR", "MPLCONFIGDIR"):
        monkeypatch.setenv(name, str(tmp_path / name))
    monkeypatch.setenv("JUPYTER_PLATFORM_DIRS", "1")
    notebook = read()
    NotebookClient(
        notebook, timeout=100, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}
    ).execute()
    drawn = pictures(notebook.cells, "image/svg+xml")
    assert len(drawn) == 3
    assert [one.count("marker-end=") for one in drawn] == [0, 3, 0]  # the arrows of three lines
    assert ["<animate" in one for one in drawn] == [False, False, True]
    assert len(pictures(notebook.cells, "image/png")) == 2
