// Blobs in values without a type, of documents for example.
extension ArchiveValue {
  /// A blob, whose bytes a store keeps once.
  ///
  /// ```swift
  /// let pet: ArchiveValue = ["name": "Rex", "photo": .blob(Blob([1, 2, 3]))]
  /// print(pet["photo"]?.blob?.count ?? 0)
  /// ```
  public static func blob(_ blob: Blob) -> ArchiveValue { .object(ArchivedObject(blob)) }

  /// A blob.
  public var blob: Blob? { object?.blob }
}

extension ArchivedObject {
  init(_ blob: Blob) {
    let schema = Blob.archiveSchemas[0]
    self.init(
      schema.name, version: schema.version, kind: schema.kind,
      fields: [Field(schema.fields[0].name, type: schema.fields[0].type, .data(blob.data))])
  }

  init(blobNumber number: UInt64) {
    let schema = Blob.archiveSchemas[1]
    self.init(
      schema.name, version: schema.version, kind: schema.kind,
      fields: [Field(schema.fields[0].name, type: schema.fields[0].type, .uint(number))])
  }

  /// The blob that the object is, when it has the bytes.
  var blob: Blob? {
    guard isBlob(0), case .data(let data) = fields[0].value else { return nil }
    return Blob(data)
  }

  /// The number of the blob that the object is, when a store has the bytes.
  var blobNumber: UInt64? {
    guard isBlob(1), case .uint(let number) = fields[0].value.untyped else { return nil }
    return number
  }

  private func isBlob(_ index: Int) -> Bool {
    // The name is compared first: it is another one for nearly every object.
    guard name == Blob.name, superclass == nil, extensions == nil, fields.count == 1 else {
      return false
    }
    return schema == Blob.archiveSchemas[index]
  }
}
