"""Whether a variation has its hidden cards dealt anew."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; of variations that are there already nobody is told it."""
    op.add_column(
        "games", sa.Column("branch_anew", sa.Boolean, nullable=False, server_default=sa.false())
    )


def downgrade() -> None:
    """Take it away again."""
    with op.batch_alter_table("games") as games:
        games.drop_column("branch_anew")
