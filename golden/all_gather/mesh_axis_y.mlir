// RUN: stablehlo-translate --interpret %s
//
// Written by tools/golden.py. To change it, change tools/golden_cases/distribution.py or the template
// tools/templates/op.mlir.j2, then `make golden`.

// mesh_axis_y: the groups along the axis y of a mesh
//   all_gather: replica_group_mesh_axes: groups of the devices that differ along these axes alone
// agree: spec model
// XLA CPU isn't asked: it doesn't know interpreter.run_parallel
// upstream interpreter isn't asked: the bindings don't know this op yet, or not in this form
func.func @main() {
  %operand_0_0 = stablehlo.constant dense<[[0, 1], [2, 3]]> : tensor<2x2xi32>
  %operand_0_1 = stablehlo.constant dense<[[100, 101], [102, 103]]> : tensor<2x2xi32>
  %operand_1_0 = stablehlo.constant dense<[[10, 11], [12, 13]]> : tensor<2x2xi32>
  %operand_1_1 = stablehlo.constant dense<[[110, 111], [112, 113]]> : tensor<2x2xi32>
  %result_0_0, %result_0_1, %result_1_0, %result_1_1 = "interpreter.run_parallel"(%operand_0_0, %operand_0_1, %operand_1_0, %operand_1_1) {
    programs = [[@all_gather, @all_gather], [@all_gather, @all_gather]]
  } : (tensor<2x2xi32>, tensor<2x2xi32>, tensor<2x2xi32>, tensor<2x2xi32>) -> (tensor<4x2xi32>, tensor<4x2xi32>, tensor<4x2xi32>, tensor<4x2xi32>)
  %expected_0_0 = stablehlo.constant dense<[[0, 1], [2, 3], [100, 101], [102, 103]]> : tensor<4x2xi32>
  stablehlo.custom_call @check.expect_eq(%result_0_0, %expected_0_0) {has_side_effect = true} : (tensor<4x2xi32>, tensor<4x2xi32>) -> ()
  %expected_0_1 = stablehlo.constant dense<[[0, 1], [2, 3], [100, 101], [102, 103]]> : tensor<4x2xi32>
  stablehlo.custom_call @check.expect_eq(%result_0_1, %expected_0_1) {has_side_effect = true} : (tensor<4x2xi32>, tensor<4x2xi32>) -> ()
  %expected_1_0 = stablehlo.constant dense<[[10, 11], [12, 13], [110, 111], [112, 113]]> : tensor<4x2xi32>
  stablehlo.custom_call @check.expect_eq(%result_1_0, %expected_1_0) {has_side_effect = true} : (tensor<4x2xi32>, tensor<4x2xi32>) -> ()
  %expected_1_1 = stablehlo.constant dense<[[10, 11], [12, 13], [110, 111], [112, 113]]> : tensor<4x2xi32>
  stablehlo.custom_call @check.expect_eq(%result_1_1, %expected_1_1) {has_side_effect = true} : (tensor<4x2xi32>, tensor<4x2xi32>) -> ()
  return
}
func.func private @all_gather(%operand0: tensor<2x2xi32>) -> (tensor<4x2xi32>) {
  %result = "stablehlo.all_gather"(%operand0) {
    all_gather_dim = 0 : i64,
    replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "x", size = 2>, #stablehlo.mesh_axis<name = "y", size = 2>]>, axes = [#stablehlo.axis_ref<name = "y">]>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>,
    use_global_device_ids
  } : (tensor<2x2xi32>) -> tensor<4x2xi32>
  return %result : tensor<4x2xi32>
}
