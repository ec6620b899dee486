#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// What has the bytes of blobs whose numbers are in an archive: a store, in one of its snapshots.
package protocol BlobSource: Sendable {
  /// The bytes of a blob.
  func bytes(ofBlob number: UInt64) throws -> Data
}

extension ArchiveReader {
  /// The bytes of a blob of the store that the archive is a row of.
  func bytes(ofBlob number: UInt64) throws -> Data {
    if let blobs = session.blobs { return try blobs.bytes(ofBlob: number) }
    throw ArchiveError(
      .unknownReference, at: frame.start, "blob \(number) is in a store, and the archive is not")
  }
}

extension ArchiveFieldReader {
  /// Lends the reader while blobs can be read; it forgets their source afterwards, which does not
  /// outlive its transaction.
  package mutating func reading<R>(
    _ blobs: any BlobSource, _ body: (inout ArchiveFieldReader) throws -> R
  ) throws -> R {
    session.blobs = blobs
    defer { session.blobs = nil }
    return try body(&self)
  }
}
