"""`parlour dev`: the page of a game that its author is writing. It reloads on save and shows what is wrong."""
