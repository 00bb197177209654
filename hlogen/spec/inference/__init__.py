"""The rules that infer result types, one per op, in files by kind of op."""
