"""Programs as data: who uses and captures what, who calls whom, and how programs are copied, inlined and cleaned up.

Works on `hlogen.ir` alone; what an operation computes is said elsewhere.
"""
