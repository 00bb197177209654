"""Runs planned blocks: the machine itself."""
