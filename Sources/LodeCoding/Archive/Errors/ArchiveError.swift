/// The reason why a value cannot be archived or an archive cannot be decoded.
///
/// ```swift
/// do {
///   let name = try Unarchiver().unarchive(String.self, from: bytes)
///   print(name)
/// } catch let error as ArchiveError {
///   print(error.code == .wrongChecksum ? "the file is damaged" : "\(error)")
/// }
/// ```
public struct ArchiveError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of failure.
  public let code: Code
  /// The offset of the failure in bytes from the beginning of the archive, or of the JSON text.
  ///
  /// The value is `nil` if the failure has no offset.
  public let offset: Int?
  /// One sentence that says what failed, without code, offset, and remedy.
  public let message: String
  /// The collection and the key of the row that holds the archive.
  ///
  /// The value is `nil` if the archive does not come from a store.
  public private(set) var row: String?

  /// The path of a value that is nested too deeply, such as `tags[0][3].name`.
  ///
  /// Only encoding an ``Archive`` or an ``ArchiveValue`` sets the path. The path is empty
  /// otherwise, and for errors with another code.
  public internal(set) var path = ""

  /// Creates an error for a custom archivable type.
  ///
  /// - Parameters:
  ///   - code: The kind of failure.
  ///   - offset: The offset of the failure in bytes.
  ///   - message: One sentence that says what failed.
  public init(_ code: Code, at offset: Int? = nil, _ message: String) {
    self.code = code
    self.offset = offset
    self.message = message.shortened
  }

  /// Returns the same error with the row of the archive, or the error itself if a row is already
  /// set.
  package func inRow(_ row: String) -> ArchiveError {
    if self.row != nil { return self }
    var error = self
    error.row = row
    return error
  }

  /// One sentence that says what to do about the failure.
  public var remedy: String { code.remedy }

  /// The message, the path, the code, the offset, the row, and the remedy.
  public var description: String {
    let place = offset.map { ", byte \($0)" } ?? ""
    let row = row.map { " in \($0)" } ?? ""
    return "Archive: \(message)\(shownPath) (\(code)\(place))\(row). \(remedy)"
  }
}
