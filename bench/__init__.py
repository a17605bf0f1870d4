"""Figures of Parlour's speed, measured in one run so that their ratios mean something. They are not tests."""
