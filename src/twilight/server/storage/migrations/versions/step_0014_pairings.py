"""The pairing of a game is found at once."""

from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the index."""
    op.create_index("ix_pairings_game_id", "pairings", ["game_id"])


def downgrade() -> None:
    """Take it away again."""
    op.drop_index("ix_pairings_game_id", "pairings")
