internal import Foundation
internal import LodeCoding

extension Operand: CustomStringConvertible {
  /// The operand as text in a condition.
  public var description: String {
    switch self {
    case .path(let path): path.conditionText
    case .value(let value): value.conditionText
    case .arithmetic(let a, let arithmetic, let b): "\(a.inBrackets) \(arithmetic) \(b.inBrackets)"
    }
  }

  private var inBrackets: String {
    if case .arithmetic = self { "(\(self))" } else { description }
  }
}

extension Arithmetic: CustomStringConvertible {
  /// The operator as text.
  public var description: String {
    switch self {
    case .add: "+"
    case .subtract: "-"
    case .multiply: "*"
    case .divide: "/"
    case .remainder: "%"
    }
  }
}

extension ArchiveValue {
  /// The value as a literal of a condition.
  var conditionText: String {
    switch self {
    case .bool(let value): value ? "TRUE" : "FALSE"
    case .int(let value): "\(value)"
    case .uint(let value) where value > Int64.max: "\(value)"
    case .double(let value) where ArchiveValue(digits: "\(value)") == self: "\(value)"
    case .double(let value) where value.isFinite: "JSON '{\"$double\":\(value)}'"
    case .string(let value): quoted(value)
    case .uuid(let value): "UUID '\(value.uuidString.lowercased())'"
    case .data(let value): "X'\(value.map(Self.hexadecimal).joined())'"
    case .date(let value): Self.text(ofDate: value.timeIntervalSinceReferenceDate)
    default: "JSON \(quoted(description))"
    }
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }

  private static func text(ofDate seconds: Double) -> String {
    if !seconds.isFinite { return "JSON \(quoted("\(date(seconds))"))" }
    return "DATE '\(DateText.format(seconds) ?? "\(seconds)")'"
  }

  private static func date(_ seconds: Double) -> ArchiveValue {
    .date(Date(timeIntervalSinceReferenceDate: seconds))
  }
}
