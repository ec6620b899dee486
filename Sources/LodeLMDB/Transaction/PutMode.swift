/// The keys that a put may write: all keys, only new keys, or only keys above the last key.
public struct PutMode: Sendable, Hashable {
  /// LMDB's flags for the mode.
  @usableFromInline package let flags: UInt32

  @inlinable
  package init(flags: UInt32) { self.flags = flags }

  /// Inserts the key or replaces its value.
  @inlinable public static var overwrite: Self { .init(flags: 0) }

  /// Inserts the key if the key does not exist; otherwise changes nothing.
  @inlinable public static var insert: Self { .init(flags: 0x10) }

  /// Inserts the key if the key is greater than every key of the table; otherwise changes nothing.
  ///
  /// Appending fills each page completely, and compares only the last key.
  @inlinable public static var append: Self { .init(flags: 0x20000) }
}
