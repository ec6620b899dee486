#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

extension Data {
  /// Creates data with a copy of `bytes`.
  package init(copying bytes: Span<UInt8>) {
    // Unsafe: only the closure reads the buffer.
    self = unsafe bytes.withUnsafeBytes { unsafe Data($0) }
  }

  /// Appends a copy of `bytes`.
  package mutating func append(copying bytes: Span<UInt8>) {
    // Unsafe: only the closure reads the buffer.
    unsafe bytes.withUnsafeBytes { unsafe append(contentsOf: $0) }
  }
}
