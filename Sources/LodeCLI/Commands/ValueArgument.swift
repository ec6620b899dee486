internal import ArgumentParser
internal import Foundation
internal import LodeCoding

/// A type name of `lode put --type`.
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

  /// Parses a text as a value of `type`, or without `type` as a value of the type that the text
  /// suggests.
  ///
  /// - Throws: `Failure` if the text is not a value of `type`. Without `type`, `Failure` if the
  ///   text begins like a JSON object, array, or string, but is not JSON. `Failure` if a JSON value
  ///   cannot be stored.
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
      self = Self(try Self.parsed(LodeCLI.bytes(hexadecimal: text), text, "hexadecimal digits"))
    }
  }

  init(_ value: some StoredValue) {
    bytes = value.withValueBytes { $0.copied() }
    type = Swift.type(of: value).valueType
  }

  init(bytes: [UInt8], type: ValueType) {
    self.bytes = bytes
    self.type = type
  }

  init(_ fields: [String: ArchiveValue]) {
    self.init(bytes: [], type: .archive)
    document = fields
  }

  /// Parses an object as a document, an array or `null` as JSON text, other JSON as its type, and
  /// other text as a string.
  private static func guess(_ text: String) throws -> ValueArgument {
    let bytes = Array(text.utf8)
    let trimmed: Range<Int>
    do {
      trimmed = try JSONScanner.check(bytes.span)
    } catch {
      if text.hasPrefix("{") || text.hasPrefix("[") || text.hasPrefix("\"") {
        throw Failure(
          "The value begins like JSON but is not JSON: \(error)",
          remedy: "Correct the value, or store its text with --type string.")
      }
      return Self(text)
    }
    let json = bytes.span.extracting(trimmed)
    do {
      switch try JSONScalar(checked: json) {
      case .bool(let value): return Self(value)
      case .int(let value): return Self(value)
      case .uint(let value): return Self(value)
      case .double(let value): return Self(value)
      case .string(let value): return Self(value)
      case nil where json[0] == UInt8(ascii: "{"):
        return Self(try ArchiveValue.fields(json: json))
      case .null, nil: return Self(JSONText(LodeCLI.text(json)))
      }
    } catch {
      let message = (error as? JSONError)?.message ?? (error as? ArchiveError)?.message
      throw Failure(
        "The value cannot be stored: \(message ?? "\(error)")",
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
        "The value is not JSON: \(error)", remedy: "Correct the value, or pass --type string.")
    }
  }

  private static func parsed<V>(_ value: V?, _ text: String, _ expected: String) throws -> V {
    guard let value else {
      throw Failure("'\(text)' is not \(expected)", remedy: "See 'lode put --help' for the types.")
    }
    return value
  }

  /// Parses a date like a key literal: ISO 8601 in UTC, or a `timeIntervalSinceReferenceDate`;
  /// `nil` for other text.
  private static func date(_ text: String) -> Date? {
    let content = Double(text) == nil ? quotedJSON(text) : text
    // The caller reports a text that is not a date.
    guard case .date(let date) = try? Key(parsing: "{\"date\":\(content)}").elements.first else {
      return nil
    }
    return date
  }
}
