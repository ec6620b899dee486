import LodeModels

/// What the plain reference has of an object: values by the names of fields, nested objects as
/// dictionaries.
///
/// What an object has beyond the fields of its type is under `+label.name`.
typealias Plain = [String: ArchiveValue]

/// The types of a random history.
enum HistoryRole: String, CaseIterable, Sendable {
  /// The model.
  case outer = "Outer"
  /// A structure in properties, optionals, arrays and dictionaries.
  case inner = "Inner"
  /// A structure that a later program may not have any more.
  case gone = "Gone"
  /// The superclass of a class.
  case root = "Root"
  /// A class, whose instances two properties share.
  case node = "Node"
}

/// What a field of a type holds.
enum HistoryType: Hashable, Sendable {
  case int, int32, double, text, optionalInt, optionalText
  case object(HistoryRole), optionalObject(HistoryRole), array(HistoryRole)
  case dictionary(HistoryRole)

  var archiveType: ArchiveType {
    switch self {
    case .int: .int64
    case .int32: .int32
    case .double: .double
    case .text: .string
    case .optionalInt: .optional(.int64)
    case .optionalText: .optional(.string)
    case .object: .object
    case .optionalObject: .optional(.object)
    case .array: .array(.object)
    case .dictionary: .dictionary(.string, .object)
    }
  }

  /// The type of the objects in it.
  var role: HistoryRole? {
    switch self {
    case .object(let role), .optionalObject(let role), .array(let role), .dictionary(let role): role
    default: nil
    }
  }

  var isOptional: Bool { archiveType.code == .optional }
}

/// A field of a type in one version of a program.
struct HistoryField: Sendable {
  /// The same in all versions, whatever the field's name.
  let id: Int
  var name: String
  var type: HistoryType
  var formerNames: [String] = []
  /// What rows have that have no such field; `nil` stands for null.
  var defaultValue: ArchiveValue = .null
  /// Whether no change is made to it.
  var isFixed = false
  /// Whether every row was written with it.
  var isOriginal = false

  /// The field of a schema, by which a store finds the types of objects.
  var field: ArchiveSchema.Field {
    let (formerNames, defaultValue) = (formerNames, defaultValue)
    return switch type {
    case .object(.gone): .init(name, HistoryGone.self, was: formerNames)
    case .object(.node): .init(name, HistoryNode.self, was: formerNames)
    case .object: .init(name, HistoryInner.self, was: formerNames)
    case .optionalObject: .init(name, HistoryInner?.self, was: formerNames)
    case .array(.gone): .init(name, [HistoryGone].self, was: formerNames)
    case .array: .init(name, [HistoryInner].self, was: formerNames)
    case .dictionary: .init(name, [String: HistoryInner].self, was: formerNames)
    case .optionalInt, .optionalText:
      .init(
        name, type: type.archiveType, was: formerNames,
        default: defaultValue == .null ? nil : defaultValue)
    case .text: .init(name, String.self, was: formerNames, default: defaultValue.string ?? "")
    case .int: .init(name, Int.self, was: formerNames, default: defaultValue.int ?? 0)
    case .int32: .init(name, Int32.self, was: formerNames, default: Int32(defaultValue.int ?? 0))
    case .double: .init(name, Double.self, was: formerNames, default: defaultValue.double ?? 0)
    }
  }

  /// All names that rows may have for it.
  var names: [String] { [name] + formerNames }
}
