"""Vacations, and questions with one answer that are not asked."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table and the column."""
    op.add_column(
        "users", sa.Column("spares_single", sa.Boolean, nullable=False, server_default=sa.true())
    )
    op.create_table(
        "vacations",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column(
            "user_id",
            sa.String(32),
            sa.ForeignKey("users.id", ondelete="CASCADE"),
            nullable=False,
            index=True,
        ),
        sa.Column("began_at", sa.BigInteger, nullable=False),
        sa.Column("ends_at", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    """Remove them again."""
    op.drop_table("vacations")
    with op.batch_alter_table("users") as users:
        users.drop_column("spares_single")
