#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A source of the bytes of blobs that an archive refers to by number: one snapshot of a store.
package protocol BlobSource: Sendable {
  /// Returns the bytes of a blob.
  func bytes(ofBlob number: UInt64) throws -> Data
}

extension ArchiveReader {
  /// Returns the bytes of a blob from the store that has the archive as a row.
  func bytes(ofBlob number: UInt64) throws -> Data {
    if let blobs = session.blobs { return try blobs.bytes(ofBlob: number) }
    throw ArchiveError(
      .unknownReference, at: frame.start, "blob \(number) is in a store, and the archive is not")
  }
}

extension ArchiveFieldReader {
  /// Passes the reader to `body` with access to blobs.
  ///
  /// The reader releases the source afterwards, so the source does not outlive its transaction.
  package mutating func reading<R>(
    _ blobs: any BlobSource, _ body: (inout ArchiveFieldReader) throws -> R
  ) throws -> R {
    session.blobs = blobs
    defer { session.blobs = nil }
    return try body(&self)
  }
}
