"""Programs made of programs: batching dims expanded and raised, what every backend runs alike, what is simpler.

Every transform is a function from a program to a module, and says what it preserves.
"""
