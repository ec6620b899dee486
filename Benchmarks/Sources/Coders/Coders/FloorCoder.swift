internal import BenchHarness
internal import StructFloor

/// Values as C has them: structs, their texts, and room to copy them to.
@safe private final class FloorValues {
  private let slices: UnsafeMutablePointer<bench_slice>
  private let records: UnsafeMutablePointer<floor_record>
  private let places: UnsafeMutablePointer<Int>
  private let room: UnsafeMutablePointer<floor_room>
  private let encoded: UnsafeMutablePointer<UInt8>
  private let rows: Rows
  let count: Int
  let byteCount: Int

  init(_ values: [PlainRecord]) throws {
    var builder = RowBuilder()
    // The numbers are keys and the texts values, so that all lie in one arena.
    for value in values {
      builder.append(key: value.fixed, value: [])
      for text in value.texts { builder.append(key: [], value: text) }
    }
    rows = builder.rows()
    count = values.count
    let texts = values.reduce(0) { $0 + $1.texts.count }
    unsafe slices = .allocate(capacity: max(texts, 1))
    unsafe records = .allocate(capacity: max(count, 1))
    unsafe places = .allocate(capacity: max(count, 1))
    var (row, text, total, largest) = (0, 0, 0, 0)
    for (index, value) in values.enumerated() {
      let first = text
      let fixed = unsafe rows.forC.keys[row]
      row += 1
      for _ in value.texts {
        unsafe slices[text] = unsafe rows.forC.values[row]
        (row, text) = (row + 1, text + 1)
      }
      unsafe records[index] = unsafe floor_record(
        fixed: fixed, texts: slices + first, text_count: value.texts.count)
      unsafe places[index] = total
      let size = unsafe floor_size(records + index)
      (total, largest) = (total + size, max(largest, size))
    }
    guard let room = unsafe floor_room_new(largest) else { throw BenchFailure("no memory") }
    unsafe self.room = unsafe room
    byteCount = total
    unsafe encoded = .allocate(capacity: max(total, 1))
    var end = unsafe encoded
    for index in 0..<count { unsafe end = unsafe floor_encode(records + index, end) }
  }

  deinit {
    unsafe slices.deallocate()
    unsafe records.deallocate()
    unsafe places.deallocate()
    unsafe encoded.deallocate()
    unsafe floor_room_free(room)
  }

  func encode() -> Int { unsafe floor_encode_all(records, count, room) }

  func decode() -> Int {
    Int(truncatingIfNeeded: unsafe floor_decode_all(records, count, encoded, room))
  }

  func isSame() -> Bool { unsafe floor_matches(records, count, encoded, room) }

  /// The sum of the first numbers of all.
  func sum() -> Int {
    Int(truncatingIfNeeded: unsafe floor_field_all(encoded, places, count, 0))
  }
}

/// The floor.
func floorCoder<T: Sample>(_ values: [T]) throws -> Coder {
  let floor = try FloorValues(values.map(\.plain))
  return Coder(
    entrant: .floor, byteCount: floor.byteCount, encode: { floor.encode() },
    decode: { floor.decode() }, countEqual: { floor.isSame() ? floor.count : 0 },
    fields: FieldCoder(number: { floor.sum() }))
}
