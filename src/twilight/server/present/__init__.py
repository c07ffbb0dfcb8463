"""What a viewer is told: views, prompts, analysis, built from what the viewer may know."""
