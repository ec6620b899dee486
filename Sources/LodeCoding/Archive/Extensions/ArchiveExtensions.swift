/// The fields of an object beyond its type's own fields.
///
/// Other modules add some of these fields through an ``ArchiveExtensionField``. The remaining
/// fields are *kept fields*, which another version of the type declared.
///
/// To keep fields of both kinds, a type declares a last property of type `ArchiveExtensions`. Its
/// schema must be *extensible*: objects may have fields that the schema does not list.
/// `@Archivable` makes the schema of such a type extensible:
///
/// ```swift
/// @Archivable
/// struct Person {
///   var name: String
///   var extensions = ArchiveExtensions()
/// }
/// ```
///
/// A program without the module that added a field archives the field unchanged. Decoding drops a
/// field of another version if the field refers to instances of classes. If a type declares a kept
/// field again, the kept value becomes the field's value.
public struct ArchiveExtensions: Hashable, Sendable {
  /// The fields grouped by label, sorted by the bytes of the labels; no group is empty.
  ///
  /// The fields of a group are sorted by the bytes of their names.
  private(set) var groups: [ArchivedObject.Group] = []
  /// The errors of values that could not be archived, by the path of their fields.
  private var failures: [FieldPath: ArchiveError] = [:]

  /// Creates an instance without fields.
  public init() {}

  /// Whether the instance has no fields.
  public var isEmpty: Bool { groups.isEmpty }

  /// The value of a field, or `nil` if the field is absent or does not convert to `T`.
  ///
  /// Setting a value that cannot be archived leaves the field unchanged. Archiving the object then
  /// throws the ``ArchiveError`` of the value, or `wrongFields` if the value throws another error.
  ///
  /// - Complexity: O(f + n) for f fields of the object and n bytes of the value.
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
  /// - Complexity: O(f + n) for f fields of the object and n bytes of the value.
  /// - Throws: Any error that a type's own decoding throws, and ``ArchiveError`` with one of these
  ///   codes:
  ///   - `typeMismatch` or `outOfRange` if the field does not convert to `T`.
  ///   - `missingField`, `unknownCase`, `futureVersion`, `wrongFields`, `invalidValue`, or
  ///     `equalElements` if the value does not decode as this version of `T`.
  ///   - `tooDeep` or `tooLarge` if the value exceeds the default limits.
  public func value<T>(of field: ArchiveExtensionField<T>) throws -> T? {
    let group = groups.first { $0.label.hasSameUTF8(field.label) }
    guard let found = group?.fields.first(where: { $0.name.hasSameUTF8(field.name) }) else {
      return nil
    }
    return try found.value.decoded(as: T.self, from: found.type)
  }

  /// Returns a function that creates the field of a value.
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

  /// Sets a field, or removes the field if the value is `nil`.
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

  /// Appends a group of an archive; archives have their groups in the order of the labels.
  mutating func append(_ group: ArchivedObject.Group) {
    guard !group.fields.isEmpty else { return }
    groups.append(group)
    groups[groups.count - 1].fields.sort { $0.name.precedes($1.name) }
  }

  /// Adds a kept field.
  mutating func keep(_ field: ArchivedObject.Field) {
    set(FieldPath(label: "", name: field.name), field)
  }

  /// Whether the instance has neither fields nor errors of values that could not be archived.
  var hasNothing: Bool { groups.isEmpty && failures.isEmpty }

  /// Checks that every value that was set could be archived.
  ///
  /// - Throws: The error of a value that could not be archived.
  func checkFailures() throws(ArchiveError) {
    if let failure = failures.values.first { throw failure }
  }
}

private struct FieldPath: Hashable {
  let label: String
  let name: String
}

extension ArchivedObject.Group {
  /// Inserts a field, so that the fields stay sorted by the bytes of their names.
  fileprivate mutating func insert(_ field: ArchivedObject.Field) {
    let index = fields.firstIndex { field.name.precedes($0.name) } ?? fields.count
    fields.insert(field, at: index)
  }
}

extension String {
  /// Returns whether both strings have the same UTF-8; `==` also accepts canonically equivalent
  /// strings.
  func hasSameUTF8(_ other: String) -> Bool { utf8Order(other) == 0 }

  /// Returns whether the string's UTF-8 sorts before the other string's UTF-8.
  func precedes(_ other: String) -> Bool { utf8.lexicographicallyPrecedes(other.utf8) }
}
