/// Why a value cannot be archived, or bytes cannot be read as one.
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
  /// Where in the archive it was noticed, in bytes from 0; `nil` when it is not about a place.
  public let offset: Int?
  /// The expected and the actual value, in one sentence.
  public let message: String
  /// The row that holds the archive: its collection and its key; `nil` when the archive was not
  /// read from a store.
  public private(set) var row: String?

  /// Where a value lies that is nested too deep, such as `tags[0][3].name`; empty for other errors.
  public internal(set) var path = ""

  /// Creates an error, for a type of one's own that is archived.
  public init(_ code: Code, at offset: Int? = nil, _ message: String) {
    self.code = code
    self.offset = offset
    self.message = message
  }

  /// The same error, about the archive of a row; one that names a row already keeps that.
  package func inRow(_ row: String) -> ArchiveError {
    if self.row != nil { return self }
    var error = self
    error.row = row
    return error
  }

  /// What to do about it, in a sentence.
  public var remedy: String { code.remedy }

  /// The message, the code, the place, the row and the remedy.
  public var description: String {
    let place = offset.map { ", byte \($0)" } ?? ""
    let row = row.map { " in \($0)" } ?? ""
    return "Archive: \(message)\(shownPath) (\(code)\(place))\(row). \(remedy)"
  }
}
