"""Complete solutions of Pylos on boards of 3×3 and 4×4: index of positions, solvers, stored tables.

`index` numbers all positions. `cpu_solver` and `cuda_solver` compute a table with one byte for each of them.
`table_file` writes a table to disk, complete or reduced to what perfect play needs, and `lookup` reads either.
"""
