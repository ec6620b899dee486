internal import LodeCoding

/// The function of a computed value, which maps the archive of a row to a value.
///
/// All functions are equal, so only the name and the version of a function distinguish two
/// definitions.
struct IndexFunction: Sendable, Hashable {
  private typealias Body =
    @Sendable (Span<UInt8>, (UInt32) -> ArchiveSchema?, (any BlobSource)?) -> ArchiveValue?

  private let body: Body?

  /// Creates the placeholder for a function that is not registered.
  init() { body = nil }

  init<Decoded: ArchivableValue, Value: ArchivableValue>(
    _ function: @escaping @Sendable (Decoded) -> Value?
  ) {
    body = { archive, schema, blobs in
      var unarchiver = Unarchiver()
      unarchiver.blobs = blobs
      // A row that does not decode as `Decoded` has no value.
      guard
        let row = try? unarchiver.unarchive(Decoded.self, stored: archive, schema: schema),
        let value = function(row)
      else { return nil }
      if let text = value as? String { return .string(text) }
      return (try? ArchiveValue(archiving: value))?.untyped
    }
  }

  var isKnown: Bool { body != nil }

  /// Returns the value of a row, or `nil` if the row has no value.
  ///
  /// - Parameter schema: Returns the schema with a number, or `nil` if the store has no schema with
  ///   the number.
  func value(
    _ archive: Span<UInt8>, schema: (UInt32) -> ArchiveSchema?, _ blobs: (any BlobSource)?
  ) -> ArchiveValue? {
    body?(archive, schema, blobs)
  }

  static func == (a: IndexFunction, b: IndexFunction) -> Bool { true }

  func hash(into hasher: inout Hasher) {}
}
