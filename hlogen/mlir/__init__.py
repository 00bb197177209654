"""The only door to MLIR bindings: `provider` finds them, `reader` reads programs, `writer` writes them."""
