"""The steps from an empty or older database to the present one, run by Alembic."""
