"""Programs with what models have alone: tensors of real numbers, and operations that have lowerings.

`plain` rewrites a program before it is lowered. A complex tensor becomes two, of its real and its imaginary parts; a
quantized one becomes what it stores; a tuple becomes its elements, and a token nothing. Operations that are defined by
others (`definition`) are replaced by these, so that whatever is known of a program is known of them too.
"""
