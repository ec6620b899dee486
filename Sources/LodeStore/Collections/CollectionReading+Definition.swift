public import LodeCoding

extension CollectionReading where Self: ~Copyable & ~Escapable {
  /// Whether the collection was declared, and so is listed without rows too.
  /// - Complexity: O(1).
  public var isDeclared: Bool { access.info?.isDeclared ?? false }

  /// How the collection's keys are made, which its first row decides; `nil` before it.
  /// - Complexity: O(1).
  public var keyFormat: KeyFormat? { access.info?.keyFormat }
}
