"""The language server of ``hlogen lsp``: what editors show of .mlir files. `server.py` alone knows its protocol."""
