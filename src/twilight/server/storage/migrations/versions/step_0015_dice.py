"""A variation can have the dice of the game that it leaves."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; variations that are there already roll new dice."""
    op.add_column("games", sa.Column("branch_dice", sa.Text))


def downgrade() -> None:
    """Take it away again."""
    op.drop_column("games", "branch_dice")
