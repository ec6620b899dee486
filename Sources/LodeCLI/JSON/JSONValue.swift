/// A JSON value for the output of a command.
enum JSONValue {
  case null
  case bool(Bool)
  case int(Int)
  case uint(UInt64)
  case double(Double)
  case string(String)
  /// Text that is already JSON.
  case json(String)
  case array([JSONValue])
  /// An object; the output has the members in the given order.
  case object([(String, JSONValue)])
}

extension JSONValue: ExpressibleByDictionaryLiteral {
  init(dictionaryLiteral members: (String, JSONValue)...) { self = .object(members) }
}

extension JSONValue: CustomStringConvertible {
  /// The value as JSON without white space.
  ///
  /// A `.json` text is unchanged. NaN and infinities become `null`.
  var description: String {
    switch self {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .int(let value): String(value)
    case .uint(let value): String(value)
    case .double(let value): value.isFinite ? String(value) : "null"
    case .string(let value): quotedJSON(value)
    case .json(let text): text
    case .array(let values): "[" + values.map(\.description).joined(separator: ",") + "]"
    case .object(let members):
      "{" + members.map { "\(quotedJSON($0)):\($1)" }.joined(separator: ",") + "}"
    }
  }
}
