"""Classes: a teacher's board that pupils follow, with questions that they answer on their own boards."""
