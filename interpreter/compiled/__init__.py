"""The compiled tier: what is made for NumPy runs there first, and as machine code when it pays.

What a kernel computes element by element is written once more as LLVM's IR (`rows/`, one row per operation), and what
works on whole arrays as loops over such elements (`whole/`), to the same bits: nothing is regrouped, and what is
narrower than f32 is rounded behind each operation. A program runs without the tier as with it. It takes llvmlite (the
extra `fast`), which llvm.py alone imports.
"""
