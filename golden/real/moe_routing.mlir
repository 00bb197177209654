// Mixture of experts, top-2 routing: top_k, a position per expert by cumulative sum, dispatch and combine.
// Exported from JAX 0.10.2 by tools/export_real.py.
// inputs: moe_routing.inputs.npz, results of XLA CPU: moe_routing.expected.npz
module @jit_moe_routing attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<6x8xf32>, %arg1: tensor<8x4xf32>, %arg2: tensor<4x8x5xf32>) -> (tensor<6x5xf32> {jax.result_info = "result[0]"}, tensor<6x2xi32> {jax.result_info = "result[1]"}) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x8xf32>, tensor<8x4xf32>) -> tensor<6x4xf32>
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.maximum across dimensions = [1] : (tensor<6x4xf32>, tensor<f32>) -> tensor<6xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<6xf32>
    %3 = stablehlo.maximum %2, %1 : tensor<6xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0] : (tensor<6xf32>) -> tensor<6x1xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x4xf32>
    %6 = stablehlo.subtract %0, %5 : tensor<6x4xf32>
    %7 = stablehlo.exponential %6 : tensor<6x4xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %8 = stablehlo.reduce(%7 init: %cst_1) applies stablehlo.add across dimensions = [1] : (tensor<6x4xf32>, tensor<f32>) -> tensor<6xf32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0] : (tensor<6xf32>) -> tensor<6x1xf32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x4xf32>
    %11 = stablehlo.divide %7, %10 : tensor<6x4xf32>
    %values, %indices = chlo.top_k(%11, k = 2) : tensor<6x4xf32> -> (tensor<6x2xf32>, tensor<6x2xi32>)
    %12 = stablehlo.reshape %indices : (tensor<6x2xi32>) -> tensor<12xi32>
    %13 = call @_one_hot(%12) : (tensor<12xi32>) -> tensor<12x4xi32>
    %14 = call @cumsum(%13) : (tensor<12x4xi32>) -> tensor<12x4xi32>
    %15 = stablehlo.multiply %14, %13 : tensor<12x4xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %16 = stablehlo.reduce(%15 init: %c) applies stablehlo.add across dimensions = [1] : (tensor<12x4xi32>, tensor<i32>) -> tensor<12xi32>
    %c_2 = stablehlo.constant dense<1> : tensor<i32>
    %17 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<12xi32>
    %18 = stablehlo.subtract %16, %17 : tensor<12xi32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<4x4x8xf32>
    %20 = stablehlo.broadcast_in_dim %arg0, dims = [0, 2] : (tensor<6x8xf32>) -> tensor<6x2x8xf32>
    %21 = stablehlo.reshape %20 : (tensor<6x2x8xf32>) -> tensor<12x8xf32>
    %c_4 = stablehlo.constant dense<0> : tensor<i32>
    %22 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i32>) -> tensor<12xi32>
    %23 = stablehlo.compare LT, %12, %22, SIGNED : (tensor<12xi32>, tensor<12xi32>) -> tensor<12xi1>
    %c_5 = stablehlo.constant dense<4> : tensor<i32>
    %24 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i32>) -> tensor<12xi32>
    %25 = stablehlo.add %12, %24 : tensor<12xi32>
    %26 = stablehlo.select %23, %25, %12 : tensor<12xi1>, tensor<12xi32>
    %c_6 = stablehlo.constant dense<0> : tensor<i32>
    %27 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<i32>) -> tensor<12xi32>
    %28 = stablehlo.compare LT, %18, %27, SIGNED : (tensor<12xi32>, tensor<12xi32>) -> tensor<12xi1>
    %c_7 = stablehlo.constant dense<4> : tensor<i32>
    %29 = stablehlo.broadcast_in_dim %c_7, dims = [] : (tensor<i32>) -> tensor<12xi32>
    %30 = stablehlo.add %18, %29 : tensor<12xi32>
    %31 = stablehlo.select %28, %30, %18 : tensor<12xi1>, tensor<12xi32>
    %32 = stablehlo.broadcast_in_dim %26, dims = [0] : (tensor<12xi32>) -> tensor<12x1xi32>
    %33 = stablehlo.broadcast_in_dim %31, dims = [0] : (tensor<12xi32>) -> tensor<12x1xi32>
    %34 = stablehlo.concatenate %32, %33, dim = 1 : (tensor<12x1xi32>, tensor<12x1xi32>) -> tensor<12x2xi32>
    %35 = "stablehlo.scatter"(%19, %34, %21) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      stablehlo.return %arg4 : tensor<f32>
    }) : (tensor<4x4x8xf32>, tensor<12x2xi32>, tensor<12x8xf32>) -> tensor<4x4x8xf32>
    %36 = stablehlo.dot_general %35, %arg2, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<4x4x8xf32>, tensor<4x8x5xf32>) -> tensor<4x4x5xf32>
    %c_8 = stablehlo.constant dense<0> : tensor<i32>
    %37 = stablehlo.broadcast_in_dim %c_8, dims = [] : (tensor<i32>) -> tensor<12xi32>
    %38 = stablehlo.compare LT, %12, %37, SIGNED : (tensor<12xi32>, tensor<12xi32>) -> tensor<12xi1>
    %c_9 = stablehlo.constant dense<4> : tensor<i32>
    %39 = stablehlo.broadcast_in_dim %c_9, dims = [] : (tensor<i32>) -> tensor<12xi32>
    %40 = stablehlo.add %12, %39 : tensor<12xi32>
    %41 = stablehlo.select %38, %40, %12 : tensor<12xi1>, tensor<12xi32>
    %c_10 = stablehlo.constant dense<0> : tensor<i32>
    %42 = stablehlo.broadcast_in_dim %c_10, dims = [] : (tensor<i32>) -> tensor<12xi32>
    %43 = stablehlo.compare LT, %18, %42, SIGNED : (tensor<12xi32>, tensor<12xi32>) -> tensor<12xi1>
    %c_11 = stablehlo.constant dense<4> : tensor<i32>
    %44 = stablehlo.broadcast_in_dim %c_11, dims = [] : (tensor<i32>) -> tensor<12xi32>
    %45 = stablehlo.add %18, %44 : tensor<12xi32>
    %46 = stablehlo.select %43, %45, %18 : tensor<12xi1>, tensor<12xi32>
    %47 = stablehlo.broadcast_in_dim %41, dims = [0] : (tensor<12xi32>) -> tensor<12x1xi32>
    %48 = stablehlo.broadcast_in_dim %46, dims = [0] : (tensor<12xi32>) -> tensor<12x1xi32>
    %49 = stablehlo.concatenate %47, %48, dim = 1 : (tensor<12x1xi32>, tensor<12x1xi32>) -> tensor<12x2xi32>
    %c_12 = stablehlo.constant dense<3> : tensor<2xi32>
    %c_13 = stablehlo.constant dense<0> : tensor<i32>
    %50 = stablehlo.broadcast_in_dim %c_13, dims = [] : (tensor<i32>) -> tensor<12x2xi32>
    %51 = stablehlo.compare GE, %49, %50, SIGNED : (tensor<12x2xi32>, tensor<12x2xi32>) -> tensor<12x2xi1>
    %52 = stablehlo.broadcast_in_dim %c_12, dims = [1] : (tensor<2xi32>) -> tensor<1x2xi32>
    %53 = stablehlo.broadcast_in_dim %52, dims = [0, 1] : (tensor<1x2xi32>) -> tensor<12x2xi32>
    %54 = stablehlo.compare LE, %49, %53, SIGNED : (tensor<12x2xi32>, tensor<12x2xi32>) -> tensor<12x2xi1>
    %55 = stablehlo.and %51, %54 : tensor<12x2xi1>
    %c_14 = stablehlo.constant dense<true> : tensor<i1>
    %56 = stablehlo.reduce(%55 init: %c_14) applies stablehlo.and across dimensions = [1] : (tensor<12x2xi1>, tensor<i1>) -> tensor<12xi1>
    %57 = "stablehlo.gather"(%36, %49) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 5>}> : (tensor<4x4x5xf32>, tensor<12x2xi32>) -> tensor<12x5xf32>
    %58 = stablehlo.broadcast_in_dim %56, dims = [0] : (tensor<12xi1>) -> tensor<12x5xi1>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %59 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<12x5xf32>
    %60 = stablehlo.select %58, %57, %59 : tensor<12x5xi1>, tensor<12x5xf32>
    %61 = stablehlo.reshape %60 : (tensor<12x5xf32>) -> tensor<6x2x5xf32>
    %62 = stablehlo.broadcast_in_dim %values, dims = [0, 1] : (tensor<6x2xf32>) -> tensor<6x2x1xf32>
    %63 = stablehlo.broadcast_in_dim %62, dims = [0, 1, 2] : (tensor<6x2x1xf32>) -> tensor<6x2x5xf32>
    %64 = stablehlo.multiply %61, %63 : tensor<6x2x5xf32>
    %cst_16 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %65 = stablehlo.reduce(%64 init: %cst_16) applies stablehlo.add across dimensions = [1] : (tensor<6x2x5xf32>, tensor<f32>) -> tensor<6x5xf32>
    return %65, %indices : tensor<6x5xf32>, tensor<6x2xi32>
  }
  func.func private @_one_hot(%arg0: tensor<12xi32>) -> tensor<12x4xi32> {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [0] : (tensor<12xi32>) -> tensor<12x1xi32>
    %1 = stablehlo.iota dim = 1 : tensor<1x4xi32>
    %2 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<12x1xi32>) -> tensor<12x4xi32>
    %3 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<1x4xi32>) -> tensor<12x4xi32>
    %4 = stablehlo.compare EQ, %2, %3, SIGNED : (tensor<12x4xi32>, tensor<12x4xi32>) -> tensor<12x4xi1>
    %5 = stablehlo.convert %4 : (tensor<12x4xi1>) -> tensor<12x4xi32>
    return %5 : tensor<12x4xi32>
  }
  func.func private @cumsum(%arg0: tensor<12x4xi32>) -> tensor<12x4xi32> {
    %0 = call @cumsum_0(%arg0) : (tensor<12x4xi32>) -> tensor<12x4xi32>
    return %0 : tensor<12x4xi32>
  }
  func.func private @cumsum_0(%arg0: tensor<12x4xi32>) -> tensor<12x4xi32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<i32>
    %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1, 1>, padding = dense<[[11, 0], [0, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 12, 1>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg1: tensor<i32>, %arg2: tensor<i32>):
      %2 = stablehlo.add %arg1, %arg2 : tensor<i32>
      stablehlo.return %2 : tensor<i32>
    }) : (tensor<12x4xi32>, tensor<i32>) -> tensor<12x4xi32>
    return %1 : tensor<12x4xi32>
  }
}
