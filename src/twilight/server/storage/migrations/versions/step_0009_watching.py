"""Links by which private games are watched."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns; nobody has agreed to be watched yet."""
    with op.batch_alter_table("games") as games:
        games.add_column(sa.Column("watch_key", sa.String(40)))
        games.add_column(sa.Column("watch_agreed", sa.Integer, nullable=False, server_default="0"))


def downgrade() -> None:
    """Remove the columns again."""
    with op.batch_alter_table("games") as games:
        games.drop_column("watch_agreed")
        games.drop_column("watch_key")
