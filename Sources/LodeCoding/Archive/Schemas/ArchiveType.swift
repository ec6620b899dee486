/// The type of a value in an archive: a number, a text, an object, or a collection.
///
/// ```swift
/// let type = ArchiveType.dictionary(.string, .array(.int64))
/// print(type)  // [string: [int64]]
/// ```
///
/// A type is a sequence of *codes*: the code of an optional or a collection precedes the codes of
/// its contents. `Docs/Format/Archive.md` specifies the bytes of the values of each type.
public struct ArchiveType: Hashable, Sendable, CustomStringConvertible {
  /// The codes of which types are composed.
  ///
  /// Each code has the name of the ``ArchiveType`` member whose value begins with the code. The raw
  /// value is the byte in an archive.
  public enum Code: UInt8, Sendable {
    case null, bool, int8, int16, int32, int64, uint8, uint16, uint32, uint64, float, double, date
    case uuid, decimal, string, data, object, any, optional, array, set, dictionary
  }

  /// The codes, one byte each, the first code in the lowest byte.
  let codes: UInt128
  /// The number of codes.
  ///
  /// `codes` holds at most 16 codes, so a type with more codes is not ``isValid``.
  let count: UInt8

  init(codes: UInt128, count: UInt8) {
    self.codes = codes
    self.count = count
  }

  private init(_ code: Code) { self.init(codes: UInt128(code.rawValue), count: 1) }

  private init(_ code: Code, of element: ArchiveType) {
    let count = element.count < 255 ? element.count + 1 : 255
    self.init(codes: element.codes << 8 | UInt128(code.rawValue), count: count)
  }

  /// The type of null, which occurs only inside ``any`` and as the type of a whole archive's value.
  public static let null = ArchiveType(.null)
  /// `Bool`.
  public static let bool = ArchiveType(.bool)
  /// `Int8`.
  public static let int8 = ArchiveType(.int8)
  /// `Int16`.
  public static let int16 = ArchiveType(.int16)
  /// `Int32`.
  public static let int32 = ArchiveType(.int32)
  /// `Int64` and `Int`.
  public static let int64 = ArchiveType(.int64)
  /// `UInt8`.
  public static let uint8 = ArchiveType(.uint8)
  /// `UInt16`.
  public static let uint16 = ArchiveType(.uint16)
  /// `UInt32`.
  public static let uint32 = ArchiveType(.uint32)
  /// `UInt64` and `UInt`.
  public static let uint64 = ArchiveType(.uint64)
  /// `Float`.
  public static let float = ArchiveType(.float)
  /// `Double`.
  public static let double = ArchiveType(.double)
  /// `Date`.
  public static let date = ArchiveType(.date)
  /// `UUID`.
  public static let uuid = ArchiveType(.uuid)
  /// `Decimal`.
  public static let decimal = ArchiveType(.decimal)
  /// `String`.
  public static let string = ArchiveType(.string)
  /// `Data`.
  public static let data = ArchiveType(.data)
  /// A structure, a case of an enumeration, or a reference to an instance of a class.
  public static let object = ArchiveType(.object)
  /// A value that archives store together with its type.
  public static let any = ArchiveType(.any)

  /// Returns the type of an optional with the given wrapped type.
  public static func optional(_ wrapped: ArchiveType) -> ArchiveType {
    ArchiveType(.optional, of: wrapped)
  }

  /// Returns the type of an array with the given type of elements.
  public static func array(_ element: ArchiveType) -> ArchiveType {
    ArchiveType(.array, of: element)
  }

  /// Returns the type of a set with the given type of elements.
  public static func set(_ element: ArchiveType) -> ArchiveType { ArchiveType(.set, of: element) }

  /// Returns the type of a dictionary with the given types of keys and values.
  public static func dictionary(_ key: ArchiveType, _ value: ArchiveType) -> ArchiveType {
    guard key.count < 16 else { return ArchiveType(codes: 0, count: 255) }
    let both = ArchiveType(
      codes: value.codes << (8 * UInt128(key.count)) | key.codes,
      count: UInt8(min(Int(key.count) + Int(value.count), 254)))
    return ArchiveType(.dictionary, of: both)
  }

  /// Whether the type has at most 16 codes.
  ///
  /// Archiving a value of a type with more codes throws ``ArchiveError`` with `tooDeep`.
  public var isValid: Bool { count <= 16 }

  /// The first code: the code of an optional or a collection, or the only code of another type.
  public var code: Code { Code(rawValue: UInt8(truncatingIfNeeded: codes)) ?? .null }

  /// The type of the elements of an array or a set, of the keys of a dictionary, or inside an
  /// optional.
  ///
  /// The value is `nil` for other types.
  public var element: ArchiveType? {
    switch code {
    case .optional, .array, .set: ArchiveType(codes: codes >> 8, count: count - 1)
    case .dictionary: prefix(from: 1, length: Self.length(codes >> 8))
    default: nil
    }
  }

  /// The type of the values of a dictionary, or `nil` for other types.
  public var value: ArchiveType? {
    guard code == .dictionary else { return nil }
    let key = Self.length(codes >> 8)
    return prefix(from: 1 + key, length: Int(count) - 1 - key)
  }

  /// The size of every value in bytes, or `nil` if the values vary in size.
  public var fixedSize: Int? {
    let size = Self.size(codes)
    return size == 0 ? nil : size
  }

  /// The type inside an optional, or the type itself.
  var unwrapped: ArchiveType {
    code == .optional ? ArchiveType(codes: codes >> 8, count: count - 1) : self
  }

  /// The type inside all optionals, arrays, and sets.
  package var innermost: ArchiveType {
    switch code {
    case .optional, .array, .set: element?.innermost ?? self
    default: self
    }
  }

  /// The type in a notation close to Swift's: `[string: int64?]`.
  public var description: String {
    switch code {
    case .optional: "\(unwrapped)?"
    case .array: "[\(element ?? .null)]"
    case .set: "set<\(element ?? .null)>"
    case .dictionary: "[\(element ?? .null): \(value ?? .null)]"
    default: "\(code)"
    }
  }

  /// Returns the type of `length` codes from the code with index `start`.
  private func prefix(from start: Int, length: Int) -> ArchiveType {
    let mask = length >= 16 ? UInt128.max : (UInt128(1) << (8 * UInt128(length))) - 1
    return ArchiveType(
      codes: (codes >> (8 * UInt128(start))) & mask, count: UInt8(truncatingIfNeeded: length))
  }

  /// Returns the number of codes of the first complete type in a sequence of codes.
  private static func length(_ codes: UInt128) -> Int {
    var wanted = 1
    var length = 0
    while wanted > 0 && length < 16 {
      switch Code(rawValue: UInt8(truncatingIfNeeded: codes >> (8 * UInt128(length)))) {
      case .optional, .array, .set: break
      case .dictionary: wanted += 1
      default: wanted -= 1
      }
      length += 1
    }
    return length
  }

  /// Returns the size in bytes of values whose type begins with these codes, or zero if the size
  /// varies.
  static func size(_ codes: UInt128) -> Int {
    switch Code(rawValue: UInt8(truncatingIfNeeded: codes)) {
    case .bool, .int8, .uint8: 1
    case .int16, .uint16: 2
    case .int32, .uint32, .float: 4
    case .int64, .uint64, .double, .date: 8
    case .uuid: 16
    default: 0
    }
  }

  /// Calls `body` with the code of each type of which this type is composed, up to the 16th.
  func forEachCode(_ body: (UInt8) -> Void) {
    for index in 0..<Int(min(count, 16)) {
      body(UInt8(truncatingIfNeeded: codes >> (8 * UInt128(index))))
    }
  }
}
