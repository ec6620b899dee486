extension Array: ArchivableValue where Element: ArchivableValue {
  /// The type of an array of the element's type.
  @inlinable public static var archiveType: ArchiveType { .array(Element.archiveType) }
  /// Zero, because arrays have no fixed width.
  @inlinable public static var fixedArchiveSize: Int { 0 }

  /// Appends the elements.
  @inlinable
  public func archive(into writer: inout ArchiveWriter) throws {
    try writer.enter()
    if Element.fixedArchiveSize > 0 {
      for element in self { try element.archive(into: &writer) }
    } else {
      try writer.append(count: count)
      // A span borrows the elements, while iterating the array would copy each element.
      #if canImport(Darwin) || LODE_BEFORE_26
        // Shares the elements, unless they were bridged from Objective-C.
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
  @inlinable
  public static func unarchive(from reader: inout ArchiveReader) throws -> [Element] {
    var elements: [Element] = []
    let count = try reader.beginElements(fixedSize: Element.fixedArchiveSize)
    elements.reserveCapacity(count)
    for _ in 0..<count { elements.append(try reader.element(as: Element.self)) }
    reader.leave()
    return elements
  }
}

extension Set: ArchivableValue where Element: ArchivableValue {
  /// The type of a set of the element's type.
  @inlinable public static var archiveType: ArchiveType { .set(Element.archiveType) }
  /// Zero, because sets have no fixed width.
  @inlinable public static var fixedArchiveSize: Int { 0 }

  /// Appends the elements, sorted by their bytes.
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
  /// - Throws: ``ArchiveError`` with `invalidValue` if two elements are equal, or `notCanonical` if
  ///   the elements are not sorted by their bytes.
  @inlinable
  public static func unarchive(from reader: inout ArchiveReader) throws -> Set<Element> {
    var elements: Set<Element> = []
    var order = PayloadOrder()
    let count = try reader.beginElements(fixedSize: Element.fixedArchiveSize)
    elements.reserveCapacity(count)
    for _ in 0..<count {
      try reader.check(&order, fixedSize: Element.fixedArchiveSize)
      guard elements.insert(try reader.element(as: Element.self)).inserted else {
        throw reader.invalidValue("two elements of a set are equal")
      }
    }
    reader.leave()
    return elements
  }
}

extension Dictionary: ArchivableValue where Key: ArchivableValue, Value: ArchivableValue {
  /// The type of a dictionary of the key's and the value's types.
  @inlinable public static var archiveType: ArchiveType {
    .dictionary(Key.archiveType, Value.archiveType)
  }
  /// Zero, because dictionaries have no fixed width.
  @inlinable public static var fixedArchiveSize: Int { 0 }

  /// Appends the entries, sorted by the bytes of their keys.
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
  /// - Throws: ``ArchiveError`` with `invalidValue` if two keys are equal, or `notCanonical` if the
  ///   keys are not sorted by their bytes.
  @inlinable
  public static func unarchive(from reader: inout ArchiveReader) throws -> [Key: Value] {
    var entries: [Key: Value] = [:]
    var order = PayloadOrder()
    try reader.enter()
    let size = Swift.max(Key.fixedArchiveSize, 1) + Swift.max(Value.fixedArchiveSize, 1)
    let count = try reader.takeCount(atLeast: size)
    entries.reserveCapacity(count)
    for _ in 0..<count {
      try reader.check(&order, fixedSize: Key.fixedArchiveSize)
      let key = try reader.element(as: Key.self)
      guard entries.updateValue(try reader.element(as: Value.self), forKey: key) == nil else {
        throw reader.invalidValue("two keys of a dictionary are equal")
      }
    }
    reader.leave()
    return entries
  }
}
