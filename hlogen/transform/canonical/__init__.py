"""What operations are written as where they are simpler: a rule per operation, in the files of this folder."""
