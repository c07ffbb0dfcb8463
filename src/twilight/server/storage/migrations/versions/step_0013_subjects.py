"""Notices are about games or tournaments."""

from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Call the column by what it holds now."""
    op.execute("ALTER TABLE notices RENAME COLUMN game_id TO subject")


def downgrade() -> None:
    """Call it a game again; what waits to be told of tournaments is forgotten."""
    op.execute("DELETE FROM notices WHERE subject NOT IN (SELECT id FROM games)")
    op.execute("ALTER TABLE notices RENAME COLUMN subject TO game_id")
