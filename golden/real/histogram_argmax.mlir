// Largest value of each bin and where it stands: a variadic reduction spelled as two scatters.
// Exported from JAX 0.10.2 by tools/export_real.py.
// inputs: histogram_argmax.inputs.npz, results of XLA CPU: histogram_argmax.expected.npz
module @jit_histogram_argmax attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<20xf32>, %arg1: tensor<20xi32>) -> (tensor<5xf32> {jax.result_info = "result[0]"}, tensor<5xi32> {jax.result_info = "result[1]"}) {
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<5xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<20xi32>
    %2 = stablehlo.compare LT, %arg1, %1, SIGNED : (tensor<20xi32>, tensor<20xi32>) -> tensor<20xi1>
    %c_0 = stablehlo.constant dense<5> : tensor<i32>
    %3 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<20xi32>
    %4 = stablehlo.add %arg1, %3 : tensor<20xi32>
    %5 = stablehlo.select %2, %4, %arg1 : tensor<20xi1>, tensor<20xi32>
    %6 = stablehlo.broadcast_in_dim %5, dims = [0] : (tensor<20xi32>) -> tensor<20x1xi32>
    %7 = stablehlo.convert %0 : tensor<5xf32>
    %8 = "stablehlo.scatter"(%7, %6, %arg0) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %31 = stablehlo.maximum %arg2, %arg3 : tensor<f32>
      stablehlo.return %31 : tensor<f32>
    }) : (tensor<5xf32>, tensor<20x1xi32>, tensor<20xf32>) -> tensor<5xf32>
    %9 = stablehlo.convert %8 : tensor<5xf32>
    %c_1 = stablehlo.constant dense<20> : tensor<i32>
    %10 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<5xi32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %11 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<20xi32>
    %12 = stablehlo.compare LT, %arg1, %11, SIGNED : (tensor<20xi32>, tensor<20xi32>) -> tensor<20xi1>
    %c_3 = stablehlo.constant dense<5> : tensor<i32>
    %13 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i32>) -> tensor<20xi32>
    %14 = stablehlo.add %arg1, %13 : tensor<20xi32>
    %15 = stablehlo.select %12, %14, %arg1 : tensor<20xi1>, tensor<20xi32>
    %16 = stablehlo.broadcast_in_dim %15, dims = [0] : (tensor<20xi32>) -> tensor<20x1xi32>
    %17 = "stablehlo.gather"(%9, %16) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1>}> : (tensor<5xf32>, tensor<20x1xi32>) -> tensor<20xf32>
    %18 = stablehlo.convert %17 : tensor<20xf32>
    %19 = stablehlo.compare EQ, %arg0, %18, FLOAT : (tensor<20xf32>, tensor<20xf32>) -> tensor<20xi1>
    %20 = stablehlo.iota dim = 0 : tensor<20xi32>
    %c_4 = stablehlo.constant dense<20> : tensor<i32>
    %21 = call @_where(%19, %20, %c_4) : (tensor<20xi1>, tensor<20xi32>, tensor<i32>) -> tensor<20xi32>
    %c_5 = stablehlo.constant dense<0> : tensor<i32>
    %22 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i32>) -> tensor<20xi32>
    %23 = stablehlo.compare LT, %arg1, %22, SIGNED : (tensor<20xi32>, tensor<20xi32>) -> tensor<20xi1>
    %c_6 = stablehlo.constant dense<5> : tensor<i32>
    %24 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<i32>) -> tensor<20xi32>
    %25 = stablehlo.add %arg1, %24 : tensor<20xi32>
    %26 = stablehlo.select %23, %25, %arg1 : tensor<20xi1>, tensor<20xi32>
    %27 = stablehlo.broadcast_in_dim %26, dims = [0] : (tensor<20xi32>) -> tensor<20x1xi32>
    %28 = stablehlo.convert %10 : tensor<5xi32>
    %29 = "stablehlo.scatter"(%28, %27, %21) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<i32>, %arg3: tensor<i32>):
      %31 = stablehlo.minimum %arg2, %arg3 : tensor<i32>
      stablehlo.return %31 : tensor<i32>
    }) : (tensor<5xi32>, tensor<20x1xi32>, tensor<20xi32>) -> tensor<5xi32>
    %30 = stablehlo.convert %29 : tensor<5xi32>
    return %9, %30 : tensor<5xf32>, tensor<5xi32>
  }
  func.func private @_where(%arg0: tensor<20xi1>, %arg1: tensor<20xi32>, %arg2: tensor<i32>) -> tensor<20xi32> {
    %0 = stablehlo.convert %arg2 : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<i32>) -> tensor<20xi32>
    %2 = stablehlo.select %arg0, %arg1, %1 : tensor<20xi1>, tensor<20xi32>
    return %2 : tensor<20xi32>
  }
}
