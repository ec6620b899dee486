// Blobs in archive values.
extension ArchiveValue {
  /// Creates a blob value; ``Blob`` describes how a store keeps blobs.
  ///
  /// ```swift
  /// let pet: ArchiveValue = ["name": "Rex", "photo": .blob(Blob([1, 2, 3]))]
  /// print(pet["photo"]?.blob?.count ?? 0)
  /// ```
  public static func blob(_ blob: Blob) -> ArchiveValue { .object(ArchivedObject(blob)) }

  /// The value as a blob, or `nil` if the value is not a blob with bytes.
  public var blob: Blob? { object?.blob }
}

extension ArchivedObject {
  /// Creates the object of a blob with bytes.
  init(_ blob: Blob) {
    let schema = Blob.archiveSchemas[0]
    self.init(
      schema.name, version: schema.version, kind: schema.kind,
      fields: [Field(schema.fields[0].name, type: schema.fields[0].type, .data(blob.data))])
  }

  /// Creates the object of a blob whose bytes a store keeps.
  init(blobNumber number: UInt64) {
    let schema = Blob.archiveSchemas[1]
    self.init(
      schema.name, version: schema.version, kind: schema.kind,
      fields: [Field(schema.fields[0].name, type: schema.fields[0].type, .uint(number))])
  }

  /// The object as a blob, or `nil` if the object is not a blob with bytes.
  var blob: Blob? {
    guard isBlob(0), case .data(let data) = fields[0].value else { return nil }
    return Blob(data)
  }

  /// The blob's number if a store keeps the bytes, otherwise `nil`.
  var blobNumber: UInt64? {
    guard isBlob(1), case .uint(let number) = fields[0].value.untyped else { return nil }
    return number
  }

  /// Returns whether the object is the blob case with this index: 0 for bytes, 1 for a number.
  private func isBlob(_ index: Int) -> Bool {
    // Nearly every object has another name, so the name is compared first.
    guard name == Blob.name, superclass == nil, extensions == nil, fields.count == 1 else {
      return false
    }
    return schema == Blob.archiveSchemas[index]
  }
}
