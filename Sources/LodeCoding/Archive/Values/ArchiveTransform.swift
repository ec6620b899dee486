/// A way to archive values of one type as values of another.
///
/// For types that are not archivable themselves, or that are better archived in another shape:
///
/// ```swift
/// struct Money { var cents: Int }
///
/// enum Cents: ArchiveTransform {
///   static func stored(from value: Money) -> Int { value.cents }
///   static func value(from stored: Int) -> Money { Money(cents: stored) }
/// }
/// ```
///
/// A property has it by `@Transformed(by: Cents.self)`.
public protocol ArchiveTransform {
  /// What the program has.
  associatedtype Value
  /// What archives have.
  associatedtype Stored: ArchivableValue

  /// Turns a value into what is archived.
  ///
  /// - Throws: what the transform likes; archiving fails with it.
  static func stored(from value: Value) throws -> Stored

  /// Turns what was archived into a value.
  ///
  /// - Throws: what the transform likes; reading fails with it.
  static func value(from stored: Stored) throws -> Value
}
