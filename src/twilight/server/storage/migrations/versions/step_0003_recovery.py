"""Ways back into accounts, the shapes of their names, and rates that processes share."""

import sqlalchemy as sa
from alembic import op

from twilight.server.people.names import key_of, shape_of

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the tables and columns, and give every account its shape."""
    with op.batch_alter_table("users") as users:
        users.add_column(sa.Column("name_shape", sa.String(200)))
        users.add_column(sa.Column("email", sa.String(254)))
    # An index, since SQLite makes a table with a new constraint anew, and games refer to this one.
    op.create_index("ix_users_name_shape", "users", ["name_shape"], unique=True)
    op.create_table(
        "recovery_keys",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column(
            "user_id",
            sa.String(32),
            sa.ForeignKey("users.id", ondelete="CASCADE"),
            nullable=False,
            index=True,
        ),
        sa.Column("purpose", sa.String(16), nullable=False),
        sa.Column("email", sa.String(254)),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("expires_at", sa.BigInteger),
        sa.Column("used_at", sa.BigInteger),
    )
    op.create_table(
        "rates",
        sa.Column("key", sa.String(160), primary_key=True),
        sa.Column("left", sa.Float, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    _shape_names()


def _shape_names() -> None:
    """Give the oldest of accounts that look alike the shape; the others keep their names too."""
    users = sa.table(
        "users",
        sa.column("id", sa.String),
        sa.column("name", sa.String),
        sa.column("name_key", sa.String),
        sa.column("name_shape", sa.String),
        sa.column("created_at", sa.BigInteger),
    )
    connection = op.get_bind()
    columns = users.c.id, users.c.name, users.c.name_key
    accounts = sa.select(*columns).where(users.c.name_key.is_not(None))
    rows = connection.execute(accounts.order_by(users.c.created_at, users.c.id)).all()
    shapes: set[str] = set()
    keys = {row.name_key for row in rows}
    for user_id, name, _ in rows:
        values: dict[str, str] = {}
        if (shape := shape_of(name)[:200]) not in shapes:
            shapes.add(shape)
            values["name_shape"] = shape
        # The key of a name was made without NFKC; where that brings two together both stay.
        if (key := key_of(name)[:80]) not in keys:
            keys.add(key)
            values["name_key"] = key
        if values:
            connection.execute(users.update().where(users.c.id == user_id).values(values))


def downgrade() -> None:
    """Drop what this step has added."""
    op.drop_table("rates")
    op.drop_table("recovery_keys")
    op.drop_index("ix_users_name_shape", "users")
    with op.batch_alter_table("users") as users:
        users.drop_column("email")
        users.drop_column("name_shape")
