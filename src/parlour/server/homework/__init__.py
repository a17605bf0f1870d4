"""Homework of classes: assigned by teachers, done by pupils, with progress."""
