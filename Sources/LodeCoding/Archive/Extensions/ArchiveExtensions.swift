/// What an object has beyond the fields of its type: those that extensions of the type added, and
/// those that the archive had and the type has no more.
///
/// A type that should keep them has one as its last property, and an extensible schema;
/// `@Archivable` writes that:
///
/// ```swift
/// struct Person {
///   var name: String
///   var extensions = ArchiveExtensions()
/// }
/// ```
///
/// Values are kept as they were in the archive, so a program that lacks the module with the
/// ``ArchiveExtensionField`` archives them again as they were. References to instances of classes
/// are not kept.
///
/// When a type gets a field again that it once had, the value that was kept is read as that field.
public struct ArchiveExtensions: Hashable, Sendable {
  /// In the order of the labels' bytes, their fields in the order of the names' bytes; none is
  /// empty.
  private(set) var groups: [ArchivedObject.Group] = []
  /// Why values that were set could not be kept.
  private var failures: [FieldPath: ArchiveError] = [:]

  /// Creates an empty storage.
  public init() {}

  /// Whether there are no fields.
  public var isEmpty: Bool { groups.isEmpty }

  /// The value of a field; `nil` when there is none, or one of another type.
  ///
  /// A value that cannot be archived is not set, and archiving the object throws then.
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

  /// The value of a field, or `nil` when there is none.
  ///
  /// - Complexity: O(fields + bytes of the value).
  /// - Throws: ``ArchiveError`` with `typeMismatch` or `outOfRange` when the value is one of
  ///   another type.
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

  // For archives.

  /// Takes over a group of an archive, which has them in their order.
  mutating func append(_ group: ArchivedObject.Group) {
    guard !group.fields.isEmpty else { return }
    groups.append(group)
    groups[groups.count - 1].fields.sort { $0.name.precedes($1.name) }
  }

  /// Keeps a field that a type had once.
  mutating func keep(_ field: ArchivedObject.Field) {
    set(FieldPath(label: "", name: field.name), field)
  }

  var hasNothing: Bool { groups.isEmpty && failures.isEmpty }

  /// - Throws: why a value that was set cannot be archived.
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
  /// Whether both have the same bytes; `==` is content with the same meaning.
  func hasSameUTF8(_ other: String) -> Bool { utf8Order(other) == 0 }

  /// Whether the bytes sort before the bytes of another.
  func precedes(_ other: String) -> Bool { utf8.lexicographicallyPrecedes(other.utf8) }
}
