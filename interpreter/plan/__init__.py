"""Programs made ready to run."""
