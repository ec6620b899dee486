// Conversion of collected values to shapes and bytes. A shape is the kind of the container and the
// names and types of the fields.
extension CollectingEncoder {
  /// Returns the shape of the collected value; `typeName` becomes the type name of an object.
  func shape(_ typeName: String) throws -> EncodedShape {
    switch kind {
    case .nothing, .keyed:
      if let payload = casePayload {
        let schema = ArchiveSchema(
          enum: typeName, case: parts[0].name, fields: try payload.fields(), evolution: .open)
        return EncodedShape(
          .keyed(KnownSchemas.shared.unique(schema)), isCollected: payload.hasContainers)
      }
      let schema = ArchiveSchema(typeName, fields: try fields(), evolution: .open)
      return EncodedShape(.keyed(KnownSchemas.shared.unique(schema)), isCollected: hasContainers)
    case .unkeyed: return EncodedShape(.unkeyed, isCollected: hasContainers)
    case .single: return EncodedShape(.single, isCollected: false)
    case .mixed:
      throw EncodingError.invalid(
        typeName, at: codingPath, "\(typeName) requests containers of different kinds")
    }
  }

  /// The container of a case's associated values, or `nil` if the value is not a case.
  ///
  /// The compiler encodes a case as a nested container under a single key, the name of the case.
  private var casePayload: CollectingEncoder? {
    guard kind == .keyed, parts.count == 1, let inner = parts[0].container,
      inner.kind == .keyed, !parts[0].isSuper
    else { return nil }
    return inner
  }

  /// Whether the value has nested containers.
  private var hasContainers: Bool { parts.contains { $0.container != nil } }

  /// Returns the fields, or throws an error if a key is encoded twice.
  private func fields() throws -> [ArchiveSchema.Field] {
    var names: Set<[UInt8]> = []
    return try parts.map { part in
      guard names.insert(Array(part.name.utf8)).inserted else {
        throw EncodingError.invalid(
          part.name, at: codingPath, "\(part.name) is encoded twice")
      }
      return ArchiveSchema.Field(part.name, type: part.type)
    }
  }

  /// Returns whether the collected value has the given shape.
  func has(_ shape: EncodedShape) -> Bool {
    switch shape.kind {
    case .keyed:
      let object = shape.caseName == nil ? self : parts.first?.container ?? self
      guard kind == .keyed || kind == .nothing, object.parts.map(\.name) == shape.names,
        object.parts.map(\.type) == shape.types,
        !shape.hasTwins || zip(object.parts, shape.names).allSatisfy({ $0.name.hasSameUTF8($1) }),
        shape.caseName == nil || casePayload != nil && parts[0].name == shape.caseName
      else { return false }
      return true
    case .unkeyed: return kind == .unkeyed
    case .single: return kind == .single
    }
  }

  // Bytes of collected values.

  /// Appends the type and the bytes of the value.
  func append(to writer: inout ArchiveWriter, _ shape: EncodedShape) throws {
    guard case .keyed(let schema) = shape.kind else { return try append(to: &writer, "") }
    let object = shape.caseName == nil ? self : parts.first?.container ?? self
    try object.append(to: &writer, schema)
  }

  /// Appends the type and the bytes of a container; `name` becomes the type name of an object.
  fileprivate func append(to writer: inout ArchiveWriter, _ name: String) throws {
    switch kind {
    case .nothing, .keyed:
      let schema = ArchiveSchema(name, fields: try fields(), evolution: .open)
      try append(to: &writer, KnownSchemas.shared.unique(schema))
    case .unkeyed:
      try writer.append(.array(.any))
      try writer.enter()
      try writer.append(count: parts.count)
      for part in parts {
        let start = writer.beginPayload()
        try part.append(to: &writer, name)
        try writer.endPayload(start)
      }
      writer.leave()
    case .single where parts.count == 1: try parts[0].append(to: &writer, name)
    case .single, .mixed:
      throw EncodingError.invalid(
        name, at: codingPath, "a single value container needs exactly one value")
    }
  }

  private func append(to writer: inout ArchiveWriter, _ schema: ArchiveSchema) throws {
    try writer.append(.object)
    let outer = try writer.beginObject(schema)
    for part in parts { try append(field: part, to: &writer, schema.name) }
    try writer.endObject(outer)
  }

  private func append(
    field part: Part, to writer: inout ArchiveWriter, _ name: String
  ) throws {
    if part.type.code == .optional {
      writer.fields.markPresence(part.isPresent, in: &writer.output)
    }
    guard let size = part.type.unwrapped.fixedSize else {
      try part.append(to: &writer, name)
      return try writer.endVariable()
    }
    guard part.isPresent else { return writer.skipFixed(size) }
    writer.appendFixed(part.payload)
  }
}

extension CollectingEncoder.Part {
  /// Whether the container belongs to a superclass instead of a case.
  var isSuper: Bool { name == ArchiveCodingKey.super.stringValue }

  /// Appends the bytes of the part.
  ///
  /// The type name of a nested container is the path to the container.
  fileprivate func append(to writer: inout ArchiveWriter, _ outer: String) throws {
    guard let container else { return writer.append(copying: payload.span) }
    try writer.enter()
    try container.append(to: &writer, name.isEmpty ? outer : "\(outer).\(name)")
    writer.leave()
  }
}
