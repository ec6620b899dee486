/// The default that a type declares for a field.
struct FieldDefault: Sendable {
  /// Evaluates the default.
  let make: @Sendable () throws -> Any
  /// Returns the self-contained archive of the default.
  let archived: @Sendable () throws -> [UInt8]
  /// The type of the field if the default has no Swift type, otherwise `nil`.
  let untyped: ArchiveType?
}
