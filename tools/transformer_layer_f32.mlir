// A transformer layer of 4 heads: tokens read from an embedding, keys and values written into a cache.
// Exported from JAX 0.10.2 by tools/export_real.py.
module @jit_transformer_layer attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<128xi32>, %arg1: tensor<1000x256xf32>, %arg2: tensor<256x768xf32>, %arg3: tensor<256x256xf32>, %arg4: tensor<256x1024xf32>, %arg5: tensor<1024x256xf32>, %arg6: tensor<256xf32>, %arg7: tensor<256x4x64xf32>, %arg8: tensor<256x4x64xf32>, %arg9: tensor<i32>) -> (tensor<128x256xf32> {jax.result_info = "result[0]"}, tensor<256x4x64xf32> {jax.result_info = "result[1]"}, tensor<256x4x64xf32> {jax.result_info = "result[2]"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<128xi32>
    %1 = stablehlo.compare LT, %arg0, %0, SIGNED : (tensor<128xi32>, tensor<128xi32>) -> tensor<128xi1>
    %c_0 = stablehlo.constant dense<1000> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<128xi32>
    %3 = stablehlo.add %arg0, %2 : tensor<128xi32>
    %4 = stablehlo.select %1, %3, %arg0 : tensor<128xi1>, tensor<128xi32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<128xi32>) -> tensor<128x1xi32>
    %6 = "stablehlo.gather"(%arg1, %5) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 256>}> : (tensor<1000x256xf32>, tensor<128x1xi32>) -> tensor<128x256xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.reduce(%6 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<128x256xf32>, tensor<f32>) -> tensor<128xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0] : (tensor<128xf32>) -> tensor<128x1xf32>
    %cst_1 = stablehlo.constant dense<2.560000e+02> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %10 = stablehlo.divide %8, %9 : tensor<128x1xf32>
    %11 = stablehlo.broadcast_in_dim %10, dims = [0, 1] : (tensor<128x1xf32>) -> tensor<128x256xf32>
    %12 = stablehlo.subtract %6, %11 : tensor<128x256xf32>
    %13 = stablehlo.broadcast_in_dim %arg6, dims = [1] : (tensor<256xf32>) -> tensor<1x256xf32>
    %14 = stablehlo.broadcast_in_dim %13, dims = [0, 1] : (tensor<1x256xf32>) -> tensor<128x256xf32>
    %15 = stablehlo.multiply %14, %12 : tensor<128x256xf32>
    %16 = stablehlo.multiply %12, %12 : tensor<128x256xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %17 = stablehlo.reduce(%16 init: %cst_2) applies stablehlo.add across dimensions = [1] : (tensor<128x256xf32>, tensor<f32>) -> tensor<128xf32>
    %18 = stablehlo.broadcast_in_dim %17, dims = [0] : (tensor<128xf32>) -> tensor<128x1xf32>
    %cst_3 = stablehlo.constant dense<2.560000e+02> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %20 = stablehlo.divide %18, %19 : tensor<128x1xf32>
    %cst_4 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %21 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %22 = stablehlo.add %20, %21 : tensor<128x1xf32>
    %23 = stablehlo.rsqrt %22 : tensor<128x1xf32>
    %24 = stablehlo.broadcast_in_dim %23, dims = [0, 1] : (tensor<128x1xf32>) -> tensor<128x256xf32>
    %25 = stablehlo.multiply %15, %24 : tensor<128x256xf32>
    %26 = stablehlo.dot_general %25, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x256xf32>, tensor<256x768xf32>) -> tensor<128x768xf32>
    %27 = stablehlo.reshape %26 : (tensor<128x768xf32>) -> tensor<128x12x64xf32>
    %28 = stablehlo.slice %27 [0:128, 0:4, 0:64] : (tensor<128x12x64xf32>) -> tensor<128x4x64xf32>
    %29 = stablehlo.slice %27 [0:128, 4:8, 0:64] : (tensor<128x12x64xf32>) -> tensor<128x4x64xf32>
    %30 = stablehlo.slice %27 [0:128, 8:12, 0:64] : (tensor<128x12x64xf32>) -> tensor<128x4x64xf32>
    %31 = stablehlo.iota dim = 0 : tensor<128xi32>
    %32 = stablehlo.broadcast_in_dim %arg9, dims = [] : (tensor<i32>) -> tensor<128xi32>
    %33 = stablehlo.add %32, %31 : tensor<128xi32>
    %c_5 = stablehlo.constant dense<0> : tensor<i32>
    %34 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i32>) -> tensor<128xi32>
    %35 = stablehlo.compare LT, %33, %34, SIGNED : (tensor<128xi32>, tensor<128xi32>) -> tensor<128xi1>
    %c_6 = stablehlo.constant dense<256> : tensor<i32>
    %36 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<i32>) -> tensor<128xi32>
    %37 = stablehlo.add %33, %36 : tensor<128xi32>
    %38 = stablehlo.select %35, %37, %33 : tensor<128xi1>, tensor<128xi32>
    %39 = stablehlo.broadcast_in_dim %38, dims = [0] : (tensor<128xi32>) -> tensor<128x1xi32>
    %40 = "stablehlo.scatter"(%arg7, %39, %29) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg10: tensor<f32>, %arg11: tensor<f32>):
      stablehlo.return %arg11 : tensor<f32>
    }) : (tensor<256x4x64xf32>, tensor<128x1xi32>, tensor<128x4x64xf32>) -> tensor<256x4x64xf32>
    %c_7 = stablehlo.constant dense<0> : tensor<i32>
    %41 = stablehlo.broadcast_in_dim %c_7, dims = [] : (tensor<i32>) -> tensor<128xi32>
    %42 = stablehlo.compare LT, %33, %41, SIGNED : (tensor<128xi32>, tensor<128xi32>) -> tensor<128xi1>
    %c_8 = stablehlo.constant dense<256> : tensor<i32>
    %43 = stablehlo.broadcast_in_dim %c_8, dims = [] : (tensor<i32>) -> tensor<128xi32>
    %44 = stablehlo.add %33, %43 : tensor<128xi32>
    %45 = stablehlo.select %42, %44, %33 : tensor<128xi1>, tensor<128xi32>
    %46 = stablehlo.broadcast_in_dim %45, dims = [0] : (tensor<128xi32>) -> tensor<128x1xi32>
    %47 = "stablehlo.scatter"(%arg8, %46, %30) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg10: tensor<f32>, %arg11: tensor<f32>):
      stablehlo.return %arg11 : tensor<f32>
    }) : (tensor<256x4x64xf32>, tensor<128x1xi32>, tensor<128x4x64xf32>) -> tensor<256x4x64xf32>
    %48 = stablehlo.dot_general %28, %40, batching_dims = [1] x [1], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<128x4x64xf32>, tensor<256x4x64xf32>) -> tensor<4x128x256xf32>
    %cst_9 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %49 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<4x128x256xf32>
    %50 = stablehlo.divide %48, %49 : tensor<4x128x256xf32>
    %51 = stablehlo.iota dim = 0 : tensor<256xi32>
    %52 = stablehlo.broadcast_in_dim %33, dims = [0] : (tensor<128xi32>) -> tensor<128x1xi32>
    %53 = stablehlo.broadcast_in_dim %51, dims = [1] : (tensor<256xi32>) -> tensor<1x256xi32>
    %54 = stablehlo.broadcast_in_dim %53, dims = [0, 1] : (tensor<1x256xi32>) -> tensor<128x256xi32>
    %55 = stablehlo.broadcast_in_dim %52, dims = [0, 1] : (tensor<128x1xi32>) -> tensor<128x256xi32>
    %56 = stablehlo.compare LE, %54, %55, SIGNED : (tensor<128x256xi32>, tensor<128x256xi32>) -> tensor<128x256xi1>
    %cst_10 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %57 = call @_where(%56, %50, %cst_10) : (tensor<128x256xi1>, tensor<4x128x256xf32>, tensor<f32>) -> tensor<4x128x256xf32>
    %cst_11 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %58 = stablehlo.reduce(%57 init: %cst_11) applies stablehlo.maximum across dimensions = [2] : (tensor<4x128x256xf32>, tensor<f32>) -> tensor<4x128xf32>
    %cst_12 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %59 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<4x128xf32>
    %60 = stablehlo.maximum %59, %58 : tensor<4x128xf32>
    %61 = stablehlo.broadcast_in_dim %60, dims = [0, 1] : (tensor<4x128xf32>) -> tensor<4x128x1xf32>
    %62 = stablehlo.broadcast_in_dim %61, dims = [0, 1, 2] : (tensor<4x128x1xf32>) -> tensor<4x128x256xf32>
    %63 = stablehlo.subtract %57, %62 : tensor<4x128x256xf32>
    %64 = stablehlo.exponential %63 : tensor<4x128x256xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %65 = stablehlo.reduce(%64 init: %cst_13) applies stablehlo.add across dimensions = [2] : (tensor<4x128x256xf32>, tensor<f32>) -> tensor<4x128xf32>
    %66 = stablehlo.broadcast_in_dim %65, dims = [0, 1] : (tensor<4x128xf32>) -> tensor<4x128x1xf32>
    %67 = stablehlo.broadcast_in_dim %66, dims = [0, 1, 2] : (tensor<4x128x1xf32>) -> tensor<4x128x256xf32>
    %68 = stablehlo.divide %64, %67 : tensor<4x128x256xf32>
    %69 = stablehlo.dot_general %47, %68, batching_dims = [1] x [0], contracting_dims = [0] x [2], precision = [DEFAULT, DEFAULT] : (tensor<256x4x64xf32>, tensor<4x128x256xf32>) -> tensor<4x64x128xf32>
    %70 = stablehlo.transpose %69, dims = [2, 0, 1] : (tensor<4x64x128xf32>) -> tensor<128x4x64xf32>
    %71 = stablehlo.reshape %70 : (tensor<128x4x64xf32>) -> tensor<128x256xf32>
    %72 = stablehlo.dot_general %71, %arg3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x256xf32>, tensor<256x256xf32>) -> tensor<128x256xf32>
    %73 = stablehlo.add %6, %72 : tensor<128x256xf32>
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %74 = stablehlo.reduce(%73 init: %cst_14) applies stablehlo.add across dimensions = [1] : (tensor<128x256xf32>, tensor<f32>) -> tensor<128xf32>
    %75 = stablehlo.broadcast_in_dim %74, dims = [0] : (tensor<128xf32>) -> tensor<128x1xf32>
    %cst_15 = stablehlo.constant dense<2.560000e+02> : tensor<f32>
    %76 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %77 = stablehlo.divide %75, %76 : tensor<128x1xf32>
    %78 = stablehlo.broadcast_in_dim %77, dims = [0, 1] : (tensor<128x1xf32>) -> tensor<128x256xf32>
    %79 = stablehlo.subtract %73, %78 : tensor<128x256xf32>
    %80 = stablehlo.broadcast_in_dim %arg6, dims = [1] : (tensor<256xf32>) -> tensor<1x256xf32>
    %81 = stablehlo.broadcast_in_dim %80, dims = [0, 1] : (tensor<1x256xf32>) -> tensor<128x256xf32>
    %82 = stablehlo.multiply %81, %79 : tensor<128x256xf32>
    %83 = stablehlo.multiply %79, %79 : tensor<128x256xf32>
    %cst_16 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %84 = stablehlo.reduce(%83 init: %cst_16) applies stablehlo.add across dimensions = [1] : (tensor<128x256xf32>, tensor<f32>) -> tensor<128xf32>
    %85 = stablehlo.broadcast_in_dim %84, dims = [0] : (tensor<128xf32>) -> tensor<128x1xf32>
    %cst_17 = stablehlo.constant dense<2.560000e+02> : tensor<f32>
    %86 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %87 = stablehlo.divide %85, %86 : tensor<128x1xf32>
    %cst_18 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %88 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %89 = stablehlo.add %87, %88 : tensor<128x1xf32>
    %90 = stablehlo.rsqrt %89 : tensor<128x1xf32>
    %91 = stablehlo.broadcast_in_dim %90, dims = [0, 1] : (tensor<128x1xf32>) -> tensor<128x256xf32>
    %92 = stablehlo.multiply %82, %91 : tensor<128x256xf32>
    %93 = stablehlo.dot_general %92, %arg4, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x256xf32>, tensor<256x1024xf32>) -> tensor<128x1024xf32>
    %94 = stablehlo.multiply %93, %93 : tensor<128x1024xf32>
    %95 = stablehlo.multiply %94, %93 : tensor<128x1024xf32>
    %cst_19 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %96 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<128x1024xf32>
    %97 = stablehlo.multiply %96, %95 : tensor<128x1024xf32>
    %98 = stablehlo.add %93, %97 : tensor<128x1024xf32>
    %cst_20 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %99 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<128x1024xf32>
    %100 = stablehlo.multiply %99, %98 : tensor<128x1024xf32>
    %101 = stablehlo.tanh %100 : tensor<128x1024xf32>
    %cst_21 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %102 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<128x1024xf32>
    %103 = stablehlo.add %102, %101 : tensor<128x1024xf32>
    %cst_22 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %104 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<128x1024xf32>
    %105 = stablehlo.multiply %104, %103 : tensor<128x1024xf32>
    %106 = stablehlo.multiply %93, %105 : tensor<128x1024xf32>
    %107 = stablehlo.dot_general %106, %arg5, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x1024xf32>, tensor<1024x256xf32>) -> tensor<128x256xf32>
    %108 = stablehlo.add %73, %107 : tensor<128x256xf32>
    return %108, %40, %47 : tensor<128x256xf32>, tensor<256x4x64xf32>, tensor<256x4x64xf32>
  }
  func.func private @_where(%arg0: tensor<128x256xi1>, %arg1: tensor<4x128x256xf32>, %arg2: tensor<f32>) -> tensor<4x128x256xf32> {
    %0 = stablehlo.convert %arg2 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [1, 2] : (tensor<128x256xi1>) -> tensor<4x128x256xi1>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<4x128x256xf32>
    %3 = stablehlo.select %1, %arg1, %2 : tensor<4x128x256xi1>, tensor<4x128x256xf32>
    return %3 : tensor<4x128x256xf32>
  }
}
