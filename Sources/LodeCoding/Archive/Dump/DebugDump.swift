#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Shows a value as JSON for people: what ``Archive/debugDump(isIndented:)`` shows of its archive.
///
/// ```swift
/// print(try debugDump(["apples": 3.5, "pears": .nan], isIndented: false))
/// // {"apples":3.5,"pears":"nan"}
/// ```
///
/// - Complexity: O(n log n) for n bytes of the archive.
/// - Throws: what archiving the value throws.
public func debugDump<T: ArchivableValue>(_ value: T, isIndented: Bool = true) throws -> String {
  try Archive(archiving: value).debugDump(isIndented: isIndented)
}

extension Archive {
  /// Shows the archive as JSON for people; it cannot be read back.
  ///
  /// An object is `{"*Name":{...}}` with its fields in the order of their names' bytes, fields of
  /// extensions as `(Label)name` among them, and the superclass's part as `**Name` at the end;
  /// cases of enumerations are `*Name.case`. What JSON has no type for is text: `"nan"`, dates in
  /// ISO 8601, data in base64. An object that is referred to more than once stands where it comes
  /// first, with its number, as `*Name#2`, and elsewhere is the text `"*Name#2"`.
  ///
  /// - Complexity: O(n log n) for n bytes of the archive.
  public func debugDump(isIndented: Bool = true) -> String {
    var dump = Dump(self)
    return dump.node(root, depth: 0).text(isIndented: isIndented)
  }
}

extension ArchiveValue {
  /// Shows the value as JSON for people; see ``Archive/debugDump(isIndented:)``.
  ///
  /// - Complexity: O(n log n) for n bytes of an archive of it.
  public func debugDump(isIndented: Bool = true) -> String {
    Archive(self).debugDump(isIndented: isIndented)
  }
}

private struct Dump {
  private let objects: [ArchivedObject?]
  /// How many references there are to each object.
  private var uses: [Int]
  private var isShown: [Bool]
  /// Deeper values are three dots, deeper objects their numbers.
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
    default: return value.plainNode
    }
  }

  /// In an order that does not change from run to run.
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

extension ArchiveValue {
  /// A value that is no collection.
  fileprivate var plainNode: JSONNode {
    switch self {
    case .bool(let value): JSONNode(.bool(value))
    case .int(let value): .number(value)
    case .uint(let value): .number(value)
    case .float(let value): value.isFinite ? .floating(value) : .string(specialName(Double(value)))
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
