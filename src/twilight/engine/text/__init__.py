"""Every word of the engine, in every language: names, prompts, facts, refusals, options."""
