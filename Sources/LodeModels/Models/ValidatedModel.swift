/// What a save does.
public enum SaveKind: Sendable, Hashable {
  /// It makes a row.
  case insert
  /// It changes a row, or leaves it as it is.
  case update
}

/// A model that looks at itself before it is saved, completes what is missing, and refuses what
/// must not be.
///
/// ```swift
/// extension City: ValidatedModel {
///   mutating func willSave(_ kind: SaveKind) throws {
///     if people < 0 { throw CityError.negative }
///     name = name.trimmingCharacters(in: .whitespaces)
///   }
/// }
/// ```
///
/// Every insert, put, update, patch and upsert asks, inside the write and before anything of it is
/// changed.
public protocol ValidatedModel: Model {
  /// Called before the model is saved; what it changes is saved, what it throws refuses the save.
  ///
  /// It must not change the key of a model that is updated.
  mutating func willSave(_ kind: SaveKind) throws
}

extension ValidatedModel {
  /// Every save is looked at.
  public static var checksSaves: Bool { true }
  /// Asks the model.
  public static func checkSave(_ model: inout Self, _ kind: SaveKind) throws {
    try model.willSave(kind)
  }
}
