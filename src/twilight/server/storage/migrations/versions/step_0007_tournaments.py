"""Leagues and tournaments."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def _of_tournament() -> sa.Column[str]:
    return sa.Column(
        "tournament_id",
        sa.String(16),
        sa.ForeignKey("tournaments.id", ondelete="CASCADE"),
        primary_key=True,
    )


def upgrade() -> None:
    """Add the tables; what is there already keeps its meaning."""
    op.create_table(
        "tournaments",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("about", sa.Text, nullable=False),
        sa.Column("organiser_id", sa.String(32), sa.ForeignKey("users.id"), nullable=False),
        sa.Column("invite", sa.String(40), nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("form", sa.String(16), nullable=False),
        sa.Column("rounds", sa.Integer, nullable=False),
        sa.Column("cycles", sa.Integer, nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("bid", sa.Boolean, nullable=False),
        sa.Column("preset", sa.String(40), nullable=False),
        sa.Column("rules", sa.JSON, nullable=False),
        sa.Column("clock", sa.JSON, nullable=False),
        sa.Column("round_hours", sa.Integer, nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("round_ends_at", sa.BigInteger),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("started_at", sa.BigInteger),
        sa.Column("finished_at", sa.BigInteger),
    )
    op.create_index("ix_tournaments_organiser_id", "tournaments", ["organiser_id"])
    op.create_index("ix_tournaments_status", "tournaments", ["status"])
    op.create_table(
        "entrants",
        _of_tournament(),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("user_id", sa.String(32), sa.ForeignKey("users.id")),
        sa.Column("bot", sa.String(40)),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("joined_at", sa.BigInteger, nullable=False),
        sa.Column("left_round", sa.Integer),
    )
    op.create_index("ix_entrants_user_id", "entrants", ["user_id"])
    op.create_table(
        "pairings",
        _of_tournament(),
        sa.Column("round", sa.Integer, primary_key=True),
        sa.Column("board", sa.Integer, primary_key=True),
        sa.Column("ussr", sa.Integer, nullable=False),
        sa.Column("us", sa.Integer),
        sa.Column("game_id", sa.String(16), sa.ForeignKey("games.id", ondelete="SET NULL")),
        sa.Column("points_ussr", sa.Integer),
        sa.Column("points_us", sa.Integer),
        sa.Column("decided", sa.String(16)),
    )


def downgrade() -> None:
    """Remove the tables again."""
    for table in ("pairings", "entrants", "tournaments"):
        op.drop_table(table)
