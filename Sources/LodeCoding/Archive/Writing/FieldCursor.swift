/// The state of the fields of the object that is being archived.
///
/// ``FieldSizes`` names the parts of the fields.
@usableFromInline
struct FieldCursor {
  /// The offset of the flags.
  @usableFromInline var start = 0
  /// The index of the flag of the previous optional field.
  @usableFromInline var presence = 0
  /// The offset of the next fixed-width field.
  @usableFromInline var fixed = 0
  /// The offset of the next entry of the end table.
  @usableFromInline var end = 0
  /// The number of entries of the end table that remain.
  @usableFromInline var endsLeft = 0
  /// The offset of the first variable-width field.
  @usableFromInline var variable = 0
  /// The number of variable-width fields that remain.
  @usableFromInline var variablesLeft = 0
  /// The offset after the fixed-width fields, where the end table begins.
  @usableFromInline var fixedEnd = 0

  /// The number of the object's schema.
  @usableFromInline var schema: UInt32 = 0

  @usableFromInline init() {}

  /// Reserves the bytes before the variable-width fields of an object.
  @inline(__always)
  init(_ schema: ArchiveSchema, _ number: UInt32, in output: inout ByteBuffer) {
    let sizes = schema.layout.sizes
    start = output.count
    output.append(zeros: sizes.fixedEnd &+ sizes.endCount &* 2)
    fixed = start &+ sizes.flagSize
    fixedEnd = start &+ sizes.fixedEnd
    end = fixedEnd
    endsLeft = sizes.endCount
    variable = output.count
    variablesLeft = sizes.variableCount
    self.schema = number
  }

  /// Moves to the flag of the next optional field, and sets the flag if the field is present.
  @inlinable @inline(__always)
  mutating func markPresence(_ isThere: Bool, in output: inout ByteBuffer) {
    presence &+= 1
    guard isThere else { return }
    let at = start &+ presence >> 3
    let bit = UInt8(1) << UInt8(truncatingIfNeeded: presence & 7)
    output.store(output.load(at: at, as: UInt8.self) | bit, at: at)
  }

  /// Widens the entries of the end table from 2 to 4 bytes.
  mutating func widenEnds(in output: inout ByteBuffer) {
    let first = fixedEnd
    let written = (end - first) / 2
    let all = written + endsLeft + 1
    output.makeGap(all * 2, at: variable)
    for index in (0..<written).reversed() {
      let end = output.load(at: first + index * 2, as: UInt16.self)
      output.store(UInt32(end), at: first + index * 4)
    }
    end = first + written * 4
    variable = first + all * 4
    output.store(output.load(at: start, as: UInt8.self) | 1, at: start)
  }
}
