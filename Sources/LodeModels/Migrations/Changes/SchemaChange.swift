public import LodeCoding
public import LodeStore

/// One thing in which a type in the program is not what it was when rows were written.
///
/// Comparing two schemas finds changes of fields and of the type itself: ``SchemaDifference``.
/// Comparing with a store finds the others: ``TypeDifference``.
public enum SchemaChange: Hashable, Sendable {
  /// The program has a model that the store has nothing of.
  case typeAdded
  /// The store has a type that the program does not name any more.
  case typeDeleted
  /// The type has a field that rows do not have.
  case fieldAdded(String, ArchiveType)
  /// Rows have a field that the type does not have; whether it stays in them when they are saved
  /// again.
  case fieldRemoved(String, ArchiveType, isKept: Bool)
  /// A field has another name; the type says which it was.
  case fieldRenamed(from: String, to: String)
  /// A field is of another type.
  case fieldRetyped(String, from: ArchiveType, to: ArchiveType)
  /// A field that was always there may be absent.
  case fieldMadeOptional(String)
  /// A field that could be absent has to be there.
  case fieldMadeRequired(String)
  /// The fields that stayed are in another order.
  case fieldsMoved
  /// The type has another name; it says which it was.
  case typeRenamed(from: String, to: String)
  /// A structure became a class, or the other way round.
  case kindChanged(from: ArchiveSchema.Kind, to: ArchiveSchema.Kind)
  /// The class has another superclass.
  case superclassChanged(from: String?, to: String?)
  /// The type keeps fields that it does not know, or does not any more.
  case extensibilityChanged(isExtensible: Bool)
  /// Rows have fields of an extension, and the type does not keep them any more.
  case extensionRemoved(String, fields: [String])
  /// The enumeration has a case that the store has nothing of: a new one, or one that no row ever
  /// had.
  case caseAdded(String)
  /// The store has a case that the enumeration does not have.
  case caseRemoved(String)
  /// The model declares an index that the store does not have.
  case indexAdded(IndexDefinition)
  /// The store has an index that a model declared, and that this one does not.
  case indexRemoved(IndexDefinition)
  /// An index of one name is defined otherwise.
  case indexRedefined(from: IndexDefinition, to: IndexDefinition)
  /// The key is made of other fields.
  case keyChanged(from: [String], to: [String])
  /// The rows belong into a collection of another name.
  case collectionRenamed(from: String, to: String)
}

extension SchemaChange {
  /// Whether rows from before can be read as they are, and lose nothing when they are saved again.
  ///
  /// Any other change needs a ``Step``. Rows with a renamed field are rewritten, since conditions
  /// and indexes use its new name. A field that was added counts as one that has a default, or is
  /// optional: only rows can tell, and opening a store asks one of each version. Indexes are made
  /// and removed when a store is opened. Rows of a type that is deleted stay as they are; what has
  /// values of it in properties has changes of its own.
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
  /// What changed, in a few words.
  public var description: String {
    switch self {
    case .typeAdded: "the type was added"
    case .typeDeleted: "the program does not name the type any more"
    case .fieldAdded(let name, let type): "\(name): \(type) was added"
    case .fieldRemoved(let name, let type, let isKept):
      "\(name): \(type) was removed" + (isKept ? ", and is kept" : "")
    case .fieldRenamed(let old, let new): "\(old) is \(new) now"
    case .fieldRetyped(let name, let old, let new): "\(name) was \(old) and is \(new)"
    case .fieldMadeOptional(let name): "\(name) may be absent now"
    case .fieldMadeRequired(let name): "\(name) must not be absent any more"
    case .fieldsMoved: "the fields are in another order"
    case .typeRenamed(let old, let new): "the type \(old) is \(new) now"
    case .kindChanged(let old, let new): "it was of the kind \(old) and is \(new)"
    case .superclassChanged(let old, let new):
      "its superclass was \(old ?? "none") and is \(new ?? "none")"
    case .extensibilityChanged(let isExtensible):
      isExtensible ? "it keeps unknown fields now" : "it does not keep unknown fields any more"
    case .extensionRemoved(let label, let fields):
      "the extension \"\(label)\" (\(fields.joined(separator: ", "))) is not kept any more"
    case .caseAdded(let name): "the case \(name) was added"
    case .caseRemoved(let name): "the case \(name) was removed"
    case .indexAdded(let index): "the index \"\(index.name)\" was added"
    case .indexRemoved(let index): "the index \"\(index.name)\" was removed"
    case .indexRedefined(_, let index): "the index \"\(index.name)\" is defined otherwise"
    case .keyChanged(let old, let new):
      "its key was (\(old.joined(separator: ", "))) and is (\(new.joined(separator: ", ")))"
    case .collectionRenamed(let old, let new):
      "its collection was \"\(old)\" and is \"\(new)\""
    }
  }
}
