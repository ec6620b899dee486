#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension ArchiveValue: CustomStringConvertible {
  /// The value as text, for people.
  ///
  /// Dates are written by Lode: an archive may hold any `Double` as a date, and Foundation has no text for those that
  /// are ages away.
  public var description: String {
    switch self {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .int(let value): "\(value)"
    case .uint(let value): "\(value)"
    case .float(let value): "\(value)"
    case .double(let value): "\(value)"
    case .string(let value): value.debugDescription
    case .data(let value): "\(value.count) bytes"
    case .date(let value): Self.text(value.timeIntervalSinceReferenceDate)
    case .uuid(let value): value.uuidString.lowercased()
    case .decimal(let value): value.archiveText
    case .array(let values): "[" + values.map(\.description).joined(separator: ", ") + "]"
    case .set(let values): "{" + values.map(\.description).joined(separator: ", ") + "}"
    case .dictionary(let entries):
      "[" + entries.map { "\($0.key): \($0.value)" }.joined(separator: ", ") + "]"
    case .object(let object): "\(object)"
    case .reference(let number): "object \(number)"
    }
  }

  private static func text(_ seconds: Double) -> String {
    DateText.format(seconds) ?? "\(seconds) seconds since 2001"
  }
}
