"""A file per backend: how its software is found, given a program and arrays, and asked for its version."""
