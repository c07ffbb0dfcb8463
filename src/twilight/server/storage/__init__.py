"""What is kept: the database, its tables, the writer, ratings, backups."""
