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

extension ArchiveReader {
  /// Returns the bytes of a blob from the store that keeps the archive as a row.
  ///
  /// - Throws: ``ArchiveError`` with `unknownReference` if the archive is read outside a store, or
  ///   any error that the store throws.
  func bytes(ofBlob number: UInt64) throws -> Data {
    if let blobs = session.blobs { return try blobs.bytes(ofBlob: number) }
    throw ArchiveError(
      .unknownReference, at: frame.start,
      "blob \(number) is in a store, but the archive is read outside the store")
  }
}

extension ArchiveFieldReader {
  /// Passes the reader to `body` with access to blobs.
  ///
  /// The reader releases the source when `body` returns. So the source does not outlive its read
  /// transaction.
  ///
  /// - Throws: Any error that `body` throws.
  package mutating func reading<R>(
    _ blobs: any BlobSource, _ body: (inout ArchiveFieldReader) throws -> R
  ) throws -> R {
    session.blobs = blobs
    defer { session.blobs = nil }
    return try body(&self)
  }
}
