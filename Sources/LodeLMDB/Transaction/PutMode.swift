/// The effect of a put on an existing key.
public struct PutMode: Sendable, Hashable {
  /// LMDB's flags for the mode.
  @usableFromInline package let flags: UInt32

  @inlinable
  package init(flags: UInt32) { self.flags = flags }

  /// Inserts the key or replaces its value.
  @inlinable public static var overwrite: Self { .init(flags: 0) }

  /// Throws ``LMDBError/Code-swift.struct/keyExists`` and changes nothing if the key exists.
  @inlinable public static var insert: Self { .init(flags: 0x10) }

  /// Appends a key that is greater than every key of the table.
  ///
  /// Fills pages completely, without a search.
  ///
  /// Throws ``LMDBError/Code-swift.struct/keyExists`` and changes nothing if the key is not greater
  /// than the last key.
  @inlinable public static var append: Self { .init(flags: 0x20000) }
}
