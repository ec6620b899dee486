#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// One snapshot of a store, from which decoding reads the bytes of blobs by number.
package protocol BlobSource: Sendable {
  /// Returns the bytes of a blob.
  ///
  /// - Throws: Any error that the store throws.
  func bytes(ofBlob number: UInt64) throws -> Data
}
