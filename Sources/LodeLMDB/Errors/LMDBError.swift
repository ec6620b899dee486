/// A failed operation on an LMDB environment: what went wrong, where, and what to do about it.
///
/// Every status of LMDB is one ``Code-swift.struct``; the remaining codes are conditions that LMDB
/// itself does not notice. Absence is never an error: a missing key is `nil`.
///
/// ```swift
/// do {
///   let environment = try Environment(path: path)
///   environment.close()
/// } catch let error as LMDBError where error.code == .alreadyOpen {
///   print(error)  // says what to do
/// }
/// ```
public struct LMDBError: Error, Sendable, Hashable {
  /// What kind of failure this is.
  public let code: Code
  /// The number that LMDB or the system gave, or zero when neither was involved.
  public let status: Int32
  /// The path, table or limit that the failure is about; may be empty.
  public let context: String

  /// Creates an error of a code, with what is known about it.
  @inlinable
  public init(_ code: Code, status: Int32 = 0, context: String = "") {
    self.code = code
    self.status = status
    self.context = context
  }
}

extension LMDBError: CustomStringConvertible {
  /// One line: what went wrong, the context in parentheses, and the remedy.
  public var description: String {
    let place = context.isEmpty ? "" : " (\(context))"
    let number = status == 0 ? "" : " [status \(status)]"
    return "\(code.problem)\(place)\(number). \(code.remedy)"
  }
}

// Out of line, so that the checks before each call of LMDB stay a compare and a branch.
extension LMDBError {
  @usableFromInline @inline(never)
  static func keySize(_ count: Int) -> LMDBError {
    LMDBError(count == 0 ? .keyEmpty : .keyTooLong, context: "\(count) bytes")
  }

  @usableFromInline @inline(never)
  static func valueSize(_ count: Int) -> LMDBError {
    LMDBError(.valueTooLarge, context: "\(count) bytes")
  }

  @usableFromInline @inline(never)
  static func foreignTable() -> LMDBError { LMDBError(.foreignTable) }

  @usableFromInline @inline(never)
  static func tableDropped() -> LMDBError { LMDBError(.tableDropped) }
}
