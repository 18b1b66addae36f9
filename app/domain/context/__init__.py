"""What of a character's own text, months and days goes into a prompt, in the layouts of several programs; pure."""
