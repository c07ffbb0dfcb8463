"""Whether a variation has its hidden cards dealt anew, and what people made of puzzles."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add a column and a table; nobody has joined a variation that is there already."""
    op.add_column(
        "games", sa.Column("branch_anew", sa.Boolean, nullable=False, server_default=sa.false())
    )
    op.create_table(
        "puzzle_tries",
        sa.Column("puzzle_id", sa.String(16), primary_key=True),
        sa.Column(
            "user_id",
            sa.String(32),
            sa.ForeignKey("users.id", ondelete="CASCADE"),
            primary_key=True,
            index=True,
        ),
        sa.Column("card", sa.String(40), nullable=False),
        sa.Column("use", sa.String(40), nullable=False),
        sa.Column("solved", sa.Boolean, nullable=False),
        sa.Column("vote", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    """Take them away again."""
    op.drop_table("puzzle_tries")
    with op.batch_alter_table("games") as games:
        games.drop_column("branch_anew")
