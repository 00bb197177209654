// Forward pass of a small causal transformer block: embedding, attention, normalisation, gelu feed-forward.
// Exported from JAX 0.10.2 by tools/export_real.py.
// inputs: transformer_block.inputs.npz, results of XLA CPU: transformer_block.expected.npz
module @jit_transformer_block attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2x5xi32>, %arg1: tensor<20x8xf32>, %arg2: tensor<8x24xf32>, %arg3: tensor<8x8xf32>, %arg4: tensor<8x32xf32>, %arg5: tensor<32x8xf32>, %arg6: tensor<8xf32>) -> (tensor<2x5x8xf32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<2x5xi32>
    %1 = stablehlo.compare LT, %arg0, %0, SIGNED : (tensor<2x5xi32>, tensor<2x5xi32>) -> tensor<2x5xi1>
    %c_0 = stablehlo.constant dense<20> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<2x5xi32>
    %3 = stablehlo.add %arg0, %2 : tensor<2x5xi32>
    %4 = stablehlo.select %1, %3, %arg0 : tensor<2x5xi1>, tensor<2x5xi32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<2x5xi32>) -> tensor<2x5x1xi32>
    %6 = "stablehlo.gather"(%arg1, %5) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 8>}> : (tensor<20x8xf32>, tensor<2x5x1xi32>) -> tensor<2x5x8xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.reduce(%6 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<2x5x8xf32>, tensor<f32>) -> tensor<2x5xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<2x5xf32>) -> tensor<2x5x1xf32>
    %cst_1 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<2x5x1xf32>
    %10 = stablehlo.divide %8, %9 : tensor<2x5x1xf32>
    %11 = stablehlo.broadcast_in_dim %10, dims = [0, 1, 2] : (tensor<2x5x1xf32>) -> tensor<2x5x8xf32>
    %12 = stablehlo.subtract %6, %11 : tensor<2x5x8xf32>
    %13 = stablehlo.broadcast_in_dim %arg6, dims = [2] : (tensor<8xf32>) -> tensor<1x1x8xf32>
    %14 = stablehlo.broadcast_in_dim %13, dims = [0, 1, 2] : (tensor<1x1x8xf32>) -> tensor<2x5x8xf32>
    %15 = stablehlo.multiply %14, %12 : tensor<2x5x8xf32>
    %16 = stablehlo.multiply %12, %12 : tensor<2x5x8xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %17 = stablehlo.reduce(%16 init: %cst_2) applies stablehlo.add across dimensions = [2] : (tensor<2x5x8xf32>, tensor<f32>) -> tensor<2x5xf32>
    %18 = stablehlo.broadcast_in_dim %17, dims = [0, 1] : (tensor<2x5xf32>) -> tensor<2x5x1xf32>
    %cst_3 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<2x5x1xf32>
    %20 = stablehlo.divide %18, %19 : tensor<2x5x1xf32>
    %cst_4 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %21 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<2x5x1xf32>
    %22 = stablehlo.add %20, %21 : tensor<2x5x1xf32>
    %23 = stablehlo.rsqrt %22 : tensor<2x5x1xf32>
    %24 = stablehlo.broadcast_in_dim %23, dims = [0, 1, 2] : (tensor<2x5x1xf32>) -> tensor<2x5x8xf32>
    %25 = stablehlo.multiply %15, %24 : tensor<2x5x8xf32>
    %26 = stablehlo.dot_general %25, %arg2, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x5x8xf32>, tensor<8x24xf32>) -> tensor<2x5x24xf32>
    %27 = stablehlo.reshape %26 : (tensor<2x5x24xf32>) -> tensor<2x5x6x4xf32>
    %28 = stablehlo.slice %27 [0:2, 0:5, 0:2, 0:4] : (tensor<2x5x6x4xf32>) -> tensor<2x5x2x4xf32>
    %29 = stablehlo.slice %27 [0:2, 0:5, 2:4, 0:4] : (tensor<2x5x6x4xf32>) -> tensor<2x5x2x4xf32>
    %30 = stablehlo.slice %27 [0:2, 0:5, 4:6, 0:4] : (tensor<2x5x6x4xf32>) -> tensor<2x5x2x4xf32>
    %31 = stablehlo.dot_general %28, %29, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<2x5x2x4xf32>, tensor<2x5x2x4xf32>) -> tensor<2x2x5x5xf32>
    %cst_5 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %32 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<2x2x5x5xf32>
    %33 = stablehlo.divide %31, %32 : tensor<2x2x5x5xf32>
    %c_6 = stablehlo.constant dense<true> : tensor<i1>
    %34 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<i1>) -> tensor<5x5xi1>
    %35 = call @tril(%34) : (tensor<5x5xi1>) -> tensor<5x5xi1>
    %cst_7 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %36 = call @_where(%35, %33, %cst_7) : (tensor<5x5xi1>, tensor<2x2x5x5xf32>, tensor<f32>) -> tensor<2x2x5x5xf32>
    %cst_8 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %37 = stablehlo.reduce(%36 init: %cst_8) applies stablehlo.maximum across dimensions = [3] : (tensor<2x2x5x5xf32>, tensor<f32>) -> tensor<2x2x5xf32>
    %cst_9 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %38 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<2x2x5xf32>
    %39 = stablehlo.maximum %38, %37 : tensor<2x2x5xf32>
    %40 = stablehlo.broadcast_in_dim %39, dims = [0, 1, 2] : (tensor<2x2x5xf32>) -> tensor<2x2x5x1xf32>
    %41 = stablehlo.broadcast_in_dim %40, dims = [0, 1, 2, 3] : (tensor<2x2x5x1xf32>) -> tensor<2x2x5x5xf32>
    %42 = stablehlo.subtract %36, %41 : tensor<2x2x5x5xf32>
    %43 = stablehlo.exponential %42 : tensor<2x2x5x5xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %44 = stablehlo.reduce(%43 init: %cst_10) applies stablehlo.add across dimensions = [3] : (tensor<2x2x5x5xf32>, tensor<f32>) -> tensor<2x2x5xf32>
    %45 = stablehlo.broadcast_in_dim %44, dims = [0, 1, 2] : (tensor<2x2x5xf32>) -> tensor<2x2x5x1xf32>
    %46 = stablehlo.broadcast_in_dim %45, dims = [0, 1, 2, 3] : (tensor<2x2x5x1xf32>) -> tensor<2x2x5x5xf32>
    %47 = stablehlo.divide %43, %46 : tensor<2x2x5x5xf32>
    %48 = stablehlo.dot_general %30, %47, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<2x5x2x4xf32>, tensor<2x2x5x5xf32>) -> tensor<2x2x4x5xf32>
    %49 = stablehlo.transpose %48, dims = [0, 3, 1, 2] : (tensor<2x2x4x5xf32>) -> tensor<2x5x2x4xf32>
    %50 = stablehlo.reshape %49 : (tensor<2x5x2x4xf32>) -> tensor<2x5x8xf32>
    %51 = stablehlo.dot_general %50, %arg3, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x5x8xf32>, tensor<8x8xf32>) -> tensor<2x5x8xf32>
    %52 = stablehlo.add %6, %51 : tensor<2x5x8xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %53 = stablehlo.reduce(%52 init: %cst_11) applies stablehlo.add across dimensions = [2] : (tensor<2x5x8xf32>, tensor<f32>) -> tensor<2x5xf32>
    %54 = stablehlo.broadcast_in_dim %53, dims = [0, 1] : (tensor<2x5xf32>) -> tensor<2x5x1xf32>
    %cst_12 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %55 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<2x5x1xf32>
    %56 = stablehlo.divide %54, %55 : tensor<2x5x1xf32>
    %57 = stablehlo.broadcast_in_dim %56, dims = [0, 1, 2] : (tensor<2x5x1xf32>) -> tensor<2x5x8xf32>
    %58 = stablehlo.subtract %52, %57 : tensor<2x5x8xf32>
    %59 = stablehlo.broadcast_in_dim %arg6, dims = [2] : (tensor<8xf32>) -> tensor<1x1x8xf32>
    %60 = stablehlo.broadcast_in_dim %59, dims = [0, 1, 2] : (tensor<1x1x8xf32>) -> tensor<2x5x8xf32>
    %61 = stablehlo.multiply %60, %58 : tensor<2x5x8xf32>
    %62 = stablehlo.multiply %58, %58 : tensor<2x5x8xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %63 = stablehlo.reduce(%62 init: %cst_13) applies stablehlo.add across dimensions = [2] : (tensor<2x5x8xf32>, tensor<f32>) -> tensor<2x5xf32>
    %64 = stablehlo.broadcast_in_dim %63, dims = [0, 1] : (tensor<2x5xf32>) -> tensor<2x5x1xf32>
    %cst_14 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %65 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<2x5x1xf32>
    %66 = stablehlo.divide %64, %65 : tensor<2x5x1xf32>
    %cst_15 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %67 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<2x5x1xf32>
    %68 = stablehlo.add %66, %67 : tensor<2x5x1xf32>
    %69 = stablehlo.rsqrt %68 : tensor<2x5x1xf32>
    %70 = stablehlo.broadcast_in_dim %69, dims = [0, 1, 2] : (tensor<2x5x1xf32>) -> tensor<2x5x8xf32>
    %71 = stablehlo.multiply %61, %70 : tensor<2x5x8xf32>
    %72 = stablehlo.dot_general %71, %arg4, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x5x8xf32>, tensor<8x32xf32>) -> tensor<2x5x32xf32>
    %73 = stablehlo.multiply %72, %72 : tensor<2x5x32xf32>
    %74 = stablehlo.multiply %73, %72 : tensor<2x5x32xf32>
    %cst_16 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %75 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<2x5x32xf32>
    %76 = stablehlo.multiply %75, %74 : tensor<2x5x32xf32>
    %77 = stablehlo.add %72, %76 : tensor<2x5x32xf32>
    %cst_17 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %78 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<2x5x32xf32>
    %79 = stablehlo.multiply %78, %77 : tensor<2x5x32xf32>
    %80 = stablehlo.tanh %79 : tensor<2x5x32xf32>
    %cst_18 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %81 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<2x5x32xf32>
    %82 = stablehlo.add %81, %80 : tensor<2x5x32xf32>
    %cst_19 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %83 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<2x5x32xf32>
    %84 = stablehlo.multiply %83, %82 : tensor<2x5x32xf32>
    %85 = stablehlo.multiply %72, %84 : tensor<2x5x32xf32>
    %86 = stablehlo.dot_general %85, %arg5, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x5x32xf32>, tensor<32x8xf32>) -> tensor<2x5x8xf32>
    %87 = stablehlo.add %52, %86 : tensor<2x5x8xf32>
    return %87 : tensor<2x5x8xf32>
  }
  func.func private @tril(%arg0: tensor<5x5xi1>) -> tensor<5x5xi1> {
    %0 = stablehlo.iota dim = 0 : tensor<5x5xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<5x5xi32>
    %2 = stablehlo.add %0, %1 : tensor<5x5xi32>
    %3 = stablehlo.iota dim = 1 : tensor<5x5xi32>
    %4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<5x5xi32>, tensor<5x5xi32>) -> tensor<5x5xi1>
    %c_0 = stablehlo.constant dense<false> : tensor<i1>
    %5 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i1>) -> tensor<5x5xi1>
    %6 = stablehlo.select %4, %arg0, %5 : tensor<5x5xi1>, tensor<5x5xi1>
    return %6 : tensor<5x5xi1>
  }
  func.func private @_where(%arg0: tensor<5x5xi1>, %arg1: tensor<2x2x5x5xf32>, %arg2: tensor<f32>) -> tensor<2x2x5x5xf32> {
    %0 = stablehlo.convert %arg2 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [2, 3] : (tensor<5x5xi1>) -> tensor<2x2x5x5xi1>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<2x2x5x5xf32>
    %3 = stablehlo.select %1, %arg1, %2 : tensor<2x2x5x5xi1>, tensor<2x2x5x5xf32>
    return %3 : tensor<2x2x5x5xf32>
  }
}
