// A transformer layer of 4 heads: tokens read from an embedding, keys and values written into a cache.
// Exported from JAX 0.10.2 by tools/export_real.py.
module @jit_transformer_layer attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<128xi32>, %arg1: tensor<1000x256xbf16>, %arg2: tensor<256x768xbf16>, %arg3: tensor<256x256xbf16>, %arg4: tensor<256x1024xbf16>, %arg5: tensor<1024x256xbf16>, %arg6: tensor<256xbf16>, %arg7: tensor<256x4x64xbf16>, %arg8: tensor<256x4x64xbf16>, %arg9: tensor<i32>) -> (tensor<128x256xf32> {jax.result_info = "result[0]"}, tensor<256x4x64xbf16> {jax.result_info = "result[1]"}, tensor<256x4x64xbf16> {jax.result_info = "result[2]"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<128xi32>
    %1 = stablehlo.compare LT, %arg0, %0, SIGNED : (tensor<128xi32>, tensor<128xi32>) -> tensor<128xi1>
    %c_0 = stablehlo.constant dense<1000> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<128xi32>
    %3 = stablehlo.add %arg0, %2 : tensor<128xi32>
    %4 = stablehlo.select %1, %3, %arg0 : tensor<128xi1>, tensor<128xi32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<128xi32>) -> tensor<128x1xi32>
    %6 = "stablehlo.gather"(%arg1, %5) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 256>}> : (tensor<1000x256xbf16>, tensor<128x1xi32>) -> tensor<128x256xbf16>
    %7 = stablehlo.convert %6 : (tensor<128x256xbf16>) -> tensor<128x256xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %8 = stablehlo.reduce(%7 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<128x256xf32>, tensor<f32>) -> tensor<128xf32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0] : (tensor<128xf32>) -> tensor<128x1xf32>
    %cst_1 = stablehlo.constant dense<2.560000e+02> : tensor<f32>
    %10 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %11 = stablehlo.divide %9, %10 : tensor<128x1xf32>
    %12 = stablehlo.convert %11 : (tensor<128x1xf32>) -> tensor<128x1xbf16>
    %13 = stablehlo.broadcast_in_dim %12, dims = [0, 1] : (tensor<128x1xbf16>) -> tensor<128x256xbf16>
    %14 = stablehlo.subtract %6, %13 : tensor<128x256xbf16>
    %15 = stablehlo.broadcast_in_dim %arg6, dims = [1] : (tensor<256xbf16>) -> tensor<1x256xbf16>
    %16 = stablehlo.broadcast_in_dim %15, dims = [0, 1] : (tensor<1x256xbf16>) -> tensor<128x256xbf16>
    %17 = stablehlo.multiply %16, %14 : tensor<128x256xbf16>
    %18 = stablehlo.multiply %14, %14 : tensor<128x256xbf16>
    %19 = stablehlo.convert %18 : (tensor<128x256xbf16>) -> tensor<128x256xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %20 = stablehlo.reduce(%19 init: %cst_2) applies stablehlo.add across dimensions = [1] : (tensor<128x256xf32>, tensor<f32>) -> tensor<128xf32>
    %21 = stablehlo.broadcast_in_dim %20, dims = [0] : (tensor<128xf32>) -> tensor<128x1xf32>
    %cst_3 = stablehlo.constant dense<2.560000e+02> : tensor<f32>
    %22 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %23 = stablehlo.divide %21, %22 : tensor<128x1xf32>
    %24 = stablehlo.convert %23 : (tensor<128x1xf32>) -> tensor<128x1xbf16>
    %cst_4 = stablehlo.constant dense<1.001360e-05> : tensor<bf16>
    %25 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<bf16>) -> tensor<128x1xbf16>
    %26 = stablehlo.add %24, %25 : tensor<128x1xbf16>
    %27 = stablehlo.rsqrt %26 : tensor<128x1xbf16>
    %28 = stablehlo.broadcast_in_dim %27, dims = [0, 1] : (tensor<128x1xbf16>) -> tensor<128x256xbf16>
    %29 = stablehlo.multiply %17, %28 : tensor<128x256xbf16>
    %30 = stablehlo.dot_general %29, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x256xbf16>, tensor<256x768xbf16>) -> tensor<128x768xbf16>
    %31 = stablehlo.reshape %30 : (tensor<128x768xbf16>) -> tensor<128x12x64xbf16>
    %32 = stablehlo.slice %31 [0:128, 0:4, 0:64] : (tensor<128x12x64xbf16>) -> tensor<128x4x64xbf16>
    %33 = stablehlo.slice %31 [0:128, 4:8, 0:64] : (tensor<128x12x64xbf16>) -> tensor<128x4x64xbf16>
    %34 = stablehlo.slice %31 [0:128, 8:12, 0:64] : (tensor<128x12x64xbf16>) -> tensor<128x4x64xbf16>
    %35 = stablehlo.iota dim = 0 : tensor<128xi32>
    %36 = stablehlo.broadcast_in_dim %arg9, dims = [] : (tensor<i32>) -> tensor<128xi32>
    %37 = stablehlo.add %36, %35 : tensor<128xi32>
    %c_5 = stablehlo.constant dense<0> : tensor<i32>
    %38 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i32>) -> tensor<128xi32>
    %39 = stablehlo.compare LT, %37, %38, SIGNED : (tensor<128xi32>, tensor<128xi32>) -> tensor<128xi1>
    %c_6 = stablehlo.constant dense<256> : tensor<i32>
    %40 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<i32>) -> tensor<128xi32>
    %41 = stablehlo.add %37, %40 : tensor<128xi32>
    %42 = stablehlo.select %39, %41, %37 : tensor<128xi1>, tensor<128xi32>
    %43 = stablehlo.broadcast_in_dim %42, dims = [0] : (tensor<128xi32>) -> tensor<128x1xi32>
    %44 = "stablehlo.scatter"(%arg7, %43, %33) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg10: tensor<bf16>, %arg11: tensor<bf16>):
      stablehlo.return %arg11 : tensor<bf16>
    }) : (tensor<256x4x64xbf16>, tensor<128x1xi32>, tensor<128x4x64xbf16>) -> tensor<256x4x64xbf16>
    %c_7 = stablehlo.constant dense<0> : tensor<i32>
    %45 = stablehlo.broadcast_in_dim %c_7, dims = [] : (tensor<i32>) -> tensor<128xi32>
    %46 = stablehlo.compare LT, %37, %45, SIGNED : (tensor<128xi32>, tensor<128xi32>) -> tensor<128xi1>
    %c_8 = stablehlo.constant dense<256> : tensor<i32>
    %47 = stablehlo.broadcast_in_dim %c_8, dims = [] : (tensor<i32>) -> tensor<128xi32>
    %48 = stablehlo.add %37, %47 : tensor<128xi32>
    %49 = stablehlo.select %46, %48, %37 : tensor<128xi1>, tensor<128xi32>
    %50 = stablehlo.broadcast_in_dim %49, dims = [0] : (tensor<128xi32>) -> tensor<128x1xi32>
    %51 = "stablehlo.scatter"(%arg8, %50, %34) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg10: tensor<bf16>, %arg11: tensor<bf16>):
      stablehlo.return %arg11 : tensor<bf16>
    }) : (tensor<256x4x64xbf16>, tensor<128x1xi32>, tensor<128x4x64xbf16>) -> tensor<256x4x64xbf16>
    %52 = stablehlo.dot_general %32, %44, batching_dims = [1] x [1], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<128x4x64xbf16>, tensor<256x4x64xbf16>) -> tensor<4x128x256xbf16>
    %53 = stablehlo.convert %52 : (tensor<4x128x256xbf16>) -> tensor<4x128x256xf32>
    %cst_9 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %54 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<4x128x256xf32>
    %55 = stablehlo.divide %53, %54 : tensor<4x128x256xf32>
    %56 = stablehlo.iota dim = 0 : tensor<256xi32>
    %57 = stablehlo.broadcast_in_dim %37, dims = [0] : (tensor<128xi32>) -> tensor<128x1xi32>
    %58 = stablehlo.broadcast_in_dim %56, dims = [1] : (tensor<256xi32>) -> tensor<1x256xi32>
    %59 = stablehlo.broadcast_in_dim %58, dims = [0, 1] : (tensor<1x256xi32>) -> tensor<128x256xi32>
    %60 = stablehlo.broadcast_in_dim %57, dims = [0, 1] : (tensor<128x1xi32>) -> tensor<128x256xi32>
    %61 = stablehlo.compare LE, %59, %60, SIGNED : (tensor<128x256xi32>, tensor<128x256xi32>) -> tensor<128x256xi1>
    %cst_10 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %62 = call @_where(%61, %55, %cst_10) : (tensor<128x256xi1>, tensor<4x128x256xf32>, tensor<f32>) -> tensor<4x128x256xf32>
    %cst_11 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %63 = stablehlo.reduce(%62 init: %cst_11) applies stablehlo.maximum across dimensions = [2] : (tensor<4x128x256xf32>, tensor<f32>) -> tensor<4x128xf32>
    %cst_12 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %64 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<4x128xf32>
    %65 = stablehlo.maximum %64, %63 : tensor<4x128xf32>
    %66 = stablehlo.broadcast_in_dim %65, dims = [0, 1] : (tensor<4x128xf32>) -> tensor<4x128x1xf32>
    %67 = stablehlo.broadcast_in_dim %66, dims = [0, 1, 2] : (tensor<4x128x1xf32>) -> tensor<4x128x256xf32>
    %68 = stablehlo.subtract %62, %67 : tensor<4x128x256xf32>
    %69 = stablehlo.exponential %68 : tensor<4x128x256xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %70 = stablehlo.reduce(%69 init: %cst_13) applies stablehlo.add across dimensions = [2] : (tensor<4x128x256xf32>, tensor<f32>) -> tensor<4x128xf32>
    %71 = stablehlo.broadcast_in_dim %70, dims = [0, 1] : (tensor<4x128xf32>) -> tensor<4x128x1xf32>
    %72 = stablehlo.broadcast_in_dim %71, dims = [0, 1, 2] : (tensor<4x128x1xf32>) -> tensor<4x128x256xf32>
    %73 = stablehlo.divide %69, %72 : tensor<4x128x256xf32>
    %74 = stablehlo.convert %51 : (tensor<256x4x64xbf16>) -> tensor<256x4x64xf32>
    %75 = stablehlo.convert %73 : tensor<4x128x256xf32>
    %76 = stablehlo.dot_general %74, %75, batching_dims = [1] x [0], contracting_dims = [0] x [2], precision = [DEFAULT, DEFAULT] : (tensor<256x4x64xf32>, tensor<4x128x256xf32>) -> tensor<4x64x128xf32>
    %77 = stablehlo.transpose %76, dims = [2, 0, 1] : (tensor<4x64x128xf32>) -> tensor<128x4x64xf32>
    %78 = stablehlo.reshape %77 : (tensor<128x4x64xf32>) -> tensor<128x256xf32>
    %79 = stablehlo.convert %78 : tensor<128x256xf32>
    %80 = stablehlo.convert %arg3 : (tensor<256x256xbf16>) -> tensor<256x256xf32>
    %81 = stablehlo.dot_general %79, %80, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x256xf32>, tensor<256x256xf32>) -> tensor<128x256xf32>
    %82 = stablehlo.convert %6 : (tensor<128x256xbf16>) -> tensor<128x256xf32>
    %83 = stablehlo.add %82, %81 : tensor<128x256xf32>
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %84 = stablehlo.reduce(%83 init: %cst_14) applies stablehlo.add across dimensions = [1] : (tensor<128x256xf32>, tensor<f32>) -> tensor<128xf32>
    %85 = stablehlo.broadcast_in_dim %84, dims = [0] : (tensor<128xf32>) -> tensor<128x1xf32>
    %cst_15 = stablehlo.constant dense<2.560000e+02> : tensor<f32>
    %86 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %87 = stablehlo.divide %85, %86 : tensor<128x1xf32>
    %88 = stablehlo.broadcast_in_dim %87, dims = [0, 1] : (tensor<128x1xf32>) -> tensor<128x256xf32>
    %89 = stablehlo.subtract %83, %88 : tensor<128x256xf32>
    %90 = stablehlo.convert %arg6 : (tensor<256xbf16>) -> tensor<256xf32>
    %91 = stablehlo.broadcast_in_dim %90, dims = [1] : (tensor<256xf32>) -> tensor<1x256xf32>
    %92 = stablehlo.broadcast_in_dim %91, dims = [0, 1] : (tensor<1x256xf32>) -> tensor<128x256xf32>
    %93 = stablehlo.multiply %92, %89 : tensor<128x256xf32>
    %94 = stablehlo.multiply %89, %89 : tensor<128x256xf32>
    %cst_16 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %95 = stablehlo.reduce(%94 init: %cst_16) applies stablehlo.add across dimensions = [1] : (tensor<128x256xf32>, tensor<f32>) -> tensor<128xf32>
    %96 = stablehlo.broadcast_in_dim %95, dims = [0] : (tensor<128xf32>) -> tensor<128x1xf32>
    %cst_17 = stablehlo.constant dense<2.560000e+02> : tensor<f32>
    %97 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %98 = stablehlo.divide %96, %97 : tensor<128x1xf32>
    %cst_18 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %99 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<128x1xf32>
    %100 = stablehlo.add %98, %99 : tensor<128x1xf32>
    %101 = stablehlo.rsqrt %100 : tensor<128x1xf32>
    %102 = stablehlo.broadcast_in_dim %101, dims = [0, 1] : (tensor<128x1xf32>) -> tensor<128x256xf32>
    %103 = stablehlo.multiply %93, %102 : tensor<128x256xf32>
    %104 = stablehlo.convert %103 : tensor<128x256xf32>
    %105 = stablehlo.convert %arg4 : (tensor<256x1024xbf16>) -> tensor<256x1024xf32>
    %106 = stablehlo.dot_general %104, %105, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x256xf32>, tensor<256x1024xf32>) -> tensor<128x1024xf32>
    %107 = stablehlo.multiply %106, %106 : tensor<128x1024xf32>
    %108 = stablehlo.multiply %107, %106 : tensor<128x1024xf32>
    %cst_19 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %109 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<128x1024xf32>
    %110 = stablehlo.multiply %109, %108 : tensor<128x1024xf32>
    %111 = stablehlo.add %106, %110 : tensor<128x1024xf32>
    %cst_20 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %112 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<128x1024xf32>
    %113 = stablehlo.multiply %112, %111 : tensor<128x1024xf32>
    %114 = stablehlo.tanh %113 : tensor<128x1024xf32>
    %cst_21 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %115 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<128x1024xf32>
    %116 = stablehlo.add %115, %114 : tensor<128x1024xf32>
    %cst_22 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %117 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<128x1024xf32>
    %118 = stablehlo.multiply %117, %116 : tensor<128x1024xf32>
    %119 = stablehlo.multiply %106, %118 : tensor<128x1024xf32>
    %120 = stablehlo.convert %119 : tensor<128x1024xf32>
    %121 = stablehlo.convert %arg5 : (tensor<1024x256xbf16>) -> tensor<1024x256xf32>
    %122 = stablehlo.dot_general %120, %121, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x1024xf32>, tensor<1024x256xf32>) -> tensor<128x256xf32>
    %123 = stablehlo.add %83, %122 : tensor<128x256xf32>
    return %123, %44, %51 : tensor<128x256xf32>, tensor<256x4x64xbf16>, tensor<256x4x64xbf16>
  }
  func.func private @_where(%arg0: tensor<128x256xi1>, %arg1: tensor<4x128x256xf32>, %arg2: tensor<f32>) -> tensor<4x128x256xf32> {
    %0 = stablehlo.convert %arg2 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [1, 2] : (tensor<128x256xi1>) -> tensor<4x128x256xi1>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<4x128x256xf32>
    %3 = stablehlo.select %1, %arg1, %2 : tensor<4x128x256xi1>, tensor<4x128x256xf32>
    return %3 : tensor<4x128x256xf32>
  }
}
