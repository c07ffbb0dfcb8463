"""The learned net with numpy alone: what it is shown, its layers, its weights."""
