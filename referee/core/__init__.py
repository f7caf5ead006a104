"""What every game shares: records, cards, chance, judging, sampling, rules. Names no game."""
