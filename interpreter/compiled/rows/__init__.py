"""How each operation is written in LLVM's IR, element by element; a file beside each of the kernels'."""
