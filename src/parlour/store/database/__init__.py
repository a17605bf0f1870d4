"""Access to the database: connections, transactions, group commit, failures."""
