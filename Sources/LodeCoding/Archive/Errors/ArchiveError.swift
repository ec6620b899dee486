/// The reason why a value cannot be archived or an archive cannot be decoded.
///
/// ```swift
/// do {
///   let person = try Unarchiver().unarchive(String.self, from: bytes)
///   print(person)
/// } catch let error as ArchiveError {
///   print(error.code == .futureVersion ? "update this program" : "\(error)")
/// }
/// ```
public struct ArchiveError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of failure.
  public let code: Code
  /// The offset of the failure in the archive, in bytes from 0, or `nil` if the failure has no
  /// offset.
  public let offset: Int?
  /// One sentence with the expected and the actual value.
  public let message: String
  /// The collection and key of the row that holds the archive.
  ///
  /// The value is `nil` if the archive was not read from a store.
  public private(set) var row: String?

  /// The path of a value nested too deeply, such as `tags[0][3].name`; empty for other errors.
  public internal(set) var path = ""

  /// Creates an error, for a custom archivable type.
  public init(_ code: Code, at offset: Int? = nil, _ message: String) {
    self.code = code
    self.offset = offset
    self.message = message
  }

  /// Returns the same error with the row of the archive, unless the error already names a row.
  package func inRow(_ row: String) -> ArchiveError {
    if self.row != nil { return self }
    var error = self
    error.row = row
    return error
  }

  /// One sentence that states what to do about the failure.
  public var remedy: String { code.remedy }

  /// The message, the code, the offset, the row, and the remedy.
  public var description: String {
    let place = offset.map { ", byte \($0)" } ?? ""
    let row = row.map { " in \($0)" } ?? ""
    return "Archive: \(message)\(shownPath) (\(code)\(place))\(row). \(remedy)"
  }
}
