"""How players use their cards, for their profiles."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table; the server counts the games that are over when it starts."""
    op.create_table(
        "card_uses",
        sa.Column(
            "game_id",
            sa.String(16),
            sa.ForeignKey("games.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column(
            "user_id",
            sa.String(32),
            sa.ForeignKey("users.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("uses", sa.JSON, nullable=False),
    )
    op.create_index("ix_card_uses_user_id", "card_uses", ["user_id"])


def downgrade() -> None:
    """Remove the table again."""
    op.drop_table("card_uses")
