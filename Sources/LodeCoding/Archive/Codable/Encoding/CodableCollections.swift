// Dictionaries and sets of `Codable` types. The entries are sorted by their bytes, because the
// iteration order varies.

extension Dictionary: EncodableCollection where Key: Encodable, Value: Encodable {
  /// Appends the type and the entries.
  func append(to state: EncoderState) throws {
    if let type = state.type(Key.self).archivable {
      try append(to: state, keys: type)
    } else {
      try append(to: state, .any, isPrefixed: true) { try state.append(any: $0) }
    }
  }

  private func append<A: ArchivableValue>(to state: EncoderState, keys: A.Type) throws {
    try append(to: state, A.archiveType, isPrefixed: A.fixedArchiveSize == 0) {
      try rebound($0, as: A.self).archive(into: &state.writer)
    }
  }

  private func append(
    to state: EncoderState, _ type: ArchiveType, isPrefixed: Bool,
    _ appendKey: (Key) throws -> Void
  ) throws {
    try state.writer.append(.dictionary(type, .any))
    try state.writer.enter()
    try state.writer.append(count: count)
    var order = state.writer.beginEntries(count: count, isPrefixed: isPrefixed)
    for (key, value) in self {
      let start = isPrefixed ? state.writer.beginPayload() : state.writer.position
      try appendKey(key)
      let length = state.writer.position - start
      if isPrefixed { try state.writer.endPayload(start) }
      try state.append(element: value)
      order.append(end: state.writer.position, payloadCount: length)
    }
    try state.writer.sort(order)
    state.writer.leave()
  }
}

extension Set: EncodableCollection where Element: Encodable {
  /// Appends the type and the elements.
  func append(to state: EncoderState) throws {
    try state.writer.append(.set(.any))
    try state.writer.enter()
    try state.writer.append(count: count)
    var order = state.writer.beginEntries(count: count, isPrefixed: true)
    for element in self {
      let length = try state.append(element: element)
      order.append(end: state.writer.position, payloadCount: length)
    }
    try state.writer.sort(order)
    state.writer.leave()
  }
}
