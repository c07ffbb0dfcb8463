"""Variations of games, and notes at their moments."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add columns and a table; what is there already keeps its meaning."""
    op.add_column("games", sa.Column("branch_of", sa.String(16)))
    op.add_column("games", sa.Column("branch_at", sa.Integer))
    op.add_column("games", sa.Column("branch_begins", sa.Integer))
    op.create_index("ix_games_branch_of", "games", ["branch_of"])
    op.create_table(
        "notes",
        sa.Column(
            "game_id",
            sa.String(16),
            sa.ForeignKey("games.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("answer", sa.Integer, primary_key=True),
        sa.Column(
            "user_id",
            sa.String(32),
            sa.ForeignKey("users.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("mark", sa.String(16)),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    """Remove them again."""
    op.drop_table("notes")
    op.drop_index("ix_games_branch_of", "games")
    for column in ("branch_begins", "branch_at", "branch_of"):
        op.drop_column("games", column)
