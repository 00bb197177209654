"""One function per operation, in files by the specification's kind of operation."""
