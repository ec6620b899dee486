public import LodeCoding

extension CollectionReading where Self: ~Copyable & ~Escapable {
  /// Whether the collection was declared, and so is listed without rows too.
  /// - Complexity: O(1).
  public var isDeclared: Bool { access.info?.isDeclared ?? false }

  /// How new values are compressed: the collection's own policy; `nil` when that of the store's
  /// options holds.
  /// - Complexity: O(1).
  public var compressionPolicy: Compression? { access.info?.settings.policy }

  /// The number of the dictionary with which new values are compressed, or `nil`.
  /// - Complexity: O(1).
  public var dictionaryNumber: UInt32? {
    guard let number = access.info?.settings.dictionary, number > 0 else { return nil }
    return number
  }

  /// How the collection's keys are made, which its first row decides; `nil` before it.
  /// - Complexity: O(1).
  public var keyFormat: KeyFormat? { access.info?.keyFormat }
}

extension CollectionAccess {
  /// How the collection's keys are made; `nil` before its first row.
  package var keyFormat: KeyFormat? { info?.keyFormat }
}
