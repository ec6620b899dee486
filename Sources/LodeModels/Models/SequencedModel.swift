internal import LodeStore

/// A model whose key is a number that the store gives out: 1, 2, 3 and so on, and never twice.
///
/// `@Key(.sequence)` conforms to it. A model whose key is zero has no number yet; saving assigns
/// the next one. A key that the program sets is kept, and the sequence continues after it. Numbers
/// of deleted rows, and of writes that failed after others were committed, are not used again,
/// unless `deleteAll(_:resetSequence:)` says so and leaves no row in the collection.
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
  /// The number; zero before the store has given one.
  var primaryKey: PrimaryKey { get set }
}

extension SequencedModel {
  /// The store gives the key.
  public static var hasSequence: Bool { true }
  /// The key; negative ones are none of a sequence.
  public static func sequenceNumber(of model: Self) -> UInt64? {
    UInt64(exactly: model.primaryKey)
  }
  /// Sets the key.
  ///
  /// - Throws: `StoreError` with `counterOverflow` when the key's type has no such number.
  public static func setSequenceNumber(_ number: UInt64, of model: inout Self) throws {
    guard let key = PrimaryKey(exactly: number) else {
      throw StoreError(.counterOverflow, collection: collectionName, context: "key \(number)")
    }
    model.primaryKey = key
  }
}
