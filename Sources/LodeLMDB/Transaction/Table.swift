/// A named, ordered table of byte keys and byte values inside an environment.
///
/// A table is a small copyable handle that stays valid as long as its environment is open. Keys have
/// 1 to 511 bytes and are ordered as unsigned bytes, a prefix before its extensions.
///
/// ```swift
/// let people = try environment.table("people")
/// try environment.write { transaction in
///   try transaction.put("Ada".utf8.span, forKey: "1".utf8.span, in: people)
/// }
/// ```
public struct Table: Sendable, Hashable {
  /// LMDB's number of the table.
  @usableFromInline package let number: UInt32
  /// The environment that opened it; a table of another one is refused.
  @usableFromInline package let environment: UInt32

  @inlinable
  package init(number: UInt32, environment: UInt32) {
    self.number = number
    self.environment = environment
  }
}

/// A named table whose keys are unsigned integers of the machine's word size.
///
/// Integer keys take no more room than a word each and compare faster than bytes. The file holds them in
/// the machine's byte order, so such a table can be read only by machines with the same one.
public struct IntegerTable: Sendable, Hashable {
  @usableFromInline package let number: UInt32
  @usableFromInline package let environment: UInt32

  @inlinable
  package init(number: UInt32, environment: UInt32) {
    self.number = number
    self.environment = environment
  }
}
