internal import LodeStore

/// A model whose key is a number assigned by the store: 1, 2, 3, and so on, each used once.
///
/// `@Key(.sequence)` adds the conformance. A model whose key is zero has no number yet; saving the
/// model assigns the next number. A key that the program sets is kept, and the sequence continues
/// after that key. Numbers of deleted rows are not reused. Numbers of failed writes are not reused
/// either, if a later write was committed. `deleteAll(_:resetSequence:)` can reset the sequence if
/// no row of the collection remains.
///
/// ```swift
/// @Model
/// struct Note {
///   @Key(.sequence) var id = 0
///   var text: String
/// }
///
/// var note = Note(text: "buy milk")
/// try store.insert(&note)
/// print(note.id)
/// ```
public protocol SequencedModel: Model where PrimaryKey: FixedWidthInteger {
  /// The number; zero before the store assigns a number.
  var primaryKey: PrimaryKey { get set }
}

extension SequencedModel {
  /// `true`: the store assigns the key.
  public static var hasSequence: Bool { true }
  /// Returns the key as a number, or `nil` if the key is negative.
  public static func sequenceNumber(of model: Self) -> UInt64? {
    UInt64(exactly: model.primaryKey)
  }
  /// Sets the key.
  ///
  /// - Complexity: O(1).
  /// - Throws: `StoreError` with `counterOverflow` if the key's type cannot represent the number.
  public static func setSequenceNumber(_ number: UInt64, of model: inout Self) throws {
    guard let key = PrimaryKey(exactly: number) else {
      throw StoreError(.counterOverflow, collection: collectionName, context: "key \(number)")
    }
    model.primaryKey = key
  }
}
