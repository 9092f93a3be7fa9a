"""python/examples/flock.ipynb runs from its first cell to its last, and is stored without outputs. Skipped where a package is missing."""

import json
import os
import pathlib

import murmur
import pytest
from conftest import SOURCES

NOTEBOOK = SOURCES / "python/examples/flock.ipynb"


def test_it_is_stored_without_outputs():
    cells = [cell for cell in json.loads(NOTEBOOK.read_text())["cells"] if cell["cell_type"] == "code"]
    assert cells and not any(cell["outputs"] or cell["execution_count"] for cell in cells)


def test_it_runs(tmp_path):
    for name in ("nbclient", "ipykernel", "anywidget", "matplotlib"):
        pytest.importorskip(name, reason=f"the notebook needs {name}; ./dev notebook has it")
    try:
        murmur.Flock("book", boids=1).picture(64, 64)
    except RuntimeError as error:
        pytest.skip(str(error))
    import nbclient
    import nbformat
    here = {name: value for name, value in os.environ.items() if name != "MPLBACKEND"}  # figures are in the notebook
    here["PYTHONPATH"] = str(pathlib.Path(murmur.__file__).resolve().parents[1])
    client = nbclient.NotebookClient(nbformat.read(NOTEBOOK, 4), timeout=300, resources={"metadata": {"path": str(tmp_path)}})
    cells = [cell for cell in client.execute(env=here).cells if cell.cell_type == "code"]
    flock, picture, curves, widget, *_ = [[kind for output in cell.outputs for kind in output.get("data", {})] for cell in cells]
    assert all("image/png" in kinds for kinds in (flock, picture, curves))
    assert "application/vnd.jupyter.widget-view+json" in widget
    assert "AnyModel" in [state.get("_model_name") for state in client.widget_state.values()]
    same = murmur.Flock("murmuration", boids=2000, seed=1)
    same.step(700)
    same.scatter(at=(600, 600), strength=0.5, radius=300)
    assert cells[5].outputs[0].data["text/plain"] == f"(700, 75.0, '{same.hash}')"
