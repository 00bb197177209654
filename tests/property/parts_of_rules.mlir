// Operations that break a rule by one part of its formula alone, or that keep it by one alternative alone: each tells the
// rule from one that lacks the part. Of rules that upstream's verifier holds sometimes, one that it accepts and one that it
// refuses. Found among random mutants of the valid ones; upstream's verifier says the same.
// refused: add.C1
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<ui64>):
    %0 = "stablehlo.constant"() {value = dense<5> : tensor<i32>} : () -> tensor<i32>
    %1 = "stablehlo.add"(%arg0, %0) : (tensor<ui64>, tensor<i32>) -> tensor<i32>
    "func.return"() : () -> ()
  }) {function_type = (tensor<ui64>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: add.C2
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<!quant.uniform<i8:f32, 0.5>>, %arg1: tensor<!quant.uniform<i8:f32, 0.5>>, %arg2: tensor<i8>):
    %0 = "stablehlo.add"(%arg0, %arg2) : (tensor<!quant.uniform<i8:f32, 0.5>>, tensor<i8>) -> tensor<!quant.uniform<i8:f32, 0.5>>
    "func.return"() : () -> ()
  }) {function_type = (tensor<!quant.uniform<i8:f32, 0.5>>, tensor<!quant.uniform<i8:f32, 0.5>>, tensor<i8>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: add.C2
module {
  "func.func"() ({
    %0 = "stablehlo.constant"() {value = dense<[1.5, -3.0, 0.5, 7.0]> : tensor<4xf8E5M2FNUZ>} : () -> tensor<4xf8E5M2FNUZ>
    %1 = "stablehlo.constant"() {value = dense<[1.25, 2.5, -0.5, 1.75]> : tensor<4xf8E5M2FNUZ>} : () -> tensor<4xf8E5M2FNUZ>
    %2 = "stablehlo.add"(%0, %1) : (tensor<4xf8E5M2FNUZ>, tensor<4xf8E5M2FNUZ>) -> tensor<4x!quant.uniform<i8:f32:0, {1.0, 0.25, 1.0, 0.25}>>
    "func.return"() : () -> ()
  }) {function_type = () -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: add.C2
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<1x!quant.uniform<i8:f32:0, {0.5}>>):
    %0 = "stablehlo.constant"() {value = dense<2> : tensor<1xi64>} : () -> tensor<1xi64>
    %1 = "stablehlo.constant"() {value = dense<1> : tensor<1xi64>} : () -> tensor<1xi64>
    %2 = "stablehlo.add"(%arg0, %1) : (tensor<1x!quant.uniform<i8:f32:0, {0.5}>>, tensor<1xi64>) -> tensor<1xi64>
    "func.return"() : () -> ()
  }) {function_type = (tensor<1x!quant.uniform<i8:f32:0, {0.5}>>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: add.C2
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<4x!quant.uniform<i8:f32:0, {0.5, 0.5, 0.5, 1.0}>>):
    %0 = "stablehlo.constant"() {value = dense<[1.5, -3.0, 0.5, 7.0]> : tensor<4xf8E4M3FN>} : () -> tensor<4xf8E4M3FN>
    %1 = "stablehlo.constant"() {value = dense<[1.25, 2.5, -0.5, 1.75]> : tensor<4xf8E4M3FN>} : () -> tensor<4xf8E4M3FN>
    %2 = "stablehlo.add"(%0, %arg0) : (tensor<4xf8E4M3FN>, tensor<4x!quant.uniform<i8:f32:0, {0.5, 0.5, 0.5, 1.0}>>) -> tensor<4xf8E4M3FN>
    "func.return"() : () -> ()
  }) {function_type = (tensor<4x!quant.uniform<i8:f32:0, {0.5, 0.5, 0.5, 1.0}>>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: add.C3
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<4x!quant.uniform<i8:f32, 0.5>>, %arg1: tensor<4x!quant.uniform<i8:f32, 0.5>>, %arg2: tensor<4x!quant.uniform<i32:f32, 0.5>>):
    %0 = "stablehlo.add"(%arg2, %arg1) : (tensor<4x!quant.uniform<i32:f32, 0.5>>, tensor<4x!quant.uniform<i8:f32, 0.5>>) -> tensor<4x!quant.uniform<i8:f32, 0.5>>
    "func.return"() : () -> ()
  }) {function_type = (tensor<4x!quant.uniform<i8:f32, 0.5>>, tensor<4x!quant.uniform<i8:f32, 0.5>>, tensor<4x!quant.uniform<i32:f32, 0.5>>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: add.C4
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<!quant.uniform<i8:f32, 0.5>>, %arg1: tensor<!quant.uniform<i8:f32, 0.5>>, %arg2: tensor<!quant.uniform<i8:f64, 0.5>>):
    %0 = "stablehlo.add"(%arg2, %arg1) : (tensor<!quant.uniform<i8:f64, 0.5>>, tensor<!quant.uniform<i8:f32, 0.5>>) -> tensor<!quant.uniform<i8:f32, 0.5>>
    "func.return"() : () -> ()
  }) {function_type = (tensor<!quant.uniform<i8:f32, 0.5>>, tensor<!quant.uniform<i8:f32, 0.5>>, tensor<!quant.uniform<i8:f64, 0.5>>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: all_gather.C1
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<2x2xi32>):
    %0 = "stablehlo.all_gather"(%arg0) {all_gather_dim = -1 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 3], [2, 1]]> : tensor<2x2xi64>, use_global_device_ids} : (tensor<2x2xi32>) -> tensor<4x2xi32>
    "func.return"() : () -> ()
  }) {function_type = (tensor<2x2xi32>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: all_gather.C4
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<2x3xf32>):
    %0 = "stablehlo.all_gather"(%arg0) {all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, -2]]> : tensor<1x2xi64>, use_global_device_ids} : (tensor<2x3xf32>) -> tensor<2x6xf32>
    "func.return"() : () -> ()
  }) {function_type = (tensor<2x3xf32>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: all_gather.C6
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<2xi32>):
    %0 = "stablehlo.all_gather"(%arg0) {all_gather_dim = 0 : i64, replica_groups = dense<0> : tensor<1x1xi64>} : (tensor<2xi32>) -> tensor<?x2xi32>
    "func.return"() : () -> ()
  }) {function_type = (tensor<2xi32>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: all_gather.C6
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<2x2xi32>):
    %0, %1 = "stablehlo.all_gather"(%arg0) {all_gather_dim = 0 : i64, replica_groups = dense<[[1, 0], [2, 3]]> : tensor<2x2xi64>} : (tensor<2x2xi32>) -> (tensor<4x2xi32>, tensor<4x2xi32>)
    "func.return"() : () -> ()
  }) {function_type = (tensor<2x2xi32>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: all_gather.C6
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<2x2xi32>, %arg1: tensor<3x2xi32>):
    %0 = "stablehlo.all_gather"(%arg1) {all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0], [1]]> : tensor<2x1xi64>} : (tensor<3x2xi32>) -> tensor<4x2xi32>
    "func.return"() : () -> ()
  }) {function_type = (tensor<2x2xi32>, tensor<3x2xi32>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: all_gather.C6
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<2x!quant.uniform<i8:f32, 0.5:-10>>):
    %0 = "stablehlo.all_gather"(%arg0) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2x!quant.uniform<i8:f32, 0.5:-10>>) -> tensor<4x!quant.uniform<i8<-100:100>:f32, 0.5:-10>>
    "func.return"() : () -> ()
  }) {function_type = (tensor<2x!quant.uniform<i8:f32, 0.5:-10>>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: all_reduce.C3
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<2xi32>, %arg1: tensor<2x2xi32>):
    %0, %1 = "stablehlo.all_reduce"(%arg0, %arg1) ({
    ^bb1(%arg2: tensor<i32>, %arg3: tensor<i32>):
      %2 = "stablehlo.add"(%arg2, %arg3) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      "stablehlo.return"(%2) : (tensor<i32>) -> ()
    }) {replica_groups = dense<[[-2, 1]]> : tensor<1x2xi64>} : (tensor<2xi32>, tensor<2x2xi32>) -> (tensor<2xi32>, tensor<2x2xi32>)
    "func.return"() : () -> ()
  }) {function_type = (tensor<2xi32>, tensor<2x2xi32>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: all_to_all.C1
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<2x2xi32>):
    %0 = "stablehlo.all_to_all"(%arg0) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, concat_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = -9223372036854775808 : i64} : (tensor<2x2xi32>) -> tensor<1x4xi32>
    "func.return"() : () -> ()
  }) {function_type = (tensor<2x2xi32>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: all_to_all.C3
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<2x4xi32>):
    %0 = "stablehlo.all_to_all"(%arg0) {concat_dimension = -9223372036854775808 : i64, replica_groups = dense<[[3, 0], [1, 2]]> : tensor<2x2xi64>, split_count = 2 : i64, split_dimension = 1 : i64} : (tensor<2x4xi32>) -> tensor<4x2xi32>
    "func.return"() : () -> ()
  }) {function_type = (tensor<2x4xi32>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: all_to_all.C7
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<2x3x2xi32>):
    %0 = "stablehlo.all_to_all"(%arg0) {concat_dimension = 2 : i64, replica_groups = dense<[[0, -2]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64} : (tensor<2x3x2xi32>) -> tensor<1x3x4xi32>
    "func.return"() : () -> ()
  }) {function_type = (tensor<2x3x2xi32>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: all_to_all.C9
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<2x3x2xi32>, %arg1: tensor<2x3x2xui8>):
    %0 = "stablehlo.all_to_all"(%arg1) {concat_dimension = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64} : (tensor<2x3x2xui8>) -> tensor<1x3x4xi32>
    "func.return"() : () -> ()
  }) {function_type = (tensor<2x3x2xi32>, tensor<2x3x2xui8>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: async_start.C3
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<2xi32>, %arg1: tensor<2xi32>):
    %0 = "stablehlo.async_start"(%arg0) ({
      %1 = "stablehlo.all_gather"(%arg1) {all_gather_dim = 0 : i64, replica_groups = dense<0> : tensor<1x1xi64>} : (tensor<2xi32>) -> tensor<2xi32>
      "stablehlo.return"(%1) : (tensor<2xi32>) -> ()
    }) : (tensor<2xi32>) -> !stablehlo.future<tensor<2xi32>>
    "func.return"() : () -> ()
  }) {function_type = (tensor<2xi32>, tensor<2xi32>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: async_start.C3
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<2xi32>, %arg1: tensor<3xi32>):
    %0 = "stablehlo.async_start"(%arg1) ({
    ^bb1(%arg2: tensor<2xi32>):
      %1 = "stablehlo.all_gather"(%arg2) {all_gather_dim = 0 : i64, replica_groups = dense<0> : tensor<1x1xi64>} : (tensor<2xi32>) -> tensor<2xi32>
      "stablehlo.return"(%1) : (tensor<2xi32>) -> ()
    }) : (tensor<3xi32>) -> !stablehlo.future<tensor<2xi32>>
    "func.return"() : () -> ()
  }) {function_type = (tensor<2xi32>, tensor<3xi32>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: async_start.C4
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<2xi32>, %arg1: tensor<2xi32>):
    %0 = "stablehlo.async_start"(%arg0) ({
    ^bb1(%arg2: tensor<2xi32>):
      %1 = "stablehlo.all_gather"(%arg2) {all_gather_dim = 0 : i64, replica_groups = dense<0> : tensor<1x1xi64>} : (tensor<2xi32>) -> tensor<2xi32>
      "stablehlo.return"(%1, %arg1) : (tensor<2xi32>, tensor<2xi32>) -> ()
    }) : (tensor<2xi32>) -> !stablehlo.future<tensor<2xi32>>
    "func.return"() : () -> ()
  }) {function_type = (tensor<2xi32>, tensor<2xi32>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: atan2.C1
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<7xcomplex<f64>>):
    %0 = "stablehlo.constant"() {value = dense<[0.0, 0.0, -0.0, 1.0, -1.0, 0.0, 0.0]> : tensor<7xf64>} : () -> tensor<7xf64>
    %1 = "stablehlo.constant"() {value = dense<[1.0, -1.0, -1.0, 0.0, -0.0, 0.0, -0.0]> : tensor<7xf64>} : () -> tensor<7xf64>
    %2 = "stablehlo.atan2"(%arg0, %1) : (tensor<7xcomplex<f64>>, tensor<7xf64>) -> tensor<7xf64>
    "func.return"() : () -> ()
  }) {function_type = (tensor<7xcomplex<f64>>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: batch_norm_grad.C1
module {
  "func.func"() ({
    %0 = "stablehlo.constant"() {value = dense<[[[1.0, 2.0], [3.0, 4.0]], [[-5.0, 6.5], [0.25, -2.0]]]> : tensor<2x2x2xf32>} : () -> tensor<2x2x2xf32>
    %1 = "stablehlo.constant"() {value = dense<[1.0, -0.5]> : tensor<2xf32>} : () -> tensor<2xf32>
    %2 = "stablehlo.constant"() {value = dense<[0.5, 2.0]> : tensor<2xf32>} : () -> tensor<2xf32>
    %3 = "stablehlo.constant"() {value = dense<[4.0, 9.0]> : tensor<2xf32>} : () -> tensor<2xf32>
    %4 = "stablehlo.constant"() {value = dense<[[[0.5, 1.0], [-1.0, 2.0]], [[3.0, 0.25], [1.0, -4.0]]]> : tensor<2x2x2xf32>} : () -> tensor<2x2x2xf32>
    %5, %6, %7 = "stablehlo.batch_norm_grad"(%0, %1, %2, %3, %4) {epsilon = 0.0 : f32, feature_index = -2 : i64} : (tensor<2x2x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2x2x2xf32>) -> (tensor<2x2x2xf32>, tensor<2xf32>, tensor<2xf32>)
    "func.return"() : () -> ()
  }) {function_type = () -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: batch_norm_grad.C3
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<2x2x1xf32>):
    %0 = "stablehlo.constant"() {value = dense<[[[1.0, 2.0], [3.0, 4.0]], [[-5.0, 6.5], [0.25, -2.0]]]> : tensor<2x2x2xf32>} : () -> tensor<2x2x2xf32>
    %1 = "stablehlo.constant"() {value = dense<[1.0, -0.5]> : tensor<2xf32>} : () -> tensor<2xf32>
    %2 = "stablehlo.constant"() {value = dense<[0.5, 2.0]> : tensor<2xf32>} : () -> tensor<2xf32>
    %3 = "stablehlo.constant"() {value = dense<[4.0, 9.0]> : tensor<2xf32>} : () -> tensor<2xf32>
    %4 = "stablehlo.constant"() {value = dense<[[[1.0, 2.0], [3.0, 4.0]], [[5.0, 6.0], [7.0, 8.0]]]> : tensor<2x2x2xf32>} : () -> tensor<2x2x2xf32>
    %5, %6, %7 = "stablehlo.batch_norm_grad"(%arg0, %1, %2, %3, %4) {epsilon = 0.5 : f32, feature_index = 1 : i64} : (tensor<2x2x1xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2x2x2xf32>) -> (tensor<2x2x2xf32>, tensor<2xf32>, tensor<2xf32>)
    "func.return"() : () -> ()
  }) {function_type = (tensor<2x2x1xf32>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: batch_norm_grad.C4
module {
  "func.func"() ({
    %0 = "stablehlo.constant"() {value = dense<[[[1.0, 2.0], [3.0, 4.0]], [[-5.0, 6.5], [0.25, -2.0]]]> : tensor<2x2x2xf32>} : () -> tensor<2x2x2xf32>
    %1 = "stablehlo.constant"() {value = dense<[1.0, -0.5]> : tensor<2xf32>} : () -> tensor<2xf32>
    %2 = "stablehlo.constant"() {value = dense<[0.5, 2.0]> : tensor<2xf32>} : () -> tensor<2xf32>
    %3 = "stablehlo.constant"() {value = dense<[4.0, 9.0]> : tensor<2xf32>} : () -> tensor<2xf32>
    %4 = "stablehlo.constant"() {value = dense<[[[0.5, 1.0], [-1.0, 2.0]], [[3.0, 0.25], [1.0, -4.0]]]> : tensor<2x2x2xf32>} : () -> tensor<2x2x2xf32>
    %5, %6, %7 = "stablehlo.batch_norm_grad"(%0, %1, %2, %3, %4) {epsilon = 0.0 : f32, feature_index = 0 : i64} : (tensor<2x2x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2x2x2xf32>) -> (tensor<2x2x2xf32>, tensor<2xf32>, tensor<3xf32>)
    "func.return"() : () -> ()
  }) {function_type = () -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: batch_norm_inference.C1
module {
  "func.func"() ({
    %0 = "stablehlo.constant"() {value = dense<[[[1.0, 2.0], [3.0, 4.0]], [[-5.0, 6.5], [0.25, -2.0]]]> : tensor<2x2x2xf32>} : () -> tensor<2x2x2xf32>
    %1 = "stablehlo.constant"() {value = dense<[1.0, -0.5]> : tensor<2xf32>} : () -> tensor<2xf32>
    %2 = "stablehlo.constant"() {value = dense<[0.25, 3.0]> : tensor<2xf32>} : () -> tensor<2xf32>
    %3 = "stablehlo.constant"() {value = dense<[0.5, 2.0]> : tensor<2xf32>} : () -> tensor<2xf32>
    %4 = "stablehlo.constant"() {value = dense<[4.0, 9.0]> : tensor<2xf32>} : () -> tensor<2xf32>
    %5 = "stablehlo.batch_norm_inference"(%0, %1, %2, %3, %4) {epsilon = 0.0 : f32, feature_index = -2 : i64} : (tensor<2x2x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2x2x2xf32>
    "func.return"() : () -> ()
  }) {function_type = () -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: batch_norm_training.C1
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<4x2xf32>, %arg1: tensor<2xf32>, %arg2: tensor<2xf32>):
    %0, %1, %2 = "stablehlo.batch_norm_training"(%arg0, %arg1, %arg2) {epsilon = 0.0010000000474974513 : f32, feature_index = -2 : i64} : (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>)
    "func.return"() : () -> ()
  }) {function_type = (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: bitcast_convert.C1
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<2x1xi8>):
    %0 = "stablehlo.constant"() {value = dense<[[1, 2, 3], [-4, 50, 6]]> : tensor<2x3xi8>} : () -> tensor<2x3xi8>
    %1 = "stablehlo.bitcast_convert"(%arg0) : (tensor<2x1xi8>) -> tensor<2x3x!quant.uniform<i8:f32, 0.5:-10>>
    "func.return"() : () -> ()
  }) {function_type = (tensor<2x1xi8>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: broadcast_in_dim.C3
module {
  "func.func"() ({
    %0 = "stablehlo.constant"() {value = dense<[3689348814741910323, -9223372036854775808, 9223372036854775807, 1317624576693539401]> : tensor<4xi64>} : () -> tensor<4xi64>
    %1 = "stablehlo.broadcast_in_dim"(%0) {broadcast_dimensions = array<i64: -9223372036854775808>} : (tensor<4xi64>) -> tensor<2x4xi64>
    "func.return"() : () -> ()
  }) {function_type = () -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: clamp.C3
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<f64>):
    %0 = "stablehlo.constant"() {value = dense<-1.0> : tensor<f32>} : () -> tensor<f32>
    %1 = "stablehlo.constant"() {value = dense<[[-3.0, 0.5], [1.0, 7.0]]> : tensor<2x2xf32>} : () -> tensor<2x2xf32>
    %2 = "stablehlo.constant"() {value = dense<2.0> : tensor<f32>} : () -> tensor<f32>
    %3 = "stablehlo.clamp"(%0, %1, %arg0) : (tensor<f32>, tensor<2x2xf32>, tensor<f64>) -> tensor<2x2xf32>
    "func.return"() : () -> ()
  }) {function_type = (tensor<f64>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: compare.C2
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<complex<f32>>):
    %0 = "stablehlo.constant"() {value = dense<[(1.0, 2.0), (1.0, -2.0), (3.0, 0.0)]> : tensor<3xcomplex<f32>>} : () -> tensor<3xcomplex<f32>>
    %1 = "stablehlo.constant"() {value = dense<[(1.0, 2.0), (1.0, 2.0), (0.0, 3.0)]> : tensor<3xcomplex<f32>>} : () -> tensor<3xcomplex<f32>>
    %2 = "stablehlo.compare"(%arg0, %1) {compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction LT>} : (tensor<complex<f32>>, tensor<3xcomplex<f32>>) -> tensor<3xi1>
    "func.return"() : () -> ()
  }) {function_type = (tensor<complex<f32>>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: concatenate.C2
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<complex<f32>>):
    %0 = "stablehlo.constant"() {value = dense<[(1.0000001192092896, -1.0000001192092896), (1.401298464324817e-45, 0x7F800000), (0.0, 1.0), (-2.0, 0.0)]> : tensor<4xcomplex<f32>>} : () -> tensor<4xcomplex<f32>>
    %1 = "stablehlo.constant"() {value = dense<[(1.0000001192092896, -1.0000001192092896), (1.401298464324817e-45, 0x7F800000), (0.0, 1.0), (-2.0, 0.0)]> : tensor<4xcomplex<f32>>} : () -> tensor<4xcomplex<f32>>
    %2 = "stablehlo.concatenate"(%0, %arg0) {dimension = 0 : i64} : (tensor<4xcomplex<f32>>, tensor<complex<f32>>) -> tensor<8xcomplex<f32>>
    "func.return"() : () -> ()
  }) {function_type = (tensor<complex<f32>>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: concatenate.C4
module {
  "func.func"() ({
    %0 = "stablehlo.constant"() {value = dense<[1.125, -0.0, 0x7F, 0.001953125]> : tensor<4xf8E4M3FN>} : () -> tensor<4xf8E4M3FN>
    %1 = "stablehlo.constant"() {value = dense<[1.125, -0.0, 0x7F, 0.001953125]> : tensor<4xf8E4M3FN>} : () -> tensor<4xf8E4M3FN>
    %2 = "stablehlo.concatenate"(%0, %1) {dimension = -1 : i64} : (tensor<4xf8E4M3FN>, tensor<4xf8E4M3FN>) -> tensor<8xf8E4M3FN>
    "func.return"() : () -> ()
  }) {function_type = () -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: convolution.C13
module {
  "func.func"() ({
    %0 = "stablehlo.constant"() {value = dense<[[[1.0], [-2.0], [0.5], [4.0]]]> : tensor<1x4x1xf32>} : () -> tensor<1x4x1xf32>
    %1 = "stablehlo.constant"() {value = dense<[[[2.0]], [[-8.0]]]> : tensor<2x1x1xf32>} : () -> tensor<2x1x1xf32>
    %2 = "stablehlo.convolution"(%0, %1) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 4, input_spatial_dimensions = [1], kernel_input_feature_dimension = 1, kernel_output_feature_dimension = 2, kernel_spatial_dimensions = [0], output_batch_dimension = 0, output_feature_dimension = 2, output_spatial_dimensions = [1]>, feature_group_count = 1 : i64, padding = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<1x4x1xf32>, tensor<2x1x1xf32>) -> tensor<1x4x1xf32>
    "func.return"() : () -> ()
  }) {function_type = () -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: convolution.C13
module {
  "func.func"() ({
    %0 = "stablehlo.constant"() {value = dense<[[[-2, -1, 0], [1, 2, 3], [4, 5, 6], [7, 8, 9]]]> : tensor<1x4x3xi32>} : () -> tensor<1x4x3xi32>
    %1 = "stablehlo.constant"() {value = dense<[[[1, 2, 3]], [[4, 5, 6]]]> : tensor<2x1x3xi32>} : () -> tensor<2x1x3xi32>
    %2 = "stablehlo.convolution"(%0, %1) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = -1, input_spatial_dimensions = [1], kernel_input_feature_dimension = 1, kernel_output_feature_dimension = 2, kernel_spatial_dimensions = [0], output_batch_dimension = 0, output_feature_dimension = 2, output_spatial_dimensions = [1]>, feature_group_count = 3 : i64, padding = dense<0> : tensor<1x2xi64>} : (tensor<1x4x3xi32>, tensor<2x1x3xi32>) -> tensor<1x3x3xi32>
    "func.return"() : () -> ()
  }) {function_type = () -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: convolution.C13
module {
  "func.func"() ({
    %0 = "stablehlo.constant"() {value = dense<"0xFEFFFFFFFFFFFFFF000000000100000002000000030000000400000005000000060000000700000008000000090000000A0000000B0000000C0000000D0000000E0000000F000000100000001100000012000000130000001400000015000000160000001700000018000000190000001A0000001B0000001C0000001D0000001E0000001F000000200000002100000022000000230000002400000025000000260000002700000028000000290000002A0000002B0000002C0000002D0000002E0000002F000000300000003100000032000000330000003400000035000000360000003700000038000000390000003A0000003B0000003C0000003D0000003E0000003F000000400000004100000042000000430000004400000045000000460000004700000048000000490000004A0000004B0000004C0000004D0000004E0000004F000000500000005100000052000000530000005400000055000000560000005700000058000000590000005A0000005B0000005C0000005D000000"> : tensor<4x2x4x3xi32>} : () -> tensor<4x2x4x3xi32>
    %1 = "stablehlo.constant"() {value = dense<[[[[1, 2, 3], [4, 5, 6]], [[7, 8, 9], [10, 11, 12]]], [[[13, 14, 15], [16, 17, 18]], [[19, 20, 21], [22, 23, 24]]], [[[25, 26, 27], [28, 29, 30]], [[31, 32, 33], [34, 35, 36]]], [[[37, 38, 39], [40, 41, 42]], [[43, 44, 45], [46, 47, 48]]]]> : tensor<4x2x2x3xi32>} : () -> tensor<4x2x2x3xi32>
    %2 = "stablehlo.convolution"(%0, %1) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 1, input_feature_dimension = 4, input_spatial_dimensions = [2, 3], kernel_input_feature_dimension = 1, kernel_output_feature_dimension = 0, kernel_spatial_dimensions = [3, 2], output_batch_dimension = 3, output_feature_dimension = 1, output_spatial_dimensions = [0, 2]>, feature_group_count = 2 : i64, padding = dense<[[1, 0], [0, 1]]> : tensor<2x2xi64>} : (tensor<4x2x4x3xi32>, tensor<4x2x2x3xi32>) -> tensor<3x4x3x2xi32>
    "func.return"() : () -> ()
  }) {function_type = () -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: convolution.C18
module {
  "func.func"() ({
    %0 = "stablehlo.constant"() {value = dense<[[-2, -1, 0], [1, 2, 3]]> : tensor<2x3xi32>} : () -> tensor<2x3xi32>
    %1 = "stablehlo.constant"() {value = dense<[[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]> : tensor<3x4xi32>} : () -> tensor<3x4xi32>
    %2 = "stablehlo.convolution"(%0, %1) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 1, input_spatial_dimensions = [], kernel_input_feature_dimension = 1, kernel_output_feature_dimension = 1, kernel_spatial_dimensions = [], output_batch_dimension = 0, output_feature_dimension = 1, output_spatial_dimensions = []>, feature_group_count = 1 : i64} : (tensor<2x3xi32>, tensor<3x4xi32>) -> tensor<2x4xi32>
    "func.return"() : () -> ()
  }) {function_type = () -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: convolution.C18
module {
  "func.func"() ({
    %0 = "stablehlo.constant"() {value = dense<[[[-2, -1, 0, 1], [2, 3, 4, 5]], [[6, 7, 8, 9], [10, 11, 12, 13]]]> : tensor<2x2x4xi32>} : () -> tensor<2x2x4xi32>
    %1 = "stablehlo.constant"() {value = dense<[[[1, 2], [3, 4]], [[5, 6], [7, 8]], [[9, 10], [11, 12]]]> : tensor<3x2x2xi32>} : () -> tensor<3x2x2xi32>
    %2 = "stablehlo.convolution"(%0, %1) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 1, input_spatial_dimensions = [2], kernel_input_feature_dimension = 1, kernel_output_feature_dimension = -2, kernel_spatial_dimensions = [2], output_batch_dimension = 0, output_feature_dimension = 1, output_spatial_dimensions = [2]>, feature_group_count = 1 : i64, padding = dense<0> : tensor<1x2xi64>} : (tensor<2x2x4xi32>, tensor<3x2x2xi32>) -> tensor<2x3x3xi32>
    "func.return"() : () -> ()
  }) {function_type = () -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: convolution.C20
module {
  "func.func"() ({
    %0 = "stablehlo.constant"() {value = dense<[[[-2], [-1]]]> : tensor<1x2x1xi32>} : () -> tensor<1x2x1xi32>
    %1 = "stablehlo.constant"() {value = dense<[[[1]], [[2]], [[3]]]> : tensor<3x1x1xi32>} : () -> tensor<3x1x1xi32>
    %2 = "stablehlo.convolution"(%0, %1) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 2, input_spatial_dimensions = [1], kernel_input_feature_dimension = 1, kernel_output_feature_dimension = 2, kernel_spatial_dimensions = [0], output_batch_dimension = 3, output_feature_dimension = 2, output_spatial_dimensions = [1]>, feature_group_count = 1 : i64, padding = dense<0> : tensor<1x2xi64>} : (tensor<1x2x1xi32>, tensor<3x1x1xi32>) -> tensor<1x0x1xi32>
    "func.return"() : () -> ()
  }) {function_type = () -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: convolution.C20
module {
  "func.func"() ({
    %0 = "stablehlo.constant"() {value = dense<[[[-2], [-1]]]> : tensor<1x2x1xi32>} : () -> tensor<1x2x1xi32>
    %1 = "stablehlo.constant"() {value = dense<[[[1]], [[2]], [[3]]]> : tensor<3x1x1xi32>} : () -> tensor<3x1x1xi32>
    %2 = "stablehlo.convolution"(%0, %1) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 2, input_spatial_dimensions = [1], kernel_input_feature_dimension = 1, kernel_output_feature_dimension = 2, kernel_spatial_dimensions = [0], output_batch_dimension = 0, output_feature_dimension = -2, output_spatial_dimensions = [1]>, feature_group_count = 1 : i64, padding = dense<0> : tensor<1x2xi64>} : (tensor<1x2x1xi32>, tensor<3x1x1xi32>) -> tensor<1x0x1xi32>
    "func.return"() : () -> ()
  }) {function_type = () -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: convolution.C20
module {
  "func.func"() ({
    %0 = "stablehlo.constant"() {value = dense<[[[-2, -1, 0], [1, 2, 3], [4, 5, 6], [7, 8, 9]]]> : tensor<1x4x3xi32>} : () -> tensor<1x4x3xi32>
    %1 = "stablehlo.constant"() {value = dense<[[[1, 2, 3]], [[4, 5, 6]]]> : tensor<2x1x3xi32>} : () -> tensor<2x1x3xi32>
    %2 = "stablehlo.convolution"(%0, %1) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 2, input_spatial_dimensions = [1], kernel_input_feature_dimension = 1, kernel_output_feature_dimension = 2, kernel_spatial_dimensions = [0], output_batch_dimension = 0, output_feature_dimension = 2, output_spatial_dimensions = [5]>, feature_group_count = 3 : i64, padding = dense<0> : tensor<1x2xi64>} : (tensor<1x4x3xi32>, tensor<2x1x3xi32>) -> tensor<1x3x3xi32>
    "func.return"() : () -> ()
  }) {function_type = () -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: convolution.C28
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<1x3x1x!quant.uniform<i8:f32, 0.5:-10>>, %arg1: tensor<2x1x1x!quant.uniform<i8:f32, 0.5>>):
    %0 = "stablehlo.convolution"(%arg0, %arg1) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, padding = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<1x3x1x!quant.uniform<i8:f32, 0.5:-10>>, tensor<2x1x1x!quant.uniform<i8:f32, 0.5>>) -> tensor<1x3x1xi16>
    "func.return"() : () -> ()
  }) {function_type = (tensor<1x3x1x!quant.uniform<i8:f32, 0.5:-10>>, tensor<2x1x1x!quant.uniform<i8:f32, 0.5>>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: convolution.C28
module {
  "func.func"() ({
    %0 = "stablehlo.constant"() {value = dense<[[[1.0], [-2.0], [0.5], [4.0]]]> : tensor<1x4x1xf64>} : () -> tensor<1x4x1xf64>
    %1 = "stablehlo.constant"() {value = dense<[[[2.0]], [[-8.0]]]> : tensor<2x1x1xf64>} : () -> tensor<2x1x1xf64>
    %2 = "stablehlo.convolution"(%0, %1) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, padding = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<1x4x1xf64>, tensor<2x1x1xf64>) -> tensor<1x4x1x!quant.uniform<i8:f32:2, {1.0}>>
    "func.return"() : () -> ()
  }) {function_type = () -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: convolution.C28
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<1x3x1x!quant.uniform<i8:f32, 0.5:-10>>, %arg1: tensor<2x1x1x!quant.uniform<i8:f32, 0.5>>, %arg2: tensor<2x1x1xcomplex<f32>>):
    %0 = "stablehlo.convolution"(%arg0, %arg2) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, padding = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<1x3x1x!quant.uniform<i8:f32, 0.5:-10>>, tensor<2x1x1xcomplex<f32>>) -> tensor<1x3x1x!quant.uniform<i8:f32, 1.0>>
    "func.return"() : () -> ()
  }) {function_type = (tensor<1x3x1x!quant.uniform<i8:f32, 0.5:-10>>, tensor<2x1x1x!quant.uniform<i8:f32, 0.5>>, tensor<2x1x1xcomplex<f32>>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: convolution.C32
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<1x3x1x!quant.uniform<i8:f32, 0.5:-10>>, %arg1: tensor<2x1x1x!quant.uniform<i8:f32, 0.5>>):
    %0 = "stablehlo.convolution"(%arg0, %arg1) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, padding = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<1x3x1x!quant.uniform<i8:f32, 0.5:-10>>, tensor<2x1x1x!quant.uniform<i8:f32, 0.5>>) -> tensor<1x3x1x!quant.uniform<i8:f16, 1.0>>
    "func.return"() : () -> ()
  }) {function_type = (tensor<1x3x1x!quant.uniform<i8:f32, 0.5:-10>>, tensor<2x1x1x!quant.uniform<i8:f32, 0.5>>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: convolution.C32
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<1x3x1x!quant.uniform<i8:f32, 0.5:-10>>, %arg1: tensor<2x1x1x!quant.uniform<i8:f32, 0.5>>, %arg2: tensor<1x3x1x!quant.uniform<i8:bf16, 0.5:-10>>):
    %0 = "stablehlo.convolution"(%arg2, %arg1) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, padding = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<1x3x1x!quant.uniform<i8:bf16, 0.5:-10>>, tensor<2x1x1x!quant.uniform<i8:f32, 0.5>>) -> tensor<1x3x1x!quant.uniform<i8:f32, 1.0>>
    "func.return"() : () -> ()
  }) {function_type = (tensor<1x3x1x!quant.uniform<i8:f32, 0.5:-10>>, tensor<2x1x1x!quant.uniform<i8:f32, 0.5>>, tensor<1x3x1x!quant.uniform<i8:bf16, 0.5:-10>>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: convolution.C34
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<2x1x2x!quant.uniform<i8:f32:2, {0.5, 0.25}>>, %arg1: tensor<1x3x1xbf16>):
    %0 = "stablehlo.constant"() {value = dense<[[[0.5], [2.0], [-1.0]]]> : tensor<1x3x1xf32>} : () -> tensor<1x3x1xf32>
    %1 = "stablehlo.convolution"(%arg1, %arg0) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, padding = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<1x3x1xbf16>, tensor<2x1x2x!quant.uniform<i8:f32:2, {0.5, 0.25}>>) -> tensor<1x3x2xf32>
    "func.return"() : () -> ()
  }) {function_type = (tensor<2x1x2x!quant.uniform<i8:f32:2, {0.5, 0.25}>>, tensor<1x3x1xbf16>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: dot_general.C5
module {
  "func.func"() ({
    %0 = "stablehlo.constant"() {value = dense<"0xF7FFFFFFF8FFFFFFF9FFFFFFFAFFFFFFFBFFFFFFFCFFFFFFFDFFFFFFFEFFFFFFFFFFFFFF000000000100000002000000030000000400000005000000060000000700000008000000090000000A0000000B0000000C0000000D0000000E0000000F000000100000001100000012000000130000001400000015000000160000001700000018000000190000001A0000001B0000001C0000001D0000001E0000001F000000200000002100000022000000230000002400000025000000260000002700000028000000290000002A0000002B0000002C0000002D0000002E0000002F000000300000003100000032000000330000003400000035000000360000003700000038000000390000003A0000003B0000003C0000003D0000003E0000003F000000400000004100000042000000430000004400000045000000460000004700000048000000490000004A0000004B0000004C0000004D0000004E0000004F000000500000005100000052000000530000005400000055000000560000005700000058000000590000005A0000005B0000005C0000005D0000005E0000005F000000600000006100000062000000630000006400000065000000660000006700000068000000690000006A0000006B0000006C0000006D0000006E0000006F000000700000007100000072000000730000007400000075000000760000007700000078000000790000007A0000007B0000007C0000007D0000007E0000007F00000080000000810000008200000083000000840000008500000086000000"> : tensor<2x3x2x2x2x3xi32>} : () -> tensor<2x3x2x2x2x3xi32>
    %1 = "stablehlo.constant"() {value = dense<"0xF9FFFFFFFAFFFFFFFBFFFFFFFCFFFFFFFDFFFFFFFEFFFFFFFFFFFFFF000000000100000002000000030000000400000005000000060000000700000008000000090000000A0000000B0000000C0000000D0000000E0000000F000000100000001100000012000000130000001400000015000000160000001700000018000000190000001A0000001B0000001C0000001D0000001E0000001F000000200000002100000022000000230000002400000025000000260000002700000028000000290000002A0000002B0000002C0000002D0000002E0000002F000000300000003100000032000000330000003400000035000000360000003700000038000000390000003A0000003B0000003C0000003D0000003E0000003F00000040000000"> : tensor<3x2x2x3x2xi32>} : () -> tensor<3x2x2x3x2xi32>
    %2 = "stablehlo.dot_general"(%0, %1) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [1, -2], rhs_batching_dimensions = [0, 1], lhs_contracting_dimensions = [5, 3], rhs_contracting_dimensions = [3, 2]>} : (tensor<2x3x2x2x2x3xi32>, tensor<3x2x2x3x2xi32>) -> tensor<3x2x2x2x2xi32>
    "func.return"() : () -> ()
  }) {function_type = () -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: dot_general.C6
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<2x2x!quant.uniform<i8:f32:1, {0.5, 0.25}>>):
    %0 = "stablehlo.constant"() {value = dense<[[0.5, 2.0], [-1.0, 4.0]]> : tensor<2x2xf32>} : () -> tensor<2x2xf32>
    %1 = "stablehlo.dot_general"(%0, %arg0) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [-2], rhs_contracting_dimensions = [0]>} : (tensor<2x2xf32>, tensor<2x2x!quant.uniform<i8:f32:1, {0.5, 0.25}>>) -> tensor<2x2xf32>
    "func.return"() : () -> ()
  }) {function_type = (tensor<2x2x!quant.uniform<i8:f32:1, {0.5, 0.25}>>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: dot_general.C7
module {
  "func.func"() ({
    %0 = "stablehlo.constant"() {value = dense<"0xF7FFFFFFF8FFFFFFF9FFFFFFFAFFFFFFFBFFFFFFFCFFFFFFFDFFFFFFFEFFFFFFFFFFFFFF000000000100000002000000030000000400000005000000060000000700000008000000090000000A0000000B0000000C0000000D0000000E0000000F000000100000001100000012000000130000001400000015000000160000001700000018000000190000001A0000001B0000001C0000001D0000001E0000001F000000200000002100000022000000230000002400000025000000260000002700000028000000290000002A0000002B0000002C0000002D0000002E0000002F000000300000003100000032000000330000003400000035000000360000003700000038000000390000003A0000003B0000003C0000003D0000003E0000003F000000400000004100000042000000430000004400000045000000460000004700000048000000490000004A0000004B0000004C0000004D0000004E0000004F000000500000005100000052000000530000005400000055000000560000005700000058000000590000005A0000005B0000005C0000005D0000005E0000005F000000600000006100000062000000630000006400000065000000660000006700000068000000690000006A0000006B0000006C0000006D0000006E0000006F000000700000007100000072000000730000007400000075000000760000007700000078000000790000007A0000007B0000007C0000007D0000007E0000007F00000080000000810000008200000083000000840000008500000086000000"> : tensor<2x3x2x2x2x3xi32>} : () -> tensor<2x3x2x2x2x3xi32>
    %1 = "stablehlo.constant"() {value = dense<"0xF9FFFFFFFAFFFFFFFBFFFFFFFCFFFFFFFDFFFFFFFEFFFFFFFFFFFFFF000000000100000002000000030000000400000005000000060000000700000008000000090000000A0000000B0000000C0000000D0000000E0000000F000000100000001100000012000000130000001400000015000000160000001700000018000000190000001A0000001B0000001C0000001D0000001E0000001F000000200000002100000022000000230000002400000025000000260000002700000028000000290000002A0000002B0000002C0000002D0000002E0000002F000000300000003100000032000000330000003400000035000000360000003700000038000000390000003A0000003B0000003C0000003D0000003E0000003F00000040000000"> : tensor<3x2x2x3x2xi32>} : () -> tensor<3x2x2x3x2xi32>
    %2 = "stablehlo.dot_general"(%0, %1) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [1, 2], rhs_batching_dimensions = [0, -2], lhs_contracting_dimensions = [5, 3], rhs_contracting_dimensions = [3, 2]>} : (tensor<2x3x2x2x2x3xi32>, tensor<3x2x2x3x2xi32>) -> tensor<3x2x2x2x2xi32>
    "func.return"() : () -> ()
  }) {function_type = () -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: dot_general.C8
module {
  "func.func"() ({
    %0 = "stablehlo.constant"() {value = dense<[[0x7F800000, 1.0], [0x7FC00000, 1.0], [0xFF800000, 0x7F800000]]> : tensor<3x2xf32>} : () -> tensor<3x2xf32>
    %1 = "stablehlo.constant"() {value = dense<[[0.0, 1.0], [1.0, 1.0]]> : tensor<2x2xf32>} : () -> tensor<2x2xf32>
    %2 = "stablehlo.dot_general"(%0, %1) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [-2]>} : (tensor<3x2xf32>, tensor<2x2xf32>) -> tensor<3x2xf32>
    "func.return"() : () -> ()
  }) {function_type = () -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: dot_general.C14
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<2x2x!quant.uniform<i8:f32, 0.5>>):
    %0 = "stablehlo.constant"() {value = dense<[[0.5, 2.0]]> : tensor<1x2xf32>} : () -> tensor<1x2xf32>
    %1 = "stablehlo.dot_general"(%0, %arg0) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>} : (tensor<1x2xf32>, tensor<2x2x!quant.uniform<i8:f32, 0.5>>) -> tensor<1x2x!quant.uniform<i8:f32:0, {0.25}>>
    "func.return"() : () -> ()
  }) {function_type = (tensor<2x2x!quant.uniform<i8:f32, 0.5>>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: dot_general.C14
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<2x2x!quant.uniform<i8:f32, 0.5>>, %arg1: tensor<2x2x!quant.uniform<i8:f32, 0.5>>, %arg2: tensor<2x2xf8E4M3FN>):
    %0 = "stablehlo.dot_general"(%arg0, %arg2) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>} : (tensor<2x2x!quant.uniform<i8:f32, 0.5>>, tensor<2x2xf8E4M3FN>) -> tensor<2x2x!quant.uniform<i8:f32, 1.0>>
    "func.return"() : () -> ()
  }) {function_type = (tensor<2x2x!quant.uniform<i8:f32, 0.5>>, tensor<2x2x!quant.uniform<i8:f32, 0.5>>, tensor<2x2xf8E4M3FN>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: dot_general.C14
module {
  "func.func"() ({
    %0 = "stablehlo.constant"() {value = dense<[[1.00390625, 1.001953125, 1.00048828125, 1.000244140625]]> : tensor<1x4xf32>} : () -> tensor<1x4xf32>
    %1 = "stablehlo.constant"() {value = dense<[[1.0], [2.0], [4.0], [8.0]]> : tensor<4x1xf32>} : () -> tensor<4x1xf32>
    %2 = "stablehlo.dot_general"(%0, %1) {algorithm = #stablehlo.dot_algorithm<lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false>, dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>} : (tensor<1x4xf32>, tensor<4x1xf32>) -> tensor<1x1x!quant.uniform<i8:f32:1, {1.0}>>
    "func.return"() : () -> ()
  }) {function_type = () -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: dot_general.C18
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<2x2x!quant.uniform<i8:f32, 0.5>>, %arg1: tensor<2x2x!quant.uniform<i8:f32:1, {0.5, 0.25}>>):
    %0 = "stablehlo.dot_general"(%arg0, %arg1) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>} : (tensor<2x2x!quant.uniform<i8:f32, 0.5>>, tensor<2x2x!quant.uniform<i8:f32:1, {0.5, 0.25}>>) -> tensor<2x2x!quant.uniform<i8:f64, 1.0>>
    "func.return"() : () -> ()
  }) {function_type = (tensor<2x2x!quant.uniform<i8:f32, 0.5>>, tensor<2x2x!quant.uniform<i8:f32:1, {0.5, 0.25}>>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: dot_general.C18
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<2x2x!quant.uniform<i8:f32, 0.5>>, %arg1: tensor<2x2x!quant.uniform<i8:f32, 0.5>>, %arg2: tensor<2x2x!quant.uniform<i8:bf16, 0.5>>):
    %0 = "stablehlo.dot_general"(%arg2, %arg1) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>} : (tensor<2x2x!quant.uniform<i8:bf16, 0.5>>, tensor<2x2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x2x!quant.uniform<i8:f32, 1.0>>
    "func.return"() : () -> ()
  }) {function_type = (tensor<2x2x!quant.uniform<i8:f32, 0.5>>, tensor<2x2x!quant.uniform<i8:f32, 0.5>>, tensor<2x2x!quant.uniform<i8:bf16, 0.5>>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// valid: dot_general.C19
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<2x2x!quant.uniform<i8:f32, 0.5>>, %arg1: tensor<2x2x!quant.uniform<i8:f32:1, {0.5, 0.25}>>):
    %0 = "stablehlo.dot_general"(%arg0, %arg1) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>} : (tensor<2x2x!quant.uniform<i8:f32, 0.5>>, tensor<2x2x!quant.uniform<i8:f32:1, {0.5, 0.25}>>) -> tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 1.0}>>
    "func.return"() : () -> ()
  }) {function_type = (tensor<2x2x!quant.uniform<i8:f32, 0.5>>, tensor<2x2x!quant.uniform<i8:f32:1, {0.5, 0.25}>>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: dot_general.C20
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<2x2x!quant.uniform<i8:f32:1, {0.5, 0.25}>>, %arg1: tensor<2x2xi16>):
    %0 = "stablehlo.constant"() {value = dense<[[0.5, 2.0], [-1.0, 4.0]]> : tensor<2x2xf32>} : () -> tensor<2x2xf32>
    %1 = "stablehlo.dot_general"(%arg1, %arg0) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>} : (tensor<2x2xi16>, tensor<2x2x!quant.uniform<i8:f32:1, {0.5, 0.25}>>) -> tensor<2x2xf32>
    "func.return"() : () -> ()
  }) {function_type = (tensor<2x2x!quant.uniform<i8:f32:1, {0.5, 0.25}>>, tensor<2x2xi16>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: dynamic_broadcast_in_dim.C3
module {
  "func.func"() ({
    %0 = "stablehlo.constant"() {value = dense<[[1, 2, 3]]> : tensor<1x3xi32>} : () -> tensor<1x3xi32>
    %1 = "stablehlo.constant"() {value = dense<[2, 3]> : tensor<2xi64>} : () -> tensor<2xi64>
    %2 = "stablehlo.dynamic_broadcast_in_dim"(%0, %1) {broadcast_dimensions = array<i64: -1, 1>} : (tensor<1x3xi32>, tensor<2xi64>) -> tensor<2x3xi32>
    "func.return"() : () -> ()
  }) {function_type = () -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: dynamic_broadcast_in_dim.C9
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<3xf32>, %arg1: tensor<2xi64>):
    %0 = "stablehlo.dynamic_broadcast_in_dim"(%arg0, %arg1) {broadcast_dimensions = array<i64: 1>, known_expanding_dimensions = array<i64: -9223372036854775808>, known_nonexpanding_dimensions = array<i64: 0>} : (tensor<3xf32>, tensor<2xi64>) -> tensor<2x3xf32>
    "func.return"() : () -> ()
  }) {function_type = (tensor<3xf32>, tensor<2xi64>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: dynamic_broadcast_in_dim.C10
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<3xf32>, %arg1: tensor<2xi64>):
    %0 = "stablehlo.dynamic_broadcast_in_dim"(%arg0, %arg1) {broadcast_dimensions = array<i64: 1>, known_expanding_dimensions = array<i64>, known_nonexpanding_dimensions = array<i64: -2>} : (tensor<3xf32>, tensor<2xi64>) -> tensor<2x3xf32>
    "func.return"() : () -> ()
  }) {function_type = (tensor<3xf32>, tensor<2xi64>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: dynamic_conv.C3
module {
  "func.func"() ({
    %0 = "stablehlo.constant"() {value = dense<"0xFEFFFFFFFFFFFFFF000000000100000002000000030000000400000005000000060000000700000008000000090000000A0000000B0000000C0000000D0000000E0000000F000000100000001100000012000000130000001400000015000000160000001700000018000000190000001A0000001B0000001C0000001D0000001E0000001F000000200000002100000022000000230000002400000025000000260000002700000028000000290000002A0000002B0000002C0000002D0000002E0000002F000000300000003100000032000000330000003400000035000000360000003700000038000000390000003A0000003B0000003C0000003D0000003E0000003F000000400000004100000042000000430000004400000045000000460000004700000048000000490000004A0000004B0000004C0000004D0000004E0000004F000000500000005100000052000000530000005400000055000000560000005700000058000000590000005A0000005B0000005C0000005D000000"> : tensor<2x4x4x3xi32>} : () -> tensor<2x4x4x3xi32>
    %1 = "stablehlo.constant"() {value = dense<[[[[1, 2, 3, 4], [5, 6, 7, 8]], [[9, 10, 11, 12], [13, 14, 15, 16]]], [[[17, 18, 19, 20], [21, 22, 23, 24]], [[25, 26, 27, 28], [29, 30, 31, 32]]]]> : tensor<2x2x2x4xi32>} : () -> tensor<2x2x2x4xi32>
    %2 = "stablehlo.constant"() {value = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>} : () -> tensor<2x2xi64>
    %3 = "stablehlo.dynamic_conv"(%0, %1, %2) {batch_group_count = 2 : i64, dimension_numbers = #stablehlo.conv<[f, b, 0, 1]x[0, i, 1, o]->[b, f, 0, 1]>, feature_group_count = 1 : i64, window_strides = array<i64: 2, 0>} : (tensor<2x4x4x3xi32>, tensor<2x2x2x4xi32>, tensor<2x2xi64>) -> tensor<2x4x2x3xi32>
    "func.return"() : () -> ()
  }) {function_type = () -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: dynamic_conv.C6
module {
  "func.func"() ({
    %0 = "stablehlo.constant"() {value = dense<[[[-2], [-1], [0]]]> : tensor<1x3x1xi32>} : () -> tensor<1x3x1xi32>
    %1 = "stablehlo.constant"() {value = dense<[[[1]], [[2]]]> : tensor<2x1x1xi32>} : () -> tensor<2x1x1xi32>
    %2 = "stablehlo.constant"() {value = dense<[[-2, 2]]> : tensor<1x2xi64>} : () -> tensor<1x2xi64>
    %3 = "stablehlo.dynamic_conv"(%0, %1, %2) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 0>} : (tensor<1x3x1xi32>, tensor<2x1x1xi32>, tensor<1x2xi64>) -> tensor<1x6x1xi32>
    "func.return"() : () -> ()
  }) {function_type = () -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: dynamic_conv.C8
module {
  "func.func"() ({
    %0 = "stablehlo.constant"() {value = dense<[[[[-2, -1], [0, 1], [2, 3], [4, 5], [6, 7]], [[8, 9], [10, 11], [12, 13], [14, 15], [16, 17]], [[18, 19], [20, 21], [22, 23], [24, 25], [26, 27]], [[28, 29], [30, 31], [32, 33], [34, 35], [36, 37]]]]> : tensor<1x4x5x2xi32>} : () -> tensor<1x4x5x2xi32>
    %1 = "stablehlo.constant"() {value = dense<[[[[1, 2], [3, 4]], [[5, 6], [7, 8]], [[9, 10], [11, 12]]], [[[13, 14], [15, 16]], [[17, 18], [19, 20]], [[21, 22], [23, 24]]]]> : tensor<2x3x2x2xi32>} : () -> tensor<2x3x2x2xi32>
    %2 = "stablehlo.constant"() {value = dense<[[1, 2], [-1, 3]]> : tensor<2x2xi64>} : () -> tensor<2x2xi64>
    %3 = "stablehlo.dynamic_conv"(%0, %1, %2) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 2, 1>, rhs_dilation = array<i64: 0, 2>, window_reversal = array<i1: true, true>, window_strides = array<i64: 2, 1>} : (tensor<1x4x5x2xi32>, tensor<2x3x2x2xi32>, tensor<2x2xi64>) -> tensor<1x5x3x2xi32>
    "func.return"() : () -> ()
  }) {function_type = () -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: dynamic_conv.C13
module {
  "func.func"() ({
    %0 = "stablehlo.constant"() {value = dense<[[[-2], [-1], [0], [1], [2], [3]]]> : tensor<1x6x1xi32>} : () -> tensor<1x6x1xi32>
    %1 = "stablehlo.constant"() {value = dense<[[[1]], [[2]]]> : tensor<2x1x1xi32>} : () -> tensor<2x1x1xi32>
    %2 = "stablehlo.constant"() {value = dense<[[-1, -2]]> : tensor<1x2xi64>} : () -> tensor<1x2xi64>
    %3 = "stablehlo.dynamic_conv"(%0, %1, %2) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1], kernel_input_feature_dimension = 1, kernel_output_feature_dimension = 2, kernel_spatial_dimensions = [0], output_batch_dimension = 0, output_feature_dimension = 2, output_spatial_dimensions = [1]>, feature_group_count = 1 : i64} : (tensor<1x6x1xi32>, tensor<2x1x1xi32>, tensor<1x2xi64>) -> tensor<1x2x1xi32>
    "func.return"() : () -> ()
  }) {function_type = () -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: dynamic_conv.C13
module {
  "func.func"() ({
    %0 = "stablehlo.constant"() {value = dense<[[[-2, -1], [0, 1], [2, 3]], [[4, 5], [6, 7], [8, 9]], [[10, 11], [12, 13], [14, 15]], [[16, 17], [18, 19], [20, 21]]]> : tensor<4x3x2xi32>} : () -> tensor<4x3x2xi32>
    %1 = "stablehlo.constant"() {value = dense<[[[1, 2, 3, 4], [5, 6, 7, 8]], [[9, 10, 11, 12], [13, 14, 15, 16]]]> : tensor<2x2x4xi32>} : () -> tensor<2x2x4xi32>
    %2 = "stablehlo.constant"() {value = dense<0> : tensor<1x2xi64>} : () -> tensor<1x2xi64>
    %3 = "stablehlo.dynamic_conv"(%0, %1, %2) {batch_group_count = 2 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = -1, input_spatial_dimensions = [1], kernel_input_feature_dimension = 1, kernel_output_feature_dimension = 2, kernel_spatial_dimensions = [0], output_batch_dimension = 0, output_feature_dimension = 2, output_spatial_dimensions = [1]>, feature_group_count = 1 : i64} : (tensor<4x3x2xi32>, tensor<2x2x4xi32>, tensor<1x2xi64>) -> tensor<2x2x4xi32>
    "func.return"() : () -> ()
  }) {function_type = () -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: dynamic_conv.C18
module {
  "func.func"() ({
    %0 = "stablehlo.constant"() {value = dense<[[[-2], [-1]]]> : tensor<1x2x1xi32>} : () -> tensor<1x2x1xi32>
    %1 = "stablehlo.constant"() {value = dense<[[[1]], [[2]], [[3]]]> : tensor<3x1x1xi32>} : () -> tensor<3x1x1xi32>
    %2 = "stablehlo.constant"() {value = dense<0> : tensor<1x2xi64>} : () -> tensor<1x2xi64>
    %3 = "stablehlo.dynamic_conv"(%0, %1, %2) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 2, input_spatial_dimensions = [1], kernel_input_feature_dimension = 1, kernel_output_feature_dimension = -1, kernel_spatial_dimensions = [0], output_batch_dimension = 0, output_feature_dimension = 2, output_spatial_dimensions = [1]>, feature_group_count = 1 : i64} : (tensor<1x2x1xi32>, tensor<3x1x1xi32>, tensor<1x2xi64>) -> tensor<1x0x1xi32>
    "func.return"() : () -> ()
  }) {function_type = () -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: dynamic_conv.C18
module {
  "func.func"() ({
    %0 = "stablehlo.constant"() {value = dense<[[[[-2], [-1], [0]], [[1], [2], [3]], [[4], [5], [6]]]]> : tensor<1x3x3x1xi32>} : () -> tensor<1x3x3x1xi32>
    %1 = "stablehlo.constant"() {value = dense<[[[[1]], [[2]]], [[[3]], [[4]]]]> : tensor<2x2x1x1xi32>} : () -> tensor<2x2x1x1xi32>
    %2 = "stablehlo.constant"() {value = dense<0> : tensor<2x2xi64>} : () -> tensor<2x2xi64>
    %3 = "stablehlo.dynamic_conv"(%0, %1, %2) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 2, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>, feature_group_count = 1 : i64, window_reversal = array<i1: false, true>} : (tensor<1x3x3x1xi32>, tensor<2x2x1x1xi32>, tensor<2x2xi64>) -> tensor<1x2x2x1xi32>
    "func.return"() : () -> ()
  }) {function_type = () -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: dynamic_conv.C20
module {
  "func.func"() ({
    %0 = "stablehlo.constant"() {value = dense<[[[-2], [-1]]]> : tensor<1x2x1xi32>} : () -> tensor<1x2x1xi32>
    %1 = "stablehlo.constant"() {value = dense<[[[1]], [[2]], [[3]]]> : tensor<3x1x1xi32>} : () -> tensor<3x1x1xi32>
    %2 = "stablehlo.constant"() {value = dense<0> : tensor<1x2xi64>} : () -> tensor<1x2xi64>
    %3 = "stablehlo.dynamic_conv"(%0, %1, %2) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 2, input_spatial_dimensions = [1], kernel_input_feature_dimension = 1, kernel_output_feature_dimension = 2, kernel_spatial_dimensions = [0], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1]>, feature_group_count = 1 : i64} : (tensor<1x2x1xi32>, tensor<3x1x1xi32>, tensor<1x2xi64>) -> tensor<1x0x1xi32>
    "func.return"() : () -> ()
  }) {function_type = () -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: dynamic_conv.C20
module {
  "func.func"() ({
    %0 = "stablehlo.constant"() {value = dense<[[[-2], [-1], [0]]]> : tensor<1x3x1xi32>} : () -> tensor<1x3x1xi32>
    %1 = "stablehlo.constant"() {value = dense<[[[1]], [[2]], [[3]]]> : tensor<3x1x1xi32>} : () -> tensor<3x1x1xi32>
    %2 = "stablehlo.constant"() {value = dense<[[2, 1]]> : tensor<1x2xi64>} : () -> tensor<1x2xi64>
    %3 = "stablehlo.dynamic_conv"(%0, %1, %2) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 2, input_spatial_dimensions = [1], kernel_input_feature_dimension = 1, kernel_output_feature_dimension = 2, kernel_spatial_dimensions = [0], output_batch_dimension = -2, output_feature_dimension = 2, output_spatial_dimensions = [1]>, feature_group_count = 1 : i64} : (tensor<1x3x1xi32>, tensor<3x1x1xi32>, tensor<1x2xi64>) -> tensor<1x4x1xi32>
    "func.return"() : () -> ()
  }) {function_type = () -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: dynamic_conv.C20
module {
  "func.func"() ({
    %0 = "stablehlo.constant"() {value = dense<[[[-2, -1, 0, 1], [2, 3, 4, 5]], [[6, 7, 8, 9], [10, 11, 12, 13]]]> : tensor<2x2x4xi32>} : () -> tensor<2x2x4xi32>
    %1 = "stablehlo.constant"() {value = dense<[[[1, 2], [3, 4]], [[5, 6], [7, 8]], [[9, 10], [11, 12]]]> : tensor<3x2x2xi32>} : () -> tensor<3x2x2xi32>
    %2 = "stablehlo.constant"() {value = dense<0> : tensor<1x2xi64>} : () -> tensor<1x2xi64>
    %3 = "stablehlo.dynamic_conv"(%0, %1, %2) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 1, input_spatial_dimensions = [2], kernel_input_feature_dimension = 1, kernel_output_feature_dimension = 0, kernel_spatial_dimensions = [2], output_batch_dimension = 5, output_feature_dimension = 1, output_spatial_dimensions = [2]>, feature_group_count = 1 : i64} : (tensor<2x2x4xi32>, tensor<3x2x2xi32>, tensor<1x2xi64>) -> tensor<2x3x3xi32>
    "func.return"() : () -> ()
  }) {function_type = () -> (), sym_name = "alone"} : () -> ()
}
// -----
// valid: dynamic_conv.C27
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<2x8x8x2xf32>, %arg1: tensor<3x3x2x4xf32>, %arg2: tensor<2x2xi64>, %arg3: tensor<3x3x2x4x!quant.uniform<i8:f32, 0.5:3>>):
    %0 = "stablehlo.dynamic_conv"(%arg0, %arg3, %arg2) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 1, 1>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, true>, window_strides = array<i64: 1, 1>} : (tensor<2x8x8x2xf32>, tensor<3x3x2x4x!quant.uniform<i8:f32, 0.5:3>>, tensor<2x2xi64>) -> tensor<2x6x6x4xf32>
    "func.return"() : () -> ()
  }) {function_type = (tensor<2x8x8x2xf32>, tensor<3x3x2x4xf32>, tensor<2x2xi64>, tensor<3x3x2x4x!quant.uniform<i8:f32, 0.5:3>>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: dynamic_conv.C28
module {
  "func.func"() ({
    %0 = "stablehlo.constant"() {value = dense<[[[-2], [-1], [0]]]> : tensor<1x3x1xi32>} : () -> tensor<1x3x1xi32>
    %1 = "stablehlo.constant"() {value = dense<[[[1]], [[2]], [[3]]]> : tensor<3x1x1xi32>} : () -> tensor<3x1x1xi32>
    %2 = "stablehlo.constant"() {value = dense<0> : tensor<1x2xi64>} : () -> tensor<1x2xi64>
    %3 = "stablehlo.dynamic_conv"(%0, %1, %2) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 2>} : (tensor<1x3x1xi32>, tensor<3x1x1xi32>, tensor<1x2xi64>) -> tensor<1x3x1x!quant.uniform<i8:f32:2, {1.0}>>
    "func.return"() : () -> ()
  }) {function_type = () -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: dynamic_iota.C1
module {
  "func.func"() ({
    %0 = "stablehlo.constant"() {value = dense<4> : tensor<1xi32>} : () -> tensor<1xi32>
    %1 = "stablehlo.dynamic_iota"(%0) {iota_dimension = -2 : i64} : (tensor<1xi32>) -> tensor<4xi8>
    "func.return"() : () -> ()
  }) {function_type = () -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: dynamic_pad.C1
module {
  "func.func"() ({
    %0 = "stablehlo.constant"() {value = dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>} : () -> tensor<2x3xi32>
    %1 = "stablehlo.constant"() {value = dense<-1> : tensor<i32>} : () -> tensor<i32>
    %2 = "stablehlo.constant"() {value = dense<[1, 0]> : tensor<2xi64>} : () -> tensor<2xi64>
    %3 = "stablehlo.constant"() {value = dense<[0, 2]> : tensor<2xi64>} : () -> tensor<2xi64>
    %4 = "stablehlo.constant"() {value = dense<0> : tensor<2xi64>} : () -> tensor<2xi64>
    %5 = "stablehlo.dynamic_pad"(%0, %1, %2, %3, %4) : (tensor<2x3xi32>, tensor<i32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<3x5xi8>
    "func.return"() : () -> ()
  }) {function_type = () -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: dynamic_pad.C1
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<2x2xi4>):
    %0 = "stablehlo.constant"() {value = dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>} : () -> tensor<2x2xi32>
    %1 = "stablehlo.constant"() {value = dense<-1> : tensor<i32>} : () -> tensor<i32>
    %2 = "stablehlo.constant"() {value = dense<[1, -1]> : tensor<2xi64>} : () -> tensor<2xi64>
    %3 = "stablehlo.constant"() {value = dense<[-1, 2]> : tensor<2xi64>} : () -> tensor<2xi64>
    %4 = "stablehlo.constant"() {value = dense<[1, 2]> : tensor<2xi64>} : () -> tensor<2xi64>
    %5 = "stablehlo.dynamic_pad"(%arg0, %1, %2, %3, %4) : (tensor<2x2xi4>, tensor<i32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<3x5xi32>
    "func.return"() : () -> ()
  }) {function_type = (tensor<2x2xi4>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: dynamic_pad.C2
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<3xi64>):
    %0 = "stablehlo.constant"() {value = dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>} : () -> tensor<2x3xi32>
    %1 = "stablehlo.constant"() {value = dense<-1> : tensor<i32>} : () -> tensor<i32>
    %2 = "stablehlo.constant"() {value = dense<[1, 0]> : tensor<2xi64>} : () -> tensor<2xi64>
    %3 = "stablehlo.constant"() {value = dense<[0, 2]> : tensor<2xi64>} : () -> tensor<2xi64>
    %4 = "stablehlo.constant"() {value = dense<0> : tensor<2xi64>} : () -> tensor<2xi64>
    %5 = "stablehlo.dynamic_pad"(%0, %1, %arg0, %3, %4) : (tensor<2x3xi32>, tensor<i32>, tensor<3xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<3x5xi32>
    "func.return"() : () -> ()
  }) {function_type = (tensor<3xi64>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: dynamic_slice.C2
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<3xi32>):
    %0 = "stablehlo.constant"() {value = dense<[[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]> : tensor<3x4xi32>} : () -> tensor<3x4xi32>
    %1 = "stablehlo.constant"() {value = dense<200> : tensor<ui8>} : () -> tensor<ui8>
    %2 = "stablehlo.constant"() {value = dense<1> : tensor<ui8>} : () -> tensor<ui8>
    %3 = "stablehlo.dynamic_slice"(%arg0, %1, %2) {slice_sizes = array<i64: 2, 2>} : (tensor<3xi32>, tensor<ui8>, tensor<ui8>) -> tensor<2x2xi32>
    "func.return"() : () -> ()
  }) {function_type = (tensor<3xi32>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: fft.C2
module {
  "func.func"() ({
    %0 = "stablehlo.constant"() {value = dense<[[[(-3.5, 0.0), (-2.5, 1.0), (-1.5, 2.0)], [(-0.5, 3.0), (0.5, 4.0), (1.5, 0.0)]], [[(2.5, 1.0), (3.5, 2.0), (4.5, 3.0)], [(5.5, 4.0), (6.5, 0.0), (7.5, 1.0)]]]> : tensor<2x2x3xcomplex<f64>>} : () -> tensor<2x2x3xcomplex<f64>>
    %1 = "stablehlo.fft"(%0) {fft_length = array<i64: 2, 3>, fft_type = #stablehlo<fft_type RFFT>} : (tensor<2x2x3xcomplex<f64>>) -> tensor<2x2x3xcomplex<f64>>
    "func.return"() : () -> ()
  }) {function_type = () -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: fft.C2
module {
  "func.func"() ({
    %0 = "stablehlo.constant"() {value = dense<[[[(-3.5, 0.0), (-2.5, 1.0), (-1.5, 2.0)], [(-0.5, 3.0), (0.5, 4.0), (1.5, 0.0)]], [[(2.5, 1.0), (3.5, 2.0), (4.5, 3.0)], [(5.5, 4.0), (6.5, 0.0), (7.5, 1.0)]]]> : tensor<2x2x3xcomplex<f64>>} : () -> tensor<2x2x3xcomplex<f64>>
    %1 = "stablehlo.fft"(%0) {fft_length = array<i64: 2, 3>, fft_type = #stablehlo<fft_type IRFFT>} : (tensor<2x2x3xcomplex<f64>>) -> tensor<2x2x3xcomplex<f64>>
    "func.return"() : () -> ()
  }) {function_type = () -> (), sym_name = "alone"} : () -> ()
}
// -----
// valid: fft.C3
module {
  "func.func"() ({
    %0 = "stablehlo.constant"() {value = dense<[[[(-3.5, 0.0), (-2.5, 1.0), (-1.5, 2.0)], [(-0.5, 3.0), (0.5, 4.0), (1.5, 0.0)]], [[(2.5, 1.0), (3.5, 2.0), (4.5, 3.0)], [(5.5, 4.0), (6.5, 0.0), (7.5, 1.0)]]]> : tensor<2x2x3xcomplex<f64>>} : () -> tensor<2x2x3xcomplex<f64>>
    %1 = "stablehlo.fft"(%0) {fft_length = array<i64: 2, 3, 3>, fft_type = #stablehlo<fft_type FFT>} : (tensor<2x2x3xcomplex<f64>>) -> tensor<2x2x3xcomplex<f64>>
    "func.return"() : () -> ()
  }) {function_type = () -> (), sym_name = "alone"} : () -> ()
}
// -----
// valid: fft.C4
module {
  "func.func"() ({
    %0 = "stablehlo.constant"() {value = dense<[[[(-3.5, 0.0), (-2.5, 1.0), (-1.5, 2.0)], [(-0.5, 3.0), (0.5, 4.0), (1.5, 0.0)]], [[(2.5, 1.0), (3.5, 2.0), (4.5, 3.0)], [(5.5, 4.0), (6.5, 0.0), (7.5, 1.0)]]]> : tensor<2x2x3xcomplex<f64>>} : () -> tensor<2x2x3xcomplex<f64>>
    %1 = "stablehlo.fft"(%0) {fft_length = array<i64: 2, -9223372036854775808>, fft_type = #stablehlo<fft_type IFFT>} : (tensor<2x2x3xcomplex<f64>>) -> tensor<2x2x3xcomplex<f64>>
    "func.return"() : () -> ()
  }) {function_type = () -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: fft.C5
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<3x9xf32>, %arg1: tensor<0x9xf32>):
    %0 = "stablehlo.fft"(%arg1) {fft_length = array<i64: 9>, fft_type = #stablehlo<fft_type RFFT>} : (tensor<0x9xf32>) -> tensor<3x5xcomplex<f32>>
    "func.return"() : () -> ()
  }) {function_type = (tensor<3x9xf32>, tensor<0x9xf32>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: fft.C5
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<0xcomplex<f64>>):
    %0 = "stablehlo.constant"() {value = dense<[(3.0, 0.0), (1.0, -2.0), (-0.5, 1.0)]> : tensor<3xcomplex<f64>>} : () -> tensor<3xcomplex<f64>>
    %1 = "stablehlo.fft"(%arg0) {fft_length = array<i64: 5>, fft_type = #stablehlo<fft_type IRFFT>} : (tensor<0xcomplex<f64>>) -> tensor<5xf64>
    "func.return"() : () -> ()
  }) {function_type = (tensor<0xcomplex<f64>>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: fft.C5
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<2xcomplex<f32>>):
    %0 = "stablehlo.constant"() {value = dense<[(1.0, 0.0), (0.0, 2.0), (-1.0, 0.0), (3.0, 0.0)]> : tensor<4xcomplex<f32>>} : () -> tensor<4xcomplex<f32>>
    %1 = "stablehlo.fft"(%arg0) {fft_length = array<i64: 4>, fft_type = #stablehlo<fft_type FFT>} : (tensor<2xcomplex<f32>>) -> tensor<4xcomplex<f32>>
    "func.return"() : () -> ()
  }) {function_type = (tensor<2xcomplex<f32>>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: fft.C5
module {
  "func.func"() ({
    %0 = "stablehlo.constant"() {value = dense<[[[(-3.5, 0.0), (-2.5, 1.0), (-1.5, 2.0)], [(-0.5, 3.0), (0.5, 4.0), (1.5, 0.0)]], [[(2.5, 1.0), (3.5, 2.0), (4.5, 3.0)], [(5.5, 4.0), (6.5, 0.0), (7.5, 1.0)]]]> : tensor<2x2x3xcomplex<f64>>} : () -> tensor<2x2x3xcomplex<f64>>
    %1 = "stablehlo.fft"(%0) {fft_length = array<i64: 2, 3>, fft_type = #stablehlo<fft_type IFFT>} : (tensor<2x2x3xcomplex<f64>>) -> tensor<2x2x0xcomplex<f64>>
    "func.return"() : () -> ()
  }) {function_type = () -> (), sym_name = "alone"} : () -> ()
}
// -----
// valid: fft.C5
module {
  "func.func"() ({
    %0 = "stablehlo.constant"() {value = dense<[[[(-3.5, 0.0), (-2.5, 1.0), (-1.5, 2.0)], [(-0.5, 3.0), (0.5, 4.0), (1.5, 0.0)]], [[(2.5, 1.0), (3.5, 2.0), (4.5, 3.0)], [(5.5, 4.0), (6.5, 0.0), (7.5, 1.0)]]]> : tensor<2x2x3xcomplex<f64>>} : () -> tensor<2x2x3xcomplex<f64>>
    %1 = "stablehlo.fft"(%0) {fft_length = array<i64: 9223372036854775807, 3>, fft_type = #stablehlo<fft_type FFT>} : (tensor<2x2x3xcomplex<f64>>) -> tensor<2x2x3xcomplex<f64>>
    "func.return"() : () -> ()
  }) {function_type = () -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: get_dimension_size.C1
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<2x?xf32>):
    %0 = "stablehlo.get_dimension_size"(%arg0) {dimension = -9223372036854775808 : i64} : (tensor<2x?xf32>) -> tensor<i32>
    "func.return"() : () -> ()
  }) {function_type = (tensor<2x?xf32>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: get_tuple_element.C1
module {
  "func.func"() ({
  ^bb0(%arg0: tuple<tensor<2xi32>, tuple<tensor<f32>>>):
    %0 = "stablehlo.get_tuple_element"(%arg0) {index = -2147483648 : i32} : (tuple<tensor<2xi32>, tuple<tensor<f32>>>) -> tuple<tensor<f32>>
    "func.return"() : () -> ()
  }) {function_type = (tuple<tensor<2xi32>, tuple<tensor<f32>>>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: if.C1
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<i32>):
    %0 = "stablehlo.constant"() {value = dense<true> : tensor<i1>} : () -> tensor<i1>
    %1 = "stablehlo.if"(%0) ({
    ^bb1(%arg1: tensor<f32>):
      "stablehlo.return"(%arg0) : (tensor<i32>) -> ()
    }, {
      %2 = "stablehlo.negate"(%arg0) : (tensor<i32>) -> tensor<i32>
      "stablehlo.return"(%2) : (tensor<i32>) -> ()
    }) : (tensor<i1>) -> tensor<i32>
    "func.return"() : () -> ()
  }) {function_type = (tensor<i32>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: iota.C1
module {
  "func.func"() ({
    %0 = "stablehlo.iota"() {iota_dimension = -1 : i64} : () -> tensor<4xbf16>
    "func.return"() : () -> ()
  }) {function_type = () -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: map.C4
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xi32>, %arg2: tensor<i32>):
    %0 = "stablehlo.map"(%arg0, %arg1) ({
    ^bb1(%arg3: tensor<f32>, %arg4: tensor<ui8>):
      %1 = "stablehlo.negate"(%arg3) : (tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%1) : (tensor<f32>) -> ()
    }) {dimensions = array<i64: 0, 1>} : (tensor<2x3xf32>, tensor<2x3xi32>) -> tensor<2x3xf32>
    "func.return"() : () -> ()
  }) {function_type = (tensor<2x3xf32>, tensor<2x3xi32>, tensor<i32>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: multiply.C1
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<i32>, %arg1: tensor<i8>):
    %0 = "stablehlo.constant"() {value = dense<3> : tensor<i32>} : () -> tensor<i32>
    %1 = "stablehlo.multiply"(%arg1, %0) : (tensor<i8>, tensor<i32>) -> tensor<i32>
    "func.return"() : () -> ()
  }) {function_type = (tensor<i32>, tensor<i8>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: pad.C1
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<i16>):
    %0 = "stablehlo.constant"() {value = dense<5.0> : tensor<f32>} : () -> tensor<f32>
    %1 = "stablehlo.constant"() {value = dense<1.0> : tensor<f32>} : () -> tensor<f32>
    %2 = "stablehlo.pad"(%arg0, %1) {edge_padding_high = array<i64>, edge_padding_low = array<i64>, interior_padding = array<i64>} : (tensor<i16>, tensor<f32>) -> tensor<f32>
    "func.return"() : () -> ()
  }) {function_type = (tensor<i16>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: pad.C1
module {
  "func.func"() ({
    %0 = "stablehlo.constant"() {value = dense<[1.0000001192092896, -0.0, 0x7FC00000, 1.401298464324817e-45]> : tensor<4xf32>} : () -> tensor<4xf32>
    %1 = "stablehlo.constant"() {value = dense<-0.0> : tensor<f32>} : () -> tensor<f32>
    %2 = "stablehlo.pad"(%0, %1) {edge_padding_high = array<i64: 1>, edge_padding_low = array<i64: 1>, interior_padding = array<i64: 1>} : (tensor<4xf32>, tensor<f32>) -> tensor<9x!quant.uniform<i32:f32, 0.5>>
    "func.return"() : () -> ()
  }) {function_type = () -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: pad.C2
module {
  "func.func"() ({
    %0 = "stablehlo.constant"() {value = dense<[1, 2, 3]> : tensor<3xi32>} : () -> tensor<3xi32>
    %1 = "stablehlo.constant"() {value = dense<-1> : tensor<i32>} : () -> tensor<i32>
    %2 = "stablehlo.pad"(%0, %1) {edge_padding_high = array<i64: -2>, edge_padding_low = array<i64>, interior_padding = array<i64: 0>} : (tensor<3xi32>, tensor<i32>) -> tensor<0xi32>
    "func.return"() : () -> ()
  }) {function_type = () -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: pad.C2
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<i32>):
    %0 = "stablehlo.constant"() {value = dense<[858993459, -2147483648, 2147483647, 306783378]> : tensor<4xi32>} : () -> tensor<4xi32>
    %1 = "stablehlo.constant"() {value = dense<-2147483648> : tensor<i32>} : () -> tensor<i32>
    %2 = "stablehlo.pad"(%arg0, %1) {edge_padding_high = array<i64: 1>, edge_padding_low = array<i64: 1>, interior_padding = array<i64: 1>} : (tensor<i32>, tensor<i32>) -> tensor<9xi32>
    "func.return"() : () -> ()
  }) {function_type = (tensor<i32>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: reduce.C4
module {
  "func.func"() ({
    %0 = "stablehlo.constant"() {value = dense<[[[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0], [8.0, 9.0, 10.0, 11.0, 12.0, 13.0, 14.0]], [[15.0, 16.0, 17.0, 18.0, 19.0, 20.0, 21.0], [22.0, 23.0, 24.0, 25.0, 26.0, 27.0, 28.0]], [[29.0, 30.0, 31.0, 32.0, 33.0, 34.0, 35.0], [36.0, 37.0, 38.0, 39.0, 40.0, 41.0, 42.0]]]> : tensor<3x2x7xf32>} : () -> tensor<3x2x7xf32>
    %1 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    %2 = "stablehlo.reduce"(%0, %1) ({
    ^bb0(%arg0: tensor<f32>, %arg1: tensor<f32>):
      %3 = "stablehlo.add"(%arg0, %arg1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%3) : (tensor<f32>) -> ()
    }) {dimensions = array<i64: -1, 2>} : (tensor<3x2x7xf32>, tensor<f32>) -> tensor<2xf32>
    "func.return"() : () -> ()
  }) {function_type = () -> (), sym_name = "alone"} : () -> ()
}
// -----
// valid: reduce_precision.C2
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<4x!quant.uniform<i8:f32, 0.5>>):
    %0 = "stablehlo.reduce_precision"(%arg0) {exponent_bits = 1 : i32, mantissa_bits = 1 : i32} : (tensor<4x!quant.uniform<i8:f32, 0.5>>) -> tensor<4x!quant.uniform<i8:f32, 0.5>>
    "func.return"() : () -> ()
  }) {function_type = (tensor<4x!quant.uniform<i8:f32, 0.5>>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: reduce_scatter.C2
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<2x2xi32>):
    %0 = "stablehlo.reduce_scatter"(%arg0) ({
    ^bb1(%arg1: tensor<i32>, %arg2: tensor<i32>):
      %1 = "stablehlo.add"(%arg1, %arg2) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      "stablehlo.return"(%1) : (tensor<i32>) -> ()
    }) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 3], [2, 1]]> : tensor<2x2xi64>, scatter_dimension = -1 : i64, use_global_device_ids} : (tensor<2x2xi32>) -> tensor<1x2xi32>
    "func.return"() : () -> ()
  }) {function_type = (tensor<2x2xi32>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: reduce_scatter.C5
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<4x8xf32>):
    %0 = "stablehlo.reduce_scatter"(%arg0) ({
    ^bb1(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %1 = "stablehlo.add"(%arg1, %arg2) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%1) : (tensor<f32>) -> ()
    }) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, -1]]> : tensor<1x2xi64>, scatter_dimension = 1 : i64, use_global_device_ids} : (tensor<4x8xf32>) -> tensor<4x4xf32>
    "func.return"() : () -> ()
  }) {function_type = (tensor<4x8xf32>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: reverse.C3
module {
  "func.func"() ({
    %0 = "stablehlo.constant"() {value = dense<[1.0000000000000002, -0.0, 0x7FF8000000000000, 5.0e-324]> : tensor<4xf64>} : () -> tensor<4xf64>
    %1 = "stablehlo.reverse"(%0) {dimensions = array<i64: -2>} : (tensor<4xf64>) -> tensor<4xf64>
    "func.return"() : () -> ()
  }) {function_type = () -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: rng.C1
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<f32>, %arg1: tensor<f32>, %arg2: tensor<2xi64>, %arg3: tensor<i16>):
    %0 = "stablehlo.rng"(%arg3, %arg1, %arg2) {rng_distribution = #stablehlo<rng_distribution UNIFORM>} : (tensor<i16>, tensor<f32>, tensor<2xi64>) -> tensor<?x?xf32>
    "func.return"() : () -> ()
  }) {function_type = (tensor<f32>, tensor<f32>, tensor<2xi64>, tensor<i16>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: rng.C1
module {
  "func.func"() ({
    %0 = "stablehlo.constant"() {value = dense<-1.5> : tensor<f32>} : () -> tensor<f32>
    %1 = "stablehlo.constant"() {value = dense<2.0> : tensor<f32>} : () -> tensor<f32>
    %2 = "stablehlo.constant"() {value = dense<100> : tensor<1xi64>} : () -> tensor<1xi64>
    %3 = "stablehlo.rng"(%0, %1, %2) {rng_distribution = #stablehlo<rng_distribution UNIFORM>} : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<100xi32>
    "func.return"() : () -> ()
  }) {function_type = () -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: select.C2
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<i1>, %arg1: tensor<i1>, %arg2: tensor<i1>, %arg3: tensor<ui8>):
    %0 = "stablehlo.select"(%arg0, %arg3, %arg2) : (tensor<i1>, tensor<ui8>, tensor<i1>) -> tensor<i1>
    "func.return"() : () -> ()
  }) {function_type = (tensor<i1>, tensor<i1>, tensor<i1>, tensor<ui8>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: select.C2
module {
  "func.func"() ({
    %0 = "stablehlo.constant"() {value = dense<[true, false, false, true]> : tensor<4xi1>} : () -> tensor<4xi1>
    %1 = "stablehlo.constant"() {value = dense<[1717986919, 0, 4294967295, 613566756]> : tensor<4xui32>} : () -> tensor<4xui32>
    %2 = "stablehlo.constant"() {value = dense<[613566756, 4294967295, 0, 1717986919]> : tensor<4xui32>} : () -> tensor<4xui32>
    %3 = "stablehlo.select"(%0, %1, %2) : (tensor<4xi1>, tensor<4xui32>, tensor<4xui32>) -> tensor<4x2xui32>
    "func.return"() : () -> ()
  }) {function_type = () -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: select_and_scatter.C9
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<i32>):
    %0 = "stablehlo.constant"() {value = dense<[[1, 2, 4, 3]]> : tensor<1x4xi32>} : () -> tensor<1x4xi32>
    %1 = "stablehlo.constant"() {value = dense<[[10, 20]]> : tensor<1x2xi32>} : () -> tensor<1x2xi32>
    %2 = "stablehlo.constant"() {value = dense<-1> : tensor<i32>} : () -> tensor<i32>
    %3 = "stablehlo.select_and_scatter"(%0, %1, %2) ({
    ^bb1(%arg1: tensor<i32>, %arg2: tensor<1xi32>):
      %4 = "stablehlo.compare"(%arg1, %arg0) {compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction GE>} : (tensor<i32>, tensor<i32>) -> tensor<i1>
      "stablehlo.return"(%4) : (tensor<i1>) -> ()
    }, {
    ^bb2(%arg3: tensor<i32>, %arg4: tensor<i32>):
      %5 = "stablehlo.maximum"(%arg3, %arg4) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      "stablehlo.return"(%5) : (tensor<i32>) -> ()
    }) {window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>} : (tensor<1x4xi32>, tensor<1x2xi32>, tensor<i32>) -> tensor<1x4xi32>
    "func.return"() : () -> ()
  }) {function_type = (tensor<i32>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: shift_right_logical.C1
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<?x15xui64>):
    %0 = "stablehlo.constant"() {value = dense<[7378697629483820647, 18446744073709551615, 0, 7378697629483820647, 18446744073709551615, 0, 7378697629483820647, 18446744073709551615, 0, 7378697629483820647, 18446744073709551615, 0, 7378697629483820647, 18446744073709551615, 0]> : tensor<15xui64>} : () -> tensor<15xui64>
    %1 = "stablehlo.constant"() {value = dense<[0, 0, 0, 1, 1, 1, 32, 32, 32, 33, 33, 33, 63, 63, 63]> : tensor<15xui64>} : () -> tensor<15xui64>
    %2 = "stablehlo.shift_right_logical"(%arg0, %1) : (tensor<?x15xui64>, tensor<15xui64>) -> tensor<15xui64>
    "func.return"() : () -> ()
  }) {function_type = (tensor<?x15xui64>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: slice.C2
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<2x3xf32>):
    %0 = "stablehlo.slice"(%arg0) {limit_indices = array<i64: 2, 3>, start_indices = array<i64: 1>, strides = array<i64: 1, 1>} : (tensor<2x3xf32>) -> tensor<2x2xf32>
    "func.return"() : () -> ()
  }) {function_type = (tensor<2x3xf32>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: slice.C2
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<?x4xi16>):
    %0 = "stablehlo.constant"() {value = dense<[13107, -32768, 32767, 4681]> : tensor<4xi16>} : () -> tensor<4xi16>
    %1 = "stablehlo.slice"(%arg0) {limit_indices = array<i64: 4>, start_indices = array<i64: 1>, strides = array<i64: 1>} : (tensor<?x4xi16>) -> tensor<3xi16>
    "func.return"() : () -> ()
  }) {function_type = (tensor<?x4xi16>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: slice.C3
module {
  "func.func"() ({
    %0 = "stablehlo.constant"() {value = dense<[1.125, -0.0, 0x7F, 0.001953125]> : tensor<4xf8E4M3FN>} : () -> tensor<4xf8E4M3FN>
    %1 = "stablehlo.slice"(%0) {limit_indices = array<i64: 4>, start_indices = array<i64: -1>, strides = array<i64: 1>} : (tensor<4xf8E4M3FN>) -> tensor<3xf8E4M3FN>
    "func.return"() : () -> ()
  }) {function_type = () -> (), sym_name = "alone"} : () -> ()
}
// -----
// valid: sort.C4
module {
  "func.func"() ({
    %0 = "stablehlo.constant"() {value = dense<[3, 1, 3, 1]> : tensor<4xi32>} : () -> tensor<4xi32>
    %1 = "stablehlo.constant"() {value = dense<[5, 9, 2, 8]> : tensor<4xi32>} : () -> tensor<4xi32>
    %2, %3 = "stablehlo.sort"(%0, %1) ({
    ^bb0(%arg0: tensor<i32>, %arg1: tensor<i32>, %arg2: tensor<i32>, %arg3: tensor<i32>):
      %4 = "stablehlo.compare"(%arg0, %arg1) {compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>} : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %5 = "stablehlo.compare"(%arg0, %arg1) {compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction EQ>} : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %6 = "stablehlo.compare"(%arg2, %arg3) {compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction GT>} : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %7 = "stablehlo.and"(%5, %6) : (tensor<i1>, tensor<i1>) -> tensor<i1>
      %8 = "stablehlo.or"(%4, %7) : (tensor<i1>, tensor<i1>) -> tensor<i1>
      "stablehlo.return"(%8) : (tensor<i1>) -> ()
    }) {dimension = -1 : i64} : (tensor<4xi32>, tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>)
    "func.return"() : () -> ()
  }) {function_type = () -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: sort.C4
module {
  "func.func"() ({
    %0 = "stablehlo.constant"() {value = dense<"0x00000000070000000400000001000000080000000500000002000000090000000600000003000000000000000700000004000000010000000800000005000000020000000900000006000000030000000000000007000000040000000100000008000000050000000200000009000000060000000300000000000000070000000400000001000000080000000500000002000000090000000600000003000000000000000700000004000000010000000800000005000000020000000900000006000000030000000000000007000000040000000100000008000000050000000200000009000000060000000300000000000000070000000400000001000000080000000500000002000000090000000600000003000000000000000700000004000000010000000800000005000000020000000900000006000000030000000000000007000000040000000100000008000000050000000200000009000000060000000300000000000000070000000400000001000000080000000500000002000000090000000600000003000000"> : tensor<100xi32>} : () -> tensor<100xi32>
    %1 = "stablehlo.constant"() {value = dense<"0x0100000002000000030000000400000005000000060000000700000008000000090000000A0000000B0000000C0000000D0000000E0000000F000000100000001100000012000000130000001400000015000000160000001700000018000000190000001A0000001B0000001C0000001D0000001E0000001F000000200000002100000022000000230000002400000025000000260000002700000028000000290000002A0000002B0000002C0000002D0000002E0000002F000000300000003100000032000000330000003400000035000000360000003700000038000000390000003A0000003B0000003C0000003D0000003E0000003F000000400000004100000042000000430000004400000045000000460000004700000048000000490000004A0000004B0000004C0000004D0000004E0000004F000000500000005100000052000000530000005400000055000000560000005700000058000000590000005A0000005B0000005C0000005D0000005E0000005F0000006000000061000000620000006300000064000000"> : tensor<100xi32>} : () -> tensor<100xi32>
    %2, %3 = "stablehlo.sort"(%0, %1) ({
    ^bb0(%arg0: tensor<i32>, %arg1: tensor<i32>, %arg2: tensor<i32>, %arg3: tensor<i32>):
      %4 = "stablehlo.compare"(%arg0, %arg1) {compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>} : (tensor<i32>, tensor<i32>) -> tensor<i1>
      "stablehlo.return"(%4) : (tensor<i1>) -> ()
    }) {dimension = -9223372036854775808 : i64, is_stable = true} : (tensor<100xi32>, tensor<100xi32>) -> (tensor<100xi32>, tensor<100xi32>)
    "func.return"() : () -> ()
  }) {function_type = () -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: sort.C5
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<i32>):
    %0 = "stablehlo.constant"() {value = dense<> : tensor<2x0xi32>} : () -> tensor<2x0xi32>
    %1 = "stablehlo.sort"(%0) ({
    ^bb1(%arg1: tensor<2xi32>, %arg2: tensor<i32>):
      %2 = "stablehlo.compare"(%arg0, %arg2) {compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>} : (tensor<i32>, tensor<i32>) -> tensor<i1>
      "stablehlo.return"(%2) : (tensor<i1>) -> ()
    }) {dimension = 1 : i64} : (tensor<2x0xi32>) -> tensor<2x0xi32>
    "func.return"() : () -> ()
  }) {function_type = (tensor<i32>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: subtract.C1
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<f16>):
    %0 = "stablehlo.constant"() {value = dense<[1.0, 1.0009765625, 1.0, 1.1920928955078125e-07]> : tensor<4xf16>} : () -> tensor<4xf16>
    %1 = "stablehlo.constant"() {value = dense<[0.000244140625, -0.00048828125, -0.000732421875, 5.960464477539063e-08]> : tensor<4xf16>} : () -> tensor<4xf16>
    %2 = "stablehlo.subtract"(%arg0, %1) : (tensor<f16>, tensor<4xf16>) -> tensor<4xf16>
    "func.return"() : () -> ()
  }) {function_type = (tensor<f16>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: triangular_solve.C3
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<6x3xf64>):
    %0 = "stablehlo.constant"() {value = dense<[[2.0, 0.0, 0.0], [1.0, 4.0, 0.0], [-3.0, 0.5, 8.0]]> : tensor<3x3xf64>} : () -> tensor<3x3xf64>
    %1 = "stablehlo.constant"() {value = dense<[[2.0, 9.0, 1.0], [4.0, -2.0, 0.5]]> : tensor<2x3xf64>} : () -> tensor<2x3xf64>
    %2 = "stablehlo.triangular_solve"(%arg0, %1) {left_side = false, lower = true, transpose_a = #stablehlo<transpose TRANSPOSE>, unit_diagonal = false} : (tensor<6x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
    "func.return"() : () -> ()
  }) {function_type = (tensor<6x3xf64>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: while.C1
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<i32>, %arg1: tensor<i32>):
    %0 = "stablehlo.constant"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
    %1 = "stablehlo.constant"() {value = dense<1> : tensor<i32>} : () -> tensor<i32>
    %2, %3 = "stablehlo.while"(%0, %1) ({
    ^bb1(%arg2: tensor<i32>):
      %4 = "stablehlo.compare"(%arg1, %arg0) {compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>} : (tensor<i32>, tensor<i32>) -> tensor<i1>
      "stablehlo.return"(%4) : (tensor<i1>) -> ()
    }, {
    ^bb2(%arg3: tensor<i32>, %arg4: tensor<i32>):
      %5 = "stablehlo.add"(%arg3, %1) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      %6 = "stablehlo.multiply"(%arg4, %5) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      "stablehlo.return"(%5, %6) : (tensor<i32>, tensor<i32>) -> ()
    }) : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
    "func.return"() : () -> ()
  }) {function_type = (tensor<i32>, tensor<i32>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: while.C2
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<f32>, %arg1: tensor<f32>):
    %0 = "stablehlo.while"(%arg0) ({
    ^bb1(%arg2: tensor<f32>):
      %1 = "stablehlo.is_finite"(%arg2) : (tensor<f32>) -> tensor<i1>
      "stablehlo.return"(%1) : (tensor<i1>) -> ()
    }, {
    ^bb2(%arg3: tensor<1xf32>):
      %2 = "stablehlo.exponential"(%arg1) : (tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%2) : (tensor<f32>) -> ()
    }) : (tensor<f32>) -> tensor<f32>
    "func.return"() : () -> ()
  }) {function_type = (tensor<f32>, tensor<f32>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: xor.C1
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<1xui32>):
    %0 = "stablehlo.constant"() {value = dense<[1717986919, 4294967295, 0]> : tensor<3xui32>} : () -> tensor<3xui32>
    %1 = "stablehlo.constant"() {value = dense<[613566756, 1717986919, 613566756]> : tensor<3xui32>} : () -> tensor<3xui32>
    %2 = "stablehlo.xor"(%arg0, %1) : (tensor<1xui32>, tensor<3xui32>) -> tensor<3xui32>
    "func.return"() : () -> ()
  }) {function_type = (tensor<1xui32>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// accepted: all_gather.C3
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<2x2xi32>):
    %0 = "stablehlo.all_gather"(%arg0) {all_gather_dim = 1 : i64, replica_groups = dense<> : tensor<0x2xi64>} : (tensor<2x2xi32>) -> tensor<2x4xi32>
    "func.return"() : () -> ()
  }) {function_type = (tensor<2x2xi32>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// accepted: all_reduce.C2
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<2x2xi32>):
    %0 = "stablehlo.all_reduce"(%arg0) ({
    ^bb1(%arg1: tensor<i32>, %arg2: tensor<i32>):
      "stablehlo.return"(%arg1) : (tensor<i32>) -> ()
    }) {replica_groups = dense<> : tensor<0x4xi64>} : (tensor<2x2xi32>) -> tensor<2x2xi32>
    "func.return"() : () -> ()
  }) {function_type = (tensor<2x2xi32>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: all_reduce.C5
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<2x2xi32>):
    %0 = "stablehlo.all_reduce"(%arg0) ({
    ^bb1(%arg1: tensor<i32>, %arg2: tensor<i32>):
      "stablehlo.return"() : () -> ()
    }) {replica_groups = dense<[[3, 0, 2, 1]]> : tensor<1x4xi64>} : (tensor<2x2xi32>) -> tensor<2x2xi32>
    "func.return"() : () -> ()
  }) {function_type = (tensor<2x2xi32>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: all_reduce.C6
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<2x2xi32>):
    %0 = "stablehlo.all_reduce"() ({
    ^bb1(%arg1: tensor<i32>, %arg2: tensor<i32>):
      "stablehlo.return"(%arg1) : (tensor<i32>) -> ()
    }) {replica_groups = dense<[[3, 0, 2, 1]]> : tensor<1x4xi64>} : () -> tensor<2x2xi32>
    "func.return"() : () -> ()
  }) {function_type = (tensor<2x2xi32>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: all_to_all.C6
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<2x2xi32>):
    %0 = "stablehlo.all_to_all"(%arg0) {concat_dimension = 1 : i64, replica_groups = dense<> : tensor<0x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64} : (tensor<2x2xi32>) -> tensor<1x4xi32>
    "func.return"() : () -> ()
  }) {function_type = (tensor<2x2xi32>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: async_done.C1
module {
  "func.func"() ({
  ^bb0(%arg0: !stablehlo.future<tensor<2xi32>>):
    %0 = "stablehlo.async_done"(%arg0) : (!stablehlo.future<tensor<2xi32>>) -> tensor<i32>
    "func.return"() : () -> ()
  }) {function_type = (!stablehlo.future<tensor<2xi32>>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: async_start.C3
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<2xi32>):
    %0 = "stablehlo.async_start"() ({
    ^bb1(%arg1: tensor<2xi32>):
      %1 = "stablehlo.all_gather"(%arg1) {all_gather_dim = 0 : i64, replica_groups = dense<0> : tensor<1x1xi64>} : (tensor<2xi32>) -> tensor<2xi32>
      "stablehlo.return"(%1) : (tensor<2xi32>) -> ()
    }) : () -> !stablehlo.future<tensor<2xi32>>
    "func.return"() : () -> ()
  }) {function_type = (tensor<2xi32>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: async_start.C4
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<2xi32>):
    %0 = "stablehlo.async_start"(%arg0) ({
    ^bb1(%arg1: tensor<2xi32>):
      %1 = "stablehlo.all_gather"(%arg1) {all_gather_dim = 0 : i64, replica_groups = dense<0> : tensor<1x1xi64>} : (tensor<2xi32>) -> tensor<2xi32>
      "stablehlo.return"() : () -> ()
    }) : (tensor<2xi32>) -> !stablehlo.future<tensor<2xi32>>
    "func.return"() : () -> ()
  }) {function_type = (tensor<2xi32>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: bitcast_convert.C1
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<3xf64>):
    %0 = "stablehlo.bitcast_convert"(%arg0) : (tensor<3xf64>) -> tensor<3xf32>
    "func.return"() : () -> ()
  }) {function_type = (tensor<3xf64>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// accepted: bitcast_convert.C1
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<6xf64>):
    %0 = "stablehlo.bitcast_convert"(%arg0) : (tensor<6xf64>) -> tensor<ui64>
    "func.return"() : () -> ()
  }) {function_type = (tensor<6xf64>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: collective_broadcast.C1
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<2x2xi32>):
    %0 = "stablehlo.collective_broadcast"(%arg0) {replica_groups = dense<[[1, 1]]> : tensor<1x2xi64>} : (tensor<2x2xi32>) -> tensor<2x2xi32>
    "func.return"() : () -> ()
  }) {function_type = (tensor<2x2xi32>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// accepted: collective_broadcast.C1
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<2xi32>, %arg1: tensor<2x2xi32>):
    %0, %1 = "stablehlo.collective_broadcast"(%arg0, %arg1) {replica_groups = dense<[[1, 1]]> : tensor<1x2xi64>} : (tensor<2xi32>, tensor<2x2xi32>) -> (tensor<2xi32>, tensor<2x2xi32>)
    "func.return"() : () -> ()
  }) {function_type = (tensor<2xi32>, tensor<2x2xi32>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: collective_broadcast.C2
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<2x2xi32>):
    %0 = "stablehlo.collective_broadcast"(%arg0) {replica_groups = dense<[[-1, 1]]> : tensor<1x2xi64>} : (tensor<2x2xi32>) -> tensor<2x2xi32>
    "func.return"() : () -> ()
  }) {function_type = (tensor<2x2xi32>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// accepted: collective_broadcast.C2
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<2xi32>, %arg1: tensor<3xi8>, %arg2: tensor<2xi32>):
    %0, %1 = "stablehlo.collective_broadcast"(%arg0, %arg1, %arg2) {has_dynamic_root = true, replica_groups = dense<[[-1, 1]]> : tensor<1x2xi64>} : (tensor<2xi32>, tensor<3xi8>, tensor<2xi32>) -> (tensor<2xi32>, tensor<3xi8>)
    "func.return"() : () -> ()
  }) {function_type = (tensor<2xi32>, tensor<3xi8>, tensor<2xi32>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: collective_broadcast.C3
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<2x2xi32>):
    %0 = "stablehlo.collective_broadcast"(%arg0) {replica_groups = dense<[[2, 1]]> : tensor<1x2xi64>} : (tensor<2x2xi32>) -> tensor<2xi32>
    "func.return"() : () -> ()
  }) {function_type = (tensor<2x2xi32>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// accepted: collective_broadcast.C3
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<2xi32>, %arg1: tensor<2x2xi32>):
    %0, %1 = "stablehlo.collective_broadcast"(%arg0, %arg1) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xi32>, tensor<2x2xi32>) -> (tensor<2xi32>, tensor<2xi32>)
    "func.return"() : () -> ()
  }) {function_type = (tensor<2xi32>, tensor<2x2xi32>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: collective_broadcast.C5
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<2x2xi32>):
    %0 = "stablehlo.collective_broadcast"() {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : () -> tensor<2x2xi32>
    "func.return"() : () -> ()
  }) {function_type = (tensor<2x2xi32>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// accepted: collective_broadcast.C5
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<2x2xi32>):
    %0 = "stablehlo.collective_broadcast"(%arg0, %arg0) {replica_groups = dense<[[2, 1]]> : tensor<1x2xi64>} : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi32>
    "func.return"() : () -> ()
  }) {function_type = (tensor<2x2xi32>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: collective_broadcast.I1
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<2x2xi32>, %arg1: i64):
    %0 = "stablehlo.collective_broadcast"(%arg1) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (i64) -> tensor<2x2xi32>
    "func.return"() : () -> ()
  }) {function_type = (tensor<2x2xi32>, i64) -> (), sym_name = "alone"} : () -> ()
}
// -----
// accepted: collective_broadcast.I1
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<2xi32>, %arg1: tensor<2x2xi32>, %arg2: tensor<*xi32>):
    %0, %1 = "stablehlo.collective_broadcast"(%arg2, %arg1) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<*xi32>, tensor<2x2xi32>) -> (tensor<2xi32>, tensor<2x2xi32>)
    "func.return"() : () -> ()
  }) {function_type = (tensor<2xi32>, tensor<2x2xi32>, tensor<*xi32>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: collective_broadcast.I2
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<2x2xi32>):
    %0 = "stablehlo.collective_broadcast"(%arg0) : (tensor<2x2xi32>) -> tensor<2x2xi32>
    "func.return"() : () -> ()
  }) {function_type = (tensor<2x2xi32>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// accepted: collective_broadcast.I2
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<2xi32>, %arg1: tensor<2x2xi32>):
    %0, %1 = "stablehlo.collective_broadcast"(%arg0, %arg1) : (tensor<2xi32>, tensor<2x2xi32>) -> (tensor<2xi32>, tensor<2x2xi32>)
    "func.return"() : () -> ()
  }) {function_type = (tensor<2xi32>, tensor<2x2xi32>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: collective_broadcast.I3
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<2x2xi32>):
    %0 = "stablehlo.collective_broadcast"(%arg0) {channel_handle = "text", replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2x2xi32>) -> tensor<2x2xi32>
    "func.return"() : () -> ()
  }) {function_type = (tensor<2x2xi32>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// accepted: collective_broadcast.I3
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<2xi32>, %arg1: tensor<3xi8>, %arg2: tensor<2xi32>):
    %0, %1 = "stablehlo.collective_broadcast"(%arg0, %arg1, %arg2) {has_dynamic_root = true, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle} : (tensor<2xi32>, tensor<3xi8>, tensor<2xi32>) -> (tensor<2xi32>, tensor<3xi8>)
    "func.return"() : () -> ()
  }) {function_type = (tensor<2xi32>, tensor<3xi8>, tensor<2xi32>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: collective_broadcast.O1
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<2x2xi32>):
    %0 = "stablehlo.collective_broadcast"(%arg0) {replica_groups = dense<[[2, 1]]> : tensor<1x2xi64>} : (tensor<2x2xi32>) -> i64
    "func.return"() : () -> ()
  }) {function_type = (tensor<2x2xi32>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// accepted: collective_broadcast.O1
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<2xi32>, %arg1: tensor<2x2xi32>):
    %0, %1 = "stablehlo.collective_broadcast"(%arg0, %arg1) {replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>} : (tensor<2xi32>, tensor<2x2xi32>) -> (tensor<*xi32>, tensor<2x2xi32>)
    "func.return"() : () -> ()
  }) {function_type = (tensor<2xi32>, tensor<2x2xi32>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: compare.C2
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<f32>, %arg1: tensor<f32>):
    %0 = "stablehlo.compare"(%arg0, %arg1) {comparison_direction = #stablehlo<comparison_direction GT>} : (tensor<f32>, tensor<f32>) -> tensor<2xi1>
    "func.return"() : () -> ()
  }) {function_type = (tensor<f32>, tensor<f32>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: compare.I4
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<i32>, %arg1: tensor<i32>):
    %0 = "stablehlo.compare"(%arg0, %arg1) {comparison_direction = #stablehlo<comparison_direction GT>, compare_type = @nobody} : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "func.return"() : () -> ()
  }) {function_type = (tensor<i32>, tensor<i32>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// accepted: compare.I4
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<bf16>, %arg1: tensor<bf16>):
    %0 = "stablehlo.compare"(%arg0, %arg1) {compare_type = #stablehlo<comparison_type NOTYPE>, comparison_direction = #stablehlo<comparison_direction GE>} : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
    "func.return"() : () -> ()
  }) {function_type = (tensor<bf16>, tensor<bf16>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: convert.C1
module {
  "func.func"() ({
    %0 = "stablehlo.constant"() {value = dense<[false, true]> : tensor<2xi1>} : () -> tensor<2xi1>
    %1 = "stablehlo.convert"(%0) : (tensor<2xi1>) -> tensor<0xi8>
    "func.return"() : () -> ()
  }) {function_type = () -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: convolution.C25
module {
  "func.func"() ({
    %0 = "stablehlo.constant"() {value = dense<[[[20], [12], [8]]]> : tensor<1x3x1xi8>} : () -> tensor<1x3x1xi8>
    %1 = "stablehlo.constant"() {value = dense<[[[1]], [[2]]]> : tensor<2x1x1xi8>} : () -> tensor<2x1x1xi8>
    %2 = "stablehlo.convolution"(%0, %1) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64} : (tensor<1x3x1xi8>, tensor<2x1x1xi8>) -> tensor<1x3x1xi8>
    "func.return"() : () -> ()
  }) {function_type = () -> (), sym_name = "alone"} : () -> ()
}
// -----
// accepted: convolution.C25
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<2x8x8x2xf32>, %arg1: tensor<3x3x2x4xf32>):
    %0 = "stablehlo.convolution"(%arg0, %arg1) {batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>], rhs_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, true>, window_strides = array<i64: 1, 1>} : (tensor<2x8x8x2xf32>, tensor<3x3x2x4xf32>) -> tensor<?x6x?x?xf32, #stablehlo.bounds<3, ?, 4, 4>>
    "func.return"() : () -> ()
  }) {function_type = (tensor<2x8x8x2xf32>, tensor<3x3x2x4xf32>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: dot_general.C12
module {
  "func.func"() ({
    %0 = "stablehlo.constant"() {value = dense<> : tensor<2x0xi32>} : () -> tensor<2x0xi32>
    %1 = "stablehlo.constant"() {value = dense<> : tensor<0x3xi32>} : () -> tensor<0x3xi32>
    %2 = "stablehlo.dot_general"(%0, %1) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>} : (tensor<2x0xi32>, tensor<0x3xi32>) -> tensor<3xi32>
    "func.return"() : () -> ()
  }) {function_type = () -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: dynamic_broadcast_in_dim.C1
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<3xf32>, %arg1: tensor<2xi64>):
    %0 = "stablehlo.dynamic_broadcast_in_dim"(%arg0, %arg1) {broadcast_dimensions = array<i64: 1>, known_expanding_dimensions = array<i64>, known_nonexpanding_dimensions = array<i64: 0>} : (tensor<3xf32>, tensor<2xi64>) -> tensor<2x3xi1>
    "func.return"() : () -> ()
  }) {function_type = (tensor<3xf32>, tensor<2xi64>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// accepted: dynamic_broadcast_in_dim.C1
module {
  "func.func"() ({
    %0 = "stablehlo.constant"() {value = dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>} : () -> tensor<2x3xi32>
    %1 = "stablehlo.constant"() {value = dense<[3, 4, 2]> : tensor<3xi64>} : () -> tensor<3xi64>
    %2 = "stablehlo.dynamic_broadcast_in_dim"(%0, %1) {broadcast_dimensions = array<i64: 2, 0>} : (tensor<2x3xi32>, tensor<3xi64>) -> tensor<3x4x2x!quant.uniform<i8:f32, 0.25>>
    "func.return"() : () -> ()
  }) {function_type = () -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: dynamic_iota.C1
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<2xi64>):
    %0 = "stablehlo.dynamic_iota"(%arg0) {iota_dimension = 3 : i64} : (tensor<2xi64>) -> tensor<?x3xi32>
    "func.return"() : () -> ()
  }) {function_type = (tensor<2xi64>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: dynamic_reshape.C1
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<2x3xf32>, %arg1: tensor<2xi64>):
    %0 = "stablehlo.dynamic_reshape"(%arg0, %arg1) : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<3x2xui64>
    "func.return"() : () -> ()
  }) {function_type = (tensor<2x3xf32>, tensor<2xi64>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// accepted: dynamic_reshape.C1
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<2x3xf32>, %arg1: tensor<2xi64>):
    %0 = "stablehlo.dynamic_reshape"(%arg0, %arg1) : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<3x2x!quant.uniform<i8:f32:1, {0.25, 0.25}>>
    "func.return"() : () -> ()
  }) {function_type = (tensor<2x3xf32>, tensor<2xi64>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: dynamic_reshape.C2
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<2x3xf32>, %arg1: tensor<2xi64>):
    %0 = "stablehlo.dynamic_reshape"(%arg0, %arg1) : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<4x2xf32>
    "func.return"() : () -> ()
  }) {function_type = (tensor<2x3xf32>, tensor<2xi64>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// accepted: dynamic_reshape.C2
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<?x?xi32>, %arg1: tensor<0x?xi32>):
    %0 = "stablehlo.constant"() {value = dense<[3, 2]> : tensor<2xi32>} : () -> tensor<2xi32>
    %1 = "stablehlo.dynamic_reshape"(%arg1, %0) : (tensor<0x?xi32>, tensor<2xi32>) -> tensor<3x2xi32>
    "func.return"() : () -> ()
  }) {function_type = (tensor<?x?xi32>, tensor<0x?xi32>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: fft.C4
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<3x9xf32>):
    %0 = "stablehlo.fft"(%arg0) {fft_length = array<i64: 5>, fft_type = #stablehlo<fft_type RFFT>} : (tensor<3x9xf32>) -> tensor<3x5xcomplex<f32>>
    "func.return"() : () -> ()
  }) {function_type = (tensor<3x9xf32>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// accepted: fft.C4
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<?x?xf64, #stablehlo.bounds<3, 4>>):
    %0 = "stablehlo.constant"() {value = dense<[[1.0, -2.0, 3.0, 0.5, 4.0, -1.0], [0.0, 1.0, 2.0, -3.0, 5.0, 2.0]]> : tensor<2x6xf64>} : () -> tensor<2x6xf64>
    %1 = "stablehlo.fft"(%arg0) {fft_length = array<i64: 2, 6>, fft_type = #stablehlo<fft_type RFFT>} : (tensor<?x?xf64, #stablehlo.bounds<3, 4>>) -> tensor<2x4xcomplex<f64>>
    "func.return"() : () -> ()
  }) {function_type = (tensor<?x?xf64, #stablehlo.bounds<3, 4>>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: reduce.C3
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<2x3xi1>):
    %0 = "stablehlo.constant"() {value = dense<false> : tensor<i1>} : () -> tensor<i1>
    %1, %2 = "stablehlo.reduce"(%arg0, %0) ({
    ^bb1(%arg1: tensor<i1>, %arg2: tensor<i1>):
      %3 = "stablehlo.or"(%arg1, %arg2) : (tensor<i1>, tensor<i1>) -> tensor<i1>
      "stablehlo.return"(%3) : (tensor<i1>) -> ()
    }) {dimensions = array<i64: 0>} : (tensor<2x3xi1>, tensor<i1>) -> (tensor<3xi1>, tensor<3xi1>)
    "func.return"() : () -> ()
  }) {function_type = (tensor<2x3xi1>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// accepted: reduce.C3
module {
  "func.func"() ({
    %0 = "stablehlo.constant"() {value = dense<[[12, 10, -2], [5, 3, 9]]> : tensor<2x3xi32>} : () -> tensor<2x3xi32>
    %1 = "stablehlo.constant"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
    %2 = "stablehlo.reduce"(%0, %1, %1) ({
    ^bb0(%arg0: tensor<i32>, %arg1: tensor<i32>):
      %3 = "stablehlo.or"(%arg0, %arg1) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      "stablehlo.return"(%3) : (tensor<i32>) -> ()
    }) {dimensions = array<i64: 1>} : (tensor<2x3xi32>, tensor<i32>, tensor<i32>) -> tensor<2xi32>
    "func.return"() : () -> ()
  }) {function_type = () -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: reduce.C6
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<2x4xi1>):
    %0 = "stablehlo.constant"() {value = dense<false> : tensor<i1>} : () -> tensor<i1>
    %1 = "stablehlo.reduce"(%arg0, %0) ({
    ^bb1(%arg1: tensor<i1>, %arg2: tensor<i1>):
      %2 = "stablehlo.or"(%arg1, %arg2) : (tensor<i1>, tensor<i1>) -> tensor<i1>
      "stablehlo.return"() : () -> ()
    }) {dimensions = array<i64: 0>} : (tensor<2x4xi1>, tensor<i1>) -> tensor<4xi1>
    "func.return"() : () -> ()
  }) {function_type = (tensor<2x4xi1>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: reduce.C8
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<2xf32>):
    %0 = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
    %1 = "stablehlo.reduce"(%arg0, %0) ({
    ^bb1(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %2 = "stablehlo.add"(%arg1, %arg2) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%2) : (tensor<f32>) -> ()
    }) {dimensions = array<i64: 0>} : (tensor<2xf32>, tensor<f32>) -> tensor<!quant.uniform<i8:f32, 0.25>>
    "func.return"() : () -> ()
  }) {function_type = (tensor<2xf32>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: reduce.I2
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<3x3xi1>, %arg1: tensor<?xi1>):
    %0 = "stablehlo.constant"() {value = dense<false> : tensor<i1>} : () -> tensor<i1>
    %1 = "stablehlo.reduce"(%arg0, %arg1) ({
    ^bb1(%arg2: tensor<i1>, %arg3: tensor<i1>):
      %2 = "stablehlo.or"(%arg2, %arg3) : (tensor<i1>, tensor<i1>) -> tensor<i1>
      "stablehlo.return"(%2) : (tensor<i1>) -> ()
    }) {dimensions = array<i64: 0>} : (tensor<3x3xi1>, tensor<?xi1>) -> tensor<3xi1>
    "func.return"() : () -> ()
  }) {function_type = (tensor<3x3xi1>, tensor<?xi1>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: reduce_scatter.C1
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<2x2xi32>, %arg1: tensor<1x2x2xi32>):
    %0 = "stablehlo.reduce_scatter"(%arg1) ({
    ^bb1(%arg2: tensor<i32>, %arg3: tensor<i32>):
      %1 = "stablehlo.add"(%arg2, %arg3) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      "stablehlo.return"(%1) : (tensor<i32>) -> ()
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64} : (tensor<1x2x2xi32>) -> tensor<1x2xi32>
    "func.return"() : () -> ()
  }) {function_type = (tensor<2x2xi32>, tensor<1x2x2xi32>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// accepted: reduce_scatter.C1
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<2x2xi32>, %arg1: tensor<1x2xi32>):
    %0 = "stablehlo.reduce_scatter"(%arg1) ({
    ^bb1(%arg2: tensor<i32>, %arg3: tensor<i32>):
      %1 = "stablehlo.add"(%arg2, %arg3) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      "stablehlo.return"(%1) : (tensor<i32>) -> ()
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64} : (tensor<1x2xi32>) -> tensor<1x2xi32>
    "func.return"() : () -> ()
  }) {function_type = (tensor<2x2xi32>, tensor<1x2xi32>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: reduce_scatter.C4
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<4x8xf32>):
    %0 = "stablehlo.reduce_scatter"(%arg0) ({
    ^bb1(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %1 = "stablehlo.add"(%arg1, %arg2) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%1) : (tensor<f32>) -> ()
    }) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<> : tensor<0x2xi64>, scatter_dimension = 1 : i64, use_global_device_ids} : (tensor<4x8xf32>) -> tensor<4x4xf32>
    "func.return"() : () -> ()
  }) {function_type = (tensor<4x8xf32>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// accepted: reduce_scatter.C4
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<2x2xi32>):
    %0 = "stablehlo.reduce_scatter"(%arg0) ({
    ^bb1(%arg1: tensor<i32>, %arg2: tensor<i32>):
      %1 = "stablehlo.add"(%arg1, %arg2) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      "stablehlo.return"(%1) : (tensor<i32>) -> ()
    }) {replica_groups = dense<> : tensor<0x2xi64>, scatter_dimension = 0 : i64} : (tensor<2x2xi32>) -> tensor<1x2xi32>
    "func.return"() : () -> ()
  }) {function_type = (tensor<2x2xi32>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: reduce_scatter.C7
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<2x2xi32>):
    %0 = "stablehlo.reduce_scatter"(%arg0) ({
    ^bb1(%arg1: tensor<i32>, %arg2: tensor<i32>):
      %1 = "stablehlo.add"(%arg1, %arg2) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      "stablehlo.return"() : () -> ()
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64} : (tensor<2x2xi32>) -> tensor<1x2xi32>
    "func.return"() : () -> ()
  }) {function_type = (tensor<2x2xi32>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// accepted: reduce_scatter.C7
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<2x2xi32>, %arg1: tensor<2x2xi1>):
    %0 = "stablehlo.reduce_scatter"(%arg1) ({
    ^bb1(%arg2: tensor<i32>, %arg3: tensor<i32>):
      %1 = "stablehlo.add"(%arg2, %arg3) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      "stablehlo.return"(%1) : (tensor<i32>) -> ()
    }) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 3], [2, 1]]> : tensor<2x2xi64>, scatter_dimension = 0 : i64, use_global_device_ids} : (tensor<2x2xi1>) -> tensor<1x2xi32>
    "func.return"() : () -> ()
  }) {function_type = (tensor<2x2xi32>, tensor<2x2xi1>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: reduce_scatter.C8
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<2x2xi32>):
    %0 = "stablehlo.reduce_scatter"(%arg0) ({
    ^bb1(%arg1: tensor<i32>, %arg2: tensor<i32>):
      %1 = "stablehlo.add"(%arg1, %arg2) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      "stablehlo.return"(%1) : (tensor<i32>) -> ()
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64} : (tensor<2x2xi32>) -> tensor<1xi32>
    "func.return"() : () -> ()
  }) {function_type = (tensor<2x2xi32>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// accepted: reduce_scatter.C8
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<2x2xi32>):
    %0 = "stablehlo.reduce_scatter"(%arg0) ({
    ^bb1(%arg1: tensor<i32>, %arg2: tensor<i32>):
      %1 = "stablehlo.add"(%arg1, %arg2) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      "stablehlo.return"(%1) : (tensor<i32>) -> ()
    }) {replica_groups = dense<0> : tensor<1x1xi64>, scatter_dimension = 0 : i64} : (tensor<2x2xi32>) -> tensor<1x2xi32>
    "func.return"() : () -> ()
  }) {function_type = (tensor<2x2xi32>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: reduce_window.C1
module {
  "func.func"() ({
    %0 = "stablehlo.constant"() {value = dense<[1, 2]> : tensor<2xi32>} : () -> tensor<2xi32>
    %1 = "stablehlo.constant"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
    "stablehlo.reduce_window"(%0, %1) ({
    ^bb0(%arg0: tensor<i32>, %arg1: tensor<i32>):
      %2 = "stablehlo.add"(%arg0, %arg1) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      "stablehlo.return"(%2) : (tensor<i32>) -> ()
    }) {window_dimensions = array<i64: 3>} : (tensor<2xi32>, tensor<i32>) -> ()
    "func.return"() : () -> ()
  }) {function_type = () -> (), sym_name = "alone"} : () -> ()
}
// -----
// accepted: reduce_window.C1
module {
  "func.func"() ({
    %0 = "stablehlo.constant"() {value = dense<[1, 2]> : tensor<2xi32>} : () -> tensor<2xi32>
    %1 = "stablehlo.constant"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
    %2 = "stablehlo.reduce_window"(%0, %1, %1) ({
    ^bb0(%arg0: tensor<i32>, %arg1: tensor<i32>):
      %3 = "stablehlo.add"(%arg0, %arg1) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      "stablehlo.return"(%3) : (tensor<i32>) -> ()
    }) {window_dimensions = array<i64: 3>} : (tensor<2xi32>, tensor<i32>, tensor<i32>) -> tensor<0xi32>
    "func.return"() : () -> ()
  }) {function_type = () -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: reduce_window.C13
module {
  "func.func"() ({
    %0 = "stablehlo.constant"() {value = dense<[7, 1, -8, 6, 3]> : tensor<5xi4>} : () -> tensor<5xi4>
    %1 = "stablehlo.constant"() {value = dense<-8> : tensor<i4>} : () -> tensor<i4>
    %2 = "stablehlo.reduce_window"(%0, %1) ({
    ^bb0(%arg0: tensor<i4>, %arg1: tensor<i4>):
      %3 = "stablehlo.maximum"(%arg0, %arg1) : (tensor<i4>, tensor<i4>) -> tensor<i4>
      "stablehlo.return"() : () -> ()
    }) {window_dimensions = array<i64: 2>} : (tensor<5xi4>, tensor<i4>) -> tensor<4xi4>
    "func.return"() : () -> ()
  }) {function_type = () -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: reduce_window.C16
module {
  "func.func"() ({
    %0 = "stablehlo.constant"() {value = dense<[1, 2]> : tensor<2xi32>} : () -> tensor<2xi32>
    %1 = "stablehlo.constant"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
    %2 = "stablehlo.reduce_window"(%0, %1) ({
    ^bb0(%arg0: tensor<i32>, %arg1: tensor<i32>):
      %3 = "stablehlo.add"(%arg0, %arg1) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      "stablehlo.return"(%3) : (tensor<i32>) -> ()
    }) {window_dimensions = array<i64: 9>} : (tensor<2xi32>, tensor<i32>) -> tensor<0xui8>
    "func.return"() : () -> ()
  }) {function_type = () -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: reduce_window.C5
module {
  "func.func"() ({
    %0 = "stablehlo.constant"() {value = dense<[100, 100, 100, -5]> : tensor<4xi8>} : () -> tensor<4xi8>
    %1 = "stablehlo.constant"() {value = dense<0> : tensor<i8>} : () -> tensor<i8>
    %2 = "stablehlo.reduce_window"(%0, %1) ({
    ^bb0(%arg0: tensor<i32>, %arg1: tensor<i32>):
      %3 = "stablehlo.add"(%arg0, %arg1) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      "stablehlo.return"(%3) : (tensor<i32>) -> ()
    }) {window_dimensions = array<i64: 0>} : (tensor<4xi8>, tensor<i8>) -> tensor<3xi32>
    "func.return"() : () -> ()
  }) {function_type = () -> (), sym_name = "alone"} : () -> ()
}
// -----
// accepted: reduce_window.C5
module {
  "func.func"() ({
    %0 = "stablehlo.constant"() {value = dense<[1, 2]> : tensor<2xi32>} : () -> tensor<2xi32>
    %1 = "stablehlo.constant"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
    %2 = "stablehlo.reduce_window"(%0, %1) ({
    ^bb0(%arg0: tensor<i32>, %arg1: tensor<i32>):
      %3 = "stablehlo.add"(%arg0, %arg1) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      "stablehlo.return"(%3) : (tensor<i32>) -> ()
    }) {window_dimensions = array<i64: -9223372036854775808>} : (tensor<2xi32>, tensor<i32>) -> tensor<0xi32>
    "func.return"() : () -> ()
  }) {function_type = () -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: reduce_window.I2
module {
  "func.func"() ({
    %0 = "stablehlo.constant"() {value = dense<[1, 2]> : tensor<2xi32>} : () -> tensor<2xi32>
    %1 = "stablehlo.constant"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
    %2 = "stablehlo.reduce_window"(%0, %0, %1) ({
    ^bb0(%arg0: tensor<i32>, %arg1: tensor<i32>):
      %3 = "stablehlo.add"(%arg0, %arg1) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      "stablehlo.return"(%3) : (tensor<i32>) -> ()
    }) {window_dimensions = array<i64: 9>} : (tensor<2xi32>, tensor<2xi32>, tensor<i32>) -> tensor<0xi32>
    "func.return"() : () -> ()
  }) {function_type = () -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: rng.I3
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<f32>, %arg1: tensor<f32>, %arg2: tensor<2xi64>):
    %0 = "stablehlo.rng"(%arg0, %arg1) {rng_distribution = #stablehlo<rng_distribution UNIFORM>} : (tensor<f32>, tensor<f32>) -> tensor<?x?xf32>
    "func.return"() : () -> ()
  }) {function_type = (tensor<f32>, tensor<f32>, tensor<2xi64>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// accepted: rng.I3
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<f32>, %arg1: tensor<f32>, %arg2: tensor<2xi64>, %arg3: tensor<2xui64>):
    %0 = "stablehlo.rng"(%arg0, %arg1, %arg3) {rng_distribution = #stablehlo<rng_distribution UNIFORM>} : (tensor<f32>, tensor<f32>, tensor<2xui64>) -> tensor<?x?xf32>
    "func.return"() : () -> ()
  }) {function_type = (tensor<f32>, tensor<f32>, tensor<2xi64>, tensor<2xui64>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: select_and_scatter.C10
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<4x6xf32>, %arg1: tensor<2x3xf32>, %arg2: tensor<f32>, %arg3: tensor<f32>):
    %0 = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) ({
    ^bb1(%arg4: tensor<f32>, %arg5: tensor<f32>):
      %1 = "stablehlo.compare"(%arg4, %arg5) {comparison_direction = #stablehlo<comparison_direction GE>} : (tensor<f32>, tensor<f32>) -> tensor<i1>
      "stablehlo.return"(%1) : (tensor<i1>) -> ()
    }, {
    ^bb2(%arg6: tensor<f32>, %arg7: tensor<f32>):
      %2 = "stablehlo.add"(%arg6, %arg7) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%2, %arg3) : (tensor<f32>, tensor<f32>) -> ()
    }) {padding = dense<0> : tensor<2x2xi64>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>} : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<f32>) -> tensor<4x6xf32>
    "func.return"() : () -> ()
  }) {function_type = (tensor<4x6xf32>, tensor<2x3xf32>, tensor<f32>, tensor<f32>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// accepted: select_and_scatter.C10
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<bf16>):
    %0 = "stablehlo.constant"() {value = dense<[1.0078125, 9.183549615799121e-41, -1.0, 1.0, -1.0078125]> : tensor<5xbf16>} : () -> tensor<5xbf16>
    %1 = "stablehlo.constant"() {value = dense<[1.0078125, 9.183549615799121e-41]> : tensor<2xbf16>} : () -> tensor<2xbf16>
    %2 = "stablehlo.constant"() {value = dense<-2.0> : tensor<bf16>} : () -> tensor<bf16>
    %3 = "stablehlo.select_and_scatter"(%0, %1, %2) ({
    ^bb1(%arg1: tensor<bf16>, %arg2: tensor<bf16>):
      %4 = "stablehlo.compare"(%arg1, %arg2) {compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GE>} : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
      "stablehlo.return"(%4) : (tensor<i1>) -> ()
    }, {
    ^bb2(%arg3: tensor<bf16>, %arg4: tensor<f64>):
      %5 = "stablehlo.maximum"(%arg3, %arg0) : (tensor<bf16>, tensor<bf16>) -> tensor<bf16>
      "stablehlo.return"(%5) : (tensor<bf16>) -> ()
    }) {window_dimensions = array<i64: 2>, window_strides = array<i64: 3>} : (tensor<5xbf16>, tensor<2xbf16>, tensor<bf16>) -> tensor<5xbf16>
    "func.return"() : () -> ()
  }) {function_type = (tensor<bf16>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: select_and_scatter.C5
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<4x6xf32>, %arg1: tensor<2x3xf32>, %arg2: tensor<f32>):
    %0 = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) ({
    ^bb1(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %1 = "stablehlo.compare"(%arg3, %arg4) {comparison_direction = #stablehlo<comparison_direction GE>} : (tensor<f32>, tensor<f32>) -> tensor<i1>
      "stablehlo.return"(%1) : (tensor<i1>) -> ()
    }, {
    ^bb2(%arg5: tensor<f32>, %arg6: tensor<f32>):
      %2 = "stablehlo.add"(%arg5, %arg6) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%2) : (tensor<f32>) -> ()
    }) {padding = dense<0> : tensor<2x2xi64>, window_dimensions = array<i64: -1, 2>, window_strides = array<i64: 2, 2>} : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<f32>) -> tensor<4x6xf32>
    "func.return"() : () -> ()
  }) {function_type = (tensor<4x6xf32>, tensor<2x3xf32>, tensor<f32>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// accepted: select_and_scatter.C5
module {
  "func.func"() ({
    %0 = "stablehlo.constant"() {value = dense<[[1, 2, 4, 3]]> : tensor<1x4xi32>} : () -> tensor<1x4xi32>
    %1 = "stablehlo.constant"() {value = dense<[[10, 20]]> : tensor<1x2xi32>} : () -> tensor<1x2xi32>
    %2 = "stablehlo.constant"() {value = dense<-1> : tensor<i32>} : () -> tensor<i32>
    %3 = "stablehlo.select_and_scatter"(%0, %1, %2) ({
    ^bb0(%arg0: tensor<i32>, %arg1: tensor<i32>):
      %4 = "stablehlo.compare"(%arg0, %arg1) {compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction GE>} : (tensor<i32>, tensor<i32>) -> tensor<i1>
      "stablehlo.return"(%4) : (tensor<i1>) -> ()
    }, {
    ^bb1(%arg2: tensor<i32>, %arg3: tensor<i32>):
      %5 = "stablehlo.maximum"(%arg2, %arg3) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      "stablehlo.return"(%5) : (tensor<i32>) -> ()
    }) {window_dimensions = array<i64: 1, -9223372036854775808>, window_strides = array<i64: 1, 2>} : (tensor<1x4xi32>, tensor<1x2xi32>, tensor<i32>) -> tensor<1x4xi32>
    "func.return"() : () -> ()
  }) {function_type = () -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: select_and_scatter.C9
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<4x6xf32>, %arg1: tensor<2x3xf32>, %arg2: tensor<f32>):
    %0 = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) ({
    ^bb1(%arg3: tensor<f32>, %arg4: tensor<f32>, %arg5: tensor<f32>):
      %1 = "stablehlo.compare"(%arg3, %arg5) {comparison_direction = #stablehlo<comparison_direction GE>} : (tensor<f32>, tensor<f32>) -> tensor<i1>
      "stablehlo.return"(%1) : (tensor<i1>) -> ()
    }, {
    ^bb2(%arg6: tensor<f32>, %arg7: tensor<f32>):
      %2 = "stablehlo.add"(%arg6, %arg7) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%2) : (tensor<f32>) -> ()
    }) {padding = dense<0> : tensor<2x2xi64>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>} : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<f32>) -> tensor<4x6xf32>
    "func.return"() : () -> ()
  }) {function_type = (tensor<4x6xf32>, tensor<2x3xf32>, tensor<f32>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// accepted: select_and_scatter.C9
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<i32>):
    %0 = "stablehlo.constant"() {value = dense<[[5, 2, 7, 3]]> : tensor<1x4xi32>} : () -> tensor<1x4xi32>
    %1 = "stablehlo.constant"() {value = dense<[[1, 2]]> : tensor<1x2xi32>} : () -> tensor<1x2xi32>
    %2 = "stablehlo.constant"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
    %3 = "stablehlo.select_and_scatter"(%0, %1, %2) ({
    ^bb1(%arg1: tensor<*xi32>, %arg2: tensor<i32>):
      %4 = "stablehlo.compare"(%arg0, %arg2) {compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction GE>} : (tensor<i32>, tensor<i32>) -> tensor<i1>
      "stablehlo.return"(%4) : (tensor<i1>) -> ()
    }, {
    ^bb2(%arg3: tensor<i32>, %arg4: tensor<i32>):
      %5 = "stablehlo.add"(%arg3, %arg4) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      "stablehlo.return"(%5) : (tensor<i32>) -> ()
    }) {padding = dense<[[0, 0], [2, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 3>, window_strides = array<i64: 1, 3>} : (tensor<1x4xi32>, tensor<1x2xi32>, tensor<i32>) -> tensor<1x4xi32>
    "func.return"() : () -> ()
  }) {function_type = (tensor<i32>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: uniform_dequantize.C1
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<2x!quant.uniform<i8:f32, 0.5>>):
    %0 = "stablehlo.uniform_dequantize"(%arg0) : (tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<f32>
    "func.return"() : () -> ()
  }) {function_type = (tensor<2x!quant.uniform<i8:f32, 0.5>>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: uniform_quantize.C1
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<2xf32>):
    %0 = "stablehlo.uniform_quantize"(%arg0) : (tensor<2xf32>) -> tensor<!quant.uniform<i8:f32, 0.5>>
    "func.return"() : () -> ()
  }) {function_type = (tensor<2xf32>) -> (), sym_name = "alone"} : () -> ()
}
// -----
// refused: while.C2
module {
  "func.func"() ({
  ^bb0(%arg0: tensor<f32>):
    %0 = "stablehlo.while"(%arg0) ({
    ^bb1(%arg1: tensor<f32>):
      %1 = "stablehlo.is_finite"(%arg1) : (tensor<f32>) -> tensor<i1>
      "stablehlo.return"(%1) : (tensor<i1>) -> ()
    }, {
    ^bb2(%arg2: tensor<f32>):
      %2 = "stablehlo.exponential"(%arg2) : (tensor<f32>) -> tensor<f32>
      "stablehlo.return"() : () -> ()
    }) : (tensor<f32>) -> tensor<f32>
    "func.return"() : () -> ()
  }) {function_type = (tensor<f32>) -> (), sym_name = "alone"} : () -> ()
}
