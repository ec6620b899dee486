internal import ArgumentParser
internal import Foundation
internal import LodeCoding

/// The name of a type for `lode put --type`.
enum TypeName: String, ExpressibleByArgument, CaseIterable {
  case json, string, int, uint, double, float, bool, date, uuid, bytes
}

/// A value from the command line: its bytes and type, or the fields of a document.
struct ValueArgument {
  let bytes: [UInt8]
  let type: ValueType
  /// The fields of a document; `nil` for other values.
  ///
  /// The store encodes the fields, so `bytes` is empty for a document.
  var document: [String: ArchiveValue]?

  /// Parses a text as a value of `type`; if `type` is `nil`, the text determines the type.
  ///
  /// - Throws: `Failure` in one of these cases:
  ///   - The text is not a value of `type`.
  ///   - `type` is `nil`, and a text that begins like a JSON object, array, or string is not JSON.
  ///   - `type` is `nil`, and the store cannot represent the JSON value, for example an integer of
  ///     more than 64 bits.
  init(_ text: String, type: TypeName?) throws {
    switch type {
    case nil: self = try Self.guess(text)
    case .json: self = Self(JSONText(try Self.checkedJSON(text)))
    case .string: self = Self(text)
    case .int: self = Self(try Self.parsed(Int64(text), text, "a 64-bit integer"))
    case .uint: self = Self(try Self.parsed(UInt64(text), text, "an unsigned 64-bit integer"))
    case .double: self = Self(try Self.parsed(Double(text), text, "a number"))
    case .float: self = Self(try Self.parsed(Float(text), text, "a number"))
    case .bool: self = Self(try Self.parsed(Bool(text), text, "true or false"))
    case .uuid: self = Self(try Self.parsed(UUID(uuidString: text), text, "a UUID"))
    case .date:
      self = Self(try Self.parsed(Self.date(text), text, "a date like 2026-01-31T12:00:00Z"))
    case .bytes:
      self = Self(try Self.parsed([UInt8](hexadecimal: text), text, "hexadecimal digits"))
    }
  }

  init(_ value: some StoredValue) {
    bytes = value.withValueBytes { $0.copied() }
    type = Swift.type(of: value).valueType
  }

  init(_ fields: [String: ArchiveValue]) {
    bytes = []
    type = .archive
    document = fields
  }

  /// Parses a text as a value of the type that the text suggests.
  ///
  /// - A JSON object is a document.
  /// - A JSON array or `null` is JSON text.
  /// - Any other JSON value is a boolean, a number, or a string.
  /// - Text that is not JSON is a string, unless the text begins with `{`, `[`, or a quote.
  private static func guess(_ text: String) throws -> ValueArgument {
    let bytes = Array(text.utf8)
    let trimmed: Range<Int>
    do {
      trimmed = try JSONScanner.check(bytes.span)
    } catch {
      if KeyText.beginsAsLiteral(text) {
        throw Failure(
          "The value begins like JSON but is not JSON: \(error.sentence)",
          remedy: "Correct the value, or store its text with --type string.")
      }
      return Self(text)
    }
    let json = bytes.span.extracting(trimmed)
    do {
      switch try JSONScanner.scalar(json) {
      case .bool(let value): return Self(value)
      case .int(let value): return Self(value)
      case .uint(let value): return Self(value)
      case .double(let value): return Self(value)
      case .string(let value): return Self(value)
      case nil where json[0] == UInt8(ascii: "{"):
        return Self(try ArchiveValue.fields(json: json))
      default: return Self(JSONText(LodeCLI.text(json)))
      }
    } catch {
      let message = (error as? ArchiveError)?.message ?? "\(error)"
      throw Failure(
        "The value cannot be stored: \(message)",
        remedy: "Store its text with --type json or --type string.")
    }
  }

  /// Returns JSON text without the white space around the value.
  private static func checkedJSON(_ text: String) throws -> String {
    let bytes = Array(text.utf8)
    do {
      return LodeCLI.text(bytes.span.extracting(try JSONScanner.check(bytes.span)))
    } catch {
      throw Failure(
        "The value is not JSON: \(error.sentence)",
        remedy: "Correct the value, or pass --type string.")
    }
  }

  private static func parsed<V>(_ value: V?, _ text: String, _ expected: String) throws -> V {
    guard let value else {
      throw Failure("'\(text)' is not \(expected)", remedy: "See 'lode put --help' for the types.")
    }
    return value
  }

  /// Parses a date: ISO 8601 in UTC, or a number of seconds since 2001-01-01 in UTC.
  ///
  /// The result is `nil` for other text.
  private static func date(_ text: String) -> Date? {
    let content = Double(text) == nil ? quotedJSON(text) : text
    // The caller reports a text that is not a date.
    guard case .date(let date) = try? Key(parsing: "{\"date\":\(content)}").elements.first else {
      return nil
    }
    return date
  }
}
