#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

extension Data {
  /// A copy of `bytes`.
  package init(copying bytes: Span<UInt8>) {
    // Unsafe: the buffer is read only inside the closure.
    self = unsafe bytes.withUnsafeBytes { unsafe Data($0) }
  }

  /// Appends a copy of `bytes`.
  package mutating func append(copying bytes: Span<UInt8>) {
    // Unsafe: the buffer is read only inside the closure.
    unsafe bytes.withUnsafeBytes { unsafe append(contentsOf: $0) }
  }
}
