"""What operations are in terms of others: one table, for derivatives, batches, export and `hl.transform.decompose`.

Its rows are in the files of this folder, each for a kind of operation; see `hlogen.definitions.registry`.
"""
