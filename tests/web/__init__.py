"""A package, so that the browsers of its tests live as long as the folder is at work (scope="package")."""
