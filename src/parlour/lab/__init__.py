"""Experiments with bots: arena, ladder, tuning, calibration and puzzle mining."""
