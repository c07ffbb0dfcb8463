"""Games whose last moment was written as a date instead of milliseconds get a number again."""

from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Take the moment when they began; only SQLite has ever stored anything but a number there."""
    if op.get_bind().dialect.name == "sqlite":
        op.execute("UPDATE games SET updated_at = created_at WHERE typeof(updated_at) = 'text'")


def downgrade() -> None:
    """Nothing to take away."""
