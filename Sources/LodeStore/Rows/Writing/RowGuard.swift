internal import LodeCoding

/// Refuses rows that the model of a collection cannot read.
struct RowGuard {
  private let owners: [String]
  /// The number of the last checked schema that belongs to an owner; 0 before the first match.
  private var known: UInt32 = 0

  /// Creates a guard for a collection whose rows have certain types.
  ///
  /// - Parameter owners: The names of the types in archives, the current name first.
  init(owners: [String]) { self.owners = owners }

  /// The name of the type that owns the collection.
  var owner: String { owners.first ?? "" }

  /// Returns a description of a value that the model cannot read, or `nil` if the model can read
  /// the value.
  mutating func refusal(
    of value: Span<UInt8>, _ type: ValueType, _ schemas: SchemaCatalog
  ) -> String? {
    guard type == .archive else { return "a value of the type \(type)" }
    guard let number = try? Unarchiver.rootSchema(stored: value),
      let schema = schemas.schema(number)
    else { return "a document, or another value without a type of its own" }
    if number == known { return nil }
    guard owners.contains(schema.name) else { return "an object of the type \"\(schema.name)\"" }
    known = number
    return nil
  }
}
