"""What the specification says, as data: constraints, the op table, result types. Pure Python, no bindings."""
