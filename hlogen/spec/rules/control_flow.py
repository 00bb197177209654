"""Rules of functions as inputs that decide what runs, and of tuples."""

from typing import Any

from hlogen.ir.types import (
    ComplexType,
    FloatType,
    FunctionType,
    IndexType,
    IntegerType,
    QuantizedType,
    TupleType,
    UnrankedTensorType,
)
from hlogen.spec.formula.functions import function, listed
from hlogen.spec.rules.rule import rules

_NO_VALUES = (IntegerType, FloatType, ComplexType, QuantizedType, IndexType, FunctionType, UnrankedTensorType)


@function("is_value")
def is_value(type: Any) -> bool:
    """Whether a value can have this type: not one of elements of tensors, or without rank (spec: ValueType)."""
    return all(map(is_value, type.element_types)) if isinstance(type, TupleType) else not isinstance(type, _NO_VALUES)


_VALUES = """variadic number of values
       where all one in {0}: is_value(one)
       spec {0} is a variadic number of values
       says {0} has the types {{type({0})}}, not all of which are values' types
       fix {1} tensors, tokens or tuples as {0}
       breaks {2}"""
_OUTPUTS = """variadic number of values
       where all one in results: is_tensor(one) or is_token(one)
       spec results is a variadic number of tensors, quantized tensors or tokens
       says the results are of types {{type(results)}}, which aren't all tensors or tokens
       fix declare tensors or tokens as results
       breaks {0}"""


@function("lacks_ranks")
def lacks_ranks(types: Any) -> bool:
    """Whether a tensor among these types has no rank, which upstream's verifier takes for any."""
    return any(isinstance(one, UnrankedTensorType) for one in listed(types))


rules("case", f"""
    I1 index: 0-dimensional tensor of type si32
       breaks (tensor<i32>) => (tensor<i64>)
    I2 branches: variadic number of functions
       fix end each branch in stablehlo.return
       breaks "stablehlo.return"(%1) : (tensor<2xf32>) -> () =>
    O1 results: {_OUTPUTS.format("-> tensor<2xf32> => -> tuple<tensor<2xf32>>")}
    C1 0 < size(branches)
       says the operation has no branches
       fix write at least one branch
       breaks ({{ => ;;
           %0 = stablehlo.constant dense<1.0> : tensor<2xf32> => ;;
           "stablehlo.return"(%0) : (tensor<2xf32>) -> () => ;;
           }}, {{ => ;;
           %1 = stablehlo.constant dense<2.0> : tensor<2xf32> => ;;
           "stablehlo.return"(%1) : (tensor<2xf32>) -> () => ;;
           }}) : => :
    C2 input_types(branches...) = []
       says the branches take {{input_types(branches...)}}, expected no arguments
       fix write branches without arguments: they use the values around them
       breaks }}, {{ => }}, {{ ^bb0(%a: tensor<f32>):
    C3 same(output_types(branches...))
       fix let all branches return values of the same types
       breaks "stablehlo.return"(%1) : (tensor<2xf32>) -> () =>
           "stablehlo.return"(%1, %1) : (tensor<2xf32>, tensor<2xf32>) -> ()
    C4 type(results) = output_types(branches[0])
       needs C3
       spec type(results...) = output_types(branches[0])
       says the results are of types {{type(results)}}, but the branches return {{output_types(branches[0])}}
       fix declare results of types {{output_types(branches[0])}}
       breaks -> tensor<2xf32> => -> tensor<3xf32>
""", valid="""
    %results = "stablehlo.case"(%index) ({
      %0 = stablehlo.constant dense<1.0> : tensor<2xf32>
      "stablehlo.return"(%0) : (tensor<2xf32>) -> ()
    }, {
      %1 = stablehlo.constant dense<2.0> : tensor<2xf32>
      "stablehlo.return"(%1) : (tensor<2xf32>) -> ()
    }) : (tensor<i32>) -> tensor<2xf32>
""")  # fmt: skip

rules("if", f"""
    I1 pred: 0-dimensional tensor of type i1
       breaks (tensor<i1>) => (tensor<2xi1>)
    I2 true_branch: function
       fix end true_branch in stablehlo.return
       breaks "stablehlo.return"(%0) : (tensor<2xf32>) -> () =>
    I3 false_branch: function
       fix end false_branch in stablehlo.return
       breaks "stablehlo.return"(%1) : (tensor<2xf32>) -> () =>
    O1 results: {_OUTPUTS.format("-> tensor<2xf32> => -> tuple<tensor<2xf32>>")}
    C1 input_types(true_branch) = [] and input_types(false_branch) = []
       spec input_types(true_branch) = input_types(false_branch) = []
       says true_branch takes {{input_types(true_branch)}} and false_branch {{input_types(false_branch)}}, expected no
           arguments
       fix write branches without arguments: they use the values around them
       breaks }}, {{ => }}, {{ ^bb0(%a: tensor<f32>):
    C2 output_types(true_branch) = output_types(false_branch)
       fix let both branches return values of the same types
       breaks "stablehlo.return"(%1) : (tensor<2xf32>) -> () =>
           "stablehlo.return"(%1, %1) : (tensor<2xf32>, tensor<2xf32>) -> ()
    C3 type(results) = output_types(true_branch)
       needs C2
       spec type(results...) = output_types(true_branch)
       says the results are of types {{type(results)}}, but the branches return {{output_types(true_branch)}}
       fix declare results of types {{output_types(true_branch)}}
       breaks -> tensor<2xf32> => -> tensor<3xf32>
""", valid="""
    %results = "stablehlo.if"(%pred) ({
      %0 = stablehlo.constant dense<1.0> : tensor<2xf32>
      "stablehlo.return"(%0) : (tensor<2xf32>) -> ()
    }, {
      %1 = stablehlo.constant dense<2.0> : tensor<2xf32>
      "stablehlo.return"(%1) : (tensor<2xf32>) -> ()
    }) : (tensor<i1>) -> tensor<2xf32>
""")  # fmt: skip

rules("while", f"""
    I1 operand: {_VALUES.format("operand", "pass", "}) : (tensor<f32>) => }) : (f32)")}
    I2 cond: function
       fix end cond in stablehlo.return
       breaks "stablehlo.return"(%0) : (tensor<i1>) -> () =>
    I3 body: function
       fix end body in stablehlo.return
       breaks "stablehlo.return"(%1) : (tensor<f32>) -> () =>
    O1 results: {_VALUES.format("results", "declare", "-> tensor<f32> => -> f32")}
    C1 input_types(cond) = type(operand) and output_types(cond) = [predicate()]
       spec cond has type (T0, ..., TN-1) -> tensor<i1>, where Ti = type(operand[i])
       says cond takes {{input_types(cond)}} and returns {{output_types(cond)}}, but operand has the types
           {{type(operand)}}
           and a condition is a tensor<i1>
       fix let cond take {{type(operand)}} and return one tensor<i1>
       breaks "stablehlo.return"(%0) : (tensor<i1>) -> () => "stablehlo.return"(%a) : (tensor<f32>) -> ()
    C2 input_types(body) = type(operand) and output_types(body) = type(operand)
       spec body has type (T0, ..., TN-1) -> (T0, ..., TN-1), where Ti = type(operand[i])
       says body takes {{input_types(body)}} and returns {{output_types(body)}}, but operand has the types
           {{type(operand)}}
       fix let body take and return {{type(operand)}}
       lax lacks_ranks(input_types(body)) or lacks_ranks(output_types(body))
       breaks "stablehlo.return"(%1) : (tensor<f32>) -> () =>
           "stablehlo.return"(%1, %b) : (tensor<f32>, tensor<f32>) -> ()
    C3 type(results) = type(operand)
       spec type(results...) = type(operand...)
       says the results are of types {{type(results)}}, but operand has the types {{type(operand)}}
       fix declare results of types {{type(operand)}}
       breaks -> tensor<f32> => -> tensor<f64>
""", valid="""
    %results = "stablehlo.while"(%operand) ({
    ^bb0(%a: tensor<f32>):
      %0 = stablehlo.is_finite %a : (tensor<f32>) -> tensor<i1>
      "stablehlo.return"(%0) : (tensor<i1>) -> ()
    }, {
    ^bb0(%b: tensor<f32>):
      %1 = stablehlo.exponential %b : tensor<f32>
      "stablehlo.return"(%1) : (tensor<f32>) -> ()
    }) : (tensor<f32>) -> tensor<f32>
""")  # fmt: skip

_BARRED = "variadic number of tensors, per-tensor quantized tensors or tokens"

rules("optimization_barrier", f"""
    I1 operand: variadic number of values
       where all one in operand: if not is_token(one) then is_tensor(one) and not is_per_axis_quantized(one)
       spec operand is a {_BARRED}
       says operand has the types {{type(operand)}}, which aren't all tensors, quantized per tensor if at all, or tokens
       fix pass tensors that aren't quantized per axis, or tokens
       breaks (tensor<2xf32>, tensor<i32>) -> => (tuple<tensor<f32>>, tensor<i32>) ->
    O1 result: variadic number of values
       where all one in result: if not is_token(one) then is_tensor(one) and not is_per_axis_quantized(one)
       spec result is a {_BARRED}
       says the results are of types {{type(result)}}, which aren't all tensors, quantized per tensor if at all,
           or tokens
       fix declare tensors that aren't quantized per axis, or tokens
       breaks -> (tensor<2xf32>, => -> (tuple<tensor<f32>>,
    C1 type(operand) = type(result)
       spec type(operand...) = type(result...)
       says the results are of types {{type(result)}}, but operand has the types {{type(operand)}}
       fix declare results of types {{type(operand)}}
       breaks -> (tensor<2xf32>, => -> (tensor<3xf32>,
""", valid="""
    %result:2 = "stablehlo.optimization_barrier"(%operand0, %operand1)
      : (tensor<2xf32>, tensor<i32>) -> (tensor<2xf32>, tensor<i32>)
""")  # fmt: skip

rules("get_tuple_element", """
    I1 operand: tuple
       breaks (tuple<tensor<f32>, tensor<i32>>) => (tensor<f32>)
    I2 index: constant of type si32
       breaks index = 0 : i32 => index = 0.0 : f32
    O1 result: value
       where is_value(result)
       says result is {result}, which is no value's type
       fix declare the result as the tuple has it
       breaks -> tensor<f32> => -> f32
    C1 0 <= index < size(operand)
       breaks index = 0 : i32 => index = 2 : i32
    C2 type(result) = tuple_element_types(operand)[index]
       needs C1
       says result is {result}, but element {index} of operand is {tuple_element_types(operand)[index]}
       breaks -> tensor<f32> => -> tensor<f64>
""", valid="""
    %result = "stablehlo.get_tuple_element"(%operand) <{index = 0 : i32}>
      : (tuple<tensor<f32>, tensor<i32>>) -> tensor<f32>
""")  # fmt: skip

rules("tuple", f"""
    I1 val: {_VALUES.format("val", "pass", "(tensor<f32>, => (f32,")}
    O1 result: tuple
       breaks -> tuple<tensor<f32>, tensor<i32>> => -> tensor<f32>
    C1 tuple_element_types(result) = type(val)
       spec result has type tuple<E0, ..., EN-1> where Ei = type(val[i])
       says result is {{result}}, but val has the types {{type(val)}}
       fix declare the result as a tuple of {{type(val)}}
       breaks -> tuple<tensor<f32>, tensor<i32>> => -> tuple<tensor<f32>, tensor<i64>>
""", valid="""
    %result = "stablehlo.tuple"(%val0, %val1) : (tensor<f32>, tensor<i32>) -> tuple<tensor<f32>, tensor<i32>>
""")  # fmt: skip

rules("after_all", """
    I1 inputs: variadic number of tokens
       breaks (!stablehlo.token, !stablehlo.token) => (!stablehlo.token, tensor<f32>)
    O1 result: token
       breaks -> !stablehlo.token => -> tensor<f32>
""", valid="""
    %result = "stablehlo.after_all"(%input0, %input1) : (!stablehlo.token, !stablehlo.token) -> !stablehlo.token
""")  # fmt: skip
