internal import Foundation
internal import LodeCoding

/// The text of a value in a dump, which gives every bit back.
enum DumpValue {
  /// The value as JSON, or `nil` where that would lose something and hexadecimal digits must do.
  static func text(_ bytes: Span<UInt8>, _ type: ValueType) -> String? {
    if type == .json { return json(bytes) }
    switch (ValueText.element(bytes, type), type) {
    // A NaN has bits that no text shows.
    case (.double(let value), _): return value.isNaN ? nil : KeyComponent.double(value).description
    case (.float(let value), _): return value.isNaN ? nil : KeyComponent.float(value).description
    case (.date(let value), _):
      return value.timeIntervalSinceReferenceDate.isNaN
        ? nil : KeyComponent.date(value).description
    // Bytes that are no value of their type, or of a type of a later version.
    case (.bytes, let type) where type != .bytes: return nil
    case (let element, _): return element.description
    }
  }

  /// The archive as exact JSON, or `nil` where that would be nested deeper than `load` reads.
  static func text(_ archive: Archive) -> String? {
    guard let text = try? archive.json(), isReadable(text) else { return nil }
    return text
  }

  private static func isReadable(_ json: String) -> Bool {
    (try? json.withUTF8Span { try JSONScanner.check($0, depth: lineDepth) }) != nil
  }

  /// The archive of its JSON, which any store can take.
  ///
  /// - Throws: `ArchiveError`.
  static func archive(_ json: Span<UInt8>) throws -> EncodedArchive {
    var limits = ArchiveLimits()
    // The line was checked already. What the archive itself may be is looked at when it is made.
    limits.depth = JSONScanner.depthLimit
    limits.size = .max
    let archive = try Archive(json: LodeCLI.text(json), limits: limits)
    // One version of a type that declares no fields may have had several shapes.
    return try archive.forStore(evolution: .open)
  }

  /// A value stands in the object that the line is.
  private static let lineDepth = 1

  /// JSON in one line with nothing around it stands as it is.
  private static func json(_ bytes: Span<UInt8>) -> String? {
    for index in bytes.indices where bytes[index] == 0x0A || bytes[index] == 0x0D { return nil }
    // Not JSON: somebody stored another text under this type.
    guard let range = try? JSONScanner.check(bytes, depth: lineDepth), range == bytes.indices else {
      return nil
    }
    return LodeCLI.text(bytes)
  }

  /// The bytes of a value from its text; `nil` when the text is no value of the type.
  static func bytes(_ text: Span<UInt8>, _ type: ValueType) -> [UInt8]? {
    if type == .json { return text.copied() }
    // Whatever is wrong with the text, the caller names the line.
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

  /// The name of a type, or its number where this version of Lode has no name for it.
  static func name(of type: ValueType) -> String {
    type.isKnown ? type.description : String(type.rawValue)
  }

  /// The type of a name or number.
  static func type(named name: String) -> ValueType? {
    if let number = UInt8(name) { return ValueType(rawValue: number) }
    return (0...UInt8.max).lazy.map(ValueType.init(rawValue:))
      .prefix { $0.isKnown }.first { $0.description == name }
  }
}
