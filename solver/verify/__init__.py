"""The proof that anyone can run: a plain second solver, published values, invariants, tables."""
