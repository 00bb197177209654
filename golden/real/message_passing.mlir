// One round of message passing on a graph: gather senders, transform, scatter-add to receivers, normalise, relu.
// Exported from JAX 0.10.2 by tools/export_real.py.
// inputs: message_passing.inputs.npz, results of XLA CPU: message_passing.expected.npz
module @jit_message_passing attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<6x4xf32>, %arg1: tensor<14xi32>, %arg2: tensor<14xi32>, %arg3: tensor<4x4xf32>) -> (tensor<6x4xf32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<14xi32>
    %1 = stablehlo.compare LT, %arg1, %0, SIGNED : (tensor<14xi32>, tensor<14xi32>) -> tensor<14xi1>
    %c_0 = stablehlo.constant dense<6> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<14xi32>
    %3 = stablehlo.add %arg1, %2 : tensor<14xi32>
    %4 = stablehlo.select %1, %3, %arg1 : tensor<14xi1>, tensor<14xi32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<14xi32>) -> tensor<14x1xi32>
    %6 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 4>}> : (tensor<6x4xf32>, tensor<14x1xi32>) -> tensor<14x4xf32>
    %7 = stablehlo.dot_general %6, %arg3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<14x4xf32>, tensor<4x4xf32>) -> tensor<14x4xf32>
    %8 = stablehlo.tanh %7 : tensor<14x4xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<6x4xf32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %10 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<14xi32>
    %11 = stablehlo.compare LT, %arg2, %10, SIGNED : (tensor<14xi32>, tensor<14xi32>) -> tensor<14xi1>
    %c_2 = stablehlo.constant dense<6> : tensor<i32>
    %12 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<14xi32>
    %13 = stablehlo.add %arg2, %12 : tensor<14xi32>
    %14 = stablehlo.select %11, %13, %arg2 : tensor<14xi1>, tensor<14xi32>
    %15 = stablehlo.broadcast_in_dim %14, dims = [0] : (tensor<14xi32>) -> tensor<14x1xi32>
    %16 = "stablehlo.scatter"(%9, %15, %8) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
      %33 = stablehlo.add %arg4, %arg5 : tensor<f32>
      stablehlo.return %33 : tensor<f32>
    }) : (tensor<6x4xf32>, tensor<14x1xi32>, tensor<14x4xf32>) -> tensor<6x4xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %17 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<6xf32>
    %c_4 = stablehlo.constant dense<0> : tensor<i32>
    %18 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i32>) -> tensor<14xi32>
    %19 = stablehlo.compare LT, %arg2, %18, SIGNED : (tensor<14xi32>, tensor<14xi32>) -> tensor<14xi1>
    %c_5 = stablehlo.constant dense<6> : tensor<i32>
    %20 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i32>) -> tensor<14xi32>
    %21 = stablehlo.add %arg2, %20 : tensor<14xi32>
    %22 = stablehlo.select %19, %21, %arg2 : tensor<14xi1>, tensor<14xi32>
    %23 = stablehlo.broadcast_in_dim %22, dims = [0] : (tensor<14xi32>) -> tensor<14x1xi32>
    %cst_6 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %24 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<14xf32>
    %25 = "stablehlo.scatter"(%17, %23, %24) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
      %33 = stablehlo.add %arg4, %arg5 : tensor<f32>
      stablehlo.return %33 : tensor<f32>
    }) : (tensor<6xf32>, tensor<14x1xi32>, tensor<14xf32>) -> tensor<6xf32>
    %cst_7 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %26 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<6xf32>
    %27 = stablehlo.maximum %25, %26 : tensor<6xf32>
    %28 = stablehlo.broadcast_in_dim %27, dims = [0] : (tensor<6xf32>) -> tensor<6x1xf32>
    %29 = stablehlo.broadcast_in_dim %28, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x4xf32>
    %30 = stablehlo.divide %16, %29 : tensor<6x4xf32>
    %31 = stablehlo.add %30, %arg0 : tensor<6x4xf32>
    %32 = call @relu(%31) : (tensor<6x4xf32>) -> tensor<6x4xf32>
    return %32 : tensor<6x4xf32>
  }
  func.func private @relu(%arg0: tensor<6x4xf32>) -> tensor<6x4xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<6x4xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<6x4xf32>
    return %1 : tensor<6x4xf32>
  }
}
