#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Returns a value as readable JSON, which cannot be decoded again.
///
/// An object is `{"*Name":{...}}`. ``Archive/debugDump(isIndented:)`` describes the other values.
///
/// ```swift
/// print(try debugDump(["apples": 3.5, "pears": .nan], isIndented: false))
/// // {"apples":3.5,"pears":"nan"}
/// ```
///
/// - Parameters:
///   - value: The value.
///   - isIndented: Whether each element and member has its own line.
/// - Complexity: O(n log n) for n bytes of the value's archive.
/// - Throws: Any error that a type's own encoding throws, and ``ArchiveError`` with one of these
///   codes:
///   - `tooDeep` if the value exceeds the depth limit, or a type is composed of more than 16 types.
///   - `tooLarge` if the archive exceeds the size limit.
///   - `equalElements` if two elements of a set, or two keys of a dictionary, have the same bytes.
///   - `wrongFields` if a type encodes other fields than its schema declares, or a class encodes
///     no level or more than 255 levels.
///   - `wrongFields`, `typeMismatch`, or `outOfRange` if an ``ArchiveValue`` inside the value
///     cannot be archived.
public func debugDump<T: ArchivableValue>(_ value: T, isIndented: Bool = true) throws -> String {
  try Archive(archiving: value).debugDump(isIndented: isIndented)
}

extension Archive {
  /// Returns the archive as readable JSON, which cannot be decoded again.
  ///
  /// An object is `{"*Name":{...}}`, a case of an enumeration `{"*Name.case":{...}}`. The fields
  /// are sorted by the bytes of their names. A field that another module added is `(Label)name`,
  /// with the label of ``ArchiveExtensionField``. A field that another version of the type declared
  /// is `()name`. In an instance of a subclass, the last member, `**Name`, is an object with the
  /// fields of the superclass.
  ///
  /// A dictionary is a JSON object. A key that is not a text becomes its JSON text. A set is an
  /// array in a deterministic order.
  ///
  /// A value of a type that JSON lacks becomes a text: `"nan"`, a date in ISO 8601, data in base64.
  /// A date that ISO 8601 cannot reproduce exactly becomes the seconds since 2001-01-01.
  ///
  /// An instance of a class with more than one reference appears once with its number, as
  /// `*Name#2`. Later references are the text `"*Name#2"`. More than 100 levels deep, every
  /// reference is such a text, and any other value is the text `"…"`.
  ///
  /// - Parameter isIndented: Whether each element and member has its own line.
  /// - Complexity: O(n log n) for n bytes of the archive.
  public func debugDump(isIndented: Bool = true) -> String {
    var dump = Dump(self)
    return dump.node(root, depth: 0).text(isIndented: isIndented)
  }
}

extension ArchiveValue {
  /// Returns the value as readable JSON, which cannot be decoded again.
  ///
  /// An object is `{"*Name":{...}}`. ``Archive/debugDump(isIndented:)`` describes the other values.
  ///
  /// - Parameter isIndented: Whether each element and member has its own line.
  /// - Complexity: O(n log n) for n bytes of the value's archive.
  public func debugDump(isIndented: Bool = true) -> String {
    Archive(self).debugDump(isIndented: isIndented)
  }
}

/// The conversion of one archive to readable JSON.
private struct Dump {
  private let objects: [ArchivedObject?]
  /// The number of references to each object.
  private var uses: [Int]
  /// Whether each object has appeared.
  private var isShown: [Bool]
  /// The maximum depth in levels.
  ///
  /// A deeper value appears as `"…"`. A reference below this depth appears as the text of its
  /// number.
  private static let deepest = 100

  init(_ archive: Archive) {
    objects = archive.objects
    uses = Array(repeating: 0, count: archive.objects.count)
    isShown = Array(repeating: false, count: archive.objects.count)
    count(archive.root, depth: 0)
    for object in archive.objects {
      var part = object
      while let level = part {
        count(level, depth: 0)
        part = level.superclass
      }
    }
  }

  /// Counts the references in a value.
  private mutating func count(_ value: ArchiveValue, depth: Int) {
    guard depth < 2 * Self.deepest else { return }
    switch value {
    case .reference(let number) where objects.indices.contains(number - 1): uses[number - 1] += 1
    case .array(let values): for value in values { count(value, depth: depth + 1) }
    case .set(let values): for value in values { count(value, depth: depth + 1) }
    case .dictionary(let entries):
      for (key, value) in entries {
        count(key, depth: depth + 1)
        count(value, depth: depth + 1)
      }
    case .object(let object): count(object, depth: depth + 1)
    case .typed(_, let value): count(value, depth: depth + 1)
    default: break
    }
  }

  private mutating func count(_ object: ArchivedObject, depth: Int) {
    for field in object.fields { count(field.value, depth: depth) }
    for group in object.extensions ?? [] {
      for field in group.fields { count(field.value, depth: depth) }
    }
  }

  mutating func node(_ value: ArchiveValue, depth: Int) -> JSONNode {
    if case .reference(let number) = value { return reference(number, depth: depth) }
    guard depth < Self.deepest else { return .string("…") }
    switch value {
    case .array(let values): return .array(values.map { node($0, depth: depth + 1) })
    case .set(let values): return .array(ordered(values).map { node($0, depth: depth + 1) })
    case .dictionary(let entries):
      return .object(
        ordered(entries.keys).map { key in
          (key.string ?? "\(key)", node(entries[key] ?? .null, depth: depth + 1))
        })
    case .object(let object): return .object([member(object, "*", "", depth: depth + 1)])
    case .typed(_, let value): return node(value, depth: depth + 1)
    default: return .plain(value)
    }
  }

  /// Returns the values in an order that is equal in every process.
  private func ordered(_ values: some Collection<ArchiveValue>) -> [ArchiveValue] {
    values.map { ($0, $0.string ?? "\($0)") }.sorted { $0.1.precedes($1.1) }.map(\.0)
  }

  private mutating func reference(_ number: Int, depth: Int) -> JSONNode {
    guard objects.indices.contains(number - 1), let object = objects[number - 1] else {
      return .null
    }
    guard !isShown[number - 1], depth < Self.deepest else {
      return .string("*\(object.name)#\(number)")
    }
    isShown[number - 1] = true
    let suffix = uses[number - 1] > 1 ? "#\(number)" : ""
    return .object([member(object, "*", suffix, depth: depth + 1)])
  }

  /// Returns an object as the only member of a JSON object.
  private mutating func member(
    _ object: ArchivedObject, _ stars: String, _ suffix: String, depth: Int
  ) -> (name: String, value: JSONNode) {
    var fields = object.fields.map { (name: $0.name, value: $0.value) }
    for group in object.extensions ?? [] {
      fields += group.fields.map { (name: "(\(group.label))\($0.name)", value: $0.value) }
    }
    fields.sort { $0.name.precedes($1.name) }
    var members = fields.map { (name: $0.name, value: node($0.value, depth: depth)) }
    if let superclass = object.superclass {
      members.append(member(superclass, "**", "", depth: depth + 1))
    }
    var name = stars + object.name
    if case .enumCase(let caseName) = object.kind { name += "." + caseName }
    return (name + suffix, .object(members))
  }
}

extension JSONNode {
  /// Returns the node of a value that is not a collection.
  fileprivate static func plain(_ value: ArchiveValue) -> JSONNode {
    switch value {
    case .bool(let value): JSONNode(.bool(value))
    case .int(let value): .number(value)
    case .uint(let value): .number(value)
    case .float(let value): value.isFinite ? .floating(value) : .string(specialName(value))
    case .double(let value): value.isFinite ? .floating(value) : .string(specialName(value))
    case .string(let value): .string(value)
    case .data(let value): .string(value.base64EncodedString())
    case .date(let value): .date(value)
    case .uuid(let value): .string(value.uuidString)
    case .decimal(let value):
      value.isNaN ? .string("nan") : JSONNode(.number("\(value)"))
    default: .null
    }
  }
}
