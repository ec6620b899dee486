public import LodeCoding

extension CollectionReading where Self: ~Copyable & ~Escapable {
  /// Whether the collection was declared; listings contain a declared collection even without rows.
  ///
  /// - Complexity: O(1).
  public var isDeclared: Bool { access.info?.isDeclared ?? false }

  /// The collection's own compression policy, or `nil` if the policy of the store's options
  /// applies.
  ///
  /// - Complexity: O(1).
  public var compressionPolicy: Compression? { access.info?.settings.policy }

  /// The number of the collection's current dictionary, or `nil` without a dictionary.
  ///
  /// The dictionary compresses new values, unless the compression is off.
  ///
  /// - Complexity: O(1).
  public var dictionaryNumber: UInt32? {
    guard let number = access.info?.settings.dictionary, number > 0 else { return nil }
    return number
  }

  /// The format of the collection's keys; `nil` before the first row.
  ///
  /// The first row decides the format. The format remains after all rows are deleted.
  ///
  /// - Complexity: O(1).
  public var keyFormat: KeyFormat? { access.info?.keyFormat }
}

extension CollectionAccess {
  /// The format of the collection's keys; `nil` before the first row.
  package var keyFormat: KeyFormat? { info?.keyFormat }
}
