"""The inner loop: the walk of the keep lattice as emitted code, and what it is made from."""
