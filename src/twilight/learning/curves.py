"""The curves of a training: rows in a file, a table and a picture."""

import csv
from pathlib import Path
from typing import Final

import matplotlib as mpl

mpl.use("Agg")
from matplotlib import pyplot

FILE: Final = "curves.csv"
_COLUMNS: Final = ("stage", "step", "measure", "value")


class Curves:
    """What was measured, stage by stage, kept in a file of the training's folder."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE
        self._picture = folder / "curves.png"
        self._table = folder / "curves.md"

    def add(self, stage: str, step: float, **measures: float) -> None:
        """Write down what was measured at a step."""
        is_new = not self._path.exists()
        with self._path.open("a", newline="", encoding="utf-8") as file:
            writer = csv.writer(file)
            if is_new:
                writer.writerow(_COLUMNS)
            for measure, value in measures.items():
                writer.writerow([stage, f"{step:g}", measure, f"{value:.5g}"])

    def rows(self) -> list[tuple[str, float, str, float]]:
        """Read everything that was measured."""
        if not self._path.exists():
            return []
        with self._path.open(newline="", encoding="utf-8") as file:
            return [
                (row["stage"], float(row["step"]), row["measure"], float(row["value"]))
                for row in csv.DictReader(file)
            ]

    def forget(self, stage: str) -> None:
        """Strike out a stage that begins anew."""
        rows = [row for row in self.rows() if row[0] != stage]
        self._path.unlink(missing_ok=True)
        for name, step, measure, value in rows:
            self.add(name, step, **{measure: value})

    def draw(self) -> None:
        """Draw all curves and write the table of where each began and ended."""
        lines: dict[tuple[str, str], list[tuple[float, float]]] = {}
        for stage, step, measure, value in self.rows():
            lines.setdefault((stage, measure), []).append((step, value))
        if not lines:
            return
        columns = 3
        rows = (len(lines) + columns - 1) // columns
        figure, axes = pyplot.subplots(rows, columns, figsize=(12, 2.6 * rows), squeeze=False)
        for axis in axes.flat[len(lines) :]:
            axis.axis("off")
        for axis, ((stage, measure), points) in zip(axes.flat, lines.items(), strict=False):
            axis.plot(*zip(*points, strict=True), marker="." if len(points) < 40 else None)
            axis.set_title(f"{stage}: {measure}", fontsize=9)
            axis.tick_params(labelsize=7)
            axis.grid(alpha=0.3)
        figure.tight_layout()
        figure.savefig(self._picture, dpi=90, metadata={"Software": None})
        pyplot.close(figure)
        table = ["| stage | measure | first | last | points |", "|---|---|---|---|---|"]
        for (stage, measure), points in lines.items():
            first, last = points[0][1], points[-1][1]
            table.append(f"| {stage} | {measure} | {first:.4g} | {last:.4g} | {len(points)} |")
        self._table.write_text("\n".join(table) + "\n", encoding="utf-8")
