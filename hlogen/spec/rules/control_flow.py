"""Rules of functions as inputs that decide what runs, and of tuples."""

from hlogen.spec.rules.rule import rules

rules("case", """
    I1 index: 0-dimensional tensor of type si32
    I2 branches: variadic number of functions
    O1 results: variadic number of values
    C1 0 < size(branches)
    C2 input_types(branches...) = []
    C3 same(output_types(branches...))
    C4 type(results) = output_types(branches[0])
       spec type(results...) = output_types(branches[0])
""")  # fmt: skip

rules("if", """
    I1 pred: 0-dimensional tensor of type i1
    I2 true_branch: function
    I3 false_branch: function
    O1 results: variadic number of values
    C1 input_types(true_branch) = input_types(false_branch) = []
    C2 output_types(true_branch) = output_types(false_branch)
    C3 type(results) = output_types(true_branch)
       spec type(results...) = output_types(true_branch)
""")  # fmt: skip

rules("while", """
    I1 operand: variadic number of values
    I2 cond: function
    I3 body: function
    O1 results: variadic number of values
    C1 input_types(cond) = type(operand) and output_types(cond) = [predicate()]
       spec cond has type (T0, ..., TN-1) -> tensor<i1>, where Ti = type(operand[i])
    C2 input_types(body) = type(operand) and output_types(body) = type(operand)
       spec body has type (T0, ..., TN-1) -> (T0, ..., TN-1), where Ti = type(operand[i])
    C3 type(results) = type(operand)
       spec type(results...) = type(operand...)
""")  # fmt: skip

rules("optimization_barrier", """
    I1 operand: variadic number of values
    O1 result: variadic number of values
    C1 type(operand) = type(result)
       spec type(operand...) = type(result...)
""")  # fmt: skip

rules("get_tuple_element", """
    I1 operand: tuple
    I2 index: constant of type si32
    O1 result: value
    C1 0 <= index < size(operand)
    C2 type(result) = tuple_element_types(operand)[index]
""")  # fmt: skip

rules("tuple", """
    I1 val: variadic number of values
    O1 result: tuple
    C1 tuple_element_types(result) = type(val)
       spec result has type tuple<E0, ..., EN-1> where Ei = type(val[i])
""")  # fmt: skip

rules("after_all", """
    I1 inputs: variadic number of tokens
    O1 result: token
""")  # fmt: skip
