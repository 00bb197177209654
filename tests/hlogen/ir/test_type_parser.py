"""Types and their text: str(type) and parse_type are inverses, for every element type and every shape form."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hlogen.ir import (
    ComplexType,
    FloatType,
    FunctionType,
    IndexType,
    IntegerType,
    OpaqueType,
    QuantizedType,
    TensorType,
    TokenType,
    TupleType,
    UnrankedTensorType,
    parse_element_type,
    parse_type,
    tensor,
)
from hlogen.ir.errors import TypeSyntaxError

# The specification's list of element types, spelled out rather than taken from the code.
INTEGERS = ["i1", *(f"{sign}{width}" for sign in ("i", "ui", "si") for width in (2, 4, 8, 16, 32, 64))]
FLOATS = [
    "f4E2M1FN",
    "f6E2M3FN",
    "f6E3M2FN",
    "f8E3M4",
    "f8E4M3",
    "f8E4M3FN",
    "f8E4M3FNUZ",
    "f8E4M3B11FNUZ",
    "f8E5M2",
    "f8E5M2FNUZ",
    "f8E8M0FNU",
    "bf16",
    "f16",
    "tf32",
    "f32",
    "f64",
]
OTHERS = ["complex<f32>", "complex<f64>", "index"]
QUANTIZED = [
    "!quant.uniform<i8:f32, 0.5>",
    "!quant.uniform<u8:f32, 0.5:3>",
    "!quant.uniform<ui8:f32, 0.5:3>",
    "!quant.uniform<i8<-127:127>:f32, 0.1:-5>",
    "!quant.uniform<u8<0:15>:f32, 0.5>",
    "!quant.uniform<i8<-100:0>:f32, 0.5>",
    "!quant.uniform<i8:f32:1, {0.1:2, 3.0}>",
    "!quant.uniform<i8:f32:0, {0.1:2, 3.0}>",
    "!quant.uniform<i4:bf16, 1.0e-5>",
]


@pytest.mark.parametrize("text", INTEGERS + FLOATS + OTHERS + QUANTIZED)
def test_every_element_type_reads_back_alone_and_in_a_tensor(text):
    element = parse_element_type(text)
    assert not isinstance(element, OpaqueType)
    assert parse_element_type(str(element)) == element
    for shape in ((), (2, None, 0), (1 << 40,)):
        made = TensorType(shape, element)
        assert parse_type(str(made)) == made
        assert hash(parse_type(str(made))) == hash(made)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("i1", IntegerType(1)),
        ("ui8", IntegerType(8, "unsigned")),
        ("si16", IntegerType(16, "signed")),
        ("bf16", FloatType("bf16")),
        ("complex<f64>", ComplexType(FloatType("f64"))),
        ("index", IndexType()),
        ("!stablehlo.token", TokenType()),
        ("tensor<f32>", TensorType((), FloatType("f32"))),
        ("tensor<2x?x3xi32>", TensorType((2, None, 3), IntegerType(32))),
        ("tensor< 2 x 3 x f32 >", TensorType((2, 3), FloatType("f32"))),
        ("tensor<0x1xi4>", TensorType((0, 1), IntegerType(4))),
        ("tensor<?x3xf32, #stablehlo.bounds<4, ?>>", TensorType((None, 3), FloatType("f32"), bounds=(4, None))),
        ("tensor<f32, #stablehlo.bounds<>>", TensorType((), FloatType("f32"), bounds=())),
        ("tensor<2xf32, #foo.bar<1, 2>>", TensorType((2,), FloatType("f32"), encoding="#foo.bar<1, 2>")),
        ("tensor<*xf32>", UnrankedTensorType(FloatType("f32"))),
        ("tuple<tensor<f32>, !stablehlo.token>", TupleType((TensorType((), FloatType("f32")), TokenType()))),
        ("() -> ()", FunctionType((), ())),
        ("(i32) -> i64", FunctionType((IntegerType(32),), (IntegerType(64),))),
        (
            "(i32) -> ((i1) -> i1)",
            FunctionType((IntegerType(32),), (FunctionType((IntegerType(1),), (IntegerType(1),)),)),
        ),
        ("!foo.bar<(i32) -> f32>", OpaqueType("!foo.bar<(i32) -> f32>")),
        ("memref<2x3xf32>", OpaqueType("memref<2x3xf32>")),
        ("none", OpaqueType("none")),
        (
            "!quant.uniform<i8<-127:127>:f32:1, {1.0:2, 3.0}>",
            QuantizedType(IntegerType(8), FloatType("f32"), (1.0, 3.0), (2, 0), 1, -127, 127),
        ),
    ],
)
def test_a_spelling_means_this_type(text, expected):
    assert parse_type(text) == expected
    assert parse_type(str(expected)) == expected


@pytest.mark.parametrize(
    "text",
    [
        "complex<f32>",
        "tensor<2x?xcomplex<f32>>",
        "tensor<*xi8>",
        "tuple<>",
        "tuple<f32,i1,!stablehlo.token>",
        "tuple<tuple<i1>,tuple<i2,i4>,tuple<>,index>",
        "()->()",
        "()->i1",
        "(i1,i2,i4)->(i8,i16,i32)",
        "((i1,i2)->(i4),tuple<i8,i16>,i32)->(()->i64)",
        "!foo.bar<2>",
        "tensor<4x!quant.uniform<u8<0:15>:f32,0.5:3>>",
        "tensor<2x4x!quant.uniform<i8:f32:0,{0.1:2,3.0}>>",
    ],
)
@pytest.mark.parametrize("blank", [" ", "\n\t"])
def test_blanks_between_tokens_mean_nothing(text, blank):
    spaced = re.sub(r"->|[<>(){},:]", rf"{blank}\g<0>{blank}", text)
    expected = parse_type(text)
    if isinstance(expected, OpaqueType):
        expected = OpaqueType(spaced.strip())
    assert parse_type(spaced) == expected


@pytest.mark.parametrize(
    "text",
    [
        "",
        "tensor",
        "tensor<",
        "tensor<2x>",
        "tensor<2x3xi32",
        "tensor<2xtensor<f32>>",
        "2x3xi32",
        "i0",
        "i99999999",
        "!quant.uniform<i888888888888888888888:f32, 0.5>",
        "q32",
        "tensor<2xq32>",
        "tensor<-1xf32>",
        "complex<",
        "tuple<f32",
        "(i32) ->",
        "(i32",
        "f32 f32",
        "(i32) i32",
        "tensor<2xnone>",
        "!foo<bar",
    ],
)
def test_what_is_no_type_is_refused_with_its_text(text):
    with pytest.raises(TypeSyntaxError) as caught:
        parse_type(text)
    assert repr(text) in str(caught.value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "'' is not a type: expected a type, found the end"),
        ("tensor<2x>", "'tensor<2x>' is not a type: expected dimensions and an element type, such as 2x3xi32, found "
         "'>' at character 10"),
        ("f32 i8", "'f32 i8' is not a type: unexpected text after the type, found 'i8' at character 5"),
        ("tuple<f32,, i8>", "'tuple<f32,, i8>' is not a type: expected a type, found ', i8>' at character 11"),
        ("(f32, i8", "'(f32, i8' is not a type: expected ')', found the end"),
        ("tensor<2xtensor<f32>>", "'tensor<2xtensor<f32>>' is not a type: tensor<f32> can't be an element type, found "
         "'>' at character 21"),
        ("tensor<i0>", "'tensor<i0>' is not a type: integer width 0 is out of range, found '>' at character 10"),
    ],
)  # fmt: skip
def test_where_a_text_goes_wrong(text, said):
    with pytest.raises(TypeSyntaxError) as caught:
        parse_type(text)
    assert str(caught.value) == said


def test_the_widest_integer_is_mlirs():
    widest = (1 << 24) - 1
    assert parse_type(f"ui{widest}") == IntegerType(widest, "unsigned")
    with pytest.raises(TypeSyntaxError, match=f"integer width {widest + 1} is out of range"):
        parse_type(f"i{widest + 1}")


def test_what_stands_there_instead_is_said_where_something_does():
    with pytest.raises(TypeSyntaxError, match=r"found 'f32' at character 5$"):
        parse_type("f32 f32")
    with pytest.raises(TypeSyntaxError, match=r", found the end$"):
        parse_type("complex<")
    with pytest.raises(TypeSyntaxError, match=r"expected '->', found 'i32' at character 7$"):
        parse_type("(i32) i32")
    with pytest.raises(
        TypeSyntaxError, match=r"none is no element type; expected one such as .*, found '>' at character"
    ):
        parse_type("tensor<2xnone>")
    with pytest.raises(TypeSyntaxError, match=r"expected '>', found the end$"):
        parse_type("!foo<bar")
    with pytest.raises(TypeSyntaxError, match=r"'\*xf32' is no ranked tensor type; expected dimensions and an element"):
        tensor("*xf32")
    with pytest.raises(TypeSyntaxError, match=r"'q32' is none; expected one such as .* complex<f32>$"):
        parse_type("tensor<2xq32>")


@pytest.mark.parametrize("text", ["f80", "f128", "vector<2xf32>", "none"])
def test_where_mlir_is_read_a_type_that_stablehlo_lacks_is_one(text):
    foreign = OpaqueType(text)
    assert parse_type(text, of_mlir=True) == foreign
    assert parse_type(f"tensor<4x?x{text}>", of_mlir=True) == TensorType((4, None), foreign)
    taken = TensorType((2,), foreign)
    assert parse_type(f"(tensor<2x{text}>) -> {text}", of_mlir=True) == FunctionType((taken,), (foreign,))
    assert str(taken) == f"tensor<2x{text}>"
    with pytest.raises(TypeSyntaxError, match="expected '>'"):
        parse_type(f"tensor<2x{text}", of_mlir=True)


@pytest.mark.parametrize("bad", ["tensor<f32>", "3xf32", "?xf32", "!stablehlo.token", "tuple<>", "() -> ()"])
def test_an_element_type_is_not_any_type(bad):
    with pytest.raises(TypeSyntaxError, match="is no element type; expected one such as i32"):
        parse_element_type(bad)


@pytest.mark.parametrize("text", ["!quant.uniform<i8:f32>", "!quant.uniform<i8:i32, 0.5>", "!quant.uniform<i8:f32, a>"])
def test_quantized_types_that_are_none_are_refused_where_somebody_writes_them(text):
    assert isinstance(parse_type(text), OpaqueType)
    for parse in (parse_element_type, lambda text: tensor(f"2x{text}")):
        with pytest.raises(
            TypeSyntaxError, match=f"{text}' is no quantized type .* such as !quant.uniform<i8:f32, 0.5:3>"
        ):
            parse(text)


def test_short_spellings_of_tensors():
    assert tensor("2x3xi32") == tensor("tensor<2x3xi32>") == TensorType((2, 3), IntegerType(32))
    assert tensor("f32") == TensorType((), FloatType("f32"))
    assert tensor("2xcomplex<i8>") == TensorType((2,), OpaqueType("complex<i8>"))  # for others to refuse
    assert tensor("?x4xbf16") == TensorType((None, 4), FloatType("bf16"))
    for bad in ("2x3xq32", "", "2x", "x", "2x3", 7):
        with pytest.raises(TypeSyntaxError):
            tensor(bad)


@st.composite
def any_type(draw, depth=2):
    leaf = st.one_of(
        st.sampled_from(INTEGERS + FLOATS + OTHERS + QUANTIZED).map(parse_element_type),
        st.builds(IntegerType, st.integers(1, 200), st.sampled_from(["signless", "unsigned", "signed"])),
    )
    element = draw(leaf)
    shape = tuple(draw(st.lists(st.one_of(st.none(), st.integers(0, 1 << 62)), max_size=4)))
    bounds = None
    if draw(st.booleans()):
        bounds = tuple(draw(st.one_of(st.none(), st.integers(0, 99))) for _ in shape)
    made = draw(
        st.sampled_from([element, TensorType(shape, element, bounds), UnrankedTensorType(element), TokenType()])
    )
    if depth and draw(st.booleans()):
        inner = st.lists(any_type(depth=depth - 1), max_size=3).map(tuple)
        made = TupleType(draw(inner)) if draw(st.booleans()) else FunctionType(draw(inner), draw(inner))
    return made


@settings(max_examples=60)
@given(any_type())
def test_any_type_reads_back(made):
    assert parse_type(str(made)) == made


@given(st.text(max_size=30))
def test_no_text_makes_the_parser_fall(text):
    try:
        made = parse_type(text)
    except TypeSyntaxError:
        return
    assert parse_type(str(made)) == made
