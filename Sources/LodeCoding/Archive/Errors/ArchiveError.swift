/// The reason why a value cannot be archived or an archive cannot be decoded.
///
/// ```swift
/// let bytes = try Archiver.archive("Ada")
/// do {
///   let name = try Unarchiver.unarchive(String.self, from: bytes)
///   print(name)
/// } catch let error as ArchiveError {
///   print(error.code == .wrongChecksum ? "the file is damaged" : "\(error)")
/// }
/// ```
public struct ArchiveError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of failure.
  public let code: Code
  /// The offset of the failure, in bytes from the beginning of the archive, the encoded schema, or
  /// the JSON text.
  ///
  /// The value is `nil` if the failure has no offset.
  public let offset: Int?
  /// The failure in words, without the code, the offset, or the remedy.
  public let message: String
  /// The path of a value that is nested too deeply, such as `tags[0][3].name`.
  ///
  /// Only encoding an ``Archive`` or an ``ArchiveValue`` sets the path. Errors with a code other
  /// than `tooDeep` have an empty path.
  public internal(set) var path = ""

  /// Creates an error for a custom archivable type.
  ///
  /// - Parameters:
  ///   - code: The kind of failure.
  ///   - offset: The offset of the failure in bytes.
  ///   - message: What failed, in words; the initializer shortens a text of more than 200 Unicode
  ///     scalars.
  public init(_ code: Code, at offset: Int? = nil, _ message: String) {
    self.code = code
    self.offset = offset
    self.message = message.shortened
  }

  /// One sentence that says what to do about the failure.
  public var remedy: String { code.remedy }

  /// The message, the path, the code, the offset, and the remedy.
  public var description: String { "Archive: \(detail). \(remedy)" }

  /// The message, the path, the code, and the offset, without a full stop.
  package var detail: String {
    let place = offset.map { ", byte \($0)" } ?? ""
    return "\(message)\(shownPath) (\(code)\(place))"
  }
}
