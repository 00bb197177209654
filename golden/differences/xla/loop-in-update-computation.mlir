// difference: xla.loop-in-update-computation
// clause: scatter I12: update_computation is a function
// crash in jaxlib: XLA CPU's compiler aborts on a while inside of update_computation
// portable: stays: a loop that runs as often as its values say can't be written without one

func.func @main() {
  %input = stablehlo.constant dense<[3, 5]> : tensor<2xi32>
  %scatter_indices = stablehlo.constant dense<[1]> : tensor<1xi64>
  %update = stablehlo.constant dense<36> : tensor<i32>
  %result = func.call @program(%input, %scatter_indices, %update) : (tensor<2xi32>, tensor<1xi64>, tensor<i32>) -> tensor<2xi32>
  %expected = stablehlo.constant dense<[3, 4]> : tensor<2xi32>
  stablehlo.custom_call @check.expect_eq(%result, %expected) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  return
}

func.func private @program(%input: tensor<2xi32>, %scatter_indices: tensor<1xi64>, %update: tensor<i32>) -> tensor<2xi32> {
  %0 = "stablehlo.scatter"(%input, %scatter_indices, %update) ({
  ^bb0(%old: tensor<i32>, %new: tensor<i32>):
    %two = stablehlo.constant dense<2> : tensor<i32>
    %halved = stablehlo.while(%i = %new) : tensor<i32>
    cond {
      %greater = stablehlo.compare GT, %i, %old : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %greater : tensor<i1>
    } do {
      %half = stablehlo.divide %i, %two : tensor<i32>
      stablehlo.return %half : tensor<i32>
    }
    stablehlo.return %halved : tensor<i32>
  }) {
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>
  } : (tensor<2xi32>, tensor<1xi64>, tensor<i32>) -> tensor<2xi32>
  func.return %0 : tensor<2xi32>
}
