/// The fields of an object beyond its type's own fields.
///
/// They are the fields that extensions add, and former fields that the type no longer declares.
///
/// To keep these fields, a type declares a last property of this type and an extensible schema.
/// `@Archivable` generates the schema:
///
/// ```swift
/// struct Person {
///   var name: String
///   var extensions = ArchiveExtensions()
/// }
/// ```
///
/// Values stay as archived, so a program without the module of an ``ArchiveExtensionField``
/// archives the values unchanged. References to instances of classes are not kept.
///
/// If a type declares a former field again, the kept value becomes the field's value.
public struct ArchiveExtensions: Hashable, Sendable {
  /// The groups, sorted by the bytes of their labels; no group is empty.
  ///
  /// Each group's fields are sorted by the bytes of their names.
  private(set) var groups: [ArchivedObject.Group] = []
  /// The errors of values that could not be archived.
  private var failures: [FieldPath: ArchiveError] = [:]

  /// Creates an empty instance.
  public init() {}

  /// Whether the instance has no fields.
  public var isEmpty: Bool { groups.isEmpty }

  /// The value of a field; `nil` if the field is absent or has another type.
  ///
  /// Setting a value that cannot be archived leaves the field unset. Archiving the object then
  /// throws.
  ///
  /// - Complexity: O(fields + bytes of the value).
  public subscript<T>(field: ArchiveExtensionField<T>) -> T? {
    get { try? value(of: field) }
    set {
      let path = FieldPath(label: field.label, name: field.name)
      failures[path] = nil
      do throws(ArchiveError) {
        set(path, try newValue.map(Self.field(field.name)))
      } catch {
        failures[path] = error
      }
    }
  }

  /// Returns the value of a field, or `nil` if the field is absent.
  ///
  /// - Complexity: O(fields + bytes of the value).
  /// - Throws: ``ArchiveError`` with `typeMismatch` or `outOfRange` if the value has another type.
  public func value<T>(of field: ArchiveExtensionField<T>) throws -> T? {
    let group = groups.first { $0.label.hasSameUTF8(field.label) }
    guard let found = group?.fields.first(where: { $0.name.hasSameUTF8(field.name) }) else {
      return nil
    }
    return try found.value.decoded(as: T.self, from: found.type)
  }

  private static func field<T: ArchivableValue>(
    _ name: String
  ) -> (T) throws(ArchiveError) -> ArchivedObject.Field {
    { value throws(ArchiveError) in
      do {
        return ArchivedObject.Field(name, type: T.archiveType, try ArchiveValue(archiving: value))
      } catch let error as ArchiveError {
        throw error
      } catch {
        throw ArchiveError(.wrongFields, "\(T.self) could not be archived: \(error)")
      }
    }
  }

  private mutating func set(_ path: FieldPath, _ field: ArchivedObject.Field?) {
    let index = groups.firstIndex { !$0.label.precedes(path.label) } ?? groups.count
    if index == groups.count || !groups[index].label.hasSameUTF8(path.label) {
      guard field != nil else { return }
      groups.insert(ArchivedObject.Group(path.label, fields: []), at: index)
    }
    groups[index].fields.removeAll { $0.name.hasSameUTF8(path.name) }
    if let field { groups[index].insert(field) }
    if groups[index].fields.isEmpty { groups.remove(at: index) }
  }

  // Encoding and decoding.

  /// Appends a group from an archive, which has its groups in sorted order.
  mutating func append(_ group: ArchivedObject.Group) {
    guard !group.fields.isEmpty else { return }
    groups.append(group)
    groups[groups.count - 1].fields.sort { $0.name.precedes($1.name) }
  }

  /// Keeps a former field of the type.
  mutating func keep(_ field: ArchivedObject.Field) {
    set(FieldPath(label: "", name: field.name), field)
  }

  var hasNothing: Bool { groups.isEmpty && failures.isEmpty }

  /// Checks that every value that was set can be archived.
  ///
  /// - Throws: The error of a value that cannot be archived.
  func checkFailures() throws(ArchiveError) {
    if let failure = failures.values.first { throw failure }
  }
}

private struct FieldPath: Hashable {
  let label: String
  let name: String
}

extension ArchivedObject.Group {
  fileprivate mutating func insert(_ field: ArchivedObject.Field) {
    let index = fields.firstIndex { field.name.precedes($0.name) } ?? fields.count
    fields.insert(field, at: index)
  }
}

extension String {
  /// Returns whether both strings have the same bytes; `==` compares canonical equivalence instead.
  func hasSameUTF8(_ other: String) -> Bool { utf8Order(other) == 0 }

  /// Returns whether the string's bytes sort before the other string's bytes.
  func precedes(_ other: String) -> Bool { utf8.lexicographicallyPrecedes(other.utf8) }
}
