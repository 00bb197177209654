"""Programs in other languages than MLIR: `hlogen.export.onnx`."""
