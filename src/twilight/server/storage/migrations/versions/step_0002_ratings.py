"""Chat, ratings, rematches, handicaps, and the times in which no server ran."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the tables and columns; what is there already keeps its meaning."""
    with op.batch_alter_table("users") as users:
        users.add_column(sa.Column("rating_mu", sa.Float, nullable=False, server_default="25"))
        users.add_column(
            sa.Column("rating_sigma", sa.Float, nullable=False, server_default="8.333333333333334")
        )
        users.add_column(sa.Column("rated_games", sa.Integer, nullable=False, server_default="0"))
    with op.batch_alter_table("games") as games:
        games.add_column(sa.Column("handicap_us", sa.Integer, nullable=False, server_default="0"))
        games.add_column(sa.Column("handicap_ussr", sa.Integer, nullable=False, server_default="0"))
        games.add_column(sa.Column("rematch_of", sa.String(16)))
        games.add_column(sa.Column("rematch", sa.String(16)))
        games.add_column(
            sa.Column("rematch_wanted", sa.Integer, nullable=False, server_default="0")
        )
    op.create_table(
        "chat",
        sa.Column(
            "game_id",
            sa.String(16),
            sa.ForeignKey("games.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("user_id", sa.String(32), sa.ForeignKey("users.id"), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "ratings",
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
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("mu_before", sa.Float, nullable=False),
        sa.Column("sigma_before", sa.Float, nullable=False),
        sa.Column("mu_after", sa.Float, nullable=False),
        sa.Column("sigma_after", sa.Float, nullable=False),
    )
    op.create_table(
        "servers",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("alive_at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "outages",
        sa.Column("began_at", sa.BigInteger, primary_key=True),
        sa.Column("ended_at", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    """Drop what this step has added."""
    for table in ("outages", "servers", "ratings", "chat"):
        op.drop_table(table)
    with op.batch_alter_table("games") as games:
        for column in (
            "rematch_wanted",
            "rematch",
            "rematch_of",
            "handicap_ussr",
            "handicap_us",
        ):
            games.drop_column(column)
    with op.batch_alter_table("users") as users:
        for column in ("rated_games", "rating_sigma", "rating_mu"):
            users.drop_column(column)
