internal import LodeCoding

/// The function of a computed value, which maps the archive of a row to a value.
///
/// All functions are equal, so only the name and the version of a function distinguish two
/// definitions.
struct IndexFunction: Sendable, Hashable {
  private typealias Body =
    @Sendable (Span<UInt8>, SchemaCatalog, (any BlobSource)?) -> ArchiveValue?

  private let body: Body?

  /// Creates the placeholder for a function that is not registered.
  init() { body = nil }

  init<Row: ArchivableValue, Value: ArchivableValue>(
    _ function: @escaping @Sendable (Row) -> Value?
  ) {
    body = { archive, schemas, blobs in
      var unarchiver = Unarchiver()
      unarchiver.blobs = blobs
      // A row that does not decode as `Row` has no value.
      guard
        let row = try? unarchiver.unarchive(Row.self, stored: archive, schema: schemas.schema),
        let value = function(row)
      else { return nil }
      if let text = value as? String { return .string(text) }
      return (try? ArchiveValue(archiving: value))?.untyped
    }
  }

  var isKnown: Bool { body != nil }

  /// Returns the value of a row, or `nil` if the row has no value.
  func value(
    _ archive: Span<UInt8>, _ schemas: SchemaCatalog, _ blobs: (any BlobSource)?
  ) -> ArchiveValue? {
    body?(archive, schemas, blobs)
  }

  static func == (a: IndexFunction, b: IndexFunction) -> Bool { true }

  func hash(into hasher: inout Hasher) {}
}
