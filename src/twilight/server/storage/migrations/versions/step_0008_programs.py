"""Programs with an account of their own."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns; nobody who is there already is a program."""
    with op.batch_alter_table("users") as users:
        users.add_column(sa.Column("owner_id", sa.String(32)))
        users.add_column(sa.Column("token_hash", sa.String(64)))
    op.create_index("ix_users_owner_id", "users", ["owner_id"])
    op.create_index("ix_users_token_hash", "users", ["token_hash"], unique=True)


def downgrade() -> None:
    """Remove the columns again."""
    op.drop_index("ix_users_token_hash", "users")
    op.drop_index("ix_users_owner_id", "users")
    with op.batch_alter_table("users") as users:
        users.drop_column("token_hash")
        users.drop_column("owner_id")
