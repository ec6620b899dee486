#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Bytes such as a picture, a sound, or a file, which a store keeps once for any number of rows.
///
/// ```swift
/// struct Page: Codable {
///   var title: String
///   var picture: Blob?
/// }
///
/// let page = Page(title: "Ada", picture: Blob([1, 2, 3]))
/// print(page.picture?.count ?? 0)
/// ```
///
/// In memory, a blob is a plain value that holds its bytes. Blobs are equal if their bytes are
/// equal.
///
/// In a model, blobs may be properties, optionals, elements of arrays and dictionaries, and fields
/// of nested types. A blob of fewer than 512 bytes stays in its row. For any other blob, the row
/// holds only the blob's number in the store:
///
/// - Rows with equal blobs share one copy of the bytes.
/// - The write that deletes the last reference to a blob frees the copy.
/// - Reading another field of the row does not read the blob.
///
/// Archives outside a store contain the bytes.
public struct Blob: Hashable, Sendable {
  /// The bytes.
  public var data: Data

  /// Creates a blob from `data`.
  public init(_ data: Data) { self.data = data }

  /// Creates a blob from a sequence of bytes.
  public init(_ bytes: some Sequence<UInt8>) { data = Data(bytes) }

  /// The number of bytes.
  public var count: Int { data.count }
}

extension Blob: CustomStringConvertible {
  /// The number of bytes as text, such as `3 bytes`.
  public var description: String { "\(count) bytes" }
}

extension Blob: Codable {
  /// Decodes the bytes as `Data`.
  ///
  /// - Throws: Any error that the decoder throws.
  public init(from decoder: any Decoder) throws {
    data = try decoder.singleValueContainer().decode(Data.self)
  }

  /// Encodes the bytes as `Data`.
  ///
  /// - Throws: Any error that the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(data)
  }
}

/// A blob is archived as one of two cases: the bytes, or the number of the blob in a store.
extension Blob: ArchivableEnum {
  /// The schemas of the case with the bytes and of the case with the number, in this order.
  public static let archiveSchemas = [
    ArchiveSchema(enum: name, case: "bytes", fields: [.init("bytes", Data.self)]),
    ArchiveSchema(enum: name, case: "stored", fields: [.init("number", UInt64.self)]),
  ]

  /// The type name in archives.
  static let name = "Lode.Blob"

  /// The index of the case with the bytes; only a store writes the case with the number.
  public var archiveCase: Int { 0 }

  /// Archives the bytes.
  ///
  /// - Throws: ``ArchiveError`` with `wrongFields` if the writer is not at the field of a blob.
  public func encode(to archive: inout ArchiveWriter) throws { try archive.encode(data) }

  /// Decodes the bytes from the archive, or from the store that keeps the archive as a row.
  ///
  /// - Throws: Any error that the store throws when it reads the blob, and ``ArchiveError`` with
  ///   one of these codes:
  ///   - `unknownReference` if the archive has only the number of the blob and is read outside its
  ///     store.
  ///   - `typeMismatch`, `missingField`, `unknownCase`, or `futureVersion` if the object is not a
  ///     blob that this version of Lode supports.
  ///   - `truncated`, `notCanonical`, or `trailingBytes` if the bytes are damaged.
  public init(from archive: inout ArchiveReader) throws {
    if try archive.enterCase(of: Blob.self) == 0 {
      data = try archive.decode(0)
    } else {
      data = try archive.session.bytes(ofBlob: archive.decode(0), at: archive.frame.start)
    }
  }
}

extension ReadingSession {
  /// Returns the bytes of a numbered blob; throws `unknownReference` without a source.
  fileprivate func bytes(ofBlob number: UInt64, at offset: Int) throws -> Data {
    if let blobs { return try blobs.bytes(ofBlob: number) }
    throw ArchiveError(
      .unknownReference, at: offset,
      "blob \(number) is in a store, but the archive is read outside the store")
  }
}
