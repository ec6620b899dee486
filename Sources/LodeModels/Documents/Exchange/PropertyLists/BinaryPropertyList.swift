internal import Foundation
internal import LodeCoding

/// A reader of binary property lists, "bplist00".
///
/// Source of the format: the comment "HEADER ... OBJECT TABLE ... OFFSET TABLE ... TRAILER" in
/// CFBinaryPList.c of Apple's open source CoreFoundation.
struct BinaryPropertyList {
  private let bytes: [UInt8]
  /// The size of an entry of the offset table, in bytes.
  private let offsetSize: Int
  /// The size of a reference to a value, in bytes.
  private let referenceSize: Int
  /// The number of values in the file.
  private var count = 0
  /// The byte offset of the offset table.
  private var table = 0
  /// The memory that further values may use, in bytes.
  ///
  /// The budget bounds memory, because references let a few bytes represent many values.
  private var budget: Int

  /// Reads the value of a whole file.
  ///
  /// - Throws: ``ExchangeError`` with one of these codes:
  ///   - `invalidBytes` if the file is malformed or nested more than 256 levels deep.
  ///   - `unsupportedValue` if documents cannot represent a value.
  ///   - `tooLarge` if the values exceed the budget.
  static func value(of bytes: [UInt8]) throws(ExchangeError) -> ArchiveValue {
    guard bytes.starts(with: "bplist00".utf8), bytes.count >= 8 + 32 else {
      throw ExchangeError(
        .invalidBytes, at: "byte 0", "the file is not a binary property list of version 00")
    }
    var list = try BinaryPropertyList(bytes)
    let top = list.number(at: bytes.count - 16, 8)
    return try list.value(top ?? -1, depth: 0, at: bytes.count - 16)
  }

  /// Reads the trailer, which is the last 32 bytes.
  ///
  /// - Throws: ``ExchangeError`` with `invalidBytes` if the trailer is malformed.
  private init(_ bytes: [UInt8]) throws(ExchangeError) {
    let trailer = bytes.count - 32
    self.bytes = bytes
    (offsetSize, referenceSize) = (Int(bytes[trailer + 6]), Int(bytes[trailer + 7]))
    budget = (1 << 26) + 64 * min(bytes.count, 1 << 40)
    guard 1...8 ~= offsetSize, 1...8 ~= referenceSize,
      let count = number(at: trailer + 8, 8), let table = number(at: trailer + 24, 8),
      8...trailer ~= table, count <= (trailer - table) / offsetSize
    else { throw Self.invalid("the trailer refers to bytes outside the file", trailer) }
    self.count = count
    self.table = table
  }

  /// Returns an error at a byte offset.
  private static func invalid(_ message: String, _ offset: Int) -> ExchangeError {
    ExchangeError(.invalidBytes, at: "byte \(offset)", message)
  }

  /// Returns a big-endian number of `size` bytes, or `nil` if bytes are missing or the number
  /// exceeds `Int`.
  private func number(at offset: Int, _ size: Int) -> Int? {
    guard offset >= 0, size <= bytes.count, offset <= bytes.count - size else { return nil }
    var value: UInt64 = 0
    for byte in bytes[offset..<offset + size] { value = value << 8 | UInt64(byte) }
    return Int(exactly: value)
  }

  /// Takes bytes from the budget.
  ///
  /// - Throws: ``ExchangeError`` with `tooLarge` if the budget is exceeded.
  private mutating func spend(_ count: Int, at offset: Int) throws(ExchangeError) {
    budget -= count
    guard budget >= 0 else {
      throw ExchangeError(
        .tooLarge, at: "byte \(offset)", "the values refer to each other too often")
    }
  }

  /// Reads the value to which a reference refers.
  ///
  /// `place` is the byte offset of the reference, for errors.
  private mutating func value(
    _ reference: Int, depth: Int, at place: Int
  ) throws(ExchangeError) -> ArchiveValue {
    guard 0..<count ~= reference,
      let offset = number(at: table + reference * offsetSize, offsetSize), 8..<table ~= offset
    else { throw Self.invalid("a reference refers to no value", place) }
    guard depth < PropertyListReading.depthLimit else {
      throw Self.invalid(
        "the values are nested more than \(PropertyListReading.depthLimit) levels deep", offset)
    }
    try spend(32, at: offset)
    let (kind, low) = (bytes[offset] >> 4, Int(bytes[offset] & 0x0F))
    switch (kind, low) {
    case (0, 8): return .bool(false)
    case (0, 9): return .bool(true)
    case (1, 0...4): return try integer(offset, size: 1 << low)
    case (2, 2):
      let bits = try unsigned(offset, 4)
      return .double(Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))))
    case (2, 3): return .double(Double(bitPattern: try unsigned(offset, 8)))
    case (3, 3):
      let seconds = Double(bitPattern: try unsigned(offset, 8))
      return .date(Date(timeIntervalSinceReferenceDate: seconds))
    case (4, _):
      let content = try content(offset, low, size: 1)
      try spend(content.count, at: offset)
      return .data(Data(bytes[content]))
    case (5, _), (6, _): return .string(try text(offset, low, isWide: kind == 6))
    case (0xA, _): return try array(offset, low, depth)
    case (0xD, _): return try dictionary(offset, low, depth)
    case (0, 0), (8, _), (0xB, _), (0xC, _):
      throw ExchangeError(
        .unsupportedValue, at: "byte \(offset)",
        "a document in a property list cannot contain a null, a UID, or a set")
    default: throw Self.invalid("the kind of a value is unknown", offset)
    }
  }

  /// Returns the big-endian number of `size` bytes after the byte at `offset`.
  private func unsigned(_ offset: Int, _ size: Int) throws(ExchangeError) -> UInt64 {
    guard offset + 1 + size <= table else {
      throw Self.invalid("a number extends into the offset table", offset)
    }
    return bytes[offset + 1..<offset + 1 + size].reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Reads an integer.
  ///
  /// | bytes | number |
  /// |---|---|
  /// | 1, 2, 4 | unsigned |
  /// | 8 | signed |
  /// | 16 | an unsigned or a sign-extended 64-bit number |
  private func integer(_ offset: Int, size: Int) throws(ExchangeError) -> ArchiveValue {
    if size < 8 { return .int(Int64(try unsigned(offset, size))) }
    if size == 8 { return .int(Int64(bitPattern: try unsigned(offset, 8))) }
    let high = try unsigned(offset, 8)
    let low = try unsigned(offset + 8, 8)
    if high == 0 { return Int64(exactly: low).map { .int($0) } ?? .uint(low) }
    let signed = Int64(bitPattern: low)
    guard high == .max, signed < 0 else {
      throw ExchangeError(
        .unsupportedValue, at: "byte \(offset)", "the number does not fit 64 bits")
    }
    return .int(signed)
  }

  /// Returns the byte range of the content of a value: data, a text, or a collection.
  ///
  /// The content has elements of `size` bytes. The number of elements is `low`, or the number after
  /// the marker byte if `low` is 15.
  private func content(
    _ offset: Int, _ low: Int, size: Int
  ) throws(ExchangeError) -> Range<Int> {
    var (start, count) = (offset + 1, low)
    if low == 0x0F {
      guard start < table, bytes[start] & 0xF0 == 0x10, bytes[start] & 0x0F <= 3 else {
        throw Self.invalid("a count is missing", offset)
      }
      let width = 1 << Int(bytes[start] & 0x0F)
      guard let number = number(at: start + 1, width) else {
        throw Self.invalid("a count is too large", offset)
      }
      (start, count) = (start + 1 + width, number)
    }
    guard start <= table, count <= (table - start) / size else {
      throw Self.invalid("a value extends into the offset table", offset)
    }
    return start..<start + count * size
  }

  private mutating func text(
    _ offset: Int, _ low: Int, isWide: Bool
  ) throws(ExchangeError) -> String {
    let content = bytes[try content(offset, low, size: isWide ? 2 : 1)]
    try spend(content.count, at: offset)
    let text: String? =
      if isWide {
        String(
          validating: stride(from: content.startIndex, to: content.endIndex, by: 2).map {
            UInt16(content[$0]) << 8 | UInt16(content[$0 + 1])
          }, as: UTF16.self)
      } else {
        content.allSatisfy { $0 < 0x80 } ? String(decoding: content, as: UTF8.self) : nil
      }
    guard let text else { throw Self.invalid("the bytes of a text are not valid", offset) }
    return text
  }

  private mutating func array(
    _ offset: Int, _ low: Int, _ depth: Int
  ) throws(ExchangeError) -> ArchiveValue {
    let content = try content(offset, low, size: referenceSize)
    let places = stride(from: content.lowerBound, to: content.upperBound, by: referenceSize)
    return .array(
      try places.map { place throws(ExchangeError) in
        try value(number(at: place, referenceSize) ?? -1, depth: depth + 1, at: place)
      })
  }

  private mutating func dictionary(
    _ offset: Int, _ low: Int, _ depth: Int
  ) throws(ExchangeError) -> ArchiveValue {
    let content = try content(offset, low, size: 2 * referenceSize)
    let width = content.count / 2
    var entries: [ArchiveValue: ArchiveValue] = [:]
    for place in stride(from: content.lowerBound, to: content.lowerBound + width, by: referenceSize)
    {
      let name = number(at: place, referenceSize) ?? -1
      let key = try value(name, depth: depth + 1, at: place)
      guard case .string = key else { throw Self.invalid("a key is not a text", place) }
      let reference = number(at: place + width, referenceSize) ?? -1
      let new = try value(reference, depth: depth + 1, at: place + width)
      guard entries.updateValue(new, forKey: key) == nil else {
        throw Self.invalid("two keys of a dictionary are equal", place)
      }
    }
    return .dictionary(entries)
  }
}
