internal import BenchData
internal import BenchHarness
internal import ModelPeers

/// Values that are asked for one after the other, in the form that each peer takes.
@safe public final class QueryValues {
  /// The values.
  public let values: [QueryValue]
  private let texts: Rows
  private let memory: UnsafeMutablePointer<query_value>

  /// The values in C's form; valid as long as this is.
  var forC: query_values { unsafe query_values(values: memory, count: values.count) }

  /// Creates values.
  public init(_ values: [QueryValue]) {
    self.values = values
    var builder = RowBuilder()
    for value in values {
      if case .text(let text) = value {
        builder.append(key: text.utf8, value: [])
      } else {
        builder.append(key: [], value: [])
      }
    }
    texts = builder.rows()
    unsafe memory = .allocate(capacity: max(values.count, 1))
    for (index, value) in values.enumerated() {
      let bits =
        switch value {
        case .text: UInt64(0)
        case .integer(let number): UInt64(bitPattern: Int64(number))
        case .real(let number): number.bitPattern
        }
      unsafe memory[index] = unsafe query_value(
        number: model_number(bits: bits), text: texts.forC.keys[index])
    }
  }

  deinit { unsafe memory.deallocate() }
}
