"""What single operations depend on, a file for each family."""
