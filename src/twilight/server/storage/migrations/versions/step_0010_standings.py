"""Where each game stands, for the list of one's games."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; games that are there already get theirs when they are first listed."""
    op.add_column("games", sa.Column("standing", sa.Text))


def downgrade() -> None:
    """Remove the column again."""
    with op.batch_alter_table("games") as games:
        games.drop_column("standing")
