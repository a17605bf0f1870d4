"""Run by Alembic for every migration. The connection, with a transaction begun, is given by `database.migrate`."""

from alembic import context

from parlour.store.tables import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,  # SQLite alters tables by copying them
)
context.run_migrations()
