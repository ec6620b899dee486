#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Bytes that a store keeps once for any number of rows: pictures, sounds, files.
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
/// A blob is a plain value that holds its bytes. Blobs are equal if their bytes are equal.
///
/// In a model, a blob property may be a blob, an optional blob, or a collection of blobs. The row
/// holds only the blob's number. Rows with equal bytes share them, and the write that deletes the
/// last reference frees them. Reading other fields in place does not read the blob. Archives
/// outside a store contain the bytes.
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
  /// The number of bytes as text.
  public var description: String { "\(count) bytes" }
}

/// The Codable representation of a blob is `Data`.
extension Blob: Codable {
  /// Decodes the bytes as `Data`.
  public init(from decoder: any Decoder) throws {
    data = try decoder.singleValueContainer().decode(Data.self)
  }

  /// Encodes the bytes as `Data`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(data)
  }
}

/// The archived form is an object of two cases: the bytes, or the blob's number in a store.
extension Blob: ArchivableEnum {
  /// The schemas of both cases, in the order of their numbers.
  public static let archiveSchemas = [
    ArchiveSchema(enum: name, case: "bytes", fields: [.init("bytes", Data.self)]),
    ArchiveSchema(enum: name, case: "stored", fields: [.init("number", UInt64.self)]),
  ]

  static let name = "Lode.Blob"

  /// The case of the bytes; only a store writes numbers.
  public var archiveCase: Int { 0 }

  /// Archives the bytes.
  public func encode(to archive: inout ArchiveWriter) throws { try archive.encode(data) }

  /// Decodes the bytes from the archive, or from the store that has the archive as a row.
  ///
  /// - Throws: ``ArchiveError`` with `unknownReference` if a store keeps the bytes and the archive
  ///   is read outside this store.
  public init(from archive: inout ArchiveReader) throws {
    if try archive.enterCase(of: Blob.self) == 0 {
      data = try archive.decode(0)
    } else {
      data = try archive.bytes(ofBlob: archive.decode(0))
    }
  }
}
