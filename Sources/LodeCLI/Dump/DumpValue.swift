internal import Foundation
internal import LodeCoding

/// Functions that write and read the values of a dump without loss.
enum DumpValue {
  /// Returns a value as JSON, or `nil` if JSON loses information.
  ///
  /// If the result is `nil`, the dump has the bytes of the value as hexadecimal digits.
  static func text(_ bytes: Span<UInt8>, _ type: ValueType) -> String? {
    if type == .json { return json(bytes) }
    switch (ValueText.element(bytes, type), type) {
    // JSON cannot express the bits of a NaN.
    case (.double(let value), _): return value.isNaN ? nil : KeyComponent.double(value).description
    case (.float(let value), _): return value.isNaN ? nil : KeyComponent.float(value).description
    case (.date(let value), _):
      return value.timeIntervalSinceReferenceDate.isNaN
        ? nil : KeyComponent.date(value).description
    // The bytes do not decode as their type, or a later version of Lode wrote the type.
    case (.bytes, let type) where type != .bytes: return nil
    case (let element, _): return element.description
    }
  }

  /// Returns the JSON of ``Archive/json(isIndented:limits:)``.
  ///
  /// Returns `nil` if the archive has no JSON that `lode load` reads.
  static func text(_ archive: Archive) -> String? {
    guard let text = try? archive.json(), isReadable(text) else { return nil }
    return text
  }

  /// Returns whether `lode load` accepts the JSON inside a line.
  private static func isReadable(_ json: String) -> Bool {
    (try? json.withUTF8Span { try JSONScanner.check($0, depth: lineDepth) }) != nil
  }

  /// Builds an archive from the JSON of ``Archive/json(isIndented:limits:)``.
  ///
  /// - Throws: `ArchiveError` if the JSON is not the JSON of an archive, or if the archive exceeds
  ///   a limit.
  static func archive(_ json: Span<UInt8>) throws -> EncodedArchive {
    var limits = ArchiveLimits()
    // `DumpLine` has checked the nesting of the line, and `forStore` checks the default limits.
    limits.depth = JSONScanner.depthLimit
    limits.size = .max
    let archive = try Archive(json: LodeCLI.text(json), limits: limits)
    // A type without declared fields can have several sets of fields at one version.
    return try archive.forStore(evolution: .open)
  }

  /// The number of JSON objects around a value: 1, because the line is an object.
  private static let lineDepth = 1

  /// Returns stored JSON unchanged.
  ///
  /// Returns `nil` if the text is not JSON, is nested too deeply for a dump line, begins or ends
  /// with white space, or has characters that the console escapes.
  private static func json(_ bytes: Span<UInt8>) -> String? {
    // A program can store text that is not JSON as `JSONText`.
    guard let range = try? JSONScanner.check(bytes, depth: lineDepth), range == bytes.indices else {
      return nil
    }
    let text = LodeCLI.text(bytes)
    return text.hasInvisibleControls ? nil : text
  }

  /// Returns the bytes of a value from its JSON, or `nil` if the JSON is not a value of the type.
  static func bytes(_ text: Span<UInt8>, _ type: ValueType) -> [UInt8]? {
    if type == .json { return text.copied() }
    // For `nil`, the caller throws an error with the number of the line.
    guard let value = try? KeyComponent(parsing: LodeCLI.text(text)) else { return nil }
    return switch (value, type) {
    case (.string(let value), .string): value.withValueBytes { $0.copied() }
    case (.int(let value), .int): value.withValueBytes { $0.copied() }
    case (.int(let value), .uint) where value >= 0: UInt64(value).withValueBytes { $0.copied() }
    case (.uint(let value), .uint): value.withValueBytes { $0.copied() }
    case (.double(let value), .double): value.withValueBytes { $0.copied() }
    case (.float(let value), .float): value.withValueBytes { $0.copied() }
    case (.bool(let value), .bool): value.withValueBytes { $0.copied() }
    case (.date(let value), .date): value.withValueBytes { $0.copied() }
    case (.uuid(let value), .uuid): value.withValueBytes { $0.copied() }
    case (.bytes(let value), .bytes): value
    default: nil
    }
  }

  /// Returns the name of a type, or the code of a type without a name in this version of Lode.
  static func name(of type: ValueType) -> String {
    type.isKnown ? type.description : String(type.rawValue)
  }

  /// Returns the type for a name or a code, or `nil` for other text.
  static func type(named name: String) -> ValueType? {
    if let number = UInt8(name) { return ValueType(rawValue: number) }
    return (0...UInt8.max).lazy.map(ValueType.init(rawValue:))
      .prefix { $0.isKnown }.first { $0.description == name }
  }
}
