"""Games without decisions, as absorbing Markov chains: Buck Dice."""
