#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Bytes that a store keeps once, however many rows have them: pictures, sounds, files.
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
/// A blob is a plain value that holds its bytes. Blobs are equal if their bytes are equal. If a
/// property of a model is a blob, an optional blob, or a collection of blobs, the row holds only
/// the number of the blob. Rows with equal bytes share them, and the write that deletes the last
/// reference frees them. Reading other fields in place does not touch it. Archives outside of a
/// store have the bytes in them.
public struct Blob: Hashable, Sendable {
  /// The bytes.
  public var data: Data

  /// Creates a blob.
  public init(_ data: Data) { self.data = data }

  /// Creates a blob.
  public init(_ bytes: some Sequence<UInt8>) { data = Data(bytes) }

  /// How many bytes there are.
  public var count: Int { data.count }
}

extension Blob: CustomStringConvertible {
  /// How many bytes there are.
  public var description: String { "\(count) bytes" }
}

/// Codable coders have the bytes as `Data`.
extension Blob: Codable {
  /// Reads the bytes as `Data`.
  public init(from decoder: any Decoder) throws {
    data = try decoder.singleValueContainer().decode(Data.self)
  }

  /// Writes the bytes as `Data`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(data)
  }
}

/// An object of two cases: the bytes, or the number by which a store knows them.
extension Blob: ArchivableEnum {
  /// The schemas of both cases, in the order of their numbers.
  public static let archiveSchemas = [
    ArchiveSchema(enum: name, case: "bytes", fields: [.init("bytes", Data.self)]),
    ArchiveSchema(enum: name, case: "stored", fields: [.init("number", UInt64.self)]),
  ]

  static let name = "Lode.Blob"

  /// The bytes: only a store has numbers.
  public var archiveCase: Int { 0 }

  /// Archives the bytes.
  public func encode(to archive: inout ArchiveWriter) throws { try archive.encode(data) }

  /// Reads the bytes, from the archive or from the store that it is a row of.
  ///
  /// - Throws: ``ArchiveError`` with `unknownReference` when they are in a store and the archive is
  ///   not read in it.
  public init(from archive: inout ArchiveReader) throws {
    if try archive.enterCase(of: Blob.self) == 0 {
      data = try archive.decode(0)
    } else {
      data = try archive.bytes(ofBlob: archive.decode(0))
    }
  }
}
