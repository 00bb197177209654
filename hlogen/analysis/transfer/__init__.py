"""Transfer functions, a file per kind of operation; each registers itself (see `hlogen.analysis.registry`)."""
