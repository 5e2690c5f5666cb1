"""What the rules of every game stand on: chance, states, and their compiled twins."""
