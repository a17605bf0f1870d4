"""SVG pictures of positions and games."""
