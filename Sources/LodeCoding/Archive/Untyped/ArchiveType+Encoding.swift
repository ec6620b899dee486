// Encoding of archive values as given types.
extension ArchiveType {
  /// Appends the payload of a value, archived as this type; a payload has no type.
  ///
  /// A number may have another width than the type if the number fits.
  func append(_ value: ArchiveValue, to writer: inout ArchiveWriter) throws {
    switch (code, value) {
    case (_, .typed(self, let value)): try append(value, to: &writer)
    case (.any, _):
      let type = value.type
      try writer.append(type)
      if type.countsInAny { try writer.enter() }
      try type.append(value, to: &writer)
      if type.countsInAny { writer.leave() }
    case (.optional, .null): writer.output.append(UInt8(0))
    case (.optional, _):
      writer.output.append(UInt8(1))
      try unwrapped.append(value, to: &writer)
    case (.null, .null): break
    case (.bool, .bool(let value)): try value.archive(into: &writer)
    case (.date, .date(let value)): try value.archive(into: &writer)
    case (.uuid, .uuid(let value)): try value.archive(into: &writer)
    case (.decimal, .decimal(let value)): try value.archive(into: &writer)
    case (.string, .string(let value)): try value.archive(into: &writer)
    case (.data, .data(let value)): try value.archive(into: &writer)
    case (.object, .object(let value)): try value.append(to: &writer)
    case (.object, .reference(let number)):
      guard number > 0, number <= writer.objectCount, let number = UInt32(exactly: number) else {
        throw ArchiveError(.unknownReference, "object \(number) does not exist")
      }
      writer.output.append(UInt8(0))
      writer.output.append(varint: number)
    case (.array, .array(let values)): try (element ?? .any).append(elements: values, to: &writer)
    case (.set, .set(let values)): try (element ?? .any).append(set: values, to: &writer)
    case (.dictionary, .dictionary(let entries)):
      try append(entries: entries, to: &writer)
    case (_, .typed(_, let value)): try append(value, to: &writer)
    default: try NumberConversion.append(value, as: self, to: &writer)
    }
  }

  private func append(elements: [ArchiveValue], to writer: inout ArchiveWriter) throws {
    try writer.enter()
    if fixedSize == nil { try writer.append(count: elements.count) }
    for (index, element) in elements.enumerated() {
      do {
        try append(element: element, to: &writer)
      } catch let error as ArchiveError {
        throw error.below("[\(index)]")
      }
    }
    writer.leave()
  }

  /// Appends an element, preceded by its length unless the width is fixed; returns the payload's
  /// length.
  @discardableResult
  private func append(element: ArchiveValue, to writer: inout ArchiveWriter) throws -> Int {
    if let size = fixedSize {
      try append(element, to: &writer)
      return size
    }
    let start = writer.beginPayload()
    try append(element, to: &writer)
    let count = writer.output.count - start
    try writer.endPayload(start)
    return count
  }

  private func append(set: Set<ArchiveValue>, to writer: inout ArchiveWriter) throws {
    try writer.enter()
    if fixedSize == nil { try writer.append(count: set.count) }
    var order = writer.beginEntries(count: set.count, isPrefixed: fixedSize == nil)
    for element in set {
      let count = try append(element: element, to: &writer)
      order.append(end: writer.position, payloadCount: count)
    }
    try writer.sort(order)
    writer.leave()
  }

  private func append(
    entries: [ArchiveValue: ArchiveValue], to writer: inout ArchiveWriter
  ) throws {
    let (key, value) = (element ?? .any, value ?? .any)
    try writer.enter()
    try writer.append(count: entries.count)
    var order = writer.beginEntries(count: entries.count, isPrefixed: key.fixedSize == nil)
    for entry in entries {
      let count = try key.append(element: entry.key, to: &writer)
      do {
        try value.append(element: entry.value, to: &writer)
      } catch let error as ArchiveError {
        throw error.below(entry.key.pathComponent)
      }
      order.append(end: writer.position, payloadCount: count)
    }
    try writer.sort(order)
    writer.leave()
  }
}

extension ArchiveValue {
  /// The dictionary key as it appears in the path of an error.
  fileprivate var pathComponent: String {
    if case .string(let name) = self { return ".\(name)" }
    return "[\(self)]"
  }
}
