extension ArchivedObject {
  /// Appends an object of a structure or a case of an enumeration.
  func append(to writer: inout ArchiveWriter) throws {
    let schema = try writer.untyped.schema(of: self)
    guard schema.isInline else {
      throw ArchiveError(
        .typeMismatch,
        "\(name) is a class instance: add the instance to the archive's objects, and use a reference"
      )
    }
    if superclass != nil {
      throw ArchiveError(
        .wrongFields, "\(name) has a superclass, and only a class can have a superclass")
    }
    let outer = try writer.beginObject(schema)
    try appendFields(to: &writer)
    try writer.endObject(outer)
  }

  private func appendFields(to writer: inout ArchiveWriter) throws {
    for index in fields.indices { try fields[index].append(to: &writer) }
    if let extensions { try Group.append(extensions, of: name, to: &writer) }
  }

  /// Appends an instance: the number of its classes, and the fields of each class, superclasses
  /// first.
  func append(sharedTo writer: inout ArchiveWriter) throws {
    var levels: [ArchivedObject] = []
    var next: ArchivedObject? = self
    while let part = next {
      levels.append(part)
      next = part.superclass
    }
    guard levels.count < 256 else {
      throw ArchiveError(.tooDeep, "a class has more than 255 levels")
    }
    writer.output.append(UInt8(levels.count))
    for part in levels.reversed() {
      guard case .class = part.kind else {
        throw ArchiveError(.typeMismatch, "\(part.name) is not a class")
      }
      try writer.beginLevel(try writer.untyped.schema(of: part))
      try part.appendFields(to: &writer)
    }
    try writer.endLevel()
  }
}

extension ArchivedObject.Field {
  fileprivate func append(to writer: inout ArchiveWriter) throws {
    do {
      if case .typed(type, let value) = value {
        try append(value, to: &writer)
      } else {
        try append(value, to: &writer)
      }
    } catch let error as ArchiveError {
      throw error.below(".\(name)")
    }
  }

  /// Appends the value of the next field of the current object.
  private func append(_ value: ArchiveValue, to writer: inout ArchiveWriter) throws {
    let isOptional = type.code == .optional
    let isAbsent = isOptional && value.isNull
    if isOptional { writer.fields.markPresence(!isAbsent, in: &writer.output) }
    guard let size = type.unwrapped.fixedSize else {
      if !isAbsent { try type.unwrapped.append(value, to: &writer) }
      return try writer.endVariable()
    }
    if isAbsent { return writer.skipFixed(size) }
    let end = writer.output.count
    writer.output.count = writer.fields.fixed
    try type.unwrapped.append(value, to: &writer)
    writer.fields.fixed = writer.output.count
    writer.output.count = end
  }
}

extension ArchivedObject.Group {
  /// Appends the last variable-width field of an extensible object.
  ///
  /// The field holds groups of fields that the object's type does not declare, sorted by label.
  static func append(
    _ groups: [Self], of name: String, to writer: inout ArchiveWriter
  ) throws {
    let groups = groups.sorted { $0.label.precedes($1.label) }
    for (group, next) in zip(groups, groups.dropFirst())
    where group.label.hasSameUTF8(next.label) {
      throw ArchiveError(.wrongFields, "\(name) has two extensions \(group.label)")
    }
    if !groups.isEmpty {
      try writer.append(count: groups.count)
      for group in groups {
        let start = writer.beginPayload()
        let schema = try writer.untyped.schema(of: group, in: name)
        let outer = try writer.beginObject(schema)
        for field in group.fields { try field.append(to: &writer) }
        try writer.endObject(outer)
        try writer.endPayload(start)
      }
    }
    try writer.endVariable()
  }
}
