/// The kind of a save: the save creates or changes a row.
public enum SaveKind: Sendable, Hashable {
  /// The save creates a row.
  case insert
  /// The save changes a row, or leaves an identical row unchanged.
  case update
}

/// A model that is checked, and can be completed, before each save.
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
/// Every insert, put, update, patch, and upsert calls `willSave`, inside the write, before the row
/// changes.
public protocol ValidatedModel: Model {
  /// Checks or changes the model before a save; changes of the model are saved as well.
  ///
  /// The method must not change the key in an update.
  ///
  /// - Throws: any error, which cancels the save.
  mutating func willSave(_ kind: SaveKind) throws
}

extension ValidatedModel {
  /// `true`: every save is checked.
  public static var checksSaves: Bool { true }
  /// Calls `willSave` of the model.
  ///
  /// - Complexity: as `willSave`.
  /// - Throws: the errors of `willSave`.
  public static func checkSave(_ model: inout Self, _ kind: SaveKind) throws {
    try model.willSave(kind)
  }
}
