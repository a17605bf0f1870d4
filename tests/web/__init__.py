"""A package, so that its tests share browsers (scope="package")."""
