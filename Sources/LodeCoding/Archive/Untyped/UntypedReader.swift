#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A reader that decodes values by their archived types, without Swift types.
struct UntypedReader: ~Copyable, ~Escapable {
  /// The position in the current payload, the bytes of a value without its type.
  var cursor: ByteCursor
  let session: ReadingSession

  @_lifetime(copy cursor)
  init(_ cursor: borrowing ByteCursor, _ session: ReadingSession) {
    self.cursor = copy cursor
    self.session = session
  }

  /// Decodes the whole archive.
  mutating func archive() throws -> Archive {
    let type = try cursor.type()
    let root = try value(type)
    try cursor.finishArchive()
    var objects: [ArchivedObject?] = []
    for number in session.objects.states.indices {
      objects.append(try sharedObject(number + 1))
    }
    return Archive(root, type: type, objects: objects)
  }

  /// Decodes the payload from the reader's position to its end; a payload is a value without its
  /// type.
  mutating func value(_ type: ArchiveType) throws -> ArchiveValue {
    switch type.code {
    case .null: return .null
    case .bool: return .bool(try cursor.takeBool())
    case .int8: return .int(Int64(try cursor.take(Int8.self)))
    case .int16: return .int(Int64(try cursor.take(Int16.self)))
    case .int32: return .int(Int64(try cursor.take(Int32.self)))
    case .int64: return .int(try cursor.take(Int64.self))
    case .uint8: return .uint(UInt64(try cursor.take(UInt8.self)))
    case .uint16: return .uint(UInt64(try cursor.take(UInt16.self)))
    case .uint32: return .uint(UInt64(try cursor.take(UInt32.self)))
    case .uint64: return .uint(try cursor.take(UInt64.self))
    case .float: return .float(Float(bitPattern: try cursor.take(UInt32.self)))
    case .double: return .double(Double(bitPattern: try cursor.take(UInt64.self)))
    case .date:
      let seconds = Double(bitPattern: try cursor.take(UInt64.self))
      return .date(Date(timeIntervalSinceReferenceDate: seconds))
    case .uuid: return .uuid(try cursor.takeUUID())
    case .decimal: return .decimal(try cursor.takeDecimal())
    case .string: return .string(try cursor.takeString())
    case .data: return .data(cursor.takeData())
    case .object: return try objectOrReference()
    case .any: return try anyValue()
    case .optional:
      return try cursor.takePresence() ? try value(type.unwrapped).inside(type) : .null
    case .array: return .array(try elements(type.element ?? .any, isOrdered: false))
    case .set: return try set(type.element ?? .any)
    case .dictionary: return try entries(type.element ?? .any, type.value ?? .any)
    }
  }

  /// Decodes an any: a type, and a value of this type.
  private mutating func anyValue() throws -> ArchiveValue {
    let place = cursor.position
    let type = try cursor.type()
    guard type != .any else {
      throw ArchiveError(.notCanonical, at: place, "an any holds an any")
    }
    if type.countsInAny { try session.enter(at: cursor.position) }
    let value = try value(type)
    if type.countsInAny { session.leave() }
    return value.type == type ? value : .typed(type, value)
  }

  private mutating func set(_ type: ArchiveType) throws -> ArchiveValue {
    let elements = try elements(type, isOrdered: true)
    let set = Set(elements)
    // The elements have different bytes but equal values, which no writer produces.
    guard set.count == elements.count else {
      throw cursor.invalidValue("two elements of a set are equal")
    }
    return .set(set)
  }

  private mutating func elements(_ type: ArchiveType, isOrdered: Bool) throws -> [ArchiveValue] {
    let size = type.fixedSize ?? 0
    let count = try session.beginElements(&cursor, fixedSize: size)
    var values: [ArchiveValue] = []
    var order = PayloadOrder()
    for _ in 0..<count {
      if isOrdered { try order.check(cursor, fixedSize: size) }
      values.append(try element(type))
    }
    session.leave()
    return values
  }

  private mutating func entries(_ key: ArchiveType, _ value: ArchiveType) throws -> ArchiveValue {
    try session.enter(at: cursor.position)
    let count = try session.takeCount(
      &cursor, atLeast: (key.fixedSize ?? 1) + (value.fixedSize ?? 1))
    var entries: [ArchiveValue: ArchiveValue] = [:]
    var order = PayloadOrder()
    for _ in 0..<count {
      try order.check(cursor, fixedSize: key.fixedSize ?? 0)
      let key = try element(key)
      guard entries.updateValue(try element(value), forKey: key) == nil else {
        throw cursor.invalidValue("two keys of a dictionary are equal")
      }
    }
    session.leave()
    return .dictionary(entries)
  }

  /// Decodes an element, whose length precedes the payload unless the width is fixed.
  mutating func element(_ type: ArchiveType) throws -> ArchiveValue {
    let length = if let size = type.fixedSize { size } else { Int(try cursor.varint()) }
    let outerEnd = cursor.end
    cursor.end = try cursor.endOfPayload(length)
    let value = try value(type)
    try cursor.finishPayload(outerEnd)
    return value
  }

  // Objects.

  /// Decodes an object, a blob, or a reference; only a reference begins with a zero byte.
  private mutating func objectOrReference() throws -> ArchiveValue {
    if cursor.count > 0, cursor.bytes[cursor.position] == 0 {
      return .reference(try session.takeReference(&cursor))
    }
    try session.enter(at: cursor.position)
    let number = try session.takeSchemaNumber(&cursor)
    guard session.schemas[number - 1].isInline else {
      throw ArchiveError(
        .typeMismatch, at: cursor.position,
        "schema \(number) describes neither a structure nor an enumeration case")
    }
    let object = try object(session.plan(number: number), end: cursor.end)
    session.leave()
    if let blobs = session.blobs, let number = object.blobNumber {
      return .blob(Blob(try blobs.bytes(ofBlob: number)))
    }
    return .object(object)
  }

  /// Decodes the fields up to `end`, and moves to `end`.
  private mutating func object(_ plan: FieldPlan, end: Int) throws -> ArchivedObject {
    let frame = try session.frame(plan: plan.number, cursor, end: end)
    let outerEnd = cursor.end
    let schema = plan.stored
    var fields: [ArchivedObject.Field] = []
    fields.reserveCapacity(schema.fields.count)
    for index in schema.fields.indices {
      let field = schema.fields[index]
      let value = try value(at: plan.slots[index], in: frame, of: schema) ?? .null
      fields.append(ArchivedObject.Field(field.name, type: field.type, value))
    }
    let groups = schema.isExtensible ? try extensionGroups(frame) : nil
    cursor.position = end
    cursor.end = outerEnd
    return ArchivedObject(
      schema.name, version: schema.version, kind: schema.kind, fields: fields, extensions: groups)
  }

  /// Decodes a field of an object of the schema `stored`; returns `nil` if the field is nil.
  mutating func value(
    at slot: FieldPlan.Slot, in frame: FieldFrame, of stored: ArchiveSchema
  ) throws -> ArchiveValue? {
    guard frame.holds(slot, cursor.bytes) else { return nil }
    let type = stored.fields[Int(slot.field)].type
    let outerEnd = cursor.end
    try frame.move(&cursor, to: slot, of: stored)
    var value = try value(type.unwrapped)
    if slot.presence > 0 { value = value.inside(type) }
    try cursor.finishPayload(outerEnd)
    return value
  }

  /// Decodes the last variable-width field of an extensible object.
  ///
  /// The field holds groups of fields that the object's type does not declare, sorted by label.
  mutating func extensionGroups(_ frame: FieldFrame) throws -> [ArchivedObject.Group] {
    let plan = session.plan(at: frame.plan)
    try frame.moveToVariable(plan.shape.sizes.endCount, &cursor)
    guard cursor.count > 0 else { return [] }
    let start = cursor.position
    let number = try session.takeCount(&cursor, atLeast: 2)
    guard number > 0 else {
      throw ArchiveError(.notCanonical, at: start, "extensions without a group must take no bytes")
    }
    var groups: [ArchivedObject.Group] = []
    for _ in 0..<number {
      let place = cursor.position
      let length = Int(try cursor.varint())
      let outerEnd = cursor.end
      cursor.end = try cursor.endOfPayload(length)
      let group = try extensionGroup(of: plan.stored.name)
      try cursor.finishPayload(outerEnd)
      guard groups.last?.label.precedes(group.label) ?? true else {
        throw ArchiveError(.notCanonical, at: place, "extensions are not sorted by their labels")
      }
      groups.append(group)
    }
    guard cursor.isAtEnd else {
      throw ArchiveError(
        .trailingBytes, at: cursor.position, "bytes follow the end of the extensions")
    }
    return groups
  }

  /// Decodes one group.
  private mutating func extensionGroup(of name: String) throws -> ArchivedObject.Group {
    let place = cursor.position
    try session.enter(at: cursor.position)
    let plan = session.plan(number: try session.takeSchemaNumber(&cursor))
    guard case .extension(let label) = plan.stored.kind,
      plan.stored.name.hasSameUTF8(name)
    else {
      throw ArchiveError(
        .typeMismatch, at: place,
        "\(plan.stored) is not an extension of \(name)")
    }
    defer { session.leave() }
    let object = try object(plan, end: cursor.end)
    return ArchivedObject.Group(label, version: object.version, fields: object.fields)
  }

  /// Decodes an instance of a class by its number, with the fields of all its classes.
  ///
  /// Returns `nil` if only conditional references name the instance.
  mutating func sharedObject(_ number: Int) throws -> ArchivedObject? {
    guard let start = try session.objects.places.start(of: number, in: cursor.bytes) else {
      return nil
    }
    cursor.position = start
    cursor.end = session.objects.places.end
    session.clearLevels()
    try session.takeLevels(&cursor)
    var object: ArchivedObject?
    for level in session.objects.levels {
      cursor.position = level.start
      cursor.end = level.end
      var part = try self.object(session.plan(level.schema), end: level.end)
      part.superclass = object
      object = part
    }
    return object
  }
}

extension ArchiveSchema {
  /// Whether the schema is of a structure or a case of an enumeration, which are archived inside
  /// other values.
  var isInline: Bool {
    switch kind {
    case .structure, .enumCase: true
    case .class, .extension: false
    }
  }
}
