"""Rules of operations whose meaning comes from elsewhere: composite, custom_call."""

import re
from collections.abc import Iterator
from typing import Any

from hlogen.ir.types import TensorType, TupleType, Type, UnrankedTensorType
from hlogen.spec.constraint import Undecided
from hlogen.spec.element_types import is_element_of_values
from hlogen.spec.formula.functions import Called, Truth3, equal, function, is_list, listed
from hlogen.spec.rules.control_flow import is_value
from hlogen.spec.rules.facts import is_alias
from hlogen.spec.rules.rule import rules

# What is_namespaced_op_name asks for.
NAMESPACED = re.compile(r"[a-zA-Z]\w*(\.[a-zA-Z0-9_$]+)+", re.ASCII)


@function("is_foreign_value")
def is_foreign_value(type: Any) -> bool:
    """Whether custom_call can take or give it: any value, tensors without rank, too."""
    if isinstance(type, TupleType):
        return all(map(is_foreign_value, type.element_types))
    if isinstance(type, (TensorType, UnrankedTensorType)):
        return is_element_of_values(type.element_type)
    return is_value(type)


@function("is_namespaced_op_name")
def is_namespaced_op_name(name: Any) -> bool | None:
    return NAMESPACED.fullmatch(name) is not None if isinstance(name, str) else None


@function("is_defined_in_parent_scope")
def is_defined_in_parent_scope(name: Any) -> bool | None:
    return name.exists if isinstance(name, Called) else None


@function("aliases_fit")
def aliases_fit(aliases: Any, inputs: Any, results: Any) -> Truth3:
    """Whether each alias names a part of the operands and one of the results, of one type."""
    fit = [fits for _, fits in _judged_aliases(aliases, inputs, results)]
    return False if False in fit else None if None in fit else True


@function("first_misfit")
def first_misfit(aliases: Any, inputs: Any, results: Any) -> str:
    """What the first alias names that doesn't fit; Undecided where all do."""
    for told, fits in _judged_aliases(aliases, inputs, results):
        if fits is False:
            return told
    raise Undecided


def _judged_aliases(aliases: Any, inputs: Any, results: Any) -> Iterator[tuple[str, Truth3]]:
    """Each alias in words, and whether it fits; Undecided where they aren't aliases, which is said of what they are."""
    if not is_list(aliases) or not all(map(is_alias, aliases)):
        raise Undecided
    operands: tuple[Type, ...] = listed(inputs)
    whole = results[0] if len(results) == 1 else TupleType(tuple(results))
    for at, (of_output, index, of_operand) in enumerate(aliases):
        name = f"output_operand_aliases[{at}]"
        if not 0 <= index < len(operands):
            yield f"{name} names operand {index}, of {len(operands)}", False
            continue
        output, operand = _part(whole, of_output), _part(operands[index], of_operand)
        if output is None:
            yield f"{name} names the part {[*of_output]} of the results, of type {whole}", False
        elif operand is None:
            yield f"{name} names the part {[*of_operand]} of operand {index}, of type {operands[index]}", False
        else:
            told = f"{name} names a part of type {output} of the results and one of type {operand} of operand {index}"
            yield told, equal(output, operand)


def _part(type: Type, path: tuple[int, ...]) -> Type | None:
    """What indices into tuples inside of each other lead to; None where one of them leads nowhere."""
    for index in path:
        if not isinstance(type, TupleType) or not 0 <= index < len(type.element_types):
            return None
        type = type.element_types[index]
    return type


_FOREIGN = """variadic number of values
       where all one in {0}: is_foreign_value(one)
       spec {0}: variadic number of values
       says {0} has the types {{type({0})}}, not all of which are values' types
       fix {1} tensors, tokens, futures, buffers or tuples as {0}
       breaks {2}"""

rules("custom_call", f"""
    I1 inputs: {_FOREIGN.format("inputs", "pass", "(tensor<2xf32>) -> => (f32) ->")}
    I2 call_target_name: constant of type string
       breaks call_target_name = "vendor_op" => call_target_name = 1 : i64
    I3 has_side_effect: constant of type i1
       breaks has_side_effect = true => has_side_effect = 1 : i64
    I4 backend_config: constant of type string or attribute dictionary
       breaks backend_config = "fast" => backend_config = 1 : i64
    I5 api_version: constant of type si32
       breaks api_version = 2 : i32 => api_version = 2 : i64
    I6 called_computations: variadic number of names of functions
       spec called_computations: variadic number of constants of type string
       breaks called_computations = [] => called_computations = ["main"]
    I7 output_operand_aliases: variadic number of aliases
       where aliases_fit(output_operand_aliases, inputs, results)
       needs I1, O1
       spec output_operand_aliases: specify the aliasing parts in the outputs and operands
       says {{first_misfit(output_operand_aliases, inputs, results)}}
       fix let each of #stablehlo.output_operand_alias<...> name an operand, counted from 0, and a part of it and one of
           the results that have the same type
       breaks operand_index = 0 => operand_index = 1
    O1 results: {_FOREIGN.format("results", "declare", "-> tensor<2xf32> => -> f32")}
""", valid="""
    %result = "stablehlo.custom_call"(%input) <{
      call_target_name = "vendor_op", has_side_effect = true, backend_config = "fast", api_version = 2 : i32,
      called_computations = [],
      output_operand_aliases = [
        #stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>
      ]
    }> : (tensor<2xf32>) -> tensor<2xf32>
""")  # fmt: skip

_VALUES = """variadic number of values
       where all one in {0}: is_value(one) and is_foreign_value(one)
       spec {0}: variadic number of values
       says {0} has the types {{type({0})}}, not all of which are values' types
       fix {1} tensors, tokens or tuples as {0}
       breaks {2}"""

_RESULT = """}}> : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32> =>
           }}> : (tensor<2xf32>, tensor<f32>) -> {0}"""

rules("composite", f"""
    I1 inputs: {_VALUES.format("inputs", "pass", "}> : (tensor<2xf32>, => }> : (f32,")}
    I2 name: constant of type string
       breaks name = "my_namespace.my_op" => name = 1 : i64
    I3 composite_attributes: attribute dictionary
       breaks {{ my_attribute = "my_value" }} => "my_value"
    I4 decomposition: name of a function
       spec decomposition: constant of type string
       breaks decomposition = @my_op => decomposition = "my_op"
    I5 version: constant of type si32
       breaks version = 1 : i32 => version = 1 : i64
    I6 composite_regions: variadic number of functions
       spec regions: variadic number of functions
       upstream accepts
       breaks }}> : => }}> ({{}}) :
    O1 results: {_VALUES.format("results", "declare", _RESULT.format("f32"))}
    C1 is_namespaced_op_name(name)
       says name = {{name}} isn't a name in a namespace
       fix write a namespace in front of it, such as my_namespace.my_op, in letters, digits and _
       breaks name = "my_namespace.my_op" => name = "my_op"
    C2 is_defined_in_parent_scope(decomposition)
       says there is no function {{decomposition}} in the module
       fix write the function, or the name of one that is there
       breaks decomposition = @my_op => decomposition = @your_op
    C3 type(inputs) = input_types(decomposition)
       needs C2
       spec types(inputs...) = input_types(decomposition)
       says inputs has the types {{type(inputs)}}, but {{decomposition}} takes {{input_types(decomposition)}}
       fix pass what {{decomposition}} takes
       breaks }}> : (tensor<2xf32>, => }}> : (tensor<3xf32>,
    C4 type(results) = output_types(decomposition)
       needs C2
       spec types(results...) = output_types(decomposition)
       says the results are of types {{type(results)}}, but {{decomposition}} gives {{output_types(decomposition)}}
       fix declare results of types {{output_types(decomposition)}}
       breaks {_RESULT.format("tensor<3xf32>")}
""", valid="""
    func.func private @my_op(tensor<2xf32>, tensor<f32>) -> tensor<2xf32>

    %results = "stablehlo.composite"(%input0, %input1) <{
      name = "my_namespace.my_op", composite_attributes = { my_attribute = "my_value" }, decomposition = @my_op,
      version = 1 : i32
    }> : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
""")  # fmt: skip
