internal import BenchData
internal import BenchHarness
internal import ModelPeers

/// Objects as C has them: structs that point to keys, numbers and texts.
@safe final class PlainObjects {
  private let rows: Rows
  private let numbers: UnsafeMutablePointer<model_number>
  private let texts: UnsafeMutablePointer<bench_slice>
  private let objects: UnsafeMutablePointer<model_object>
  /// How many.
  let count: Int

  /// The objects in C's form; valid as long as this is.
  var forC: UnsafePointer<model_object> { unsafe UnsafePointer(objects) }

  init(_ values: [PlainObject]) throws {
    count = values.count
    rows = Self.bytes(of: values)
    unsafe numbers = .allocate(capacity: max(values.reduce(0) { $0 + $1.numbers.count }, 1))
    unsafe texts = .allocate(capacity: max(values.reduce(0) { $0 + $1.texts.count }, 1))
    unsafe objects = .allocate(capacity: max(count, 1))
    var (row, number, text) = (0, 0, 0)
    for (index, value) in values.enumerated() {
      guard value.numbers.count <= MODEL_NUMBERS,
        value.texts.count <= MODEL_TEXTS
      else { throw BenchFailure("an object has more fields than C has room for") }
      unsafe objects[index] = unsafe model_object(
        key: rows.forC.keys[row], numbers: numbers + number, texts: texts + text,
        text_count: value.texts.count)
      row += 1
      for bits in value.numbers {
        unsafe numbers[number] = model_number(bits: bits)
        number += 1
      }
      for found in value.texts {
        let slice = unsafe rows.forC.keys[row]
        unsafe texts[text] = unsafe found == nil ? bench_slice(bytes: nil, count: 0) : slice
        (row, text) = (row + 1, text + 1)
      }
    }
  }

  deinit {
    unsafe numbers.deallocate()
    unsafe texts.deallocate()
    unsafe objects.deallocate()
  }

  /// All keys and texts, in one block of memory in the order in which they are used.
  private static func bytes(of values: [PlainObject]) -> Rows {
    var builder = RowBuilder()
    for value in values {
      builder.append(key: value.key, value: [])
      for text in value.texts { builder.append(key: text ?? [], value: []) }
    }
    return builder.rows()
  }
}
