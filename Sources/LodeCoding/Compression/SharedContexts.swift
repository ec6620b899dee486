// Sixteen idle contexts serve sixteen threads at once. The idle contexts of both pools take about
// 100 MB at most.
extension ContextPool<BufferedContext<CompressionContext>> {
  static let compressing = ContextPool(capacity: 16)
}

extension ContextPool<BufferedContext<DecompressionContext>> {
  static let decompressing = ContextPool(capacity: 16)
}
