/// A position in the body of an archive from which a path continues.
///
/// The *body* is the archived value with its type, followed by the class instances. A *step* is one
/// name of a path, and a *shape* is the byte layout of a schema's objects. All positions count from
/// the beginning of the body, and so do the offsets in the errors that the cursor throws.
struct ArchiveCursor: ~Escapable {
  /// The position in the payload of the current value; the end of the cursor is the payload's end.
  var cursor: ByteCursor
  /// The type of the current value.
  var type: ArchiveType
  /// The index of each schema's shape in `PathSchemas`, in the order of the schema numbers.
  private let shapes: [Int]
  /// The offsets of the class instances, which follow the archived value.
  private let objects: ObjectOffsets

  /// Creates a cursor at the archived value.
  @_lifetime(copy bytes)
  init(
    _ bytes: Span<UInt8>, _ front: ArchivePrefix, limits: ArchiveLimits
  ) throws(ArchiveError) {
    let body = bytes.extracting(front.body..<bytes.count)
    cursor = ByteCursor(body)
    cursor.position = front.start - front.body
    type = front.type
    shapes = front.shapes
    objects = front.hasObjects ? try ObjectOffsets(body, limits: limits) : ObjectOffsets()
    guard front.hasObjects else { return }
    guard objects.start >= cursor.position else {
      throw ArchiveError(
        .truncated, at: objects.start, "the end of the archived value is before its beginning")
    }
    cursor.end = objects.start
  }

  // Values.

  /// Enters all surrounding optionals and anys; an *any* is a value that carries its own type.
  ///
  /// Returns `false` if no value is inside.
  mutating func unwrap() throws(ArchiveError) -> Bool {
    while true {
      switch type.code {
      case .null: return false
      case .any:
        type = try cursor.type()
        if type == .any {
          throw ArchiveError(.notCanonical, at: cursor.position - 1, "an any holds an any")
        }
      case .optional:
        guard try isSome() else { return false }
        type = type.unwrapped
      default: return true
      }
    }
  }

  /// Reads the first byte of an optional, and returns whether a value follows.
  private mutating func isSome() throws(ArchiveError) -> Bool {
    let byte = try cursor.byte()
    guard byte <= 1 else {
      throw ArchiveError(
        .invalidValue, at: cursor.position - 1, "an optional begins with 0 or 1, not \(byte)")
    }
    return byte == 1
  }

  /// The result of one step.
  enum Step {
    /// The cursor is at the value.
    case value
    /// The path leads to no value.
    case nothing
    /// The object lacks the field, whose default has this number in `PathSchemas.added`.
    case added(Int)
  }

  /// Takes the step with the index `step` among the steps of all paths; `name` is the step's name
  /// in UTF-8.
  mutating func enter(
    _ step: Int, _ name: [UInt8], _ schemas: borrowing PathSchemas
  ) throws(ArchiveError) -> Step {
    guard try unwrap() else { return .nothing }
    switch type.code {
    case .object:
      return isAtReference
        ? try enterSharedObject(step, schemas) : try enterStructure(step, schemas)
    case .dictionary: return try enterEntry(name) ? .value : .nothing
    default: return .nothing
    }
  }

  /// Returns whether the current value has the field or key of a step, even with a nil value.
  ///
  /// A kept field of a structure, and a nil field of a class instance, count as absent.
  mutating func has(
    _ step: Int, _ name: [UInt8], _ schemas: borrowing PathSchemas
  ) throws(ArchiveError) -> Bool {
    guard try unwrap() else { return false }
    guard type.code == .object, !isAtReference else {
      if case .nothing = try enter(step, name, schemas) { return false }
      return true
    }
    let slot = schemas.slot(step, in: try takeShape())
    return slot.isThere || slot.added != nil
  }

  // Objects.

  /// Whether the value at the cursor, of type object, is a reference to a class instance.
  var isAtReference: Bool { !cursor.isAtEnd && cursor.bytes[cursor.position] == 0 }

  /// Takes a step from a structure or a case of an enumeration.
  private mutating func enterStructure(
    _ step: Int, _ schemas: borrowing PathSchemas
  ) throws(ArchiveError) -> Step {
    let place = cursor.position
    let shape = try takeShape()
    guard schemas.shapes[shape].kind == .inline else {
      throw ArchiveError(
        .typeMismatch, at: place, "a schema describes neither a structure nor an enumeration case")
    }
    return try enterField(step, of: shape, schemas)
  }

  /// Moves to the field of a step in the object whose fields begin at the cursor.
  ///
  /// The object stores the field as its own, or as a kept field that its type did not declare.
  private mutating func enterField(
    _ step: Int, of shape: Int, _ schemas: borrowing PathSchemas
  ) throws(ArchiveError) -> Step {
    let slot = schemas.slot(step, in: shape)
    if slot.isThere {
      if try enterField(slot, schemas.shapes[shape]) { return .value }
      return slot.replacesNil ? slot.step : .nothing
    }
    if schemas.shapes[shape].isExtensible {
      switch try enterKept(step, of: shape, schemas) {
      case true: return .value
      case false: return slot.replacesNil ? slot.step : .nothing
      case nil: break
      }
    }
    return slot.step
  }

  /// Moves to the kept field of a step, which the object's type did not declare.
  ///
  /// Returns `false` if the kept field is nil, and `nil` if the object has no kept field with the
  /// name.
  private mutating func enterKept(
    _ step: Int, of shape: Int, _ schemas: borrowing PathSchemas
  ) throws(ArchiveError) -> Bool? {
    let (start, end) = (cursor.position, cursor.end)
    defer { if type == .null { (cursor.position, cursor.end, type) = (start, end, .object) } }
    type = .null
    let object = schemas.shapes[shape]
    try fields(object).moveToVariable(object.sizes.endCount, &cursor)
    guard !cursor.isAtEnd, try cursor.varint() > 0 else { return nil }
    let length = Int(try cursor.varint())
    let group = try cursor.take(length)
    (cursor.position, cursor.end) = (group, group + length)
    let shape = try takeShape()
    // The group without a label is the first group and contains the kept fields.
    guard schemas.shapes[shape].kind == .kept else { return nil }
    let slot = schemas.slot(step, in: shape)
    guard slot.isThere else { return nil }
    return try enterField(slot, schemas.shapes[shape])
  }

  /// Reads the number of a schema, and returns the index of its shape.
  private mutating func takeShape() throws(ArchiveError) -> Int {
    shapes[try cursor.schemaNumber(upTo: shapes.count) - 1]
  }

  /// Moves to a field of the object whose fields begin at the cursor.
  ///
  /// Returns `false` if the field is absent or nil.
  private mutating func enterField(
    _ slot: PathSlot, _ shape: PathShape
  ) throws(ArchiveError) -> Bool {
    guard slot.isThere else { return false }
    let frame = try fields(shape)
    guard shape.sizes.variableCount > 0 || frame.variable == frame.end else { throw wrongSize() }
    guard cursor.bytes[frame.start + shape.sizes.flagSize - 1] & shape.sizes.spareFlags == 0 else {
      throw ArchiveError(
        .unknownFormat, at: frame.start, "flags are set for fields that do not exist")
    }
    if slot.presence > 0, !frame.isPresent(Int32(slot.presence), cursor.bytes) { return false }
    type = slot.type
    if slot.position >= 0 {
      cursor.position = frame.start + slot.position
      cursor.end = cursor.position + (type.fixedSize ?? 0)
    } else {
      try frame.moveToVariable(-1 - slot.position, &cursor)
    }
    return true
  }

  /// Finds the end table of the object whose fields begin at the cursor.
  private func fields(_ shape: PathShape) throws(ArchiveError) -> FieldFrame {
    var frame = FieldFrame()
    (frame.start, frame.end) = (cursor.position, cursor.end)
    frame.ends = frame.start + shape.sizes.fixedEnd
    guard frame.ends <= frame.end else { throw wrongSize() }
    frame.endSize = cursor.bytes[frame.start] & 1 == 0 ? 2 : 4
    frame.endCount = shape.sizes.endCount
    frame.variable = frame.ends + shape.sizes.endCount * frame.endSize
    guard frame.variable <= frame.end else { throw wrongSize() }
    return frame
  }

  private func wrongSize() -> ArchiveError {
    ArchiveError(
      .truncated, at: cursor.position, "the size of an object differs from the size of its fields")
  }

  // Instances of classes. An instance has a level for each class of its inheritance chain.

  /// Reads a reference, and returns the start of its instance, or `nil` if the instance was not
  /// archived.
  mutating func takeReference() throws(ArchiveError) -> Int? {
    let place = cursor.position
    _ = try cursor.varint()
    let number = Int(try cursor.varint())
    guard number >= 1, number <= objects.count else {
      throw ArchiveError(.unknownReference, at: place, "object \(number) does not exist")
    }
    guard cursor.isAtEnd else {
      throw ArchiveError(.trailingBytes, at: cursor.position, "bytes follow the end of the value")
    }
    return try objects.start(of: number, in: cursor.bytes)
  }

  /// Takes a step from a reference to an instance.
  ///
  /// The step continues in the level with the highest precedence; among equal levels, in the
  /// subclass.
  private mutating func enterSharedObject(
    _ step: Int, _ schemas: borrowing PathSchemas
  ) throws(ArchiveError) -> Step {
    guard let start = try takeReference() else { return .nothing }
    cursor.position = start
    cursor.end = objects.end
    let count = try cursor.byte()
    guard count > 0 else {
      throw ArchiveError(.invalidValue, at: start, "a class instance has no level")
    }
    var found: (shape: Int, start: Int, end: Int)?
    var best = 0
    for _ in 0..<count {
      let shape = try takeShape()
      let length = try cursor.take(4)
      let fields = try cursor.take(Int(cursor.bytes.littleEndianUInt32(at: length)))
      guard schemas.shapes[shape].kind == .level else {
        throw ArchiveError(.typeMismatch, at: start, "a schema does not describe a class")
      }
      let rank = schemas.rank(of: step, in: shape)
      if rank > 0, rank >= best {
        best = rank
        found = (shape, fields, cursor.position)
      }
    }
    guard let found else { return .nothing }
    cursor.position = found.start
    cursor.end = found.end
    return try enterField(step, of: found.shape, schemas)
  }
}

extension PathSchemas {
  /// Returns the precedence of a level for a step.
  ///
  /// The precedences from highest to lowest are: the level stores the field, the field has a
  /// default, the field may be a kept field. Zero means that the level cannot have the field.
  fileprivate func rank(of step: Int, in shape: Int) -> Int {
    let slot = slot(step, in: shape)
    return slot.isThere ? 3 : slot.added != nil ? 2 : shapes[shape].isExtensible ? 1 : 0
  }
}

extension PathSlot {
  /// The result of a step whose field is absent.
  fileprivate var step: ArchiveCursor.Step { added.map { .added($0) } ?? .nothing }
}

// Dictionaries.
extension ArchiveCursor {
  /// Moves to the value of a text key in a dictionary; returns `false` if the key is absent.
  fileprivate mutating func enterEntry(_ name: [UInt8]) throws(ArchiveError) -> Bool {
    guard let key = type.element, let value = type.value, let front = Self.front(ofTextsIn: key)
    else { return false }
    let (size, end) = (value.fixedSize, cursor.end)
    for _ in 0..<(try cursor.varint()) {
      let isWanted = try takeKey(front, name)
      let length = if let size { size } else { Int(try cursor.varint()) }
      let start = try cursor.take(length)
      guard isWanted else { continue }
      (cursor.position, cursor.end) = (start, start + length)
      type = value
      return true
    }
    cursor.position = end
    return false
  }

  /// Reads a key, and returns whether the key is `name` preceded by the codes in `front`.
  private mutating func takeKey(
    _ front: (codes: UInt64, count: Int), _ name: [UInt8]
  ) throws(ArchiveError) -> Bool {
    let length = Int(try cursor.varint())
    var start = try cursor.take(length)
    guard length == front.count + name.count else { return false }
    for index in 0..<front.count {
      let code = UInt8(truncatingIfNeeded: front.codes >> UInt64(8 * index))
      guard cursor.bytes[start] == code else { return false }
      start += 1
    }
    return cursor.bytes.extracting(start..<cursor.position).byteOrder(name.span) == 0
  }

  /// Returns the bytes that precede the UTF-8 of a text in payloads of the given type.
  ///
  /// Returns `nil` if payloads of the type hold no texts.
  private static func front(ofTextsIn type: ArchiveType) -> (codes: UInt64, count: Int)? {
    var (type, codes, count) = (type, UInt64(0), 0)
    while type.code == .optional, count < 7 {
      codes |= 1 << UInt64(8 * count)
      count += 1
      type = type.unwrapped
    }
    switch type.code {
    case .string: return (codes, count)
    case .any:
      return (codes | UInt64(ArchiveType.Code.string.rawValue) << UInt64(8 * count), count + 1)
    default: return nil
    }
  }
}
