public import LodeCoding

/// The changes between two schemas of a type: the schema of stored rows and the program's schema.
///
/// ```swift
/// for record in try store.schemas() where record.schema.name == Person.archiveSchema.name {
///   let difference = SchemaDifference(from: record.schema, to: Person.archiveSchema)
///   for change in difference.changes { print(change, change.isAutomatic ? "" : "needs a step") }
/// }
/// ```
public struct SchemaDifference: Hashable, Sendable {
  /// The schema of the rows.
  public let old: ArchiveSchema
  /// The schema in the program.
  public let new: ArchiveSchema
  /// The changes: first of the type, then of the program's fields, then of the order, then the
  /// removed fields.
  public let changes: [SchemaChange]

  /// Compares two schemas.
  ///
  /// A field counts as renamed if the old schema lacks the field's name, but has a former name of
  /// the field, as in `@Stored(was: "old")`.
  ///
  /// - Complexity: O(f²) for f fields.
  public init(from old: ArchiveSchema, to new: ArchiveSchema) {
    self.old = old
    self.new = new
    changes = Self.changesOfType(old, new) + Self.changesOfFields(old, new)
  }

  /// Whether rows with the old schema need a step; assumes that each added field is optional or has
  /// a default.
  public var needsStep: Bool { changes.contains { !$0.isAutomatic } }

  private static func changesOfType(
    _ old: ArchiveSchema, _ new: ArchiveSchema
  ) -> [SchemaChange] {
    var changes: [SchemaChange] = []
    if old.name != new.name { changes.append(.typeRenamed(from: old.name, to: new.name)) }
    if case .class(let before) = old.kind, case .class(let after) = new.kind {
      if before != after { changes.append(.superclassChanged(from: before, to: after)) }
    } else if old.kind != new.kind {
      changes.append(.kindChanged(from: old.kind, to: new.kind))
    }
    if old.isExtensible != new.isExtensible {
      changes.append(.extensibilityChanged(isExtensible: new.isExtensible))
    }
    return changes
  }

  private static func changesOfFields(
    _ old: ArchiveSchema, _ new: ArchiveSchema
  ) -> [SchemaChange] {
    var changes: [SchemaChange] = []
    var found: [Int] = []
    for field in new.fields {
      guard let index = new.place(of: field, in: old) else {
        changes.append(.fieldAdded(field.name, field.type))
        continue
      }
      let before = old.fields[index]
      found.append(index)
      if before.name != field.name {
        changes.append(.fieldRenamed(from: before.name, to: field.name))
      }
      changes += changesOfType(field.name, before.type, field.type)
    }
    if found != found.sorted() { changes.append(.fieldsMoved) }
    for (index, field) in old.fields.enumerated() where !found.contains(index) {
      changes.append(.fieldRemoved(field.name, field.type, isKept: new.isExtensible))
    }
    return changes
  }

  private static func changesOfType(
    _ name: String, _ old: ArchiveType, _ new: ArchiveType
  ) -> [SchemaChange] {
    let (before, after) = (old.withoutOptional, new.withoutOptional)
    var changes: [SchemaChange] = []
    if before != after { changes.append(.fieldRetyped(name, from: before, to: after)) }
    if old.code != .optional, new.code == .optional { changes.append(.fieldMadeOptional(name)) }
    if old.code == .optional, new.code != .optional { changes.append(.fieldMadeRequired(name)) }
    return changes
  }
}

extension ArchiveType {
  /// The type inside an optional, or the type itself.
  var withoutOptional: ArchiveType { code == .optional ? element ?? self : self }
}

extension ArchiveSchema {
  /// Returns the index of a field in an older schema, by the field's current or former name; `nil`
  /// if the older schema lacks the field.
  func place(of field: Field, in old: ArchiveSchema) -> Int? {
    old.index(of: field.name) ?? field.formerNames.lazy.compactMap(old.index).first
  }

  /// Returns whether a name in an archive refers to this type.
  func isNamed(_ name: String) -> Bool { self.name == name || formerNames.contains(name) }
}
