"""Results and a scheme in, a table out: pure functions in exact decimals. Knows no Django and no clock."""
