#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Data {
  /// A copy of `bytes`.
  init(copying bytes: Span<UInt8>) {
    // Unsafe: the buffer is read only inside the closure.
    self = unsafe bytes.withUnsafeBytes { unsafe Data($0) }
  }
}
