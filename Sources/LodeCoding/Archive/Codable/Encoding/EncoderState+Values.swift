extension EncoderState {
  /// Appends a value with its own type.
  func append<T: Encodable>(any value: T) throws {
    try append(any: value, type(T.self))
  }

  /// Appends a value with its own type.
  func append<T: Encodable>(any value: T, _ type: EncodedType) throws {
    try writer.enter()
    if let archivable = type.archivable {
      try appendPlain(value, archivable)
    } else if let collection = type.collection {
      try appendCollection(value, collection)
    } else if let text = WideInteger.text(value) {
      try appendPlain(text, String.self)
    } else {
      try appendShaped(value, type)
    }
    writer.leave()
  }

  /// Appends a value with its own type, preceded by the length, and returns the length.
  @discardableResult
  func append<T: Encodable>(element value: T) throws -> Int {
    let start = writer.beginPayload()
    try append(any: value)
    let length = writer.position - start
    try writer.endPayload(start)
    return length
  }

  private func appendPlain<T, A: ArchivableValue>(_ value: T, _ type: A.Type) throws {
    try writer.append(A.archiveType)
    try rebound(value, as: A.self).archive(into: &writer)
  }

  private func appendCollection<T, E: EncodableCollection>(_ value: T, _ type: E.Type) throws {
    try rebound(value, as: E.self).append(to: self)
  }

  // Values that encode themselves into containers.

  /// Appends a value that encodes itself into a container.
  private func appendShaped<T: Encodable>(_ value: T, _ type: EncodedType) throws {
    let shape = try type.predicted.only ?? shape(of: value, type)
    let mark = writer.mark
    if try write(value, shape) { return }
    writer.takeBack(to: mark)
    type.predicted.noteChange()
    guard try write(value, try self.shape(of: value, type)) else {
      throw EncodingError.invalid(
        value, at: path, "\(T.self) encodes different fields in each call")
    }
  }

  /// Finds out the shape of a value by encoding the value without output.
  private func shape<T: Encodable>(of value: T, _ type: EncodedType) throws -> EncodedShape {
    let collector = CollectingEncoder(self, path: path, isSilent: true)
    try value.encode(to: collector)
    let shape = try collector.shape(type.name)
    type.predicted.note(shape)
    return shape
  }

  /// Writes a value of a shape; returns `false` if the value has another shape.
  private func write<T: Encodable>(_ value: T, _ shape: EncodedShape) throws -> Bool {
    if shape.isCollected { return try writeCollected(value, shape) }
    let encoder = beginEncoder(shape)
    defer { endEncoder(encoder) }
    switch shape.kind {
    case .keyed(let schema):
      try writer.append(.object)
      let outer = try writer.beginObject(schema)
      do {
        try value.encode(to: encoder)
      } catch {
        writer.fields = outer
        throw error
      }
      guard encoder.isComplete else {
        writer.fields = outer
        return false
      }
      try writer.endObject(outer)
    case .unkeyed:
      try writer.append(.array(.any))
      try writer.enter()
      let start = writer.beginPayload()
      try value.encode(to: encoder)
      try writer.endCounted(start, count: encoder.next)
      writer.leave()
    case .single:
      try value.encode(to: encoder)
    }
    return encoder.isComplete
  }

  /// Writes a value with nested containers; returns `false` if the value has another shape.
  private func writeCollected<T: Encodable>(_ value: T, _ shape: EncodedShape) throws -> Bool {
    // In the list of schemas, the schema of an object precedes the schemas of its fields.
    if case .keyed(let schema) = shape.kind { _ = writer.schemas.number(of: schema) }
    let collector = CollectingEncoder(self, path: path, isSilent: false)
    try value.encode(to: collector)
    guard collector.has(shape) else { return false }
    try collector.append(to: &writer, shape)
    return true
  }
}
