"""Rules of the operations that fold elements by a function: reduce, reduce_window, select_and_scatter, sort, map."""

from hlogen.spec.rules.rule import rules

_ANY = "tensor or per-tensor quantized tensor"
_INPUTS = "variadic number of tensors or per-tensor quantized tensors"
_INITIAL = "variadic number of 0-dimensional tensors or per-tensor quantized tensors"
_LIST = "1-dimensional tensor constant of type si64"

rules("reduce", f"""
    I1 inputs: {_INPUTS}
    I2 init_values: {_INITIAL}
    I3 dimensions: {_LIST}
    I4 body: function
    O1 results: {_INPUTS}
    C1 same(shape(inputs...))
    C2 element_type(inputs...) = element_type(init_values...)
    C3 0 < size(inputs) = size(init_values) = size(results)
    C4 0 <= dimensions < rank(inputs[0])
    C5 is_unique(dimensions)
    C6 folds(body, inputs)
       spec body has type (tensor<E0>, ..., tensor<EN-1>, tensor<E0>, ..., tensor<EN-1>) -> (tensor<E0>, ..., tensor<EN-1>) where is_promotable(element_type(inputs[i]), Ei)
    C7 shape(results...) = without(shape(inputs...), dimensions)
       needs C1, C4, C5
       spec shape(results...) = shape(inputs...) except that the dimension sizes of inputs... corresponding to dimensions are not included
    C8 element_type(results...) = element_type(output_types(body)...)
       needs C6
       spec element_type(results[i]) = Ei for all i in [0,N)
""")  # fmt: skip

rules("reduce_window", f"""
    I1 inputs: {_INPUTS}
    I2 init_values: {_INITIAL}
    I3 window_dimensions: {_LIST}
    I4 window_strides: {_LIST}
    I5 base_dilations: {_LIST}
    I6 window_dilations: {_LIST}
    I7 padding: 2-dimensional tensor constant of type si64
    I8 body: function
    O1 results: {_INPUTS}
    C1 0 < size(inputs) = size(init_values) = size(results)
    C2 same(shape(inputs...))
    C3 element_type(inputs...) = element_type(init_values...)
    C4 size(window_dimensions) = rank(inputs[0])
    C5 0 < window_dimensions
    C6 size(window_strides) = rank(inputs[0])
    C7 0 < window_strides
    C8 size(base_dilations) = rank(inputs[0])
    C9 0 < base_dilations
    C10 size(window_dilations) = rank(inputs[0])
    C11 0 < window_dilations
    C12 shape(padding) = [rank(inputs[0]), 2]
    C13 folds(body, inputs)
       spec body has type (tensor<E0>, ..., tensor<EN-1>, tensor<E0>, ..., tensor<EN-1>) -> (tensor<E0>, ..., tensor<EN-1>) where is_promotable(element_type(inputs[i]), Ei)
    C14 same(shape(results...))
    C15 shape(results[0]) = num_windows(shape(inputs[0]), window_dimensions, window_strides, base_dilations, window_dilations, padding)
       needs C2, C4, C5, C6, C7, C8, C9, C10, C11, C12
       spec shape(results[0]) = num_windows
    C16 element_type(results...) = element_type(output_types(body)...)
       needs C13
       spec element_type(results[i]) = Ei for all i in [0,N)
""", defaults=dict(
    window_strides="ones(rank(inputs[0]))",
    base_dilations="ones(rank(inputs[0]))",
    window_dilations="ones(rank(inputs[0]))",
    padding="zeros(rank(inputs[0]), 2)",
))  # fmt: skip

rules("select_and_scatter", f"""
    I1 operand: {_ANY}
    I2 source: {_ANY}
    I3 init_value: 0-dimensional tensor or per-tensor quantized tensor
    I4 window_dimensions: {_LIST}
    I5 window_strides: {_LIST}
    I6 padding: 2-dimensional tensor constant of type si64
    I7 select: function
    I8 scatter: function
    O1 result: {_ANY}
    C1 element_type(operand) = element_type(source)
    C2 shape(source) = num_windows(shape(operand), window_dimensions, window_strides, ones(rank(operand)), ones(rank(operand)), padding)
       needs C4, C5, C6, C7, C8
       spec shape(source) = num_windows
    C3 element_type(init_value) = element_type(operand)
    C4 size(window_dimensions) = rank(operand)
    C5 0 < window_dimensions
    C6 size(window_strides) = rank(operand)
    C7 0 < window_strides
    C8 shape(padding) = [rank(operand), 2]
    C9 input_types(select) = [scalar(operand), scalar(operand)] and output_types(select) = [predicate()]
       spec select has type (tensor<E>, tensor<E>) -> tensor<i1> where E = element_type(operand)
    C10 folds(scatter, [operand])
       spec scatter has type (tensor<E>, tensor<E>) -> tensor<E> where is_promotable(element_type(operand), E)
    C11 shape(operand) = shape(result)
    C12 element_type(result) = element_type(output_types(scatter)[0])
       needs C10
       spec element_type(result) = E
""", defaults=dict(
    window_dimensions="ones(rank(operand))",
    window_strides="ones(rank(operand))",
    padding="zeros(rank(operand), 2)",
))  # fmt: skip

rules("sort", f"""
    I1 inputs: {_INPUTS}
    I2 dimension: constant of type si64
    I3 is_stable: constant of type i1
    I4 comparator: function
    O1 results: {_INPUTS}
    C1 0 < size(inputs)
    C2 type(inputs...) = type(results...)
    C3 same(shape(inputs...)) and same(shape(results...))
       spec same(shape(inputs...) + shape(results...))
    C4 R = rank(inputs[0]): 0 - R <= dimension < max(R, 1)
       spec -R <= dimension < R, where R = rank(inputs[0])
    C5 input_types(comparator) = doubled(scalar(inputs...)) and output_types(comparator) = [predicate()]
       spec comparator has type (tensor<E1>, tensor<E1>, ..., tensor<EN-1>, tensor<EN-1>) -> tensor<i1>, where Ei = element_type(inputs[i])
""")  # fmt: skip

rules("map", f"""
    I1 inputs: {_INPUTS}
    I2 dimensions: {_LIST}
    I3 computation: function
    O1 result: {_ANY}
    C1 shape(inputs...) = shape(result)
    C2 0 < size(inputs)
    C3 dimensions = range(rank(inputs[0]))
    C4 input_types(computation) = scalar(inputs...) and output_types(computation) = [scalar(result)]
       spec computation has type (tensor<E0>, ..., tensor<EN-1>) -> tensor<E'> where Ei = element_type(inputs[i]) and E' = element_type(result)
""")  # fmt: skip
