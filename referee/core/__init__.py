"""What every game shares: records, cards, chance, judging, sampling, the rulebook. Names no game."""
