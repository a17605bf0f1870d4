"""Benchmarks: figures of one run, so that their ratios are meaningful. They are not tests."""
