"""Notices: wishes, browsers, what waits to be sent, and the keys that sign it."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def _user(*, is_key: bool = False) -> "sa.Column[str]":
    """Return the column that names whose row it is."""
    owner = sa.ForeignKey("users.id", ondelete="CASCADE")
    name, kind = "user_id", sa.String(32)
    return sa.Column(name, kind, owner, nullable=False, primary_key=is_key, index=not is_key)


def upgrade() -> None:
    """Add the tables; nobody is told anything who did not ask for it."""
    op.create_table(
        "notice_wishes",
        _user(is_key=True),
        sa.Column("data", sa.Text, nullable=False),
        sa.Column("secret", sa.String(64), nullable=False),
    )
    op.create_table(
        "push_subscriptions",
        sa.Column("id", sa.String(64), primary_key=True),
        _user(),
        sa.Column("sign_in", sa.String(64), nullable=False),
        sa.Column("endpoint", sa.Text, nullable=False),
        sa.Column("p256dh", sa.String(200), nullable=False),
        sa.Column("auth", sa.String(100), nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "notices",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        _user(),
        sa.Column("channel", sa.String(16), nullable=False),
        sa.Column("event", sa.String(16), nullable=False),
        sa.Column("game_id", sa.String(16), nullable=False),
        sa.Column("decision", sa.Integer, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("due_at", sa.BigInteger, nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("done_at", sa.BigInteger),
        sa.UniqueConstraint("user_id", "channel", "event", "game_id", "decision"),
    )
    op.create_index("ix_notices_due", "notices", ["done_at", "due_at"])
    op.create_table(
        "server_keys",
        sa.Column("name", sa.String(40), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )


def downgrade() -> None:
    """Remove the tables again."""
    for name in ("server_keys", "notices", "push_subscriptions", "notice_wishes"):
        op.drop_table(name)
