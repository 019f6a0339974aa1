"""Figures: percentiles, and how numbers are written."""

from collections.abc import Sequence


def percentile(values: Sequence[float], part: float) -> float:
    """The value that `part` (0..1) of the values do not exceed; 0 of none."""
    ordered = sorted(values)
    return ordered[min(int(len(ordered) * part), len(ordered) - 1)] if ordered else 0.0


def spread(values: Sequence[float]) -> dict[str, float]:
    """The percentiles by which times are judged, in milliseconds."""
    return {
        name: round(percentile(values, part) * 1000, 2)
        for name, part in (("p50", 0.50), ("p95", 0.95), ("p99", 0.99))
    }


def ratio(ours: float, theirs: float) -> float:
    """How many times `theirs` is ours; 0 where there is nothing to compare."""
    return round(ours / theirs, 2) if theirs else 0.0


def kilobytes(count: float) -> float:
    """Bytes in kB of 1024."""
    return round(count / 1024, 1)
