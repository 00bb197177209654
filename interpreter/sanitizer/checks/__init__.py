"""The checks, by family. Each module registers its own; a new one is found by itself."""
