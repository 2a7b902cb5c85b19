"""How Alembic runs the steps: on the connection that `migrating` gives it."""

from alembic import context

from oddboard.server.schema import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata, render_as_batch=connection.dialect.name == "sqlite")
with context.begin_transaction():
    context.run_migrations()
