/// A model with a method that checks and completes the model before each save.
///
/// ```swift
/// extension City: ValidatedModel {
///   mutating func willSave(_ kind: SaveKind) throws {
///     if people < 0 { throw NegativeNumber() }
///     if kind == .insert, people == 0 { people = 1 }
///   }
/// }
///
/// struct NegativeNumber: Error {}
/// ```
///
/// Every insert, put, update, patch, and upsert of the model calls `willSave` inside the write,
/// before the row changes, on the thread of the write. A ``StagedSession`` instead calls `willSave`
/// when the program stages the edit. Migrations do not call `willSave`.
public protocol ValidatedModel: Model {
  /// Checks the model before a save, and can change the values to save.
  ///
  /// In `update`, `patch`, and an `upsert` of an existing row, `willSave` must not change the key.
  /// Otherwise, the call throws `StoreError` with `keyChanged`.
  ///
  /// - Parameter kind: Whether the save creates a row or changes an existing row.
  /// - Throws: Any error, which cancels the save.
  mutating func willSave(_ kind: SaveKind) throws
}

extension ValidatedModel {
  /// `true`: every save is checked.
  public static var checksSaves: Bool { true }
  /// Calls `willSave` of the model.
  ///
  /// - Complexity: O(1), without the work of `willSave`.
  /// - Throws: Any error that `willSave` throws, which cancels the save.
  public static func checkSave(_ model: inout Self, _ kind: SaveKind) throws {
    try model.willSave(kind)
  }
}
