internal import LodeStore

/// A model whose key is a number that the store assigns, counting from 1.
///
/// `@Key(.sequence)` adds the conformance. A model whose key is zero has no number yet. `insert`,
/// `put`, and an `upsert` that inserts the model assign the next number. A model keeps a key that
/// the program sets, and the sequence continues after the greatest key. The sequence does not reuse
/// the numbers of deleted rows, but reuses the numbers of a failed write.
/// `deleteAll(_:resetSequence:)` can restart the sequence if no row of the collection remains.
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
/// print(note.id)  // 1 for the first note
/// ```
public protocol SequencedModel: Model where PrimaryKey: FixedWidthInteger {
  /// The number of the model; zero before the store assigns a number.
  var primaryKey: PrimaryKey { get set }
}

extension SequencedModel {
  /// `true`: the store assigns the key.
  public static var hasSequence: Bool { true }
  /// Returns the key as an unsigned number, or `nil` if the key is negative or exceeds 64 bits.
  public static func sequenceNumber(of model: Self) -> UInt64? {
    UInt64(exactly: model.primaryKey)
  }
  /// Sets the model's key to a number of the sequence.
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
