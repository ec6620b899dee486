/// The error of a failed operation on an LMDB environment.
///
/// Each error status of LMDB has its own ``Code-swift.struct``. Further codes are for failures of
/// the system and for misuse that LMDB does not detect. Reading a missing key is not an error, and
/// returns `nil`.
///
/// ```swift
/// do {
///   let environment = try Environment(path: "people.lmdb")
///   environment.close()
/// } catch let error as LMDBError where error.code == .alreadyOpen {
///   print(error)  // prints the problem and the remedy
/// }
/// ```
public struct LMDBError: Error, Sendable, Hashable {
  /// The kind of the failure.
  public let code: Code
  /// LMDB's status or the system's `errno`, or zero if the failure has no status.
  public let status: Int32
  /// The subject of the failure, such as a path, a table, or a length; empty if unknown.
  public let context: String

  /// Creates an error from a code, a status, and a context.
  @inlinable
  public init(_ code: Code, status: Int32 = 0, context: String = "") {
    self.code = code
    self.status = status
    self.context = context
  }
}

extension LMDBError: CustomStringConvertible {
  /// The problem, the context in parentheses, the status in brackets, and the remedy, in one line.
  public var description: String {
    let place = context.isEmpty ? "" : " (\(context))"
    let number = status == 0 ? "" : " [status \(status)]"
    return "\(code.problem)\(place)\(number). \(code.remedy)"
  }
}

// Not inlined, so that the check before each call of LMDB is one compare and one branch.
extension LMDBError {
  /// Returns the error for a key of `count` bytes: `keyEmpty` or `keyTooLong`.
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
