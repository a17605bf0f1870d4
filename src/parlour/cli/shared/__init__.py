"""What several commands share: options of games, tables, progress bars, language."""
