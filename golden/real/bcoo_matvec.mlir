// A sparse matrix (BCOO) times a vector: gather by column, multiply, scatter-add by row.
// Exported from JAX 0.10.2 by tools/export_real.py.
// inputs: bcoo_matvec.inputs.npz, results of XLA CPU: bcoo_matvec.expected.npz
module @jit_bcoo_matvec attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<11xf32>, %arg1: tensor<11x2xi32>, %arg2: tensor<9xf32>) -> (tensor<7xf32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[1, 0]> : tensor<2xi32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<2xi32>
    %1 = stablehlo.compare LT, %c, %0, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
    %c_1 = stablehlo.constant dense<2> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<2xi32>
    %3 = stablehlo.add %c, %2 : tensor<2xi32>
    %4 = stablehlo.select %1, %3, %c : tensor<2xi1>, tensor<2xi32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<2xi32>) -> tensor<2x1xi32>
    %6 = "stablehlo.gather"(%arg1, %5) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 11, 1>}> : (tensor<11x2xi32>, tensor<2x1xi32>) -> tensor<11x2xi32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<7xf32>
    %8 = stablehlo.slice %6 [0:11, 0:1] : (tensor<11x2xi32>) -> tensor<11x1xi32>
    %9 = stablehlo.reshape %8 : (tensor<11x1xi32>) -> tensor<11xi32>
    %10 = stablehlo.slice %6 [0:11, 1:2] : (tensor<11x2xi32>) -> tensor<11x1xi32>
    %11 = stablehlo.reshape %10 : (tensor<11x1xi32>) -> tensor<11xi32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %12 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<11xi32>
    %13 = stablehlo.compare LT, %9, %12, SIGNED : (tensor<11xi32>, tensor<11xi32>) -> tensor<11xi1>
    %c_3 = stablehlo.constant dense<9> : tensor<i32>
    %14 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i32>) -> tensor<11xi32>
    %15 = stablehlo.add %9, %14 : tensor<11xi32>
    %16 = stablehlo.select %13, %15, %9 : tensor<11xi1>, tensor<11xi32>
    %17 = stablehlo.broadcast_in_dim %16, dims = [0] : (tensor<11xi32>) -> tensor<11x1xi32>
    %c_4 = stablehlo.constant dense<8> : tensor<1xi32>
    %c_5 = stablehlo.constant dense<0> : tensor<i32>
    %18 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i32>) -> tensor<11x1xi32>
    %19 = stablehlo.compare GE, %17, %18, SIGNED : (tensor<11x1xi32>, tensor<11x1xi32>) -> tensor<11x1xi1>
    %20 = stablehlo.broadcast_in_dim %c_4, dims = [1] : (tensor<1xi32>) -> tensor<1x1xi32>
    %21 = stablehlo.broadcast_in_dim %20, dims = [0, 1] : (tensor<1x1xi32>) -> tensor<11x1xi32>
    %22 = stablehlo.compare LE, %17, %21, SIGNED : (tensor<11x1xi32>, tensor<11x1xi32>) -> tensor<11x1xi1>
    %23 = stablehlo.and %19, %22 : tensor<11x1xi1>
    %c_6 = stablehlo.constant dense<true> : tensor<i1>
    %24 = stablehlo.reduce(%23 init: %c_6) applies stablehlo.and across dimensions = [1] : (tensor<11x1xi1>, tensor<i1>) -> tensor<11xi1>
    %25 = "stablehlo.gather"(%arg2, %17) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1>}> : (tensor<9xf32>, tensor<11x1xi32>) -> tensor<11xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %26 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<11xf32>
    %27 = stablehlo.select %24, %25, %26 : tensor<11xi1>, tensor<11xf32>
    %28 = stablehlo.dot_general %arg0, %27, batching_dims = [0] x [0], contracting_dims = [] x [], precision = [DEFAULT, DEFAULT] : (tensor<11xf32>, tensor<11xf32>) -> tensor<11xf32>
    %c_8 = stablehlo.constant dense<0> : tensor<i32>
    %29 = stablehlo.broadcast_in_dim %c_8, dims = [] : (tensor<i32>) -> tensor<11xi32>
    %30 = stablehlo.compare LT, %11, %29, SIGNED : (tensor<11xi32>, tensor<11xi32>) -> tensor<11xi1>
    %c_9 = stablehlo.constant dense<7> : tensor<i32>
    %31 = stablehlo.broadcast_in_dim %c_9, dims = [] : (tensor<i32>) -> tensor<11xi32>
    %32 = stablehlo.add %11, %31 : tensor<11xi32>
    %33 = stablehlo.select %30, %32, %11 : tensor<11xi1>, tensor<11xi32>
    %34 = stablehlo.broadcast_in_dim %33, dims = [0] : (tensor<11xi32>) -> tensor<11x1xi32>
    %35 = "stablehlo.scatter"(%7, %34, %28) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %36 = stablehlo.add %arg3, %arg4 : tensor<f32>
      stablehlo.return %36 : tensor<f32>
    }) : (tensor<7xf32>, tensor<11x1xi32>, tensor<11xf32>) -> tensor<7xf32>
    return %35 : tensor<7xf32>
  }
}
