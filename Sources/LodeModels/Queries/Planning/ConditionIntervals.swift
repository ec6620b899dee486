internal import LodeCoding
internal import LodeStore

// The intervals of indexed values that a condition on one path allows.
extension Condition {
  /// Returns the values that the condition allows for a component, or `nil` if the condition does
  /// not bound the component.
  ///
  /// - Parameters:
  ///   - part: The component of an index or a key.
  ///   - isLossy: Whether different values may have one encoding in the index.
  func intervals(of part: IndexPart, isLossy: Bool) -> ValueIntervals? {
    guard asks(of: part.path) else { return nil }
    switch self {
    case .comparison(.path, let comparison, .value(let value)):
      return part.intervals(comparison, value, isLossy)
    case .comparison(.value(let value), let comparison, .path):
      return part.intervals(comparison.mirrored, value, isLossy)
    case .between(.path, .value(let low), .value(let high)):
      return part.intervals(.greaterOrEqual, low, isLossy).flatMap { above in
        part.intervals(.lessOrEqual, high, isLossy).map(above.intersection)
      }
    case .isIn(.path, let operands): return part.intervals(operands, isLossy)
    case .isNil(.path):
      return part.isEachElement ? nil : ValueIntervals([part.point(.null)], isExact: true)
    case .not(.isNil(.path)):
      // 0x02 is the code of nil, and all values have higher codes.
      return part.isEachElement
        ? nil : ValueIntervals([ValueInterval(.bytes([0x03]), .bytes([0x50]))], isExact: true)
    case .contains(.path, let element, .exact): return part.elementIntervals(element, isLossy)
    case .beginsWith(.path, let prefix, let folding): return part.prefixIntervals(prefix, folding)
    case .like(.path, let pattern):
      return part.prefixIntervals(pattern.literalPrefix, pattern.folding)
    default: return nil
    }
  }

  /// Returns whether the condition is a simple test of the value at a path.
  func asks(of path: ArchivePath) -> Bool {
    switch self {
    case .comparison(.path(let asked), _, .value), .comparison(.value, _, .path(let asked)),
      .between(.path(let asked), .value, .value), .isIn(.path(let asked), _),
      .isNil(.path(let asked)), .not(.isNil(.path(let asked))), .contains(.path(let asked), _, _),
      .beginsWith(.path(let asked), _, _), .like(.path(let asked), _):
      asked == path
    default: false
    }
  }
}

extension Comparison {
  /// The comparison with its operands exchanged.
  fileprivate var mirrored: Comparison {
    switch self {
    case .equal, .notEqual: self
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    }
  }
}

extension IndexPart {
  /// Returns the index's encoding of a value, and whether only equal values have the encoding.
  fileprivate func encoded(_ value: ArchiveValue) -> (bytes: [UInt8], isExact: Bool) {
    var buffer = KeyBuffer()
    let isExact = buffer.appendIndexed(isFolded ? value.folded : value)
    return (buffer.bytes.copied(), isExact && !isFolded)
  }

  /// Returns the sorted encodings of the values that equal a given value, and whether only equal
  /// values have these encodings.
  ///
  /// An index may encode a number differently as a decimal and as a binary number. Usually, both
  /// encodings are equal.
  private func positions(of value: ArchiveValue) -> (all: [[UInt8]], isExact: Bool) {
    let (bytes, isExact) = encoded(value)
    switch value {
    // Below 2^53, the shortest text of a double has the same floor as the double, and no other
    // double is nearer to the text. So the decimal of the text has the same encoding.
    case .double(let number) where number.magnitude < 0x1p53: return ([bytes], isExact)
    case .double, .float, .decimal: break
    default: return ([bytes], isExact)
    }
    let binary = encoded(value.besideBinary).bytes
    let decimal = encoded(value.besideDecimals).bytes
    if bytes == binary, bytes == decimal { return ([bytes], isExact) }
    return ([bytes, binary, decimal].sorted { $0.lexicographicallyPrecedes($1) }, false)
  }

  fileprivate func point(_ value: ArchiveValue) -> ValueInterval {
    ValueInterval(point: encoded(value).bytes)
  }

  fileprivate func intervals(
    _ comparison: Comparison, _ value: ArchiveValue, _ isLossy: Bool
  ) -> ValueIntervals? {
    if isEachElement || comparison == .notEqual { return nil }
    if comparison == .equal { return intervals([.value(value)], isLossy) }
    // A folded index does not sort texts in the order of unfolded texts.
    if isFolded { return nil }
    var isExact = !isLossy
    var all: [ValueInterval] = []
    for reading in Operand.readings(of: value) {
      guard let family = reading.indexFamily else { return nil }
      let (positions, isOwn) = positions(of: reading)
      let (least, greatest) = (positions[0], positions[positions.count - 1])
      // Different values with one encoding may lie on either side of the bound.
      let isWide = isLossy || !isOwn
      if isWide { isExact = false }
      let interval: ValueInterval =
        switch comparison {
        case .less: .init(family.lower, isWide ? .behind(greatest) : .before(greatest))
        case .lessOrEqual: .init(family.lower, .behind(greatest))
        case .greater: .init(isWide ? .before(least) : .behind(least), family.upper)
        default: .init(.before(least), family.upper)
        }
      all.append(interval)
    }
    return ValueIntervals(all, isExact: isExact)
  }

  /// Returns the intervals of the values that equal one of the operands.
  fileprivate func intervals(_ operands: [Operand], _ isLossy: Bool) -> ValueIntervals? {
    if isEachElement { return nil }
    var values: [ArchiveValue] = []
    for operand in operands {
      guard case .value(let value) = operand else { return nil }
      // No value equals nil.
      if value.family == .null { continue }
      values += Operand.readings(of: value)
    }
    return points(values, isLossy)
  }

  private func points(_ values: [ArchiveValue], _ isLossy: Bool) -> ValueIntervals? {
    var isExact = !isLossy
    var all: [ValueInterval] = []
    for value in values {
      guard value.indexFamily != nil else { return nil }
      let (positions, isOwn) = positions(of: value)
      if !isOwn { isExact = false }
      all += positions.map { ValueInterval(point: $0) }
    }
    return ValueIntervals(all, isExact: isExact)
  }

  /// Returns the intervals of the elements that equal a value.
  ///
  /// A lossy index cannot answer, because the index has only one entry for a text that contains the
  /// value: the whole text.
  fileprivate func elementIntervals(_ element: ArchiveValue, _ isLossy: Bool) -> ValueIntervals? {
    guard isEachElement, !isLossy, element.family != .null else { return nil }
    var found = points(Operand.readings(of: element), isLossy)
    found?.isExact = false
    return found
  }

  /// Returns the interval of the texts that begin with a prefix, or `nil` if the prefix does not
  /// bound the component.
  fileprivate func prefixIntervals(_ prefix: String, _ folding: TextFolding) -> ValueIntervals? {
    guard isFolded || folding == .exact, !isEachElement, !prefix.isEmpty else { return nil }
    var bytes = encoded(.string(prefix)).bytes
    // In entries, more text follows the prefix, so the terminator is removed.
    bytes.removeLast()
    guard case .excluded(let end) = KeyRange.end(ofBytePrefix: bytes) else { return nil }
    return ValueIntervals(
      [ValueInterval(.bytes(bytes), .bytes(end))], isExact: false)
  }
}

extension ArchiveValue {
  /// The first bytes that bound the encodings of comparable values; `nil` for a value without an
  /// order.
  fileprivate var indexFamily: (lower: ValueEdge, upper: ValueEdge)? {
    switch untyped {
    case .bool: (.bytes([0x04]), .bytes([0x06]))
    case .int, .uint, .float, .double, .decimal: (.bytes([0x0F]), .bytes([0x2A]))
    case .string: (.bytes([0x30]), .bytes([0x31]))
    case .data: (.bytes([0x31]), .bytes([0x32]))
    case .date: (.bytes([0x38]), .bytes([0x39]))
    case .uuid: (.bytes([0x39]), .bytes([0x3A]))
    case .array: (.bytes([0x40]), .bytes([0x41]))
    default: nil
    }
  }
}
