"""What memory there is, what a run takes, and limits."""
