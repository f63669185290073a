"""Rows of the history."""

from __future__ import annotations

from datetime import datetime, timezone
from typing import Any

Row = dict[str, Any]


def as_rows(history: dict[str, Any]) -> list[Row]:
    """Returns a row for each bucket of each series of an answer of ``/api/v1/history``."""
    times = [datetime.fromtimestamp(millis / 1000, timezone.utc) for millis in history["t"]]
    return [row for series in history["series"] for row in _rows_of(series, times)]


def as_frame(rows: list[Row]) -> Any:
    """Returns a pandas DataFrame of the rows, or the rows themselves where pandas is not installed.

    The columns have the same types for any rows: times in UTC, an index that can be absent, and floats.
    """
    try:
        import pandas  # type: ignore[import-untyped,unused-ignore]
    except ImportError:
        return rows
    frame = pandas.DataFrame(rows, columns=["time", "gpu", "index", "metric", "unit", "min", "avg", "max"])
    frame["time"] = pandas.to_datetime(frame["time"], utc=True)
    return frame.astype({"index": "Int64", "min": "float64", "avg": "float64", "max": "float64"})


def _rows_of(series: dict[str, Any], times: list[datetime]) -> list[Row]:
    same = {key: series.get(key) for key in ("gpu", "index", "metric", "unit")}
    buckets = zip(times, series["min"], series["avg"], series["max"], strict=True)
    return [{"time": time, **same, "min": low, "avg": mean, "max": high} for time, low, mean, high in buckets]
