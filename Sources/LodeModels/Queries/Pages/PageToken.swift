internal import Foundation
internal import LodeCoding
internal import LodeStore

/// The position after which the next page of a result begins.
///
/// A token is valid in other transactions, after a restart, and in other programs.
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
/// A token contains the order values and the key of the page's last row, so the token is as
/// confidential as the row. A checksum detects damage. A token has no signature, so Lode cannot
/// detect a forged token. `Docs/Format/PageTokens.md` describes the bytes.
public struct PageToken: Sendable, Hashable, CustomStringConvertible {
  /// The encoded token.
  public let bytes: [UInt8]

  /// The digest of the query that the token belongs to.
  let digest: UInt64
  /// The position of the last row of the page.
  let position: PagePosition

  private static let version: UInt8 = 1
  /// The number of bytes before the key: the version, the digest, and the length of the key.
  private static let headCount = 13

  init(_ position: PagePosition, digest: UInt64) throws {
    self.digest = digest
    // Values without an order compare as equal and may be large, so the token stores an empty set
    // instead of these values.
    let values = position.values.map { $0.family == .other ? .set([]) : $0.untyped }
    self.position = PagePosition(values: values, key: position.key)
    var bytes = [Self.version] + Self.littleEndian(digest)
    bytes += Self.littleEndian(UInt64(position.key.count)).prefix(4)
    bytes += position.key
    if !values.isEmpty { bytes += try archivingErrors { try Archive(.array(values)).encoded() } }
    self.bytes = bytes + Self.littleEndian(Checksum.rapidhash(bytes.span, seed: 0))
  }

  /// Decodes a token from bytes.
  ///
  /// - Complexity: O(number of bytes).
  /// - Throws: ``QueryError`` with `invalidPageToken` if the bytes are damaged, or are not a token
  ///   of this format version.
  public init(bytes: [UInt8]) throws(QueryError) {
    guard bytes.count >= Self.headCount + 8, bytes[0] == Self.version else {
      throw Self.invalid("is not from this version of Lode")
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

  /// Decodes a token from text.
  ///
  /// - Complexity: O(length of the text).
  /// - Throws: ``QueryError`` with `invalidPageToken` if the text is damaged, or is not a token of
  ///   this format version.
  public init(_ text: String) throws(QueryError) {
    let plain = text.replacing("-", with: "+").replacing("_", with: "/")
    let padding = String(repeating: "=", count: (4 - plain.utf8.count % 4) % 4)
    guard let data = Data(base64Encoded: plain + padding) else {
      throw Self.invalid("is not a token")
    }
    try self.init(bytes: Array(data))
  }

  /// The token as text, which a URL can contain unescaped: letters, digits, `-`, and `_`.
  public var description: String {
    Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
      .replacing("=", with: "")
  }

  /// Returns whether two tokens have the same bytes.
  public static func == (a: PageToken, b: PageToken) -> Bool { a.bytes == b.bytes }
  /// Hashes the bytes.
  public func hash(into hasher: inout Hasher) { hasher.combine(bytes) }

  /// Returns an error for a token; `problem` completes the sentence "The token of the page …".
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
  /// Decodes a token from its text.
  ///
  /// - Complexity: O(length of the text).
  /// - Throws: One of these errors:
  ///   - Any error that `decoder` throws.
  ///   - ``QueryError`` with `invalidPageToken` if the text is damaged, or is not a token of this
  ///     format version.
  public init(from decoder: any Decoder) throws {
    try self.init(decoder.singleValueContainer().decode(String.self))
  }

  /// Encodes the token as its text.
  ///
  /// - Complexity: O(number of bytes).
  /// - Throws: Any error that `encoder` throws.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
