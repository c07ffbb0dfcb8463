"""Runs the steps on the connection that the server hands over."""

from advanced_alchemy.base import DefaultBase
from alembic import context

import twilight.server.storage.models  # noqa: F401  fills the metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=DefaultBase.metadata,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
