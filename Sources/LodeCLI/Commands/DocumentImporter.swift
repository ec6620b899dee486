internal import ArgumentParser
internal import Foundation
internal import LodeCoding
internal import LodeModels
internal import LodeStore

/// The format of a file that `lode import` reads or `lode export` writes.
///
/// An import accepts only objects and dictionaries as values.
enum DocumentFormat: String, ExpressibleByArgument, CaseIterable {
  /// JSON Lines: one JSON value per line.
  case jsonl
  /// One JSON array of values.
  case json
  /// An array of dictionaries, as an XML property list.
  case plist
  /// An array of dictionaries, as a binary property list.
  case bplist
}

/// An import of the documents in a file into a collection.
struct DocumentImporter {
  /// The fields that form the key; without names, the keys are generated.
  let keyFields: KeyFields
  /// The format of the file; `nil` if the name and the content of the file decide.
  let format: DocumentFormat?
  let overwrites: Bool
  let partition: String?

  /// Puts every document of an input into a collection.
  ///
  /// After an error, the transaction may contain some documents, so the caller must roll back.
  ///
  /// - Throws: `Failure` if the input cannot be read, or if a document cannot be imported;
  ///   `StoreError` for other errors, for example if the disk is full.
  func run(
    _ input: Input, into scope: WriteScope, _ collection: String, _ progress: inout Progress
  ) throws -> ImportSummary {
    let format = try format ?? Self.format(of: input)
    let unit = format == .jsonl ? "line" : "document"
    var loader = RowLoader(
      scope, collection, partition: partition, overwrites: overwrites,
      unit: "\(input.name), \(unit)")
    if format == .jsonl {
      try readLines(input, into: &loader, &progress)
    } else {
      try readWhole(input, format, into: &loader, &progress)
    }
    var summary = loader.summary
    if format != .jsonl { summary.bytes = input.size }
    return summary
  }

  /// Returns the format that the name or the content of a file suggests.
  ///
  /// - `plist`: The name ends in `.plist`.
  /// - `json`: The name has another ending, and the first visible character is `[`.
  /// - `jsonl`: All other files.
  private static func format(of input: Input) throws -> DocumentFormat {
    if input.name.hasSuffix(".plist") { return .plist }
    var lines = try input.lines()
    while let line = try lines.next() {
      if let first = line.first(where: { $0 > 0x20 }) {
        return first == UInt8(ascii: "[") ? .json : .jsonl
      }
    }
    return .jsonl
  }

  // JSON Lines.

  private func readLines(
    _ input: Input, into loader: inout RowLoader, _ progress: inout Progress
  ) throws {
    var lines = try input.lines()
    while let line = try lines.next() {
      if line.allSatisfy({ $0 <= 0x20 }) { continue }
      let (key, range) = try parse(line.span, lines)
      let document = try document(line.span.extracting(range), lines)
      try loader.add(
        .init(
          key: keyFields.names.isEmpty ? nil : key, fields: document, size: range.count,
          number: lines.number))
      progress.step(lines.byteCount, rows: loader.summary.rows)
    }
  }

  /// Returns the fields of a JSON object.
  ///
  /// - Throws: `Failure` with the number of the last line that `lines` read, if the object is not a
  ///   valid document, for example because two names are equal.
  private func document(
    _ object: Span<UInt8>, _ lines: LineReader
  ) throws -> [String: ArchiveValue] {
    do {
      return try ArchiveValue.fields(json: object)
    } catch let error as ArchiveError {
      throw lines.failure(error.sentence, remedy: "Nothing was imported.")
    }
  }

  /// Returns the key of the object in a line, and the object's range in the line.
  private func parse(
    _ line: Span<UInt8>, _ lines: LineReader
  ) throws -> (key: Key, range: Range<Int>) {
    do throws(KeyFields.Problem) {
      return try keyFields.key(of: line)
    } catch {
      throw lines.failure(Self.sentence(error), remedy: Self.remedy(error))
    }
  }

  private static func sentence(_ problem: KeyFields.Problem) -> String {
    switch problem {
    case .notAnObject(let cause): "not a JSON object: \(cause.sentence)"
    case .missing(let name): "the key field \(quotedJSON(name)) is missing"
    case .unusable(let name, let reason):
      "the key field \(quotedJSON(name)) cannot be a key: \(reason)"
    }
  }

  private static func remedy(_ problem: KeyFields.Problem) -> String {
    switch problem {
    case .notAnObject: "Nothing was imported."
    case .missing: "Nothing was imported. Name another field with --key."
    case .unusable: "Nothing was imported. A key is a string, a number, a boolean or null."
    }
  }

  // JSON arrays and property lists, which the import reads as a whole.

  private func readWhole(
    _ input: Input, _ format: DocumentFormat, into loader: inout RowLoader,
    _ progress: inout Progress
  ) throws {
    let data = try input.data()
    for (index, value) in try values(data, input, format).enumerated() {
      let place = "\(input.name), document \(index + 1)"
      guard let document = value.fields else {
        throw Failure(
          "\(place): the document is not an object with unique names",
          remedy: "Nothing was imported.")
      }
      let key = keyFields.names.isEmpty ? nil : try key(of: document, place, format)
      try loader.add(.init(key: key, fields: document, size: 0, number: index + 1))
      progress.step(0, rows: loader.summary.rows)
    }
  }

  private func values(
    _ data: Data, _ input: Input, _ format: DocumentFormat
  ) throws -> [ArchiveValue] {
    let value: ArchiveValue
    do {
      value = try format == .json ? Self.json(data) : PropertyListReading.value(of: data)
    } catch let error as ArchiveError {
      throw Failure("\(input.name): \(error.sentence)", remedy: "Nothing was imported.")
    } catch let error as ExchangeError {
      throw Failure(
        "\(input.name), \(error.place): \(error.message)", remedy: "Nothing was imported.")
    }
    guard case .array(let values) = value else {
      throw Failure(
        "\(input.name): the file is not an array of objects",
        remedy: "Nothing was imported. For one object per line, pass --format jsonl.")
    }
    return values
  }

  private static func json(_ data: Data) throws -> ArchiveValue {
    guard let text = String(validating: data, as: UTF8.self) else {
      throw ArchiveError(.invalidJSON, "the text is not UTF-8")
    }
    return try ArchiveValue(json: text.hasPrefix("\u{FEFF}") ? String(text.dropFirst()) : text)
  }

  private func key(
    of document: [String: ArchiveValue], _ place: String, _ format: DocumentFormat
  ) throws -> Key {
    var elements: [KeyComponent] = []
    for name in keyFields.names {
      guard let value = document[name] else {
        throw Failure(
          "\(place): \(Self.sentence(.missing(name)))", remedy: Self.remedy(.missing(name)))
      }
      // Property lists have no UUIDs. Programs write UUIDs as upper-case text, so the text of an
      // upper-case UUID becomes a UUID key.
      let id = format == .json ? nil : value.capitalUUID.map { KeyComponent.uuid($0) }
      guard let element = id ?? value.keyComponent else {
        let problem = KeyFields.Problem.unusable(name, "the value is not a scalar")
        throw Failure("\(place): \(Self.sentence(problem))", remedy: Self.remedy(problem))
      }
      elements.append(element)
    }
    return Key(components: elements)
  }
}
