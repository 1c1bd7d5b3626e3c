"""The games: pure rules (``races.rules``) and the live table around them."""
