"""What rules of collectives say of programs that their examples don't show."""

from hlogen.mlir.reader import read
from hlogen.spec.operations import violations_of
from hlogen.spec.rules.example import program

GROUPS = "dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>"


def told(operation: str) -> list[tuple[str, str, str]]:
    return [(one.id, one.message, one.fix) for one in violations_of(read(program(operation)))]


def ids(operation: str) -> list[str]:
    return [id for id, _, _ in told(operation)]


def gathered(result: str, channel: str = "", groups: str = GROUPS) -> str:
    return f"""
        %results = "stablehlo.all_gather"(%operand) <{{all_gather_dim = 0 : i64, replica_groups = {groups}{channel}}}>
          : (tensor<3x5xf32>) -> {result}
    """


CHANNEL = ", channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>"


def test_what_a_group_of_known_size_gathers_is_known() -> None:
    assert told(gathered("tensor<6x5xf32>")) == []
    assert ids(gathered("tensor<12x5xf32>")) == ["all_gather.C6"]


def test_how_many_partitions_gather_only_a_run_knows_but_rows_are_whole() -> None:
    assert told(gathered("tensor<12x5xf32>", CHANNEL)) == []
    assert ids(gathered("tensor<9x5xf32>", CHANNEL)) == ["all_gather.C6"]
    assert ids(gathered("tensor<0x5xf32>", CHANNEL)) == ["all_gather.C6"]
    assert ids(gathered("tensor<12x4xf32>", CHANNEL)) == ["all_gather.C6"]
    assert ids(gathered("tensor<12xf32>", CHANNEL)) == ["all_gather.C6"]


def test_ids_are_as_many_as_are_named() -> None:
    assert told(gathered("tensor<6x5xf32>", groups="dense<[[0, 1], [2, 4]]> : tensor<2x2xi64>")) == [
        (
            "all_gather.C4",
            "replica_groups names 4 ids, but 4 is none of 0 to 3",
            "name each of the ids 0 to 3 in replica_groups",
        )
    ]


def test_padding_is_no_id_of_groups_that_need_one_size() -> None:
    padded = "dense<[[0, 1], [2, -1]]> : tensor<2x2xi64>"
    assert ids(gathered("tensor<6x5xf32>", groups=padded)) == ["all_gather.C4"]


def test_a_result_that_is_missing_is_said_in_general_words() -> None:
    text = f"""
        %results = "stablehlo.all_gather"(%a, %b) <{{all_gather_dim = 0 : i64, replica_groups = {GROUPS}}}>
          : (tensor<3x5xf32>, tensor<3x5xf32>) -> tensor<6x5xf32>
    """
    ((id, message, _),) = told(text)
    assert (id, message) == ("all_gather.C6", "results has 1 entry, but operands has 2 entries")


def test_a_channel_that_is_left_out_has_id_0() -> None:
    assert ids(gathered("tensor<6x5xf32>", ", use_global_device_ids")) == ["all_gather.C5"]


def test_operands_that_cannot_be_shared_out_go_to_the_last_name() -> None:
    text = """
        %results = "stablehlo.reduce"(%input, %init_value, %another) <{dimensions = array<i64: 0>}> ({
        ^bb0(%a: tensor<f32>, %b: tensor<f32>):
          "stablehlo.return"(%a) : (tensor<f32>) -> ()
        }) : (tensor<2xf32>, tensor<f32>, tensor<f32>) -> tensor<f32>
    """
    assert told(text) == [
        (
            "reduce.C3",
            "there are 1 inputs, 2 init_values and 1 results",
            "pass as many init_values as inputs, and declare as many results: at least 1",
        )
    ]


def started(operands: str, arguments: str, body: str, result: str) -> list[tuple[str, bool]]:
    """What is said of an async_start of %a and %b, and whether upstream is said to accept it."""
    types = ", ".join(["tensor<4xf32>"] * (operands.count(",") + 1))
    text = f"""func.func @main(%a: tensor<4xf32>, %b: tensor<4xf32>) {{
      %0 = "stablehlo.async_start"({operands}) ({{
      {arguments}
        {body}
      }}) : ({types}) -> !stablehlo.future<{result}>
      return
    }}"""
    return [(one.id, one.upstream is not None) for one in violations_of(read(text))]


SLICE = "%t = stablehlo.slice {} [0:2] : (tensor<4xf32>) -> tensor<2xf32>"
RETURN = "stablehlo.return %t : tensor<2xf32>"
ONE, TWO = "^bb0(%x: tensor<4xf32>):", "^bb0(%x: tensor<4xf32>, %y: tensor<4xf32>):"


def test_what_is_started_is_passed_all_that_there_is_in_its_order() -> None:
    assert started("%a", ONE, f"{SLICE.format('%x')} {RETURN}", "tensor<2xf32>") == []
    assert started("%a, %b", TWO, f"{SLICE.format('%y')} {RETURN}", "tensor<2xf32>") == [("async_start.C3", True)]
    assert started("%a", TWO, f"{SLICE.format('%x')} {RETURN}", "tensor<2xf32>") == [("async_start.C3", False)]
    assert started("%a", ONE, f"{SLICE.format('%b')} {RETURN}", "tensor<2xf32>") == [("async_start.C3", False)]
    text = "%t = stablehlo.constant dense<1.0> : tensor<2xf32>"
    assert started("%a", ONE, f"{text} {RETURN}", "tensor<2xf32>") == [("async_start.C2", False)]


def test_as_in_the_text_a_body_may_take_nothing_and_use_the_operands_which_upstream_refuses() -> None:
    assert started("%a", "", f"{SLICE.format('%a')} {RETURN}", "tensor<2xf32>") == [("upstream.slice", False)]
    assert started("%a", "", f"{SLICE.format('%b')} {RETURN}", "tensor<2xf32>") == [("async_start.C3", False)]


def test_the_future_is_of_what_the_operation_gives() -> None:
    body = f"{SLICE.format('%x')} stablehlo.return %x : tensor<4xf32>"
    assert started("%a", ONE, body, "tensor<4xf32>") == [("async_start.C4", True)]
    body = f"{SLICE.format('%x')} stablehlo.return %t, %t : tensor<2xf32>, tensor<2xf32>"
    assert started("%a", ONE, body, "tensor<2xf32>, tensor<2xf32>") == [("async_start.C4", False)]
    body = f"{SLICE.format('%x')} {RETURN}"
    assert started("%a", ONE, body, "tensor<?xf32>") == [("upstream.async_start", False)]


def test_of_a_future_upstream_compares_no_scales() -> None:
    text = """func.func @main(%f: !stablehlo.future<tensor<2x!quant.uniform<i8:f32, 0.5>>>) {
      %0 = "stablehlo.async_done"(%f)
        : (!stablehlo.future<tensor<2x!quant.uniform<i8:f32, 0.5>>>) -> tensor<2x!quant.uniform<i8:f32, 0.25>>
      return
    }"""
    assert [(one.id, one.upstream is not None) for one in violations_of(read(text))] == [("async_done.C1", True)]
