"""What a program's results may be, over all orders that the specification leaves to the implementation."""
