extension Array: ArchivableValue where Element: ArchivableValue {
  /// The type of arrays of `Element`.
  @inlinable public static var archiveType: ArchiveType { .array(Element.archiveType) }
  /// Zero, because arrays vary in size.
  @inlinable public static var fixedArchiveSize: Int { 0 }

  /// Appends the elements.
  ///
  /// - Throws: Any error that an element throws, and ``ArchiveError`` with `tooDeep` or `tooLarge`
  ///   if a limit is exceeded.
  @inlinable
  public func archive(into writer: inout ArchiveWriter) throws {
    try writer.enter()
    if Element.fixedArchiveSize > 0 {
      for element in self { try element.archive(into: &writer) }
    } else {
      try writer.append(count: count)
      // A span borrows the elements, while iterating the array copies each element.
      #if canImport(Darwin) || LODE_BEFORE_26
        // The contiguous array shares the storage of the array, unless the array was bridged from
        // Objective-C.
        let contiguous = ContiguousArray(self)
        let elements = contiguous.span
      #else
        let elements = span
      #endif
      for index in elements.indices {
        let start = writer.beginPayload()
        try elements[index].archive(into: &writer)
        try writer.endPayload(start)
      }
    }
    writer.leave()
  }

  /// Decodes the elements.
  ///
  /// - Throws: Any error that an element throws, and ``ArchiveError`` with one of these codes:
  ///   - `tooDeep` or `tooLarge` if a limit is exceeded.
  ///   - `truncated`, `trailingBytes`, or `notCanonical` if the bytes are damaged.
  @inlinable
  public static func unarchive(from reader: inout ArchiveReader) throws -> [Element] {
    var elements: [Element] = []
    let count = try reader.session.beginElements(
      &reader.cursor, fixedSize: Element.fixedArchiveSize)
    elements.reserveCapacity(count)
    for _ in 0..<count { elements.append(try reader.element(as: Element.self)) }
    reader.session.leave()
    return elements
  }
}

extension Set: ArchivableValue where Element: ArchivableValue {
  /// The type of sets of `Element`.
  @inlinable public static var archiveType: ArchiveType { .set(Element.archiveType) }
  /// Zero, because sets vary in size.
  @inlinable public static var fixedArchiveSize: Int { 0 }

  /// Appends the elements, sorted by their bytes.
  ///
  /// - Throws: Any error that an element throws, and ``ArchiveError`` with one of these codes:
  ///   - `equalElements` if two elements have the same bytes.
  ///   - `tooDeep` or `tooLarge` if a limit is exceeded.
  @inlinable
  public func archive(into writer: inout ArchiveWriter) throws {
    try writer.enter()
    if Element.fixedArchiveSize == 0 { try writer.append(count: count) }
    var entries = writer.beginEntries(count: count, isPrefixed: Element.fixedArchiveSize == 0)
    for element in self {
      let payload = Element.fixedArchiveSize > 0 ? writer.position : writer.beginPayload()
      try element.archive(into: &writer)
      let payloadCount = writer.position - payload
      if Element.fixedArchiveSize == 0 { try writer.endPayload(payload) }
      entries.append(end: writer.position, payloadCount: payloadCount)
    }
    try writer.sort(entries)
    writer.leave()
  }

  /// Decodes the elements.
  ///
  /// - Throws: Any error that an element throws, and ``ArchiveError`` with one of these codes:
  ///   - `tooDeep` or `tooLarge` if a limit is exceeded.
  ///   - `truncated`, `trailingBytes`, or `notCanonical` if the bytes are damaged, or the elements
  ///     are not sorted by their bytes.
  ///   - `invalidValue` if two elements are equal.
  @inlinable
  public static func unarchive(from reader: inout ArchiveReader) throws -> Set<Element> {
    var order = PayloadOrder()
    let count = try reader.session.beginElements(
      &reader.cursor, fixedSize: Element.fixedArchiveSize)
    // `reserveCapacity` would allocate memory for an empty set too.
    var elements = Set<Element>(minimumCapacity: count)
    for _ in 0..<count {
      try order.check(reader.cursor, fixedSize: Element.fixedArchiveSize)
      guard elements.insert(try reader.element(as: Element.self)).inserted else {
        throw reader.cursor.invalidValue("two elements of a set are equal")
      }
    }
    reader.session.leave()
    return elements
  }
}

extension Dictionary: ArchivableValue where Key: ArchivableValue, Value: ArchivableValue {
  /// The type of dictionaries from `Key` to `Value`.
  @inlinable public static var archiveType: ArchiveType {
    .dictionary(Key.archiveType, Value.archiveType)
  }
  /// Zero, because dictionaries vary in size.
  @inlinable public static var fixedArchiveSize: Int { 0 }

  /// Appends the entries, sorted by the bytes of their keys.
  ///
  /// - Throws: Any error that a key or value throws, and ``ArchiveError`` with one of these codes:
  ///   - `equalElements` if two keys have the same bytes.
  ///   - `tooDeep` or `tooLarge` if a limit is exceeded.
  @inlinable
  public func archive(into writer: inout ArchiveWriter) throws {
    try writer.enter()
    try writer.append(count: count)
    var entries = writer.beginEntries(count: count, isPrefixed: Key.fixedArchiveSize == 0)
    for (key, value) in self {
      let payload = Key.fixedArchiveSize > 0 ? writer.position : writer.beginPayload()
      try key.archive(into: &writer)
      let payloadCount = writer.position - payload
      if Key.fixedArchiveSize == 0 { try writer.endPayload(payload) }
      let valueStart = Value.fixedArchiveSize > 0 ? 0 : writer.beginPayload()
      try value.archive(into: &writer)
      if Value.fixedArchiveSize == 0 { try writer.endPayload(valueStart) }
      entries.append(end: writer.position, payloadCount: payloadCount)
    }
    try writer.sort(entries)
    writer.leave()
  }

  /// Decodes the entries.
  ///
  /// - Throws: Any error that a key or value throws, and ``ArchiveError`` with one of these codes:
  ///   - `tooDeep` or `tooLarge` if a limit is exceeded.
  ///   - `truncated`, `trailingBytes`, or `notCanonical` if the bytes are damaged, or the keys are
  ///     not sorted by their bytes.
  ///   - `invalidValue` if two keys are equal.
  @inlinable
  public static func unarchive(from reader: inout ArchiveReader) throws -> [Key: Value] {
    var order = PayloadOrder()
    try reader.session.enter(at: reader.cursor.position)
    let size = Swift.max(Key.fixedArchiveSize, 1) + Swift.max(Value.fixedArchiveSize, 1)
    let count = try reader.session.takeCount(&reader.cursor, atLeast: size)
    // `reserveCapacity` would allocate memory for an empty dictionary too.
    var entries = [Key: Value](minimumCapacity: count)
    for _ in 0..<count {
      try order.check(reader.cursor, fixedSize: Key.fixedArchiveSize)
      let key = try reader.element(as: Key.self)
      guard entries.updateValue(try reader.element(as: Value.self), forKey: key) == nil else {
        throw reader.cursor.invalidValue("two keys of a dictionary are equal")
      }
    }
    reader.session.leave()
    return entries
  }
}

extension ArchiveReader {
  /// Decodes an element, whose length precedes the payload unless the width is fixed.
  @inlinable @inline(__always)
  mutating func element<T: ArchivableValue>(as type: T.Type) throws -> T {
    let length = T.fixedArchiveSize > 0 ? T.fixedArchiveSize : Int(try cursor.varint())
    let outerEnd = cursor.end
    cursor.end = try cursor.endOfPayload(length)
    let value = try T.unarchive(from: &self)
    try cursor.finishPayload(outerEnd)
    return value
  }
}
