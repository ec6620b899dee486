/// A position in bytes that may be damaged; every read checks the bounds.
@usableFromInline
struct ByteCursor: ~Escapable {
  @usableFromInline let bytes: Span<UInt8>
  /// The offset of the next byte.
  @usableFromInline var position: Int
  /// The offset of the end of the current payload, at most the number of bytes.
  ///
  /// A *payload* is the bytes of a value without its type.
  @usableFromInline var end: Int

  @_lifetime(copy bytes)
  init(_ bytes: Span<UInt8>) {
    self.bytes = bytes
    position = 0
    end = bytes.count
  }

  var isAtEnd: Bool { position == end }

  /// The number of bytes that remain in the current payload.
  @inlinable var count: Int { end &- position }

  /// The rest of the payload.
  var payload: Span<UInt8> {
    @_lifetime(copy self)
    get { bytes.extracting(position..<end) }
  }

  /// Advances by `length` bytes, and returns the previous offset; throws `truncated` if fewer bytes
  /// are left.
  @inline(__always)
  mutating func take(_ length: Int) throws(ArchiveError) -> Int {
    guard length <= end &- position else { throw truncated(length) }
    let start = position
    position = start &+ length
    return start
  }

  @inline(never)
  func truncated(_ length: Int) -> ArchiveError {
    ArchiveError(
      .truncated, at: position, "\(length) bytes are needed, but only \(end - position) remain")
  }

  mutating func byte() throws(ArchiveError) -> UInt8 { bytes[try take(1)] }

  /// Reads a varint: a number of 32 bits in groups of seven bits, lowest group first.
  @usableFromInline @inline(__always)
  mutating func varint() throws(ArchiveError) -> UInt32 {
    // Nearly all varints are one byte long.
    if position < end {
      let byte = bytes[position]
      if byte < 0x80 {
        position &+= 1
        return UInt32(byte)
      }
    }
    return try longVarint()
  }

  /// Reads a varint of any length; throws `notCanonical` if the varint has unnecessary bytes or
  /// exceeds 32 bits.
  @inline(never)
  private mutating func longVarint() throws(ArchiveError) -> UInt32 {
    let first = try byte()
    if first < 0x80 { return UInt32(first) }
    let start = position - 1
    var value = UInt32(first & 0x7F)
    for shift in stride(from: UInt32(7), through: 28, by: 7) {
      let next = try byte()
      guard shift < 28 || next < 0x10 else { break }
      value |= UInt32(next & 0x7F) << shift
      if next < 0x80 {
        guard next > 0 else { break }
        return value
      }
    }
    throw ArchiveError(.notCanonical, at: start, "a number has unnecessary bytes")
  }

  /// Reads the number of one of the archive's `count` schemas.
  mutating func schemaNumber(upTo count: Int) throws(ArchiveError) -> Int {
    let place = position
    let number = Int(try varint())
    guard number > 0 else {
      throw ArchiveError(
        .typeMismatch, at: place, "a shared object is where a structure is expected")
    }
    guard number <= count else {
      throw ArchiveError(.unknownReference, at: place, "schema \(number) does not exist")
    }
    return number
  }

  /// Reads a length, and then a text of this length.
  mutating func prefixedString() throws(ArchiveError) -> String {
    let length = Int(try varint())
    let start = try take(length)
    return try string(start..<start + length)
  }

  /// Returns the text in a range; throws `invalidUTF8` if the bytes are not UTF-8.
  func string(_ range: Range<Int>) throws(ArchiveError) -> String {
    guard let text = String(validUTF8: bytes.extracting(range)) else {
      throw ArchiveError(.invalidUTF8, at: range.lowerBound, "a text is not UTF-8")
    }
    return text
  }

  /// Reads a type; throws `tooDeep` if the type is composed of more than 16 types, or
  /// `unknownFormat` or `invalidValue` if a code is invalid.
  mutating func type() throws(ArchiveError) -> ArchiveType {
    var codes: UInt128 = 0
    var count: UInt8 = 0
    var wanted = 1
    while wanted > 0 {
      let place = position
      let byte = try byte()
      guard let code = ArchiveType.Code(rawValue: byte) else {
        throw ArchiveError(.unknownFormat, at: place, "\(byte) is not a type code")
      }
      guard code != .null || count == 0 else {
        throw ArchiveError(.invalidValue, at: place, "only an any can contain a null")
      }
      guard count < 16 else {
        throw ArchiveError(.tooDeep, at: place, "a type has more than 16 codes")
      }
      codes |= UInt128(byte) << (8 * UInt128(count))
      count += 1
      switch code {
      case .optional, .array, .set: break
      case .dictionary: wanted += 1
      default: wanted -= 1
      }
    }
    return ArchiveType(codes: codes, count: count)
  }

  // Payloads.

  /// Reads a fixed-width integer and advances past it.
  @usableFromInline @inline(__always)
  mutating func take<I: FixedWidthInteger & BitwiseCopyable>(_ type: I.Type) throws(ArchiveError)
    -> I
  {
    let start = try take(MemoryLayout<I>.size)
    return bytes.littleEndian(at: start)
  }

  /// Reads a fixed-width integer and advances past it.
  ///
  /// A separate function creates the error, to keep this inlined method small.
  @inlinable @inline(__always)
  mutating func number<I: FixedWidthInteger & BitwiseCopyable>(_ type: I.Type) throws -> I {
    let start = position
    guard MemoryLayout<I>.size <= end &- start else { throw tooShort(MemoryLayout<I>.size) }
    position = start &+ MemoryLayout<I>.size
    return bytes.littleEndian(at: start)
  }

  @usableFromInline @inline(never)
  func tooShort(_ length: Int) -> any Error { truncated(length) }

  /// Reads the first byte of an optional, and returns whether a value follows.
  @usableFromInline
  mutating func takePresence() throws(ArchiveError) -> Bool {
    let byte = try byte()
    guard byte <= 1 else { throw invalidValue("an optional begins with 0 or 1, not \(byte)") }
    return byte == 1
  }

  /// Reads the rest of the payload as text; throws `invalidUTF8` if the bytes are not UTF-8.
  @usableFromInline
  mutating func takeString() throws -> String {
    let range = position..<end
    position = end
    return try string(range)
  }

  /// Returns the end of a payload of `length` bytes, or throws `truncated`.
  @usableFromInline @inline(__always)
  func endOfPayload(_ length: Int) throws(ArchiveError) -> Int {
    guard length <= end &- position else { throw truncated(length) }
    return position &+ length
  }

  /// Ends a payload, which must have been read to its end, and restores the end of the outer
  /// payload.
  @usableFromInline @inline(__always)
  mutating func finishPayload(_ outerEnd: Int) throws(ArchiveError) {
    guard position == end else { throw trailing() }
    end = outerEnd
  }

  @inline(never)
  private func trailing() -> ArchiveError {
    ArchiveError(.trailingBytes, at: position, "bytes follow the end of the value")
  }

  @usableFromInline @inline(never)
  func trailingBytes() -> any Error { trailing() }

  /// Throws `trailingBytes` unless the archived value has been read to its end.
  func finishArchive() throws(ArchiveError) {
    guard isAtEnd else {
      throw ArchiveError(
        .trailingBytes, at: position, "bytes follow the end of the archived value")
    }
  }

  /// Returns an error with the code `invalidValue` at the position.
  @usableFromInline
  func invalidValue(_ message: String) -> ArchiveError {
    ArchiveError(.invalidValue, at: position, message)
  }
}
