"""One small pure function per operation, in files by the spec's kind of operation; all are found by themselves."""
