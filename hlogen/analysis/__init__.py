"""What is known of the integers of a program before it runs, for every input: static analysis."""
