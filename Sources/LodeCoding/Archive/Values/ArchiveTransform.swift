/// A transform that archives values of one type as values of another.
///
/// Use a transform for a type that is not archivable, or that needs another archived form:
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
/// A property declares its transform with `@Transformed(by: Cents.self)`.
public protocol ArchiveTransform {
  /// The type in the program.
  associatedtype Value
  /// The type in archives.
  associatedtype Stored: ArchivableValue

  /// Converts a value to its archived form.
  ///
  /// - Throws: Any error of the transform; archiving then fails with the same error.
  static func stored(from value: Value) throws -> Stored

  /// Converts an archived value to the program's form.
  ///
  /// - Throws: Any error of the transform; decoding then fails with the same error.
  static func value(from stored: Stored) throws -> Value
}
