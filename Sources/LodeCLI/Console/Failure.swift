internal import Foundation
internal import LodeCoding

/// An error message for the user of a command, with a remedy.
struct Failure: Error, CustomStringConvertible {
  /// The problem, without a final period; the initializer shortens a long message.
  let message: String
  /// One or more sentences that say what the user can do.
  let remedy: String

  init(_ message: String, remedy: String) {
    self.message = message.shortened
    self.remedy = remedy
  }

  var description: String { message + (message.last == "?" ? " " : ". ") + remedy }

  /// Runs an operation on a file, and throws a `Failure` with the path for any error.
  ///
  /// `what` completes the message "cannot be ...", for example "read" or "created".
  static func file<R>(_ path: String, _ what: String, _ operation: () throws -> R) throws -> R {
    do {
      return try operation()
    } catch {
      let remedy =
        switch systemNumber(of: error) {
        case EACCES, EPERM: "Check the file permissions."
        case ENOENT: "Check the path."
        case ENOSPC: "Nothing was changed. Free disk space."
        default: "Check the path and the disk."
        }
      throw Failure("\"\(path)\" cannot be \(what): \(reason(of: error))", remedy: remedy)
    }
  }
}

extension ArchiveError {
  /// The message and the offset, without a full stop; the offset counts from 1.
  var sentence: String { message + (offset.map { " (byte \($0 + 1))" } ?? "") }
}

/// Returns the POSIX number of an error or of its underlying errors; `nil` without a number.
func systemNumber(of error: any Error) -> Int32? {
  let error = error as NSError
  if error.domain == NSPOSIXErrorDomain { return Int32(error.code) }
  return (error.userInfo[NSUnderlyingErrorKey] as? any Error).flatMap(systemNumber)
}

/// Returns the system's description of an error, or Foundation's description if the error has no
/// known POSIX number.
func reason(of error: any Error) -> String {
  if let number = systemNumber(of: error), let code = POSIXErrorCode(rawValue: number) {
    // Foundation puts a sentence before the system's description.
    let text = POSIXError(code).localizedDescription
    return text.split(separator: ". ").last.map(String.init) ?? text
  }
  return (error as NSError).localizedDescription
}
