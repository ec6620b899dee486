/// A transform that archives values of one type as values of another type.
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
/// A property declares its transform with the macro `@Transformed(by: Cents.self)`. Lode may call a
/// transform on any thread.
public protocol ArchiveTransform {
  /// The type of the property.
  associatedtype Value
  /// The type of the field in archives.
  associatedtype Stored: ArchivableValue

  /// Converts a value to its archived form.
  ///
  /// - Throws: Any error; archiving then fails with the same error.
  static func stored(from value: Value) throws -> Stored

  /// Converts an archived value to the value of the property.
  ///
  /// - Throws: Any error; decoding then fails with the same error.
  static func value(from stored: Stored) throws -> Value
}
