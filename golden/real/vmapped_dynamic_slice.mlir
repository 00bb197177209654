// A crop of each image at its own corner: dynamic_slice under vmap is a gather with batching dims.
// Exported from JAX 0.10.2 by tools/export_real.py.
// inputs: vmapped_dynamic_slice.inputs.npz, results of XLA CPU: vmapped_dynamic_slice.expected.npz
module @jit_vmapped_dynamic_slice attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<3x8x9x2xf32>, %arg1: tensor<3x2xi32>) -> (tensor<3x3x4x2xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.slice %arg1 [0:3, 0:1] : (tensor<3x2xi32>) -> tensor<3x1xi32>
    %1 = stablehlo.reshape %0 : (tensor<3x1xi32>) -> tensor<3xi32>
    %2 = stablehlo.slice %arg1 [0:3, 1:2] : (tensor<3x2xi32>) -> tensor<3x1xi32>
    %3 = stablehlo.reshape %2 : (tensor<3x1xi32>) -> tensor<3xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %4 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<3xi32>
    %5 = stablehlo.compare LT, %1, %4, SIGNED : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
    %c_0 = stablehlo.constant dense<8> : tensor<i32>
    %6 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<3xi32>
    %7 = stablehlo.add %1, %6 : tensor<3xi32>
    %8 = stablehlo.select %5, %7, %1 : tensor<3xi1>, tensor<3xi32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %9 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<3xi32>
    %10 = stablehlo.compare LT, %3, %9, SIGNED : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
    %c_2 = stablehlo.constant dense<9> : tensor<i32>
    %11 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<3xi32>
    %12 = stablehlo.add %3, %11 : tensor<3xi32>
    %13 = stablehlo.select %10, %12, %3 : tensor<3xi1>, tensor<3xi32>
    %14 = stablehlo.broadcast_in_dim %8, dims = [0] : (tensor<3xi32>) -> tensor<3x1xi32>
    %15 = stablehlo.broadcast_in_dim %13, dims = [0] : (tensor<3xi32>) -> tensor<3x1xi32>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %16 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i32>) -> tensor<3x1xi32>
    %17 = stablehlo.concatenate %14, %15, %16, dim = 1 : (tensor<3x1xi32>, tensor<3x1xi32>, tensor<3x1xi32>) -> tensor<3x3xi32>
    %18 = "stablehlo.gather"(%arg0, %17) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2, 3], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1, 2, 3], index_vector_dim = 1>, indices_are_sorted = true, slice_sizes = array<i64: 1, 3, 4, 2>}> : (tensor<3x8x9x2xf32>, tensor<3x3xi32>) -> tensor<3x3x4x2xf32>
    return %18 : tensor<3x3x4x2xf32>
  }
}
