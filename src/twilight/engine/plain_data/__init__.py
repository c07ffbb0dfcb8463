"""States and observations as plain data that JSON can hold, and back."""
