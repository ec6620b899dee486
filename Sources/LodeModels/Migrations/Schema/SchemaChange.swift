public import LodeCoding
public import LodeStore

/// One difference between a type in the program and its recorded schema.
///
/// A ``SchemaDifference`` contains the changes between two schemas. A ``TypeDifference`` also
/// contains the changes between a type and a store, for example of indexes and of the key.
public enum SchemaChange: Hashable, Sendable {
  /// The program has a model that the store has not recorded, and the model's collection is empty.
  case typeAdded
  /// The store has a type that the program does not name.
  case typeDeleted
  /// The type has a field that the recorded schema does not have.
  case fieldAdded(String, ArchiveType)
  /// The recorded schema has a field that the type does not have.
  ///
  /// `isKept` states whether later saves keep the field.
  case fieldRemoved(String, ArchiveType, isKept: Bool)
  /// A field has another name, and the type declares the field's former name.
  case fieldRenamed(from: String, to: String)
  /// A field has another type; `from` and `to` are the types without `optional`.
  case fieldRetyped(String, from: ArchiveType, to: ArchiveType)
  /// A required field became optional.
  case fieldMadeOptional(String)
  /// An optional field became required.
  case fieldMadeRequired(String)
  /// The fields that both schemas have are in another order.
  case fieldsMoved
  /// The type has another name, and declares its former name.
  case typeRenamed(from: String, to: String)
  /// A structure became a class, or a class became a structure.
  case kindChanged(from: ArchiveSchema.Kind, to: ArchiveSchema.Kind)
  /// The class has another superclass.
  case superclassChanged(from: String?, to: String?)
  /// The type got or lost a property of type `ArchiveExtensions`, which keeps fields that the type
  /// does not declare.
  case extensibilityChanged(isExtensible: Bool)
  /// The store has recorded fields in the `ArchiveExtensions` of the type, and the type has no
  /// property of type `ArchiveExtensions` now.
  case extensionRemoved(String, fields: [String])
  /// The enumeration has a case that the store has not recorded, because the case is new or no row
  /// ever contained the case.
  case caseAdded(String)
  /// The store has recorded a case that the enumeration does not have.
  case caseRemoved(String)
  /// The model declares an index that the store does not have.
  case indexAdded(IndexDefinition)
  /// The store has an index that only an earlier version of the model declared.
  case indexRemoved(IndexDefinition)
  /// An index with the same name has another definition.
  case indexRedefined(from: IndexDefinition, to: IndexDefinition)
  /// The key consists of other fields, or of the same fields in another order.
  case keyChanged(from: [String], to: [String])
  /// The model's collection has another name.
  case collectionRenamed(from: String, to: String)
}

extension SchemaChange {
  /// Whether existing rows can be read unchanged and saved again without losing a field.
  ///
  /// Other changes need a ``Step``. The property assumes that an added field is optional or has a
  /// default. Opening a store with the models checks this assumption for rows of earlier versions.
  ///
  /// Opening a store for writing with the models creates and drops indexes. Rows with a renamed
  /// field migrate in the mode of the migration, because conditions and indexes use the new name.
  /// Rows of a deleted type stay unchanged.
  public var isAutomatic: Bool {
    switch self {
    case .fieldAdded, .fieldRenamed, .fieldMadeOptional, .fieldsMoved, .typeRenamed: true
    case .typeAdded, .typeDeleted, .caseAdded: true
    case .indexAdded, .indexRemoved, .indexRedefined: true
    case .fieldRemoved(_, _, let isKept): isKept
    case .fieldRetyped(_, let from, let to): from.widens(to: to)
    case .extensibilityChanged(let isExtensible): isExtensible
    case .superclassChanged(let from, _): from == nil
    case .fieldMadeRequired, .kindChanged, .keyChanged, .collectionRenamed, .caseRemoved,
      .extensionRemoved:
      false
    }
  }
}

extension SchemaChange: CustomStringConvertible {
  /// The change as a phrase, for example `the fields are in another order`.
  public var description: String {
    switch self {
    case .typeAdded: "the type was added"
    case .typeDeleted: "the program no longer has the type"
    case .fieldAdded(let name, let type): "\(name): \(type) was added"
    case .fieldRemoved(let name, let type, let isKept):
      "\(name): \(type) was removed" + (isKept ? ", but is kept" : "")
    case .fieldRenamed(let old, let new): "\(old) was renamed to \(new)"
    case .fieldRetyped(let name, let old, let new): "\(name) was \(old) and is now \(new)"
    case .fieldMadeOptional(let name): "\(name) is now optional"
    case .fieldMadeRequired(let name): "\(name) is no longer optional"
    case .fieldsMoved: "the fields are in another order"
    case .typeRenamed(let old, let new): "the type \(old) was renamed to \(new)"
    case .kindChanged(let old, let new): "its kind was \(old) and is now \(new)"
    case .superclassChanged(let old, let new):
      "its superclass was \(old ?? "none") and is now \(new ?? "none")"
    case .extensibilityChanged(let isExtensible):
      isExtensible ? "it now keeps unknown fields" : "it no longer keeps unknown fields"
    case .extensionRemoved(let label, let fields):
      "the extension \"\(label)\" (\(fields.joined(separator: ", "))) is no longer kept"
    case .caseAdded(let name): "the case \(name) was added"
    case .caseRemoved(let name): "the case \(name) was removed"
    case .indexAdded(let index): "the index \"\(index.name)\" was added"
    case .indexRemoved(let index): "the index \"\(index.name)\" was removed"
    case .indexRedefined(_, let index): "the index \"\(index.name)\" has another definition"
    case .keyChanged(let old, let new):
      "its key was (\(old.joined(separator: ", "))) and is now (\(new.joined(separator: ", ")))"
    case .collectionRenamed(let old, let new):
      "its collection was \"\(old)\" and is now \"\(new)\""
    }
  }
}
