internal import LodeCoding
internal import LodeStore

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Where a page of results ended, to go on behind it later: in another transaction, after a
/// restart, or in another program.
///
/// ```swift
/// let query = try Selection(parsing: "age > 3 ORDER BY name")
/// let first = try store.read { try $0.documents("pets").fetchPage(query, limit: 20) }
/// if let token = first.next {
///   let second = try store.read {
///     try $0.documents("pets").fetchPage(query, limit: 20, after: token)
///   }
///   print(second.rows.count)
/// }
/// ```
///
/// It holds the order values and the key of the page's last row, so it is as secret as these; what
/// it says is checked, and not signed. Its text consists of letters, digits, `-` and `_`;
/// `Docs/Format/PageTokens.md` has the bytes.
public struct PageToken: Sendable, Hashable, CustomStringConvertible {
  /// The bytes.
  public let bytes: [UInt8]

  /// Which query it belongs to.
  let digest: UInt64
  /// The last row of the page.
  let position: PagePosition

  private static let version: UInt8 = 1
  /// The version, the digest, and the length of the key.
  private static let headCount = 13

  init(_ position: PagePosition, digest: UInt64) throws {
    self.digest = digest
    // What has no order is the same to all orders, and may be large.
    let values = position.values.map { $0.family == .other ? .set([]) : $0.untyped }
    self.position = PagePosition(values: values, key: position.key)
    var bytes = [Self.version] + Self.littleEndian(digest)
    bytes += Self.littleEndian(UInt64(position.key.count)).prefix(4)
    bytes += position.key
    if !values.isEmpty { bytes += try Archive(.array(values)).encoded() }
    self.bytes = bytes + Self.littleEndian(Checksum.rapidhash(bytes.span, seed: 0))
  }

  /// Reads the bytes of a token.
  ///
  /// - Throws: ``QueryError`` with `invalidPageToken` when they are none, or damaged.
  public init(bytes: [UInt8]) throws(QueryError) {
    guard bytes.count >= Self.headCount + 8, bytes[0] == Self.version else {
      throw Self.invalid("is none of this version of Lode")
    }
    let content = bytes.span.extracting(first: bytes.count - 8)
    let sum = bytes.span.littleEndianUInt64(at: bytes.count - 8)
    guard Checksum.rapidhash(content, seed: 0) == sum else { throw Self.invalid("is damaged") }
    let end = Self.headCount + Int(bytes.span.littleEndianUInt32(at: 9))
    guard end <= content.count else { throw Self.invalid("is damaged") }
    var values: [ArchiveValue] = []
    if end < content.count {
      guard let archive = try? Archive(content.extracting(end..<content.count)),
        case .array(let all) = archive.root.untyped
      else { throw Self.invalid("is damaged") }
      values = all
    }
    self.bytes = bytes
    digest = bytes.span.littleEndianUInt64(at: 1)
    position = PagePosition(values: values, key: Array(bytes[Self.headCount..<end]))
  }

  /// Reads the text of a token.
  ///
  /// - Throws: ``QueryError`` with `invalidPageToken` when it is none.
  public init(_ text: String) throws(QueryError) {
    let plain = text.replacing("-", with: "+").replacing("_", with: "/")
    let padding = String(repeating: "=", count: (4 - plain.utf8.count % 4) % 4)
    guard let data = Data(base64Encoded: plain + padding) else {
      throw Self.invalid("is no token")
    }
    try self.init(bytes: Array(data))
  }

  /// The token as text, for an address or a message.
  public var description: String {
    Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
      .replacing("=", with: "")
  }

  /// Whether both have the same bytes.
  public static func == (a: PageToken, b: PageToken) -> Bool { a.bytes == b.bytes }
  /// Hashes the bytes.
  public func hash(into hasher: inout Hasher) { hasher.combine(bytes) }

  static func invalid(_ problem: String, collection: String? = nil) -> QueryError {
    QueryError(
      .invalidPageToken,
      "The token of the page \(problem). Begin with the first page.", collection: collection)
  }

  private static func littleEndian(_ number: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * UInt64($0))) }
  }
}

extension PageToken: Codable {
  /// Reads the text.
  ///
  /// - Throws: ``QueryError`` with `invalidPageToken` when it is no token.
  public init(from decoder: any Decoder) throws {
    try self.init(decoder.singleValueContainer().decode(String.self))
  }

  /// Writes the text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
