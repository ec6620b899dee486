#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// Encoding of archive values as given types. A payload is a value without its type. An object
// begins with flags: bit 0 gives the width of the end-table entries, and each optional field has
// one further bit. Fixed-width fields precede variable-width fields.
extension ArchiveWriter {
  /// Appends the body of an archive: the value with its type, and the instances of classes.
  mutating func append(_ archive: Archive) throws {
    objectCount = archive.objects.count
    try append(archive.rootType)
    try append(archive.root, as: archive.rootType)
    if archive.objects.isEmpty { return try finishBody() }
    let end = UInt32(truncatingIfNeeded: output.count - Self.front)
    var starts: [UInt32] = []
    for object in archive.objects {
      guard let object else {
        starts.append(ObjectOffsets.absent)
        continue
      }
      starts.append(UInt32(truncatingIfNeeded: output.count - Self.front))
      try append(shared: object)
      guard output.count - Self.front <= limits.size else { throw tooLarge() }
    }
    appendTable(rootEnd: end, starts: starts)
  }

  /// Appends the payload of a value, archived as the given type.
  ///
  /// A number may have another width than the type if the number fits.
  mutating func append(_ value: ArchiveValue, as type: ArchiveType) throws {
    switch (type.code, value) {
    case (_, .typed(type, let value)): try append(value, as: type)
    case (.any, _):
      let type = value.type
      try append(type)
      try enter(anyOf: type)
      try append(value, as: type)
      leave(anyOf: type)
    case (.optional, .null): output.append(UInt8(0))
    case (.optional, _):
      output.append(UInt8(1))
      try append(value, as: type.unwrapped)
    case (.null, .null): break
    case (.bool, .bool(let value)): try value.archive(into: &self)
    case (.date, .date(let value)): try value.archive(into: &self)
    case (.uuid, .uuid(let value)): try value.archive(into: &self)
    case (.decimal, .decimal(let value)): try value.archive(into: &self)
    case (.string, .string(let value)): try value.archive(into: &self)
    case (.data, .data(let value)): try value.archive(into: &self)
    case (.object, .object(let value)): try append(inline: value)
    case (.object, .reference(let number)):
      guard number > 0, number <= objectCount, let number = UInt32(exactly: number) else {
        throw ArchiveError(.unknownReference, "object \(number) does not exist")
      }
      output.append(UInt8(0))
      append(varint: number)
    case (.array, .array(let values)): try append(elements: values, type.element ?? .any)
    case (.set, .set(let values)): try append(set: values, type.element ?? .any)
    case (.dictionary, .dictionary(let entries)):
      try append(entries: entries, type.element ?? .any, type.value ?? .any)
    case (_, .typed(_, let value)): try append(value, as: type)
    default: try append(number: value, as: type)
    }
  }

  private mutating func append(elements: [ArchiveValue], _ type: ArchiveType) throws {
    try enter()
    if type.fixedSize == nil { try append(count: elements.count) }
    for (index, element) in elements.enumerated() {
      do {
        try append(element: element, type)
      } catch let error as ArchiveError {
        throw error.below("[\(index)]")
      }
    }
    leave()
  }

  /// Appends an element, preceded by its length unless the width is fixed; returns the payload's
  /// length.
  @discardableResult
  private mutating func append(element: ArchiveValue, _ type: ArchiveType) throws -> Int {
    if let size = type.fixedSize {
      try append(element, as: type)
      return size
    }
    let start = beginPayload()
    try append(element, as: type)
    let count = output.count - start
    try endPayload(start)
    return count
  }

  private mutating func append(set: Set<ArchiveValue>, _ type: ArchiveType) throws {
    try enter()
    if type.fixedSize == nil { try append(count: set.count) }
    var order = beginEntries(count: set.count, isPrefixed: type.fixedSize == nil)
    for element in set {
      let count = try append(element: element, type)
      order.append(end: position, payloadCount: count)
    }
    try sort(order)
    leave()
  }

  private mutating func append(
    entries: [ArchiveValue: ArchiveValue], _ key: ArchiveType, _ value: ArchiveType
  ) throws {
    try enter()
    try append(count: entries.count)
    var order = beginEntries(count: entries.count, isPrefixed: key.fixedSize == nil)
    for entry in entries {
      let count = try append(element: entry.key, key)
      do {
        try append(element: entry.value, value)
      } catch let error as ArchiveError {
        throw error.below(entry.key.pathComponent)
      }
      order.append(end: position, payloadCount: count)
    }
    try sort(order)
    leave()
  }

  // Objects.

  /// Appends an object of a structure or a case of an enumeration.
  private mutating func append(inline object: ArchivedObject) throws {
    let schema = try untyped.schema(of: object)
    guard schema.isInline else {
      throw ArchiveError(
        .typeMismatch,
        "\(object.name) is a class instance: add the instance to the archive's objects, and use a reference"
      )
    }
    if object.superclass != nil {
      throw ArchiveError(
        .wrongFields, "\(object.name) has a superclass, and only a class can have a superclass")
    }
    let outer = try beginObject(schema)
    try append(fieldsOf: object)
    try endObject(outer)
  }

  private mutating func append(fieldsOf object: ArchivedObject) throws {
    for index in object.fields.indices { try append(object.fields[index]) }
    if let groups = object.extensions { try append(groups: groups, of: object.name) }
  }

  private mutating func append(_ field: ArchivedObject.Field) throws {
    do {
      if case .typed(field.type, let value) = field.value {
        try append(field: value, field.type)
      } else {
        try append(field: field.value, field.type)
      }
    } catch let error as ArchiveError {
      throw error.below(".\(field.name)")
    }
  }

  /// Appends the value of the next field of the current object.
  private mutating func append(field value: ArchiveValue, _ type: ArchiveType) throws {
    let isOptional = type.code == .optional
    let isAbsent = isOptional && value.isNull
    if isOptional { markPresence(!isAbsent) }
    guard let size = type.unwrapped.fixedSize else {
      if !isAbsent { try append(value, as: type.unwrapped) }
      return try endVariable()
    }
    if isAbsent { return skipFixed(size) }
    let end = output.count
    output.count = fields.fixed
    try append(value, as: type.unwrapped)
    fields.fixed = output.count
    output.count = end
  }

  /// Appends the last variable-width field of an extensible object.
  ///
  /// The field holds groups of fields that the object's type does not declare, sorted by label.
  mutating func append(groups: [ArchivedObject.Group], of name: String) throws {
    let groups = groups.sorted { $0.label.precedes($1.label) }
    for (group, next) in zip(groups, groups.dropFirst())
    where group.label.hasSameUTF8(next.label) {
      throw ArchiveError(.wrongFields, "\(name) has two extensions \(group.label)")
    }
    if !groups.isEmpty {
      try append(count: groups.count)
      for group in groups {
        let start = beginPayload()
        let schema = try untyped.schema(of: group, in: name)
        let outer = try beginObject(schema)
        for field in group.fields { try append(field) }
        try endObject(outer)
        try endPayload(start)
      }
    }
    try endVariable()
  }

  /// Appends an instance: the number of its classes, and the fields of each class, superclasses
  /// first.
  private mutating func append(shared object: ArchivedObject) throws {
    var levels: [ArchivedObject] = []
    var next: ArchivedObject? = object
    while let part = next {
      levels.append(part)
      next = part.superclass
    }
    guard levels.count < 256 else {
      throw ArchiveError(.tooDeep, "a class has more than 255 levels")
    }
    output.append(UInt8(levels.count))
    for part in levels.reversed() {
      guard case .class = part.kind else {
        throw ArchiveError(.typeMismatch, "\(part.name) is not a class")
      }
      try beginLevel(try untyped.schema(of: part))
      try append(fieldsOf: part)
    }
    try endLevel()
  }
}

extension ArchiveValue {
  /// The dictionary key as it appears in the path of an error.
  fileprivate var pathComponent: String {
    if case .string(let name) = self { return ".\(name)" }
    return "[\(self)]"
  }
}
