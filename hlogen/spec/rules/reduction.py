"""Rules of the operations that fold elements by a function: reduce, reduce_window, select_and_scatter, sort, map."""

from hlogen.spec.rules.rule import rules

_ANY = "tensor or per-tensor quantized tensor"
_INPUTS = "variadic number of tensors or per-tensor quantized tensors"
_INITIAL = "variadic number of 0-dimensional tensors or per-tensor quantized tensors"
_LIST = "1-dimensional tensor constant of type si64"
_FOLDING = """(tensor<E0>, ..., tensor<EN-1>, tensor<E0>, ..., tensor<EN-1>) -> (tensor<E0>, ..., tensor<EN-1>)
           where is_promotable(element_type(inputs[i]), Ei)"""
rules("reduce", f"""
    I1 inputs: {_INPUTS}
       breaks (tensor<2x3xf32>, => (!stablehlo.token,
    I2 init_values: {_INITIAL}
       lax shape(init_values...) = shape(output_types(body)...)
       breaks tensor<f32>, tensor<i32>) -> (tensor<2xf32>, => tensor<1xf32>, tensor<i32>) -> (tensor<2xf32>,
    I3 dimensions: {_LIST}
       breaks array<i64: 1> => dense<1> : tensor<1x1xi64>
    I4 body: function
       fix end body in stablehlo.return
       breaks "stablehlo.return"(%0, %1) : (tensor<f32>, tensor<i32>) -> () =>
    O1 results: {_INPUTS}
       breaks -> (tensor<2xf32>, => -> (!stablehlo.token,
    C1 same(shape(inputs...))
       breaks tensor<2x3xi32> => tensor<2x4xi32>
    C2 element_type(inputs...) = element_type(init_values...)
       fix pass init_values with elements of {{element_type(inputs...)}}
       upstream accepts
       breaks tensor<f32>, tensor<i32>) -> (tensor<2xf32>, => tensor<f64>, tensor<i32>) -> (tensor<2xf32>,
    C3 0 < size(inputs) = size(init_values) = size(results)
       spec 0 < size(inputs) = size(init_values) = size(results) = N
       says there are {{size(inputs)}} inputs, {{size(init_values)}} init_values and {{size(results)}} results
       fix pass as many init_values as inputs, and declare as many results: at least 1
       lax 0 < size(inputs) = size(results) and size(init_values) = size(inputs) + 1
       breaks %results:2 => %results ;; -> (tensor<2xf32>, tensor<2xi32>) => -> tensor<2xf32>
    C4 0 <= dimensions < rank(inputs[0])
       breaks array<i64: 1> => array<i64: 2>
    C5 is_unique(dimensions)
       breaks array<i64: 1> => array<i64: 1, 1>
    C6 folds(body, inputs)
       spec body has type {_FOLDING}
       lax upstream_folds(body, inputs)
       breaks "stablehlo.return"(%0, %1) : (tensor<f32>, tensor<i32>) -> () =>
           "stablehlo.return"(%0) : (tensor<f32>) -> ()
    C7 shape(results...) = without(shape(inputs...), dimensions)
       needs C1, C4, C5
       spec shape(results...) = shape(inputs...) except that the dimension sizes of inputs... corresponding to
           dimensions are not included
       breaks tensor<2xf32> => tensor<3xf32>
    C8 element_type(results...) = element_type(output_types(body)...)
       needs C6
       spec element_type(results[i]) = Ei for all i in [0,N)
       says results have elements of {{element_type(results...)}}, but body returns {{output_types(body)}}
       lax baseline_element_type(results...) = baseline_element_type(output_types(body)...)
       breaks tensor<2xf32> => tensor<2xf64>
""", valid="""
    %results:2 = "stablehlo.reduce"(%input0, %input1, %init_value0, %init_value1) <{dimensions = array<i64: 1>}> ({
    ^bb0(%a0: tensor<f32>, %a1: tensor<i32>, %b0: tensor<f32>, %b1: tensor<i32>):
      %0 = stablehlo.add %a0, %b0 : tensor<f32>
      %1 = stablehlo.maximum %a1, %b1 : tensor<i32>
      "stablehlo.return"(%0, %1) : (tensor<f32>, tensor<i32>) -> ()
    }) : (tensor<2x3xf32>, tensor<2x3xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
""")  # fmt: skip

_COUNT = "num_windows(shape(inputs[0]), window_dimensions, window_strides, base_dilations, window_dilations, padding)"

rules("reduce_window", f"""
    I1 inputs: {_INPUTS}
       breaks (tensor<4x6xf32>, => (!stablehlo.token,
    I2 init_values: {_INITIAL}
       lax shape(init_values...) = shape(output_types(body)...)
       breaks tensor<f32>, tensor<i32>) -> (tensor<2x3xf32>, => tensor<1xf32>, tensor<i32>) -> (tensor<2x3xf32>,
    I3 window_dimensions: {_LIST}
       breaks window_dimensions = array<i64: 2, 2> => window_dimensions = dense<2> : tensor<1x2xi64>
    I4 window_strides: {_LIST}
       breaks window_strides = array<i64: 2, 2> => window_strides = dense<2> : tensor<1x2xi64>
    I5 base_dilations: {_LIST}
       breaks base_dilations = array<i64: 1, 1> => base_dilations = dense<1> : tensor<1x2xi64>
    I6 window_dilations: {_LIST}
       breaks window_dilations = array<i64: 1, 1> => window_dilations = dense<1> : tensor<1x2xi64>
    I7 padding: 2-dimensional tensor constant of type si64
       breaks tensor<2x2xi64> => tensor<4xi64>
    I8 body: function
       fix end body in stablehlo.return
       breaks "stablehlo.return"(%0, %1) : (tensor<f32>, tensor<i32>) -> () =>
    O1 results: {_INPUTS}
       breaks -> (tensor<2x3xf32>, => -> (!stablehlo.token,
    C1 0 < size(inputs) = size(init_values) = size(results)
       spec 0 < size(inputs) = size(init_values) = size(results) = N
       says there are {{size(inputs)}} inputs, {{size(init_values)}} init_values and {{size(results)}} results
       fix pass as many init_values as inputs, and declare as many results: at least 1
       lax 0 < size(inputs) = size(results) and size(init_values) = size(inputs) + 1
       breaks %results:2 => %results ;; -> (tensor<2x3xf32>, tensor<2x3xi32>) => -> tensor<2x3xf32>
    C2 same(shape(inputs...))
       breaks tensor<4x6xi32> => tensor<4x7xi32>
    C3 element_type(inputs...) = element_type(init_values...)
       fix pass init_values with elements of {{element_type(inputs...)}}
       upstream accepts
       breaks tensor<f32>, tensor<i32>) -> (tensor<2x3xf32>, => tensor<f64>, tensor<i32>) -> (tensor<2x3xf32>,
    C4 size(window_dimensions) = rank(inputs[0])
       breaks window_dimensions = array<i64: 2, 2> => window_dimensions = array<i64: 2>
    C5 0 < window_dimensions
       lax not -9223372036854775808 < window_dimensions
       breaks window_dimensions = array<i64: 2, 2> => window_dimensions = array<i64: 2, 0>
    C6 size(window_strides) = rank(inputs[0])
       breaks window_strides = array<i64: 2, 2> => window_strides = array<i64: 2>
    C7 0 < window_strides
       breaks window_strides = array<i64: 2, 2> => window_strides = array<i64: 2, 0>
    C8 size(base_dilations) = rank(inputs[0])
       breaks base_dilations = array<i64: 1, 1> => base_dilations = array<i64: 1>
    C9 0 < base_dilations
       breaks base_dilations = array<i64: 1, 1> => base_dilations = array<i64: 1, 0>
    C10 size(window_dilations) = rank(inputs[0])
       breaks window_dilations = array<i64: 1, 1> => window_dilations = array<i64: 1>
    C11 0 < window_dilations
       breaks window_dilations = array<i64: 1, 1> => window_dilations = array<i64: 1, 0>
    C12 shape(padding) = [rank(inputs[0]), 2]
       says padding has shape {{shape(padding)}}, expected {{[rank(inputs[0]), 2]}}
       fix write padding as a table of {{rank(inputs[0])}} rows, each of the padding in front and behind
       breaks tensor<2x2xi64> => tensor<1x2xi64>
    C13 folds(body, inputs)
       spec body has type {_FOLDING}
       lax upstream_folds(body, inputs)
       breaks "stablehlo.return"(%0, %1) : (tensor<f32>, tensor<i32>) -> () =>
           "stablehlo.return"(%0) : (tensor<f32>) -> ()
    C14 same(shape(results...))
       breaks tensor<2x3xi32> => tensor<2x4xi32>
    C15 shape(results[0]) = {_COUNT}
       needs C2, C4, C5, C6, C7, C8, C9, C10, C11, C12
       spec shape(results[0]) = num_windows
       says results[0] has shape {{shape(results[0])}}, but along the dimensions there are {{{_COUNT}}} windows
       fix declare results of shape {{{_COUNT}}}
       breaks tensor<2x3xf32> => tensor<2x4xf32> ;; tensor<2x3xi32> => tensor<2x4xi32>
    C16 element_type(results...) = element_type(output_types(body)...)
       needs C13
       spec element_type(results[i]) = Ei for all i in [0,N)
       says results have elements of {{element_type(results...)}}, but body returns {{output_types(body)}}
       lax baseline_element_type(results...) = baseline_element_type(output_types(body)...)
       breaks tensor<2x3xf32> => tensor<2x3xf64>
""", defaults={
    "window_strides": "ones(rank(inputs[0]))",
    "base_dilations": "ones(rank(inputs[0]))",
    "window_dilations": "ones(rank(inputs[0]))",
    "padding": "zeros(rank(inputs[0]), 2)",
}, valid="""
    %results:2 = "stablehlo.reduce_window"(%input0, %input1, %init_value0, %init_value1) <{
      window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>,
      base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>
    }> ({
    ^bb0(%a0: tensor<f32>, %a1: tensor<i32>, %b0: tensor<f32>, %b1: tensor<i32>):
      %0 = stablehlo.add %a0, %b0 : tensor<f32>
      %1 = stablehlo.maximum %a1, %b1 : tensor<i32>
      "stablehlo.return"(%0, %1) : (tensor<f32>, tensor<i32>) -> ()
    }) : (tensor<4x6xf32>, tensor<4x6xi32>, tensor<f32>, tensor<i32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
""")  # fmt: skip

_PLACES = """num_windows(shape(operand), window_dimensions, window_strides, ones(rank(operand)), ones(rank(operand)),
           padding)"""

rules("select_and_scatter", f"""
    I1 operand: {_ANY}
       breaks (tensor<4x6xf32>, => (!stablehlo.token,
    I2 source: {_ANY}
       breaks tensor<2x3xf32> => !stablehlo.token
    I3 init_value: 0-dimensional tensor or per-tensor quantized tensor
       breaks tensor<f32>) -> tensor<4x6xf32> => tensor<1xf32>) -> tensor<4x6xf32>
    I4 window_dimensions: {_LIST}
       breaks window_dimensions = array<i64: 2, 2> => window_dimensions = dense<2> : tensor<1x2xi64>
    I5 window_strides: {_LIST}
       breaks window_strides = array<i64: 2, 2> => window_strides = dense<2> : tensor<1x2xi64>
    I6 padding: 2-dimensional tensor constant of type si64
       breaks tensor<2x2xi64> => tensor<4xi64>
    I7 select: function
       fix end select in stablehlo.return
       breaks "stablehlo.return"(%0) : (tensor<i1>) -> () =>
    I8 scatter: function
       fix end scatter in stablehlo.return
       breaks "stablehlo.return"(%1) : (tensor<f32>) -> () =>
    O1 result: {_ANY}
       breaks -> tensor<4x6xf32> => -> !stablehlo.token
    C1 element_type(operand) = element_type(source)
       fix pass a source with elements of {{element_type(operand)}}
       upstream accepts
       breaks tensor<2x3xf32> => tensor<2x3xf64>
    C2 shape(source) = {_PLACES}
       needs C4, C5, C6, C7, C8
       spec shape(source) = num_windows
       says source has shape {{shape(source)}}, but along the dimensions of operand there are {{{_PLACES}}} windows
       fix pass a source of shape {{{_PLACES}}}
       breaks tensor<2x3xf32> => tensor<2x4xf32>
    C3 element_type(init_value) = element_type(operand)
       upstream accepts
       breaks tensor<f32>) -> tensor<4x6xf32> => tensor<f64>) -> tensor<4x6xf32>
    C4 size(window_dimensions) = rank(operand)
       breaks window_dimensions = array<i64: 2, 2> => window_dimensions = array<i64: 2>
    C5 0 < window_dimensions
       lax not -9223372036854775808 < window_dimensions
       breaks window_dimensions = array<i64: 2, 2> => window_dimensions = array<i64: 2, 0>
    C6 size(window_strides) = rank(operand)
       breaks window_strides = array<i64: 2, 2> => window_strides = array<i64: 2>
    C7 0 < window_strides
       breaks window_strides = array<i64: 2, 2> => window_strides = array<i64: 2, 0>
    C8 shape(padding) = [rank(operand), 2]
       says padding has shape {{shape(padding)}}, expected {{[rank(operand), 2]}}
       fix write padding as a table of {{rank(operand)}} rows, each of the padding in front and behind
       breaks tensor<2x2xi64> => tensor<1x2xi64>
    C9 input_types(select) = [scalar(operand), scalar(operand)] and output_types(select) = [predicate()]
       spec select has type (tensor<E>, tensor<E>) -> tensor<i1> where E = element_type(operand)
       says select takes {{input_types(select)}} and returns {{output_types(select)}}, but operand has elements of
           {{element_type(operand)}}
       fix let select take two {{scalar(operand)}} and return one tensor<i1>
       lax upstream_selects(select, operand)
       breaks "stablehlo.return"(%0) : (tensor<i1>) -> () => "stablehlo.return"(%a) : (tensor<f32>) -> ()
    C10 folds(scatter, [operand])
       lax upstream_folds(scatter, [operand])
       spec scatter has type (tensor<E>, tensor<E>) -> tensor<E> where is_promotable(element_type(operand), E)
       breaks "stablehlo.return"(%1) : (tensor<f32>) -> () =>
           "stablehlo.return"(%1, %1) : (tensor<f32>, tensor<f32>) -> ()
    C11 shape(operand) = shape(result)
       breaks -> tensor<4x6xf32> => -> tensor<4x7xf32>
    C12 element_type(result) = element_type(output_types(scatter)[0])
       needs C10
       spec element_type(result) = E
       says result has elements of {{element_type(result)}}, but scatter returns {{output_types(scatter)}}
       breaks -> tensor<4x6xf32> => -> tensor<4x6xf64>
""", defaults={
    "window_dimensions": "[]",
    "window_strides": "ones(rank(operand))",
    "padding": "zeros(rank(operand), 2)",
}, valid="""
    %result = "stablehlo.select_and_scatter"(%operand, %source, %init_value) <{
      window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>, padding = dense<0> : tensor<2x2xi64>
    }> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %0 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      "stablehlo.return"(%0) : (tensor<i1>) -> ()
    }, {
    ^bb0(%c: tensor<f32>, %d: tensor<f32>):
      %1 = stablehlo.add %c, %d : tensor<f32>
      "stablehlo.return"(%1) : (tensor<f32>) -> ()
    }) : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<f32>) -> tensor<4x6xf32>
""")  # fmt: skip

rules("sort", f"""
    I1 inputs: {_INPUTS}
       breaks : (tensor<2x3xf32>, => : (!stablehlo.token,
    I2 dimension: constant of type si64
       breaks dimension = 1 : i64 => dimension = 1.0 : f32
    I3 is_stable: constant of type i1
       breaks is_stable = true => is_stable = 1 : i64
    I4 comparator: function
       fix end comparator in stablehlo.return
       breaks "stablehlo.return"(%0) : (tensor<i1>) -> () =>
    O1 results: {_INPUTS}
       breaks -> (tensor<2x3xf32>, => -> (!stablehlo.token,
    C1 0 < size(inputs)
       says the operation sorts nothing
       fix pass at least one tensor as inputs
       breaks %results:2 = "stablehlo.sort"(%input0, %input1) => "stablehlo.sort"() ;;
           ^bb0(%a0: tensor<f32>, %b0: tensor<f32>, %a1: tensor<i32>, %b1: tensor<i32>): => ;;
           stablehlo.compare LT, %a0, %b0 : (tensor<f32>, tensor<f32>) -> tensor<i1> =>
           stablehlo.constant dense<true> : tensor<i1> ;;
           (tensor<2x3xf32>, tensor<2x3xi32>) -> (tensor<2x3xf32>, tensor<2x3xi32>) => () -> ()
    C2 size(results) = size(inputs) and type(inputs...) = type(results...)
       spec type(inputs...) = type(results...)
       breaks -> (tensor<2x3xf32>, => -> (tensor<2x3xf64>,
    C3 same(shape(inputs...))
       spec same(shape(inputs...) + shape(results...))
       breaks : (tensor<2x3xf32>, => : (tensor<2x4xf32>, ;; -> (tensor<2x3xf32>, => -> (tensor<2x4xf32>,
    C4 R = rank(inputs[0]): -R <= dimension < R
       spec -R <= dimension < R, where R = rank(inputs[0])
       says dimension = {{dimension}} is none of inputs of rank {{R}}
       fix write a dimension from {{-R}} to {{R - 1}}
       breaks dimension = 1 : i64 => dimension = 2 : i64
    C5 input_types(comparator) = doubled(scalar(inputs...)) and output_types(comparator) = [predicate()]
       spec comparator has type (tensor<E1>, tensor<E1>, ..., tensor<EN-1>, tensor<EN-1>) -> tensor<i1>, where
           Ei = element_type(inputs[i])
       says comparator takes {{input_types(comparator)}} and returns {{output_types(comparator)}}, but it compares
           {{scalar(inputs...)}}
       fix let comparator take {{doubled(scalar(inputs...))}} and return one tensor<i1>
       breaks "stablehlo.return"(%0) : (tensor<i1>) -> () => "stablehlo.return"(%a0) : (tensor<f32>) -> ()
""", valid="""
    %results:2 = "stablehlo.sort"(%input0, %input1) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%a0: tensor<f32>, %b0: tensor<f32>, %a1: tensor<i32>, %b1: tensor<i32>):
      %0 = stablehlo.compare LT, %a0, %b0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      "stablehlo.return"(%0) : (tensor<i1>) -> ()
    }) : (tensor<2x3xf32>, tensor<2x3xi32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
""")  # fmt: skip

rules("map", f"""
    I1 inputs: {_INPUTS}
       breaks (tensor<2x3xf32>, => (!stablehlo.token,
    I2 dimensions: {_LIST}
       breaks array<i64: 0, 1> => dense<1> : tensor<1x2xi64>
    I3 computation: function
       fix end computation in stablehlo.return
       breaks %0 = stablehlo.negate %a : tensor<f32> => ;; "stablehlo.return"(%0) : (tensor<f32>) -> () =>
    O1 result: {_ANY}
       breaks -> tensor<2x3xf32> => -> !stablehlo.token
    C1 shape(inputs...) = shape(result)
       needs C2
       fix let all inputs and the result have one shape
       breaks -> tensor<2x3xf32> => -> tensor<2x4xf32>
    C2 0 < size(inputs)
       spec 0 < size(inputs) = N
       says the operation maps nothing
       fix pass at least one tensor as inputs
       breaks (%input0, %input1) => () ;; ^bb0(%a: tensor<f32>, %b: tensor<i32>): => ;;
           stablehlo.negate %a : tensor<f32> => stablehlo.constant dense<1.0> : tensor<f32> ;;
           (tensor<2x3xf32>, tensor<2x3xi32>) => ()
    C3 dimensions = range(rank(inputs[0]))
       breaks array<i64: 0, 1> => array<i64: 1, 0>
    C4 input_types(computation) = scalar(inputs...) and output_types(computation) = [scalar(result)]
       spec computation has type (tensor<E0>, ..., tensor<EN-1>) -> tensor<E'> where Ei = element_type(inputs[i]) and
           E' = element_type(result)
       says computation takes {{input_types(computation)}} and returns {{output_types(computation)}}, but it maps
           {{scalar(inputs...)}} to {{scalar(result)}}
       fix let computation take {{scalar(inputs...)}} and return one {{scalar(result)}}
       breaks "stablehlo.return"(%0) : (tensor<f32>) -> () => "stablehlo.return"(%b) : (tensor<i32>) -> ()
""", usual="element_type(result) = element_type(output_types(computation)[0])", valid="""
    %result = "stablehlo.map"(%input0, %input1) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<i32>):
      %0 = stablehlo.negate %a : tensor<f32>
      "stablehlo.return"(%0) : (tensor<f32>) -> ()
    }) : (tensor<2x3xf32>, tensor<2x3xi32>) -> tensor<2x3xf32>
""")  # fmt: skip
