/// What a put does about a key that may be there already.
public struct PutMode: Sendable, Hashable {
  /// LMDB's flags for the mode.
  @usableFromInline package let flags: UInt32

  @inlinable
  package init(flags: UInt32) { self.flags = flags }

  /// Writes the value, whether or not the key exists.
  @inlinable public static var overwrite: Self { .init(flags: 0) }

  /// Throws ``LMDBError/Code-swift.struct/keyExists`` and changes nothing if the key exists.
  @inlinable public static var insert: Self { .init(flags: 0x10) }

  /// For a key greater than every key of the table: fills pages completely and searches nothing.
  ///
  /// Throws ``LMDBError/Code-swift.struct/keyExists`` and changes nothing when the key is not
  /// greater than the last one.
  @inlinable public static var append: Self { .init(flags: 0x20000) }
}
