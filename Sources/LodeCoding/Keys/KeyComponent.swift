#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// One element of a key, for element types that are known only at run time.
///
/// ```swift
/// let key = Key("Oslo", 42)
/// for element in try key.elements {
///   if case .string(let text) = element { print(text) }
/// }
/// ```
public indirect enum KeyComponent: Hashable, Sendable {
  /// The nil element.
  case null
  /// A Boolean value.
  case bool(Bool)
  /// An integer from `Int64.min` to `Int64.max`.
  case int(Int64)
  /// An unsigned integer, which decodes as `int` unless it exceeds `Int64.max`.
  case uint(UInt64)
  /// A 32-bit floating-point number.
  case float(Float)
  /// A 64-bit floating-point number.
  case double(Double)
  /// A string.
  case string(String)
  /// A byte string.
  case bytes([UInt8])
  /// A date.
  case date(Date)
  /// A UUID.
  case uuid(UUID)
  /// A nested tuple.
  case tuple([KeyComponent])
  /// An element in descending order.
  case descending(KeyComponent)
  /// The name of a partition.
  case partition(String)
}

extension KeyComponent: KeyElement {
  /// Appends the encoding of the wrapped element.
  public func encodeKeyElement(into buffer: inout KeyBuffer) {
    switch self {
    case .null: buffer.append(KeyCode.null)
    case .bool(let value): value.encodeKeyElement(into: &buffer)
    case .int(let value): value.encodeKeyElement(into: &buffer)
    case .uint(let value): value.encodeKeyElement(into: &buffer)
    case .float(let value): value.encodeKeyElement(into: &buffer)
    case .double(let value): value.encodeKeyElement(into: &buffer)
    case .string(let value): value.encodeKeyElement(into: &buffer)
    case .bytes(let value): value.encodeKeyElement(into: &buffer)
    case .date(let value): value.encodeKeyElement(into: &buffer)
    case .uuid(let value): value.encodeKeyElement(into: &buffer)
    case .tuple(let elements):
      buffer.append(KeyCode.tuple)
      for element in elements { element.encodeKeyElement(into: &buffer) }
      buffer.append(KeyCode.end)
    case .descending(let element):
      buffer.appendDescending { element.encodeKeyElement(into: &$0) }
    case .partition(let name): Partition(name).encodeKeyElement(into: &buffer)
    }
  }

  /// Decodes an element of any type.
  ///
  /// - Throws: `KeyError` with one of these codes:
  ///   - `unknownType` for an unknown type code, or `truncated` if the bytes end early.
  ///   - `notCanonical` if Lode encodes the value differently, or `invalidUTF8` for invalid text.
  ///   - `outOfRange` for an integer below `Int64.min`.
  ///   - `tooDeep` if tuples or descending elements are nested more than 64 levels deep.
  public static func decodeKeyElement(
    from reader: inout KeyReader
  ) throws(KeyError) -> KeyComponent {
    switch try reader.peek() {
    case (KeyCode.zero - 8)...(KeyCode.zero + 8):
      switch try reader.integer() {
      case .signed(let value): return .int(value)
      case .unsigned(let value): return .uint(value)
      }
    case KeyCode.no, KeyCode.yes: return .bool(try reader.read(Bool.self))
    default: break
    }
    let start = reader.offset
    let code = try reader.byte()
    switch code {
    case KeyCode.null: return .null
    case KeyCode.float: return .float(try reader.float())
    case KeyCode.double: return .double(try reader.double())
    case KeyCode.string: return .string(try reader.string())
    case KeyCode.bytes: return .bytes(try reader.escaped())
    case KeyCode.date: return .date(Date(timeIntervalSinceReferenceDate: try reader.double()))
    case KeyCode.uuid: return .uuid(try reader.uuid())
    case KeyCode.tuple:
      var elements: [KeyComponent] = []
      try reader.tuple { (inner) throws(KeyError) in
        elements.append(try inner.read(KeyComponent.self))
      }
      return .tuple(elements)
    case KeyCode.descending:
      return .descending(
        try reader.descending { (inner) throws(KeyError) in try inner.read(KeyComponent.self) })
    case KeyCode.partition: return .partition(try reader.string())
    default:
      throw KeyError(
        .unknownType, at: start,
        "type code \(code) is unknown; damaged, or written by a newer Lode")
    }
  }
}
