internal import LodeCoding

/// The counts and sums of a counting index, for all rows with the same component values.
///
/// `Docs/Format/Indexes.md` describes the encoding.
struct CountedGroup: Hashable {
  /// The counts and the sum for one carried field: a field of ``IndexDefinition/carried``.
  struct Field: Hashable {
    /// The number of rows with an integer.
    var integers: Int64 = 0
    /// The number of rows with a `Float` or a `Double`, which the sum omits.
    ///
    /// Adding and subtracting floating-point numbers would accumulate rounding errors.
    var fractions: Int64 = 0
    /// The number of rows with a value that an entry cannot contain.
    var others: Int64 = 0
    /// The sum of the integers.
    var sum: Int128 = 0

    /// The encoded size, in bytes.
    static let size = 40
  }

  /// The number of rows.
  var rows: Int64 = 0
  var fields: [Field]

  init(fieldCount: Int) { fields = Array(repeating: Field(), count: fieldCount) }

  /// Decodes a group; `nil` if the bytes are damaged.
  init?(_ bytes: Span<UInt8>, fieldCount: Int) {
    guard bytes.count == 8 + Field.size * fieldCount else { return nil }
    rows = Self.number(bytes, 0)
    fields = []
    for number in 0..<fieldCount {
      let start = 8 + Field.size * number
      let low = bytes.littleEndianUInt64(at: start + 24)
      fields.append(
        Field(
          integers: Self.number(bytes, start), fractions: Self.number(bytes, start + 8),
          others: Self.number(bytes, start + 16),
          sum: Int128(Self.number(bytes, start + 32)) << 64 | Int128(low)))
    }
  }

  private static func number(_ bytes: Span<UInt8>, _ place: Int) -> Int64 {
    Int64(bitPattern: bytes.littleEndianUInt64(at: place))
  }

  var bytes: [UInt8] {
    CatalogRecord.withBytes(of: rows)
      + fields.flatMap { field in
        [field.integers, field.fractions, field.others].flatMap { CatalogRecord.withBytes(of: $0) }
          + CatalogRecord.withBytes(of: field.sum)
      }
  }

  /// Adds the counts and sums of another group.
  mutating func add(_ other: CountedGroup) {
    rows &+= other.rows
    for number in fields.indices {
      fields[number].integers &+= other.fields[number].integers
      fields[number].fractions &+= other.fields[number].fractions
      fields[number].others &+= other.fields[number].others
      fields[number].sum &+= other.fields[number].sum
    }
  }
}

/// The changes that rows cause in the counts and sums of a counting index.
struct CountedEntries {
  /// The changes of each group, by `Partition` and component values.
  private(set) var groups: [[UInt8]: CountedGroup] = [:]
  /// The changes of the number of rows, by group, field, and value.
  private(set) var values: [[UInt8]: Int64] = [:]
  let fieldCount: Int

  /// The code between a group and the number of a field.
  ///
  /// The code is greater than the codes of all key components.
  static let valueCode: UInt8 = 0x60

  init(fieldCount: Int) { self.fieldCount = fieldCount }

  mutating func removeAll() {
    groups.removeAll(keepingCapacity: true)
    values.removeAll(keepingCapacity: true)
  }

  /// Adds the entries of a row if `sign` is 1, or subtracts the entries if `sign` is -1.
  mutating func add(_ entries: borrowing IndexEntries, sign: Int64) throws(KeyError) {
    for place in entries.places {
      let (group, values) = entries.withEntry(place) { key, partsCount, carried in
        (key.extracting(first: partsCount).copied(), carried.copied())
      }
      try add(group, carried: values.span, sign: sign)
    }
  }

  /// Adds an entry of a row.
  ///
  /// - Parameters:
  ///   - group: The row's partition and component values.
  ///   - carried: The row's carried values, encoded as key components.
  ///   - sign: 1 to add the entry, -1 to subtract the entry.
  private mutating func add(
    _ group: [UInt8], carried: Span<UInt8>, sign: Int64
  ) throws(KeyError) {
    var row = CountedGroup(fieldCount: fieldCount)
    row.rows = sign
    var reader = KeyReader(carried)
    for number in 0..<fieldCount {
      let component = try reader.read(KeyComponent.self)
      if component == .null { continue }
      guard let value = component.carriedValue else {
        row.fields[number].others = sign
        continue
      }
      row.fields[number].note(value, sign)
      var key = KeyBuffer()
      key.append(group.span)
      key.append(Self.valueCode)
      key.append(UInt8(number))
      key.appendIndexed(value)
      values[key.bytes.copied(), default: 0] &+= sign
    }
    groups[group, default: CountedGroup(fieldCount: fieldCount)].add(row)
  }
}

extension CountedGroup.Field {
  fileprivate mutating func note(_ value: ArchiveValue, _ sign: Int64) {
    switch value {
    case .int(let number):
      integers = sign
      sum = Int128(number) * Int128(sign)
    case .uint(let number):
      integers = sign
      sum = Int128(number) * Int128(sign)
    case .float, .double: fractions = sign
    default: break
    }
  }
}
